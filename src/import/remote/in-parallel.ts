/**
 * Does the work for all items, so many at a time. After a failure nothing new is begun; when all that was begun has
 * ended, it is thrown.
 */
export async function inParallel<Value>(
  items: Iterable<Value>,
  workers: number,
  outer: AbortSignal,
  work: (item: Value, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const failed = new AbortController()
  const signal = AbortSignal.any([outer, failed.signal])
  const source = items[Symbol.iterator]()
  const worker = async () => {
    try {
      for (let next = source.next(); !next.done; next = source.next()) {
        signal.throwIfAborted()
        await work(next.value, signal)
      }
    } catch (error) {
      failed.abort(error)
    }
  }
  await Promise.all(Array.from({ length: workers }, worker))
  signal.throwIfAborted()
}
