/**
 * Reads the beginning of a stream: at least `size` bytes, or all if there are fewer. `bytes` is the complete stream,
 * with the beginning as its first chunk.
 */
export async function peek(source: AsyncIterable<Uint8Array>, size = 4096): Promise<Peeked> {
  const chunks = source[Symbol.asyncIterator]()
  const copies: Buffer[] = []
  for (let length = 0; length < size; length += copies.at(-1)!.length) {
    const { value, done } = await chunks.next()
    if (done) break
    // A source may reuse the memory of a chunk for its next chunk.
    copies.push(Buffer.from(value))
  }
  const head = Buffer.concat(copies)
  return { head, bytes: prepend(head, chunks) }
}

export interface Peeked {
  readonly head: Buffer
  readonly bytes: AsyncIterable<Uint8Array>
}

/** The first chunk, then the others. Closes the others when the reader stops early. */
export async function* prepend(first: Uint8Array, others: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    if (first.length > 0) yield first
    for (let next = await others.next(); !next.done; next = await others.next()) yield next.value
  } finally {
    await others.return?.()
  }
}
