/**
 * A value that is read again when it is older than some milliseconds. Readers get the old value meanwhile, and keep it if
 * reading fails. The first reading may fail: the next reader then tries again.
 */
export function refreshed<Value>(read: () => Promise<Value>, milliseconds: number): () => Promise<Value> {
  let value: Promise<Value> | undefined
  let readAt = 0
  return () => {
    if (value && Date.now() - readAt < milliseconds) return value
    const previous = value
    const next = read().catch((error) => {
      if (!previous) value = undefined
      else value = previous
      throw error
    })
    readAt = Date.now()
    if (!previous) {
      value = next
      return next
    }
    next.then(
      () => {
        value = next
      },
      () => {},
    )
    return previous
  }
}
