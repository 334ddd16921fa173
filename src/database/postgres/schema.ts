import { VitrineError } from '../../catalog/error.ts'
import { OPEN, VERSION, VERSIONED } from '../kept.ts'
import type { Connection } from './connection.ts'

/**
 * What maps to what: the tables of `../sqlite/schema.ts`, in a schema of their own. Every primary key begins with the
 * store, and so does every index, so that the tables can be sharded by that column. Text compares by its bytes, as in
 * SQLite. Documents and sets are not compressed: what is read on every request would be inflated on every request.
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

/** What brings the tables of a version to those of the next, in place. */
export const MIGRATIONS: Readonly<Record<number, string>> = {
  2: `
    ALTER TABLE vitrine.editions ADD COLUMN replaced_at text COLLATE "C";
    UPDATE vitrine.editions AS e SET replaced_at = (SELECT n.published_at FROM vitrine.editions n
      WHERE n.store = e.store AND n.edition > e.edition ORDER BY n.edition LIMIT 1);`,
  3: 'DROP TABLE vitrine.changes;',
}

/** Finds the rows that an edition ended, without a scan: they alone are indexed. */
const ENDED = VERSIONED.map(
  (table) => `CREATE INDEX ${table}_ended ON vitrine.${table} (store, until) WHERE until < ${OPEN};`,
).join('\n')

/** Who makes the tables waits for whoever else is making them: two first imports may begin at once. */
const LOCK = `SELECT pg_advisory_xact_lock(hashtextextended('vitrine schema', 0))`

/** Makes the tables where there are none, or brings them to this version in place. Throws `database-unusable`. */
export async function prepareSchema(connection: Connection): Promise<void> {
  const version = await versionOf(connection)
  if (version === undefined || version in MIGRATIONS) {
    await connection.transaction(async () => {
      await connection.run(LOCK)
      const now = await versionOf(connection)
      if (now === undefined) await makeTables(connection)
      else await migrate(connection, now)
    })
  }
  await checkSchema(connection)
}

async function makeTables(connection: Connection): Promise<void> {
  await makeNamespace(connection)
  await connection.run(`${SCHEMA}${ENDED} INSERT INTO vitrine.schema_version VALUES (${VERSION});`)
}

async function migrate(connection: Connection, from: number): Promise<void> {
  for (let version = from; version in MIGRATIONS; version++)
    await connection.run(`${MIGRATIONS[version]} UPDATE vitrine.schema_version SET version = ${version + 1};`)
}

/** It may have been made for the role that runs this, which then need not be allowed to. */
async function makeNamespace(connection: Connection): Promise<void> {
  const [schema] = await connection.query<{ there: boolean }>({
    name: 'namespace-there',
    text: `SELECT to_regnamespace('vitrine') IS NOT NULL AS there`,
  })
  if (!schema!.there) await connection.run('CREATE SCHEMA vitrine')
}

/** Throws `database-unusable` unless the database has the tables of this version. */
export async function checkSchema(connection: Connection): Promise<void> {
  const version = await versionOf(connection)
  if (version === VERSION) return
  const reason =
    version === undefined
      ? 'it holds no Vitrine catalog yet; `vitrine migrate` makes the tables, and so does the first import'
      : `its schema has version ${version}, this program knows version ${VERSION}; ${wayOut(version)}`
  throw new VitrineError('database-unusable', `the database cannot be used: ${reason}`)
}

function wayOut(version: number): string {
  if (version > VERSION) return 'use the program that wrote it, or a newer one'
  return version in MIGRATIONS
    ? '`vitrine migrate` upgrades it'
    : 'export its stores with the program that wrote it, and import them into a new database'
}

/** The version of the tables; undefined where there are none. */
export async function versionOf(connection: Connection): Promise<number | undefined> {
  const [table] = await connection.query<{ there: boolean }>({
    name: 'schema-there',
    text: `SELECT to_regclass('vitrine.schema_version') IS NOT NULL AS there`,
  })
  if (!table!.there) return undefined
  const [row] = await connection.query<{ version: number }>({
    name: 'schema-version',
    text: 'SELECT version FROM vitrine.schema_version',
  })
  return row?.version
}
