import { isAscii, isUtf8 } from 'node:buffer'
import { CatalogFileError } from '@vitrine/catalog/json/file-error'
import { peek, prepend } from '@vitrine/catalog/json/peek'
import { detectByteOrderMark, exampleWord, isDamagedUtf8, likelyEncodings } from './detect-encoding.ts'
import type { ReadOptions } from './read-options.ts'
import { type TextReader, textDecoder } from './text-decoder.ts'

/**
 * The bytes of a text file as UTF-8, without a byte order mark. Warns about another encoding, unless `encoding` names
 * it. The text counts as UTF-8 up to the first byte that is not; if everything before that byte is ASCII, which is the
 * same in all encodings, the encoding is guessed from there on. Throws `CatalogFileError` for text that cannot be read.
 */
export async function* utf8Text(
  source: AsyncIterable<Uint8Array>,
  { encoding, onWarning }: Pick<ReadOptions, 'encoding' | 'onWarning'>,
): AsyncGenerator<Uint8Array> {
  const onDetected = (name: string, example?: string) => {
    const shown = example ? `, such as “${example}”` : ''
    const message = `is not UTF-8 and is read as ${name}${shown}; --encoding names another`
    onWarning({ line: 1, path: 'the file', message })
  }
  const { head, bytes } = await peek(source)
  const mark = detectByteOrderMark(head)
  const text = skip(bytes, mark?.length ?? 0)
  if (encoding === undefined && mark?.encoding !== undefined) onDetected(mark.encoding)
  const name = encoding ?? mark?.encoding
  yield* name === undefined ? detect(text, mark !== undefined, onDetected) : decode(text, name)
}

/** Bytes from which an encoding is guessed. */
const SAMPLE_BYTES = 256 * 1024

async function* skip(bytes: AsyncIterable<Uint8Array>, count: number): AsyncGenerator<Uint8Array> {
  let skipped = count
  for await (const chunk of bytes) {
    yield chunk.subarray(skipped)
    skipped = 0
  }
}

/** UTF-8, or the encoding that is guessed at the first byte that is not UTF-8. */
async function* detect(
  bytes: AsyncGenerator<Uint8Array>,
  isMarked: boolean,
  onDetected: (encoding: string, example: string) => void,
): AsyncGenerator<Uint8Array> {
  let unfinished = Buffer.alloc(0)
  let line = 1
  let mayBeOther = !isMarked
  for await (const chunk of bytes) {
    const all = Buffer.concat([unfinished, chunk])
    const text = all.subarray(0, all.length - unfinishedBytes(all))
    if (!isUtf8(text)) {
      yield* guess(all, bytes, line, mayBeOther, onDetected)
      return
    }
    unfinished = all.subarray(text.length)
    line += countLines(text)
    mayBeOther &&= isAscii(text)
    if (text.length > 0) yield text
  }
  if (unfinished.length > 0) yield* guess(unfinished, bytes, line, mayBeOther, onDetected)
}

/** The number of bytes at the end that begin a character and need bytes of the next chunk. */
function unfinishedBytes(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!
    if (byte < 0x80) return 0
    if (byte >= 0xc0) return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? back : 0
  }
  return 0
}

/** Decodes from the chunk with the first byte that is not UTF-8. `line` is the line on which the chunk begins. */
async function* guess(
  first: Buffer,
  others: AsyncGenerator<Uint8Array>,
  line: number,
  mayBeOther: boolean,
  onDetected: (encoding: string, example: string) => void,
): AsyncGenerator<Uint8Array> {
  let sample = first
  while (sample.length < SAMPLE_BYTES) {
    const { value, done } = await others.next()
    if (done) break
    sample = Buffer.concat([sample, value])
  }
  const isOther = mayBeOther && !isDamagedUtf8(sample)
  const encodings = isOther ? likelyEncodings(sample) : []
  const [encoding] = encodings
  if (encoding === undefined || encodings.length > 1)
    throw new CatalogFileError(isOther ? unknown(sample, encodings) : DAMAGED, line + countValidLines(sample))
  onDetected(encoding, exampleWord(sample, encoding))
  yield* decode(
    prepend(sample, others),
    encoding,
    '. The encoding was guessed; name it with --encoding, or save the file as UTF-8.',
  )
}

const DAMAGED =
  'This line is not UTF-8, although other lines are. The file is damaged or mixes two encodings. Save it as UTF-8.'
/** Shows a word in each of the encodings in which the file may be. */
function unknown(sample: Buffer, encodings: readonly string[]): string {
  const words = encodings.slice(0, 3).map((encoding) => `“${exampleWord(sample, encoding)}” in ${encoding}`)
  const examples = words.length === 0 ? '' : `: it may begin with ${words.join(' or ')}`
  return (
    `This line is not UTF-8, and its encoding cannot be detected${examples}. ` +
    'Save the file as UTF-8, or name the encoding with --encoding.'
  )
}

/** The number of lines before the first one that is not UTF-8. */
function countValidLines(bytes: Buffer): number {
  const lines = bytes.toString('latin1').split('\n')
  return lines.findIndex((line) => !isUtf8(Buffer.from(line, 'latin1')))
}

function countLines(bytes: Buffer): number {
  let lines = 0
  for (let at = bytes.indexOf(NEWLINE); at !== -1; at = bytes.indexOf(NEWLINE, at + 1)) lines++
  return lines
}

const NEWLINE = 0x0a

async function* decode(bytes: AsyncIterable<Uint8Array>, encoding: string, advice = '.'): AsyncGenerator<Uint8Array> {
  const decoder = decoderFor(encoding)
  let line = 1
  const text = (chunk?: Uint8Array) => {
    try {
      return Buffer.from(chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode())
    } catch {
      throw new CatalogFileError(`The file is not ${encoding} from about this line on${advice}`, line)
    }
  }
  for await (const chunk of bytes) {
    const part = text(chunk)
    if (part.length > 0) yield part
    line += countLines(part)
  }
  const last = text()
  if (last.length > 0) yield last
}

function decoderFor(encoding: string): TextReader {
  try {
    return textDecoder(encoding, { fatal: true })
  } catch {
    throw new CatalogFileError(`The encoding of the file is ${encoding}, which is not supported. Save it as UTF-8.`)
  }
}
