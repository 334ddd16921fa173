import type { ConnectionOptions } from './connection.ts'

/** What an operator may set of a PostgreSQL database. */
export interface PostgresSettings {
  /** Connections that a server holds; statements of several requests share them. */
  readonly connections: number
  /** Milliseconds that a statement may take, and a request may wait for the database. */
  readonly deadline: number
  /** Whether the database keeps statements parsed: `auto` does unless it is behind a pooler. */
  readonly statements: 'auto' | 'kept' | 'unnamed'
}

export const USUAL_POSTGRES: PostgresSettings = { connections: 4, deadline: 5000, statements: 'auto' }

const BY_KEY = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  jit: 'off',
}

const PREPARES = { auto: 'if not pooled', kept: 'yes', unnamed: 'no' } as const

/** How long a server may take to accept a connection, and to answer whether anything is new, before it counts as away. */
export const PATIENCE_MILLISECONDS = 2000

/**
 * Sessions of the server: they cannot write, whatever the role may. All reads are by key, so the planner is not asked
 * again what it thinks of each: with statistics of a table that was just filled it would read the whole of it.
 */
export function reading({ deadline, statements }: PostgresSettings): ConnectionOptions {
  return {
    session: {
      default_transaction_read_only: 'on',
      statement_timeout: String(deadline),
      ...BY_KEY,
    },
    pipelined: true,
    prepares: PREPARES[statements],
    connectMilliseconds: PATIENCE_MILLISECONDS,
    // The server ends a statement in time; this is for a server that says nothing any more.
    statementMilliseconds: deadline + 500,
  }
}

/** Sessions of the operator's commands. Only publishing waits for the disk: what comes before is taken back if it is lost. */
export const WRITING: ConnectionOptions = {
  session: { synchronous_commit: 'off', ...BY_KEY },
  pipelined: false,
  prepares: 'if not pooled',
  connectMilliseconds: 10_000,
  statementMilliseconds: 0,
}

/** Makes a transaction wait until it is on the disk before it is told to be done. */
export const DURABLE = 'SET LOCAL synchronous_commit = on'
