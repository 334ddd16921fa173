/** Bytes enough to recognise what a file is. */
const HEAD = 4096

/** The same bytes, but the first chunk has at least `least` of them, or is all there is. No bytes, no chunk. */
export async function* peekable(bytes: AsyncIterable<Uint8Array>, least = HEAD): AsyncGenerator<Uint8Array> {
  let head: Uint8Array[] | undefined = []
  let size = 0
  for await (const chunk of bytes) {
    if (!head) {
      yield chunk
      continue
    }
    // A copy, since a source may fill the same memory again for its next chunk.
    head.push(Buffer.from(chunk))
    size += chunk.length
    if (size < least) continue
    yield Buffer.concat(head)
    head = undefined
  }
  if (head && size > 0) yield Buffer.concat(head)
}
