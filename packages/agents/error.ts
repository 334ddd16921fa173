/** A failure that only agents get. */
interface AgentErrorKind {
  /** A code of UCP, or one that looks like them. */
  readonly code: string
  /** The HTTP status. */
  readonly status: number
  readonly meaning: string
  /** What the client can do. Code is between backticks. */
  readonly help: string
}

/**
 * The failures that only agents get. docs/agents.md has the same table. Others have the codes of `catalog/error.ts`.
 */
export const AGENT_ERRORS = {
  'invalid-arguments': {
    code: 'invalid_request',
    status: 400,
    meaning: 'An argument is wrong, or the store has no currency.',
    help: 'Correct what `content` names. The operator of the server sets the currency.',
  },
  'too-many-ids': {
    code: 'request_too_large',
    status: 400,
    meaning: 'The request has more ids than a lookup takes.',
    help: 'Look up fewer ids at a time.',
  },
  'invalid-profile': {
    code: 'invalid_profile_url',
    status: 400,
    meaning: 'The request names no `https` address of a profile.',
    help: 'Send the header `UCP-Agent: profile="https://…"`; over MCP, `meta["ucp-agent"].profile`.',
  },
  'origin-not-allowed': {
    code: 'origin_not_allowed',
    status: 403,
    meaning: 'The page may not call the server.',
    help: 'The operator of the server can allow it with `--cors-origin`.',
  },
  'body-too-large': {
    code: 'request_too_large',
    status: 413,
    meaning: 'The body is longer than 64 kB.',
    help: 'Send a shorter body.',
  },
  'encoded-body': {
    code: 'unsupported_encoding',
    status: 415,
    meaning: 'The body is compressed.',
    help: 'Send it without `Content-Encoding`.',
  },
} as const satisfies Record<string, AgentErrorKind>

/** A failure that only agents get. The message tells what is wrong and what would be right. */
export class AgentError extends Error {
  readonly code: (typeof AGENT_ERRORS)[keyof typeof AGENT_ERRORS]['code']
  readonly status: number

  constructor(kind: keyof typeof AGENT_ERRORS, message: string) {
    super(message)
    this.name = 'AgentError'
    this.code = AGENT_ERRORS[kind].code
    this.status = AGENT_ERRORS[kind].status
  }
}

/** What is wrong with the arguments of a call, and what would be right. */
export class InvalidArguments extends AgentError {
  constructor(message: string, kind: 'invalid-arguments' | 'too-many-ids' = 'invalid-arguments') {
    super(kind, message)
    this.name = 'InvalidArguments'
  }
}
