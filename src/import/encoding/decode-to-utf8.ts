import { isAscii, isUtf8 } from 'node:buffer'
import { CatalogFileError } from '../file-error.ts'
import { peekable } from '../splitting/peek.ts'
import { type ByteOrderMark, detectByteOrderMark } from './byte-order-mark.ts'
import { guessEncoding, isDamagedUtf8 } from './guess-encoding.ts'

/** Bytes enough to guess an encoding from, from the first that is not UTF-8 on. */
const SAMPLE = 256 * 1024

interface Options {
  /** The encoding, if it is known; else it is found out. */
  readonly encoding?: string | undefined
  /** Called with the name of an encoding other than UTF-8 that was found, and how. */
  readonly onFound: (encoding: string) => void
}

/**
 * The bytes as UTF-8, without a byte order mark, whatever their encoding. Text is UTF-8 until a byte shows that it is
 * not; what came before such a byte is plain ASCII then, and means the same in all encodings that are guessed. Throws
 * `CatalogFileError`, by name, for what cannot be read.
 */
export async function* utf8Bytes(
  bytes: AsyncIterable<Uint8Array>,
  { encoding, onFound }: Options,
): AsyncGenerator<Uint8Array> {
  const chunks = peekable(bytes)
  try {
    const first = await chunks.next()
    if (first.done) return
    const marked = detectByteOrderMark(first.value)
    const name = encoding ?? marked?.encoding
    if (name !== undefined && encoding === undefined) onFound(name)
    const all = from(first.value.subarray(marked?.mark ?? 0), chunks)
    yield* name === undefined ? checked(all, marked, onFound) : decoded(all, name)
  } finally {
    await chunks.return(undefined)
  }
}

async function* from(first: Uint8Array, rest: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first
  yield* { [Symbol.asyncIterator]: () => rest }
}

/** UTF-8, or the encoding that is guessed at the first byte that is not. */
async function* checked(
  bytes: AsyncGenerator<Uint8Array>,
  marked: ByteOrderMark | undefined,
  onFound: (encoding: string) => void,
): AsyncGenerator<Uint8Array> {
  let rest = Buffer.alloc(0)
  let lines = 1
  let ascii = true
  for await (const chunk of bytes) {
    const all =
      rest.length > 0 ? Buffer.concat([rest, chunk]) : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length)
    const whole = all.subarray(0, all.length - unfinished(all))
    if (!isUtf8(whole)) {
      yield* guessed(Buffer.from(all), bytes, { lines, mayBeOther: ascii && marked === undefined }, onFound)
      return
    }
    rest = Buffer.from(all.subarray(whole.length))
    lines += breaksIn(whole)
    ascii &&= isAscii(whole)
    if (whole.length > 0) yield whole
  }
  if (rest.length > 0) yield* guessed(rest, bytes, { lines, mayBeOther: ascii && marked === undefined }, onFound)
}

/** How many bytes at the end begin a character that the next chunk ends. */
function unfinished(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!
    if (byte < 0x80) return 0
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0
  }
  return 0
}

async function* guessed(
  first: Buffer,
  rest: AsyncGenerator<Uint8Array>,
  { lines, mayBeOther }: { readonly lines: number; readonly mayBeOther: boolean },
  onFound: (encoding: string) => void,
): AsyncGenerator<Uint8Array> {
  let sample = first
  while (sample.length < SAMPLE) {
    const { value, done } = await rest.next()
    if (done) break
    sample = Buffer.concat([sample, value])
  }
  const isOther = mayBeOther && !isDamagedUtf8(sample)
  const guess = isOther ? guessEncoding(sample) : undefined
  if (guess === undefined) {
    const line = lines + breaksIn(sample.subarray(0, firstFault(sample)))
    throw new CatalogFileError(isOther ? UNKNOWN : DAMAGED, line)
  }
  onFound(guess)
  yield* decoded(from(sample, rest), guess)
}

const DAMAGED =
  'Here the file is not UTF-8, though it is elsewhere. It is damaged, or text of two encodings was put together. Save it as UTF-8.'
const UNKNOWN =
  'Here the file is not UTF-8, and its encoding cannot be told. Save it as UTF-8, or name the encoding with --encoding.'

/** The index of the first byte that is not part of UTF-8. */
function firstFault(bytes: Buffer): number {
  let low = 0
  let high = bytes.length
  // Invariant: what is before `low` is UTF-8 but for an unfinished end; what is before `high` is not.
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    const part = bytes.subarray(0, middle)
    if (isUtf8(part.subarray(0, middle - unfinished(part)))) low = middle
    else high = middle
  }
  return low
}

function breaksIn(bytes: Buffer): number {
  let breaks = 0
  for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, at + 1)) breaks++
  return breaks
}

const NEWLINE = 0x0a

async function* decoded(bytes: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<Uint8Array> {
  const decoder = decoderOf(name)
  let line = 1
  const text = (chunk?: Uint8Array) => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode()
    } catch {
      throw new CatalogFileError(`From about here on the file is not ${name}, as which it was read.`, line)
    }
  }
  for await (const chunk of bytes) {
    const part = Buffer.from(text(chunk))
    if (part.length > 0) yield part
    line += breaksIn(part)
  }
  const last = text()
  if (last !== '') yield Buffer.from(last)
}

function decoderOf(name: string): TextDecoder {
  try {
    return new TextDecoder(name, { fatal: true })
  } catch {
    throw new CatalogFileError(`The file's encoding is ${name}, which cannot be read. Save it as UTF-8.`)
  }
}
