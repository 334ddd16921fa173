import type { QueryRunner } from './sql-connection.ts'

/** The tables of a database, of any version, to read. */
export interface OlderTables extends QueryRunner, AsyncDisposable {
  readonly version: number
  /** The names of the tables. */
  readonly names: ReadonlySet<string>
  /** What stands before a table's name. */
  readonly schema: string
  /** The type of the column `positions.id`. */
  readonly idType: 'text' | 'uuid'
  /** Runs `read`, whose queries all see the same state. */
  inSnapshot<Result>(read: () => Promise<Result>): Promise<Result>
}
