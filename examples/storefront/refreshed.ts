/**
 * A value that is read again when it is older than some milliseconds. Callers get the old value until the new one is
 * there, and if reading it fails. If the first reading fails, the next caller starts another.
 */
export function refreshed<Value>(read: () => Promise<Value>, milliseconds: number): () => Promise<Value> {
  let current: Promise<Value> | undefined
  let readAt = 0
  return () => {
    if (current && Date.now() - readAt < milliseconds) return current
    readAt = Date.now()
    const next = read()
    const replace = () => {
      current = next
    }
    if (current) next.then(replace, () => {})
    else {
      replace()
      next.catch(() => {
        current = undefined
      })
    }
    return current ?? next
  }
}
