/**
 * The codes of the failures of requests and commands. A published code keeps its name and meaning for ever.
 * `server/problem.ts` maps each to an HTTP status; docs/errors.md explains them. Agents get these too, and those of
 * `agents/error.ts`, which are codes of UCP, or look like them where UCP has none.
 */
export const ERROR_CODES = [
  'store-required',
  'store-not-found',
  'store-exists',
  'invalid-setting',
  'product-not-found',
  'variant-not-found',
  'label-not-found',
  'publication-gone',
  'route-not-found',
  'method-not-allowed',
  'not-acceptable',
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

/** A failure with a code. The message tells the client what is wrong and what would be right. */
export class VitrineError extends Error {
  readonly code: ErrorCode
  readonly parameters: readonly ParameterError[]

  /** `cause` is the error of a library or a database that this one stands for. The log shows it. */
  constructor(code: ErrorCode, message: string, parameters: readonly ParameterError[] = [], cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause })
    this.name = 'VitrineError'
    this.code = code
    this.parameters = parameters
  }
}
