import { DEFAULT_DEADLINE } from '../../edition/editions.ts'
import type { ConnectionOptions } from './connection.ts'

/** The operator's settings for PostgreSQL. */
export interface PostgresSettings {
  /**
   * Connections that all requests share. One more asks for current editions, so that no request's statement delays it.
   */
  readonly connections: number
  /** Milliseconds that a statement may take. */
  readonly deadline: number
  readonly statements: ConnectionOptions['statements']
}

export const DEFAULT_POSTGRES: PostgresSettings = { connections: 4, deadline: DEFAULT_DEADLINE, statements: 'auto' }

const BY_KEY = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  jit: 'off',
}

/** How long a server may take to accept a connection or to answer a poll before it counts as unavailable. */
export const ANSWER_MILLISECONDS = 2000

/**
 * Sessions of the server. They cannot write, whatever the role may do. All reads are by key, so the planner uses one
 * generic plan with indexes: the stale statistics of a freshly filled table would make it scan the table. The address
 * may override that: Citus finds the shard of a statement from its parameters, and cannot plan without them.
 */
export function readOptions({ deadline, statements }: PostgresSettings): ConnectionOptions {
  return {
    session: {
      default_transaction_read_only: 'on',
      statement_timeout: String(deadline),
      ...BY_KEY,
    },
    pipelined: true,
    statements,
    connectMilliseconds: ANSWER_MILLISECONDS,
    // The server cancels a slow statement by itself. This limit is for a server that has stopped answering.
    silenceMilliseconds: deadline + 500,
  }
}

/** Sessions of the operator's commands. Only publishing waits for the disk: earlier transactions can be discarded. */
export const WRITE_OPTIONS: ConnectionOptions = {
  session: { synchronous_commit: 'off', ...BY_KEY },
  pipelined: false,
  statements: 'auto',
  connectMilliseconds: 10_000,
  silenceMilliseconds: 0,
}
