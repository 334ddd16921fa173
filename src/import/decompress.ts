import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { CatalogFileError } from './file-error.ts'
import { refusalOf } from './splitting/file-signature.ts'
import { peekable } from './splitting/peek.ts'

/**
 * The bytes of a JSON text, whichever way the file holds them: unpacked if they are gzip, without a byte order mark.
 * Throws `CatalogFileError` for what is visibly something else, and for gzip that is damaged or cut off. The faults of
 * the source itself pass through.
 */
export async function* plainBytes(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* jsonBytes(decompress(bytes))
}

/** The same of bytes that are unpacked. */
export async function* jsonBytes(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let begun = false
  let blank = true
  for await (const chunk of peekable(bytes)) {
    const text = !begun && startsWith(chunk, [0xef, 0xbb, 0xbf]) ? chunk.subarray(3) : chunk
    begun = true
    if (blank && !text.every(isBlank)) {
      blank = false
      const sentence = refusalOf(text)
      if (sentence) throw new CatalogFileError(sentence)
    }
    yield text
  }
  // Far more often an export that failed than a shop that sells nothing.
  if (blank)
    throw new CatalogFileError('The file is empty. A catalog without products is written as an empty array: [].')
}

function isBlank(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d)
}

function startsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, at) => bytes[at] === byte)
}

/** The bytes, unpacked if they are gzip. Throws `CatalogFileError` for gzip that is damaged or cut off. */
export async function* decompress(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const chunks = peekable(bytes)
  const first = await chunks.next()
  if (first.done) return
  const all = prepend(first.value, chunks)
  yield* startsWith(first.value, [0x1f, 0x8b]) ? gunzipped(all) : all
}

/** The first chunk, and the rest. Whoever stops reading closes the rest. */
export async function* prepend(first: Uint8Array, rest: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield first
    yield* rest
  } finally {
    await rest.return(undefined)
  }
}

async function* gunzipped(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip({ chunkSize: 64 * 1024 })
  // Whatever goes wrong on the way in destroys `gunzip` with it, so that reading it below throws.
  pipeline(Readable.from(bytes), gunzip).catch(() => {})
  try {
    yield* gunzip
  } catch (error) {
    throw damaged(error) ?? error
  } finally {
    gunzip.destroy()
  }
}

function damaged(error: unknown): CatalogFileError | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'Z_BUF_ERROR') {
    return new CatalogFileError('The gzip file is cut off: it ends before its data does. Copy it again, in full.')
  }
  if (!code.startsWith('Z_')) return undefined
  return new CatalogFileError('The gzip file is damaged: its data cannot be unpacked. Copy it again, or pack it anew.')
}
