import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { describe, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { backUpDatabase, migrateDatabase, openCatalogs, openEditions } from '@vitrine/engine/database/open'
import type { Edition, TermPostings } from '@vitrine/engine/edition/edition'
import { OTHER_TABLES, SCHEMA_VERSION, VERSIONED_TABLES } from '@vitrine/engine/edition/tables'
import type { Kind, Term } from '@vitrine/engine/edition/term'
import { encodePostings } from '@vitrine/engine/index/posting-codec'
import { toPostingList, toSortedPositions } from '@vitrine/engine/index/posting-list'
import { WorkingDirectory } from '../cli/vitrine.ts'
import { load, storeNamed } from '../loading.ts'
import { freshDatabase, noDatabases } from '../postgres/databases.ts'
import { query } from '../postgres/sql.ts'
import { temporaryFolder } from '../temporary.ts'
import { rowsOf } from './rows.ts'

const GARDEN = storeNamed('garden')

/** Writes the fixture of a version to a file. */
function unpackFixture(version: number, path: string): void {
  writeFileSync(path, gunzipSync(readFileSync(new URL(`../fixtures/schema-${version}.db.gz`, import.meta.url))))
}

/** All rows, as text, but for the time at which the process replaced an edition. */
async function contents(address: string): Promise<unknown> {
  const tables: Record<string, string[]> = {}
  for (const table of ['stores', ...VERSIONED_TABLES, ...OTHER_TABLES]) {
    const columns = table === 'editions' ? 'store, edition, published_at, products, variants' : '*'
    const rows = await rowsOf(address, `SELECT ${columns} FROM ${table}`)
    tables[table] = rows.sort()
  }
  return tables
}

/** The table of version 1, in PostgreSQL. */
const POSTINGS_1 = `
  CREATE TABLE vitrine.postings (
    store text COLLATE "C" NOT NULL, kind text COLLATE "C" NOT NULL, term text COLLATE "C" NOT NULL,
    since integer NOT NULL, until integer NOT NULL, size integer NOT NULL, name text, positions bytea NOT NULL,
    PRIMARY KEY (store, kind, term, since)
  ) WITH (toast_tuple_target = 8160);
  CREATE INDEX postings_ended ON vitrine.postings (store, until) WHERE until < 2147483647`

/** Makes a PostgreSQL database of version 1 with the rows of a SQLite file of that version. */
async function copyVersion1(path: string, url: string): Promise<void> {
  await migrateDatabase(url)
  await query(url, 'DROP TABLE vitrine.postings, vitrine.facet_values')
  await query(url, POSTINGS_1)
  await query(url, 'UPDATE vitrine.schema_version SET version = 1')
  using db = new DatabaseSync(path)
  for (const table of ['stores', ...VERSIONED_TABLES.filter((name) => name !== 'facet_values'), ...OTHER_TABLES])
    for (const row of db.prepare(`SELECT * FROM ${table}`).all()) {
      const columns = Object.keys(row)
      await query(
        url,
        `INSERT INTO vitrine.${table} (${columns}) VALUES (${columns.map((_, index) => `$${index + 1}`)})`,
        Object.values(row),
      )
    }
}

/** Adds lists of 50,000 positions to the fixture, so that its upgrade takes a second. */
function addLongLists(path: string): { readonly positions: Uint32Array; readonly terms: Term[] } {
  const positions = Uint32Array.from({ length: 50_000 }, (_, index) => index * 90 + (index % 50))
  const terms = Array.from({ length: 150 }, (_, index): Term => `name:long${String(index).padStart(3, '0')}`)
  using db = new DatabaseSync(path)
  const insert = db.prepare(
    `INSERT INTO postings (store, kind, term, since, until, size, positions) VALUES ('garden', 'product', ?, 1, 2147483647, ?, ?)`,
  )
  db.exec('BEGIN')
  for (const term of terms) insert.run(term, positions.length, encodePostings(toPostingList(positions)))
  db.exec('COMMIT')
  return { positions, terms }
}

describe('an upgrade from schema version 1', () => {
  test('gives a SQLite file the rows that a fresh import of the same catalog has', async () => {
    using folder = temporaryFolder()
    const [path, fresh] = [`${folder.path}/1.db`, `${folder.path}/2.db`]
    unpackFixture(1, path)
    unpackFixture(SCHEMA_VERSION, fresh)
    assert.deepEqual(await migrateDatabase(path), { from: 1, to: SCHEMA_VERSION })
    assert.deepEqual(await contents(path), await contents(fresh))
    assert.deepEqual(await migrateDatabase(path), { from: SCHEMA_VERSION, to: SCHEMA_VERSION })
  })

  test('gives a PostgreSQL database the same rows', { skip: noDatabases() }, async () => {
    using folder = temporaryFolder()
    await using database = await freshDatabase()
    await using upgraded = await freshDatabase()
    const [path, fresh] = [`${folder.path}/1.db`, `${folder.path}/2.db`]
    unpackFixture(1, path)
    unpackFixture(SCHEMA_VERSION, fresh)
    await copyVersion1(path, database.url)
    assert.deepEqual(await migrateDatabase(database.url), { from: 1, to: SCHEMA_VERSION })
    const { postings, facet_values, ...others } = (await contents(database.url)) as Record<string, string[]>
    const sqlite = (await contents(fresh)) as Record<string, string[]>
    assert.deepEqual(facet_values, sqlite.facet_values)
    assert.deepEqual(Object.keys(others).length + 2, Object.keys(sqlite).length)
    // Bytes are shown differently: keys are compared here, and lists below.
    const keys = (rows: readonly string[] | undefined) => rows!.map((row) => row.split(' ').slice(0, 5).join(' '))
    assert.deepEqual(keys(postings), keys(sqlite.postings))
    await migrateDatabase(upgraded.url)
    assert.deepEqual(await definitions(database.url), await definitions(upgraded.url))
    await using editions = await openEditions(database.url)
    await using expected = await openEditions(fresh)
    const [edition, right] = [await editions.current(GARDEN.id), await expected.current(GARDEN.id)]
    for (const kind of ['product', 'variant'] as const)
      for (const field of ['label', 'option:size', 'name', 'text', 'price', 'stock'])
        assert.deepEqual(await allLists(edition, kind, field), await allLists(right, kind, field))
    assert.deepEqual(await edition.facetValues(), await right.facetValues())
  })

  test('cuts long lists, and the store can be imported into, rolled back and pruned as before', async () => {
    using folder = temporaryFolder()
    const path = `${folder.path}/1.db`
    unpackFixture(1, path)
    const { positions, terms } = addLongLists(path)
    await migrateDatabase(path)
    await using catalogs = await openCatalogs(path, 'require')
    const [list] = await (await catalogs.current(GARDEN.id)).postings('product', terms)
    assert.deepEqual(toSortedPositions(list!), positions)
    await catalogs.rollback(GARDEN.id, () => 1)
    const report = await load(catalogs, GARDEN.id, [
      { name: 'Spade', slug: 'spade', labelValues: ['Tools'], variants: [] },
    ])
    assert.equal(report.outcome, 'published')
    const [tools, again] = await (await catalogs.current(GARDEN.id)).postings('product', ['label:tools', terms[0]!])
    assert.deepEqual([...toSortedPositions(tools!)], [0, 1, 3])
    assert.equal(again!.size, positions.length)
  })

  test('that fails leaves version 1 as it was, and says which list is damaged', async () => {
    using folder = temporaryFolder()
    const path = `${folder.path}/1.db`
    unpackFixture(1, path)
    {
      using db = new DatabaseSync(path)
      db.exec(`UPDATE postings SET positions = x'09000000' WHERE term = 'name:zinnia'`)
    }
    const rows = () => rowsOf(path, 'SELECT store, kind, term, since, until, size, name, hex(positions) FROM postings')
    const before = await rows()
    await assert.rejects(migrateDatabase(path), /name:zinnia.*damaged/)
    assert.deepEqual(await rows(), before)
    assert.deepEqual(await rowsOf(path, 'PRAGMA user_version'), ['1'])
  })

  test('that is killed leaves version 1 as it was, and the next one completes', async () => {
    using place = new WorkingDirectory()
    const path = place.path('1.db')
    unpackFixture(1, path)
    const { positions, terms } = addLongLists(path)
    const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(KILL_BEFORE_COMMIT)}` }
    assert.equal((await place.run(['migrate', '--database', path], env)).code, null)
    assert.deepEqual(await rowsOf(path, 'PRAGMA user_version'), ['1'])
    assert.deepEqual(await rowsOf(path, `SELECT count(*) FROM postings WHERE term LIKE 'name:long%'`), ['150'])
    const { code, stdout } = await place.run(['migrate', '--database', path])
    assert.deepEqual([code, stdout], [0, `${path}: upgraded the tables from schema version 1 to ${SCHEMA_VERSION}\n`])
    await using catalogs = await openCatalogs(path, 'require')
    const [list] = await (await catalogs.current(GARDEN.id)).postings('product', [terms[149]!])
    assert.deepEqual(toSortedPositions(list!), positions)
  })

  test('is refused while another process has the file open', async () => {
    using folder = temporaryFolder()
    const path = `${folder.path}/1.db`
    unpackFixture(1, path)
    {
      using server = new DatabaseSync(path)
      server.exec('PRAGMA journal_mode = WAL; SELECT count(*) FROM stores')
      await assert.rejects(
        migrateDatabase(path),
        /another process, such as a server, has the database .*1\.db open; stop it/,
      )
      assert.deepEqual({ ...server.prepare('PRAGMA user_version').get() }, { user_version: 1 })
    }
    assert.deepEqual(await migrateDatabase(path), { from: 1, to: SCHEMA_VERSION })
  })

  test('of PostgreSQL is refused while a server is connected', { skip: noDatabases() }, async () => {
    using folder = temporaryFolder()
    await using database = await freshDatabase()
    unpackFixture(1, `${folder.path}/1.db`)
    await migrateDatabase(database.url)
    {
      await using _server = await openEditions(database.url)
      await copyVersion1(`${folder.path}/1.db`, database.url)
      const refusal = /another process, such as a server or an import, has the database open: .*: [1-9]\d*; stop it and/
      await assert.rejects(migrateDatabase(database.url), refusal)
      assert.deepEqual(await rowsOf(database.url, 'SELECT version FROM vitrine.schema_version'), ['1'])
    }
    assert.deepEqual(await migrateDatabase(database.url), { from: 1, to: SCHEMA_VERSION })
  })

  test('may follow a backup, which copies tables of any version', async () => {
    using folder = temporaryFolder()
    const [path, copy] = [`${folder.path}/1.db`, `${folder.path}/copy.db`]
    unpackFixture(1, path)
    await backUpDatabase(path, copy)
    await migrateDatabase(path)
    assert.deepEqual(await rowsOf(copy, 'PRAGMA user_version'), ['1'])
    await migrateDatabase(copy)
    assert.deepEqual(await contents(copy), await contents(path))
  })

  test('waits for no import, and says that one is running', async () => {
    using folder = temporaryFolder()
    const path = `${folder.path}/1.db`
    unpackFixture(1, path)
    using lock = new DatabaseSync(`${path}-lock`)
    lock.exec('BEGIN EXCLUSIVE')
    await assert.rejects(migrateDatabase(path), /is being written by an import; migrate it when the import has ended/)
  })
})

async function allLists(edition: Edition, kind: Kind, field: string): Promise<readonly TermPostings[]> {
  const lists: TermPostings[] = []
  for await (const page of edition.scanPostings(kind, field)) lists.push(...page)
  return lists
}

/** Has a process kill itself when it has written everything but the end of the upgrade. */
const KILL_BEFORE_COMMIT = `
  import { DatabaseSync } from 'node:sqlite'
  const { exec } = DatabaseSync.prototype
  DatabaseSync.prototype.exec = function (sql) {
    const isEnd = sql === 'COMMIT' && this.prepare('PRAGMA user_version').get().user_version === ${SCHEMA_VERSION}
    if (isEnd) process.kill(process.pid, 'SIGKILL')
    return exec.call(this, sql)
  }`

/** The columns, indexes and settings of the tables that an upgrade creates. */
async function definitions(url: string): Promise<unknown> {
  const columns = await query(
    url,
    `SELECT table_name, column_name, data_type, is_nullable, collation_name FROM information_schema.columns
     WHERE table_schema = 'vitrine' ORDER BY table_name, ordinal_position`,
  )
  const storage = await query(
    url,
    `SELECT c.relname, a.attname, a.attstorage, c.reloptions FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
     WHERE c.relnamespace = 'vitrine'::regnamespace AND c.relkind = 'r' AND a.attnum > 0 ORDER BY 1, a.attnum`,
  )
  const indexes = await query(
    url,
    `SELECT tablename, regexp_replace(indexdef, '^.* USING', '') AS index FROM pg_indexes WHERE schemaname = 'vitrine' ORDER BY 1, 2`,
  )
  return { columns, storage, indexes }
}
