import { type Dialect, statementsIn } from '../statements.ts'

const SQLITE: Dialect = {
  schema: '',
  parameter: (n) => `?${n}`,
  isOneOf: (column, n) => `${column} IN (SELECT value FROM json_each(?${n}))`,
  listOf: JSON.stringify,
  // Without statistics, SQLite would scan the table.
  indexedBy: (index) => ` INDEXED BY ${index}`,
  announce: [],
}

export const SQL = statementsIn(SQLITE)
