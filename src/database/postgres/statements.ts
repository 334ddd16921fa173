import { KEY_COLUMNS, VERSIONED_TABLES, type VersionedTable } from '../../edition/tables.ts'

/** A statement that is sent again and again: the server keeps it parsed and planned under its name. */
export interface Statement {
  readonly name: string
  readonly text: string
}

/** What answers statements: a connection, or all servers together. */
export interface QueryRunner {
  query<Row = Record<string, unknown>>(statement: Statement, values?: readonly unknown[]): Promise<Row[]>
}

/** A statement of each versioned table. */
export function eachTable(make: (table: VersionedTable) => Statement): Readonly<Record<VersionedTable, Statement>> {
  const statements = VERSIONED_TABLES.map((table) => [table, make(table)])
  return Object.fromEntries(statements) as Record<VersionedTable, Statement>
}

/** The type of a table's last key column. */
export function itemType(table: VersionedTable): 'int' | 'text' {
  const column = KEY_COLUMNS[table].at(-1)
  return column === 'position' || column === 'chunk' ? 'int' : 'text'
}

/** Numbers as PostgreSQL writes an array: quicker than the driver's own conversion. */
export function arrayLiteral(numbers: readonly number[] | Uint32Array): string {
  return `{${numbers.join()}}`
}
