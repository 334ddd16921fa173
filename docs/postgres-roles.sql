-- The two roles that Vitrine needs in PostgreSQL, and the schema that its tables live in. Run it once, in the database
-- that will hold the catalogs, as a role that may create roles:
--
--     psql "$ADMIN_URL" --file postgres-roles.sql
--     psql "$ADMIN_URL" --command "\password vitrine_writer" --command "\password vitrine_reader"
--
-- vitrine_writer is for the operator's commands, vitrine_reader for `vitrine serve`. You can run it again.

DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'vitrine_writer') THEN
    CREATE ROLE vitrine_writer LOGIN;
  END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'vitrine_reader') THEN
    CREATE ROLE vitrine_reader LOGIN;
  END IF;
  -- A role that is not a superuser can create a schema for another role only if it is a member of that role.
  EXECUTE format('GRANT vitrine_writer TO %I', current_user);
END
$$;

CREATE SCHEMA IF NOT EXISTS vitrine AUTHORIZATION vitrine_writer;

GRANT USAGE ON SCHEMA vitrine TO vitrine_reader;
GRANT SELECT ON ALL TABLES IN SCHEMA vitrine TO vitrine_reader;
ALTER DEFAULT PRIVILEGES FOR ROLE vitrine_writer IN SCHEMA vitrine GRANT SELECT ON TABLES TO vitrine_reader;

-- The server asks for these by itself, but a pooler in transaction mode lets no session have settings of its own.
ALTER ROLE vitrine_reader SET default_transaction_read_only = on;
ALTER ROLE vitrine_reader SET statement_timeout = '5s';
-- With Citus, plan_cache_mode is auto: see scaling.md.
ALTER ROLE vitrine_reader SET plan_cache_mode = force_generic_plan;
ALTER ROLE vitrine_reader SET enable_seqscan = off;
ALTER ROLE vitrine_reader SET enable_hashjoin = off;
ALTER ROLE vitrine_reader SET enable_mergejoin = off;
ALTER ROLE vitrine_reader SET jit = off;
