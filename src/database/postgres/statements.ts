import { type Dialect, statementsIn } from '../statements.ts'

const POSTGRES: Dialect = {
  schema: 'vitrine.',
  parameter: (n) => `$${n}`,
  isOneOf: (column, n, type) => `${column} = ANY ($${n}::${type}[])`,
  indexedBy: () => '',
}

export const SQL = statementsIn(POSTGRES)

/** What answers statements: a connection, or all servers together. */
export interface QueryRunner {
  /** The rows of a statement. Its text should be one of few: the server keeps it parsed and planned. */
  query<Row = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>
}

/** Numbers as PostgreSQL writes an array: quicker than the driver's own conversion. */
export function arrayLiteral(numbers: readonly number[] | Uint32Array): string {
  return `{${numbers.join()}}`
}
