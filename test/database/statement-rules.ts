import assert from 'node:assert/strict'
import { after } from 'node:test'

/**
 * Why a statement could not be answered in tables that are distributed by the store: it does not name the store of a table
 * that it reads or changes, and does not join the table by the store either. Undefined if it could.
 */
export function storelessTable(text: string): string | undefined {
  const sql = text.replaceAll(/\s+/g, ' ')
  if (WRITES_STORE.test(sql)) return undefined
  const tables = [...sql.matchAll(TABLE)].filter(([, name]) => name !== 'schema_version')
  for (const [index, { 1: name, 2: alias = name, index: at }] of tables.entries()) {
    const byAlias = new RegExp(`\\b${alias}\\.store = (\\$1|\\w+\\.store)\\b|\\.store = ${alias}\\.store\\b`)
    // A table without an alias comes before the condition of its own SELECT, and before the next table.
    const own = sql.slice(at, tables[index + 1]?.index)
    if (!byAlias.test(sql) && !/ store = (\$1|\w+\.store)\b/.test(own)) return `${name} in: ${sql.trim()}`
  }
  return undefined
}

/** Whether a statement reads or changes several stores. */
export function isOfSeveralStores(text: string): boolean {
  return / vitrine\.(?!schema_version)/.test(text) && !/\bstore = \$1(?!\d)/.test(text) && !/INSERT INTO/.test(text)
}

/** A table of ours, and its alias if it has one. */
const TABLE = /\b(?:FROM|JOIN|UPDATE) vitrine\.(\w+)(?: AS)?(?: ([a-z]\w*))?/g

/** What is written into a table has the store first. */
const WRITES_STORE = /^ ?INSERT INTO vitrine\.\w+ (?:\(store, [^)]*\) )?(?:VALUES \(\$1,|SELECT \$1,)/

/** What tests have sent to PostgreSQL in this process. */
const sent = new Set<string>()
let isWatching = false

/** From now on, the statements of this process are held to the rules when its tests have ended. */
export async function watchStatements(): Promise<void> {
  if (isWatching) return
  isWatching = true
  const { Connection } = await import('@vitrine/engine/database/postgres/connection')
  const { query } = Connection.prototype
  Connection.prototype.query = function (text, values) {
    sent.add(text)
    return query.call(this, text, values) as ReturnType<typeof query<never>>
  }
}

after(() => {
  const statements = [...sent]
  assert.deepEqual(
    statements.map(storelessTable).filter((table) => table !== undefined),
    [],
  )
  assert.deepEqual(
    statements.filter(isOfSeveralStores).filter((text) => !SEVERAL.some((known) => known.test(text))),
    [],
  )
})

/** The statements that may read several stores: those that watch and list them, and a health check before a first request. */
export const SEVERAL = [/WHERE s\.store = ANY \(\$1::text\[\]\)\s*$/, / ORDER BY s\.store$/, /\) d ON true\s+LIMIT 1$/]
