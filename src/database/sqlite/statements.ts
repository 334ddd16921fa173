import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { type Dialect, statementsIn } from '../statements.ts'

const SQLITE: Dialect = {
  schema: '',
  parameter: (n) => `?${n}`,
  isOneOf: (column, n) => `${column} IN (SELECT value FROM json_each(?${n}))`,
  // Without statistics, SQLite would scan the table.
  indexedBy: (index) => ` INDEXED BY ${index}`,
}

export const SQL = statementsIn(SQLITE)

type Prepared<Texts> = Texts extends string ? StatementSync : { readonly [Key in keyof Texts]: Prepared<Texts[Key]> }

/** Prepares every text of a list or an object. */
export function prepareAll<Texts>(db: DatabaseSync, texts: Texts): Prepared<Texts> {
  if (typeof texts === 'string') return db.prepare(texts) as Prepared<Texts>
  if (Array.isArray(texts)) return texts.map((text) => prepareAll(db, text)) as unknown as Prepared<Texts>
  const entries = Object.entries(texts as object).map(([name, text]) => [name, prepareAll(db, text)])
  return Object.fromEntries(entries) as Prepared<Texts>
}

/** Makes all changes of `work`, or none. */
export function transaction<Result>(db: DatabaseSync, work: () => Result): Result {
  db.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    db.exec('COMMIT')
    return result
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}

/** A transaction that survives a power cut. Others need not: what they wrote can be taken back. */
export function durableTransaction<Result>(db: DatabaseSync, work: () => Result): Result {
  db.exec('PRAGMA synchronous = FULL')
  try {
    return transaction(db, work)
  } finally {
    db.exec('PRAGMA synchronous = NORMAL')
  }
}
