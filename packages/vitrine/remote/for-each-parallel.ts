/**
 * Calls `work` for each item, at most `limit` at a time. After a failure no new call starts; the failure is thrown when
 * the running calls have ended. Their signal aborts on a failure, and with `outer`.
 */
export async function forEachParallel<Item>(
  items: Iterable<Item>,
  limit: number,
  outer: AbortSignal,
  work: (item: Item, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const failure = new AbortController()
  const signal = AbortSignal.any([outer, failure.signal])
  const iterator = items[Symbol.iterator]()
  const worker = async () => {
    try {
      for (let next = iterator.next(); !next.done; next = iterator.next()) {
        signal.throwIfAborted()
        await work(next.value, signal)
      }
    } catch (error) {
      failure.abort(error)
    }
  }
  await Promise.all(Array.from({ length: limit }, worker))
  signal.throwIfAborted()
}
