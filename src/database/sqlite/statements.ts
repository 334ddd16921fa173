import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { VERSIONED_TABLES, type VersionedTable } from '../../edition/tables.ts'

/** A statement of each versioned table. */
export function prepareEach(
  db: DatabaseSync,
  sql: (table: VersionedTable) => string,
): Readonly<Record<VersionedTable, StatementSync>> {
  const statements = VERSIONED_TABLES.map((table) => [table, db.prepare(sql(table))])
  return Object.fromEntries(statements) as Record<VersionedTable, StatementSync>
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

/** A transaction that survives a power cut. Others need not: what they wrote is taken back. */
export function durableTransaction(db: DatabaseSync, work: () => void): void {
  db.exec('PRAGMA synchronous = FULL')
  try {
    transaction(db, work)
  } finally {
    db.exec('PRAGMA synchronous = NORMAL')
  }
}
