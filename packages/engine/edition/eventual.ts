/**
 * A value, or the promise of one. SQLite answers at once. A promise of an answer that is there costs a request a
 * twentieth of its time.
 */
export type Eventual<Value> = Value | Promise<Value>

/** Goes on with the value: at once if it is there. */
export function whenReady<Value, Result>(
  value: Eventual<Value>,
  next: (value: Value) => Eventual<Result>,
): Eventual<Result> {
  return value instanceof Promise ? value.then(next) : next(value)
}
