import { DatabaseSync } from 'node:sqlite'
import { isPostgres } from '@vitrine/engine/database/postgres/address'
import { query } from '../postgres/sql.ts'
import { isMemory, makeOldInMemory, makePublicationsOldInMemory, memoryRows } from './memory.ts'

/**
 * What a statement gives of a database's tables, behind the back of the program: of each row the values, as text. A
 * database in memory can be asked, but not changed.
 */
export async function rowsOf(address: string, sql: string): Promise<string[]> {
  const rows = isPostgres(address)
    ? await query(inSchema(address), sql)
    : isMemory(address)
      ? memoryRows(address, sql)
      : sqliteRows(address, sql)
  return rows.map((row) => Object.values(row).join(' '))
}

/** Makes the editions before this one look as if they had been replaced long ago. */
export async function makeOld(address: string, before = 1_000_000): Promise<void> {
  const replaced = `edition < ${before} AND replaced_at IS NOT NULL`
  if (isMemory(address)) makeOldInMemory(address, before, LONG_AGO)
  else await rowsOf(address, `UPDATE editions SET replaced_at = '${LONG_AGO}' WHERE ${replaced}`)
}

/** Makes all publications but the newest of each store look as if they were of long ago. */
export async function makePublicationsOld(address: string): Promise<void> {
  if (isMemory(address)) return makePublicationsOldInMemory(address, LONG_AGO)
  const older = 'number < (SELECT max(number) FROM publications n WHERE n.store = p.store)'
  await rowsOf(address, `UPDATE publications AS p SET published_at = '${LONG_AGO}' WHERE ${older}`)
}

const LONG_AGO = '2026-01-01T00:00:00.000Z'

function sqliteRows(path: string, sql: string): Record<string, unknown>[] {
  using database = new DatabaseSync(path, { timeout: 60_000 })
  return database.prepare(sql).all()
}

/** The tables have the same names in both, once the schema is where names are looked for. */
function inSchema(address: string): string {
  const url = new URL(address)
  url.searchParams.set('options', '-c search_path=vitrine,public')
  return url.href
}
