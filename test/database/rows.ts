import { DatabaseSync } from 'node:sqlite'
import { isPostgres } from '../../src/database/postgres/address.ts'
import { query } from '../postgres/sql.ts'

/** What a statement gives of a database's tables, behind the back of the program: of each row the values, as text. */
export async function rowsOf(address: string, sql: string): Promise<string[]> {
  const rows = isPostgres(address) ? await query(inSchema(address), sql) : sqliteRows(address, sql)
  return rows.map((row) => Object.values(row).join(' '))
}

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
