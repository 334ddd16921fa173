/** A connection that writes. */
export interface SqlConnection extends QueryRunner, AsyncDisposable {
  /**
   * Runs the steps in one transaction, and returns the rows of the last statement. A `durable` transaction survives a
   * power cut. Others need not: what they wrote can be discarded.
   */
  execute<Row>(steps: Iterable<TransactionStep>, durable?: 'durable'): Promise<Row[]>
}

/** Runs statements: one connection, or several of a pool. */
export interface QueryRunner {
  /** The rows of a statement. Its text should be one of few: it stays parsed and planned. */
  query<Row = Record<string, unknown>>(text: string, values?: readonly unknown[]): Promise<Row[]>
}

/**
 * Part of a transaction: a statement with its parameters, or a function of the rows of the statement before it. A
 * function does what databases do differently, or throws to end the transaction.
 */
export type TransactionStep =
  | readonly [text: string, ...values: unknown[]]
  | ((rows: readonly unknown[]) => void | Promise<void>)
