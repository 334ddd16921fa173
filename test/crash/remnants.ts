import { DatabaseSync } from 'node:sqlite'
import { OPEN, VERSIONED } from '../../src/database/kept.ts'

/** What a row is of, in any edition. */
const KEYS: Record<(typeof VERSIONED)[number], readonly string[]> = {
  products: ['store', 'position'],
  variants: ['store', 'position'],
  documents: ['store', 'form', 'position'],
  postings: ['store', 'kind', 'term'],
  words: ['store', 'kind', 'field', 'initial'],
  orders: ['store', 'kind', 'name', 'chunk'],
}

/** What is in a database file though no edition is made of it: rows of imports that were never published. */
export function remnants(path: string): string[] {
  using database = new DatabaseSync(path, { readOnly: true })
  const count = (sql: string) => Number(Object.values(database.prepare(sql).get()!)[0])
  const found: string[] = []
  const expectNone = (what: string, sql: string) => {
    if (count(sql) > 0) found.push(`${count(sql)} ${what}`)
  }
  for (const table of VERSIONED) {
    const rows = `SELECT count(*) FROM ${table} t JOIN stores s ON s.store = t.store WHERE`
    expectNone(`${table} of an edition that is not there`, `${rows} t.since > s.edition`)
    expectNone(`${table} ended by an edition that is not there`, `${rows} t.until > s.edition AND t.until <> ${OPEN}`)
    expectNone(`${table} that end before they begin`, `${rows} t.until <= t.since`)
  }
  for (const [table, key] of Object.entries(KEYS)) {
    const same = key.map((column) => `a.${column} = b.${column}`).join(' AND ')
    expectNone(
      `${table} that are two things in one edition`,
      `SELECT count(*) FROM ${table} a JOIN ${table} b ON ${same} AND a.since < b.since AND b.since < a.until`,
    )
  }
  expectNone('changes that are set aside', 'SELECT count(*) FROM changes')
  expectNone('notes of what is being written', 'SELECT count(*) FROM journal')
  expectNone('stores that are being written', 'SELECT count(*) FROM stores WHERE writing IS NOT NULL')
  expectNone(
    'editions after the current one',
    'SELECT count(*) FROM editions e JOIN stores s ON s.store = e.store WHERE e.edition > s.edition',
  )
  for (const kind of ['product', 'variant'])
    expectNone(
      `positions of a ${kind} that was never published`,
      `SELECT count(*) FROM positions p JOIN stores s ON s.store = p.store
       WHERE p.kind = '${kind}' AND p.position >= s.${kind}_positions`,
    )
  return found
}

/** Whether the file is whole, in SQLite's own words: 'ok'. */
export function integrity(path: string): string {
  using database = new DatabaseSync(path, { readOnly: true })
  return String(database.prepare('PRAGMA integrity_check').get()!.integrity_check)
}
