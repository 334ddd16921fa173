import { type Dialect, statementsIn } from '../statements.ts'

const SQLITE: Dialect = {
  schema: '',
  parameterSign: '?',
  isOneOf: (column, parameter) => `${column} IN (SELECT value FROM json_each(${parameter}))`,
  listOf: JSON.stringify,
  // A disk with little room has no room for all at once: see `ReservingConnection`.
  inSteps: (table, key, condition, limit) => `
    t.store = $1 AND (${key}) IN (SELECT ${key} FROM ${table} t WHERE ${condition} LIMIT ${limit}) RETURNING ${key}`,
  joinNewest: (store) => `
    LEFT JOIN publications p ON p.store = ${store} AND p.number = (
      SELECT max(q.number) FROM publications q WHERE q.store = ${store})`,
  // Without statistics, SQLite would scan the table.
  indexedBy: (index) => ` INDEXED BY ${index}`,
  announce: [],
  // One connection writes at a time.
  lockHosts: [],
}

export const SQL = statementsIn(SQLITE)
