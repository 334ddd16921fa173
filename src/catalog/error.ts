/**
 * Everything that can be wrong with a request or a command, for good: a code, once published, keeps its name and
 * meaning. `http/problem.ts` gives each its status, docs/errors.md its explanation.
 */
export const ERROR_CODES = [
  'store-required',
  'store-not-found',
  'store-exists',
  'product-not-found',
  'variant-not-found',
  'route-not-found',
  'method-not-allowed',
  'invalid-id',
  'invalid-parameter',
  'malformed-request',
  'database-unusable',
  'overloaded',
  'internal-error',
] as const

export type ErrorCode = (typeof ERROR_CODES)[number]

/** What is wrong with one parameter of a request. */
export interface ParameterError {
  readonly parameter: string
  readonly detail: string
}

/** A failure that has a name. The message says what is wrong and what would be right, to whoever asked. */
export class VitrineError extends Error {
  readonly code: ErrorCode
  readonly parameters: readonly ParameterError[]

  constructor(code: ErrorCode, message: string, parameters: readonly ParameterError[] = []) {
    super(message)
    this.name = 'VitrineError'
    this.code = code
    this.parameters = parameters
  }
}
