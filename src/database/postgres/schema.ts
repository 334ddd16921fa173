import { VitrineError } from '../../catalog/error.ts'
import { NOT_ENDED, SCHEMA_VERSION, VERSIONED_TABLES } from '../../edition/tables.ts'
import type { Connection } from './connection.ts'

/**
 * The tables that `edition/tables.ts` describes, in a schema of their own. Every primary key and index begins with the store,
 * so that the tables can be sharded by that column. Text compares by its bytes, as in SQLite. Documents and posting lists
 * are stored uncompressed: otherwise every request would decompress them.
 */
const SCHEMA = `
  CREATE TABLE vitrine.schema_version (version integer NOT NULL);

  CREATE TABLE vitrine.stores (
    store text COLLATE "C" NOT NULL PRIMARY KEY, settings text NOT NULL, edition integer NOT NULL, writing integer,
    product_positions bigint NOT NULL DEFAULT 0, variant_positions bigint NOT NULL DEFAULT 0
  );

  CREATE TABLE vitrine.editions (
    store text COLLATE "C" NOT NULL, edition integer NOT NULL, published_at text COLLATE "C" NOT NULL,
    products integer NOT NULL, variants integer NOT NULL, replaced_at text COLLATE "C", PRIMARY KEY (store, edition)
  );

  CREATE TABLE vitrine.positions (
    store text COLLATE "C" NOT NULL, kind text COLLATE "C" NOT NULL, id uuid NOT NULL, position integer NOT NULL,
    PRIMARY KEY (store, kind, id)
  );

  CREATE TABLE vitrine.products (
    store text COLLATE "C" NOT NULL, position integer NOT NULL, since integer NOT NULL, until integer NOT NULL,
    digest text COLLATE "C" NOT NULL, created_at bigint NOT NULL, updated_at bigint NOT NULL,
    name text COLLATE "C" NOT NULL, slug text COLLATE "C" NOT NULL, price bigint, highest_price bigint,
    PRIMARY KEY (store, position, since)
  );
  CREATE INDEX products_slug ON vitrine.products (store, slug);

  CREATE TABLE vitrine.variants (
    store text COLLATE "C" NOT NULL, position integer NOT NULL, since integer NOT NULL, until integer NOT NULL,
    product integer NOT NULL, created_at bigint NOT NULL, updated_at bigint NOT NULL, name text COLLATE "C" NOT NULL,
    sku text COLLATE "C" NOT NULL, price bigint NOT NULL, stock bigint, PRIMARY KEY (store, position, since)
  );
  CREATE INDEX variants_product ON vitrine.variants (store, product);
  CREATE INDEX variants_sku ON vitrine.variants (store, sku);

  CREATE TABLE vitrine.documents (
    store text COLLATE "C" NOT NULL, form text COLLATE "C" NOT NULL, position integer NOT NULL, since integer NOT NULL,
    until integer NOT NULL, body text COLLATE "C" NOT NULL, PRIMARY KEY (store, form, position, since)
  ) WITH (toast_tuple_target = 8160);
  ALTER TABLE vitrine.documents ALTER COLUMN body SET STORAGE EXTERNAL;

  CREATE TABLE vitrine.postings (
    store text COLLATE "C" NOT NULL, kind text COLLATE "C" NOT NULL, term text COLLATE "C" NOT NULL,
    since integer NOT NULL, until integer NOT NULL, size integer NOT NULL, name text, positions bytea NOT NULL,
    PRIMARY KEY (store, kind, term, since)
  ) WITH (toast_tuple_target = 8160);
  ALTER TABLE vitrine.postings ALTER COLUMN positions SET STORAGE EXTERNAL;

  CREATE TABLE vitrine.words (
    store text COLLATE "C" NOT NULL, kind text COLLATE "C" NOT NULL, field text COLLATE "C" NOT NULL,
    initial text COLLATE "C" NOT NULL, since integer NOT NULL, until integer NOT NULL, words text NOT NULL,
    PRIMARY KEY (store, kind, field, initial, since)
  );

  CREATE TABLE vitrine.orders (
    store text COLLATE "C" NOT NULL, kind text COLLATE "C" NOT NULL, name text COLLATE "C" NOT NULL,
    chunk integer NOT NULL, since integer NOT NULL, until integer NOT NULL, positions bytea NOT NULL,
    PRIMARY KEY (store, kind, name, chunk, since)
  );
  ALTER TABLE vitrine.orders ALTER COLUMN positions SET STORAGE EXTERNAL;

  CREATE TABLE vitrine.journal (
    store text COLLATE "C" NOT NULL, run integer NOT NULL, kind text COLLATE "C" NOT NULL, positions bytea NOT NULL,
    PRIMARY KEY (store, run, kind)
  );
`

/** Partial indexes on the ended rows, which taking back, pruning and going back look for. */
const ENDED = VERSIONED_TABLES.map(
  (table) => `CREATE INDEX ${table}_ended ON vitrine.${table} (store, until) WHERE until < ${NOT_ENDED};`,
).join('\n')

/** Creating the tables is serialized: two first imports may begin at the same time. */
const LOCK = `SELECT pg_advisory_xact_lock(hashtextextended('vitrine schema', 0))`

/** Creates the tables where there are none. Throws `database-unusable` if they have another version. */
export async function prepareSchema(connection: Connection): Promise<void> {
  if ((await versionOf(connection)) === undefined) {
    await connection.transaction(async () => {
      await connection.run(LOCK)
      if ((await versionOf(connection)) === undefined) await makeTables(connection)
    })
  }
  await checkSchema(connection)
}

async function makeTables(connection: Connection): Promise<void> {
  await makeNamespace(connection)
  await connection.run(`${SCHEMA}${ENDED} INSERT INTO vitrine.schema_version VALUES (${SCHEMA_VERSION});`)
}

/** An administrator may have created the schema for a role that may not create one itself. */
async function makeNamespace(connection: Connection): Promise<void> {
  const [schema] = await connection.query<{ there: boolean }>(`SELECT to_regnamespace('vitrine') IS NOT NULL AS there`)
  if (!schema!.there) await connection.run('CREATE SCHEMA vitrine')
}

/** Throws `database-unusable` unless the database has the tables of this version. */
export async function checkSchema(connection: Connection): Promise<void> {
  const version = await versionOf(connection)
  if (version === SCHEMA_VERSION) return
  const reason =
    version === undefined
      ? 'it has no tables of Vitrine yet; `vitrine migrate` or the first import creates them'
      : `its schema has version ${version}, this program needs version ${SCHEMA_VERSION}; use the program that wrote it`
  throw new VitrineError('database-unusable', `the database cannot be used: ${reason}`)
}

/** The version of the tables; undefined if there are none. */
export async function versionOf(connection: Connection): Promise<number | undefined> {
  const [table] = await connection.query<{ there: boolean }>(
    `SELECT to_regclass('vitrine.schema_version') IS NOT NULL AS there`,
  )
  if (!table!.there) return undefined
  const [row] = await connection.query<{ version: number }>('SELECT version FROM vitrine.schema_version')
  return row?.version
}
