import assert from 'node:assert/strict'
import { isPostgres } from '@vitrine/engine/database/postgres/address'
import { NOT_ENDED, VERSIONED_TABLES } from '@vitrine/engine/edition/tables'
import { rowsOf } from '../database/rows.ts'
import { until } from '../database/until.ts'

/** The columns that identify a row within one edition. */
const KEYS: Record<(typeof VERSIONED_TABLES)[number], readonly string[]> = {
  products: ['store', 'position'],
  variants: ['store', 'position'],
  documents: ['store', 'form', 'position'],
  postings: ['store', 'kind', 'chunk'],
  facet_values: ['store', 'term'],
  words: ['store', 'kind', 'field', 'initial'],
  orders: ['store', 'kind', 'name', 'chunk'],
}

/** Describes every row of an unpublished import that is still in the database. An empty list means that it is clean. */
export async function remnants(address: string): Promise<string[]> {
  const remnants: string[] = []
  const expectNone = async (what: string, sql: string) => {
    const [count] = await rowsOf(address, sql)
    if (count !== '0') remnants.push(`${count} ${what}`)
  }
  for (const table of VERSIONED_TABLES) {
    const rows = `SELECT count(*) FROM ${table} t JOIN stores s ON s.store = t.store WHERE`
    await expectNone(`${table} of an unpublished edition`, `${rows} t.since > s.edition`)
    await expectNone(
      `${table} ended by an unpublished edition`,
      `${rows} t.until > s.edition AND t.until <> ${NOT_ENDED}`,
    )
    await expectNone(`${table} that end before they begin`, `${rows} t.until <= t.since`)
    await expectNone(
      `${table} of no stored edition`,
      `${rows} NOT EXISTS (
        SELECT 1 FROM editions e WHERE e.store = t.store AND e.edition >= t.since AND e.edition < t.until)`,
    )
  }
  for (const [table, key] of Object.entries(KEYS)) {
    const same = key.map((column) => `a.${column} = b.${column}`).join(' AND ')
    await expectNone(
      `${table} with two rows in one edition`,
      `SELECT count(*) FROM ${table} a JOIN ${table} b ON ${same} AND a.since < b.since AND b.since < a.until`,
    )
  }
  await expectNone('journal entries', 'SELECT count(*) FROM journal')
  await expectNone('stores with an unfinished write', 'SELECT count(*) FROM stores WHERE writing IS NOT NULL')
  await expectNone(
    'editions after the current one',
    'SELECT count(*) FROM editions e JOIN stores s ON s.store = e.store WHERE e.edition > s.edition',
  )
  await expectNone(
    'stores whose newest publication is not of the current edition',
    `SELECT count(*) FROM stores s WHERE s.edition <> coalesce(
      (SELECT p.edition FROM publications p WHERE p.store = s.store ORDER BY p.number DESC LIMIT 1), 0)`,
  )
  for (const kind of ['product', 'variant'])
    await expectNone(
      `positions of a ${kind} that was never published`,
      `SELECT count(*) FROM positions p JOIN stores s ON s.store = p.store
       WHERE p.kind = '${kind}' AND p.position >= s.${kind}_positions`,
    )
  return remnants
}

/**
 * Expects an undamaged database: by SQLite's integrity check, or by checking each PostgreSQL index against its table.
 */
export async function expectIntegrity(address: string): Promise<void> {
  if (!isPostgres(address)) return assert.deepEqual(await rowsOf(address, 'PRAGMA integrity_check'), ['ok'])
  await rowsOf(address, 'CREATE EXTENSION IF NOT EXISTS amcheck SCHEMA public')
  const checked = await rowsOf(address, CHECK_INDEXES)
  assert.ok(checked.length > VERSIONED_TABLES.length)
}

/** Fails at the first index that does not match its table. */
const CHECK_INDEXES = `
  SELECT bt_index_check(c.oid, true), c.relname FROM pg_class c
  WHERE c.relnamespace = 'vitrine'::regnamespace AND c.relkind = 'i'`

/** Waits until no writer is left. PostgreSQL finishes the last statement of a killed client. */
export async function waitForWriter(address: string): Promise<void> {
  if (isPostgres(address)) await until(async () => (await rowsOf(address, LOCKS))[0] === '0')
}

const LOCKS = `
  SELECT count(*) FROM pg_locks l JOIN pg_database d ON d.oid = l.database
  WHERE l.locktype = 'advisory' AND d.datname = current_database()`
