/**
 * A value, or the promise of one. SQLite answers at once. A promise of an answer that is there costs a request a
 * twentieth of its time.
 */
export type MaybePromise<Value> = Value | Promise<Value>

/** Calls `next` with the value: at once unless it is a promise. */
export function mapMaybePromise<Value, Result>(
  value: MaybePromise<Value>,
  next: (value: Value) => MaybePromise<Result>,
): MaybePromise<Result> {
  return value instanceof Promise ? value.then(next) : next(value)
}
