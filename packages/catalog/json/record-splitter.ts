import { isUtf8 } from 'node:buffer'
import { CatalogFileError } from './file-error.ts'
import { type CatalogRecord, type Fault, parseRecord, type Splitter, type TextRecord } from './record.ts'

const NEWLINE = 0x0a
export const QUOTATION_MARK = 0x22
export const BACKSLASH = 0x5c

/** Splits into lines without the blank ones. A bad line does not affect the other lines. */
export class LineSplitter implements Splitter<TextRecord> {
  readonly #buffer = new RecordBuffer()
  #line = 1
  /** Whether earlier chunks contain the beginning of the current line. */
  #inRecord = false;

  *push(chunk: Buffer): Generator<TextRecord> {
    let from = 0
    for (let to = chunk.indexOf(NEWLINE); to !== -1; to = chunk.indexOf(NEWLINE, from)) {
      if (this.#inRecord || !isWhitespace(chunk, from, to))
        yield this.#buffer.finish(this.#line, chunk.subarray(from, to))
      this.#inRecord = false
      this.#line++
      from = to + 1
    }
    if (!this.#inRecord && isWhitespace(chunk, from, chunk.length)) return
    this.#inRecord = true
    this.#buffer.add(chunk.subarray(from))
  }

  *end(): Generator<TextRecord> {
    if (this.#inRecord) yield this.#buffer.finish(this.#line)
  }
}

/** Whether the bytes from `from` to `to` are JSON white space. */
export function isWhitespace(chunk: Buffer, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (CLASSES[chunk[at]!]! < BLANK) return false
  return true
}

/**
 * Splits the elements of an array by brackets, quotation marks and escapes alone; the elements need not be valid JSON.
 * Throws `CatalogFileError` where the elements cannot be told apart, since nothing after such a place can be trusted.
 */
export class ArraySplitter implements Splitter<CatalogRecord> {
  readonly #isPart: boolean
  readonly #buffer = new RecordBuffer()
  #expected: Expected = 'array'
  #line: number

  /** The state of the current element. */
  #inElement = false
  #firstLine = 0
  #depth = 0
  #inString = false
  #isEscaped = false

  /** `line` is the line on which the array begins. If the array is a part of a text, other text may follow it. */
  constructor({ line = 1, isPart = false } = {}) {
    this.#line = line
    this.#isPart = isPart
  }

  /** Whether the array has ended. */
  get isComplete(): boolean {
    return this.#expected === 'nothing'
  }

  /** The line that was read last. */
  get line(): number {
    return this.#line
  }

  /** Returns the number of bytes that belong to the array. */
  *push(chunk: Buffer): Generator<CatalogRecord, number> {
    let at = 0
    while (at < chunk.length && !(this.#isPart && this.isComplete)) {
      if (!this.#inElement) {
        at = this.#readSeparator(chunk, at)
        continue
      }
      const end = this.#endOfElement(chunk, at)
      if (end === undefined) {
        this.#buffer.add(chunk.subarray(at))
        return chunk.length
      }
      this.#inElement = false
      this.#expected = 'comma'
      yield parseRecord(this.#buffer.finish(this.#firstLine, chunk.subarray(at, end)))
      at = end
    }
    return at
  }

  end(): [] {
    if (this.#inElement) throw new CatalogFileError(UNFINISHED, this.#firstLine)
    if (this.#expected !== 'nothing')
      throw new CatalogFileError('The array is cut off: its closing “]” is missing.', this.#line)
    return []
  }

  /** Skips white space and reads one separator, or begins an element. Returns the index of the next byte to read. */
  #readSeparator(chunk: Buffer, from: number): number {
    let at = from
    while (at < chunk.length && CLASSES[chunk[at]!]! >= BLANK) if (chunk[at++] === NEWLINE) this.#line++
    if (at === chunk.length) return at
    const character = String.fromCharCode(chunk[at]!)
    const next = AFTER_SEPARATOR[this.#expected][character]
    if (next) {
      this.#expected = next
      return at + 1
    }
    const isElement = this.#expected === 'element' || this.#expected === 'first'
    if (!isElement || /[,\]}]/.test(character))
      throw new CatalogFileError(unexpected(character, this.#expected), this.#line)
    this.#inElement = true
    this.#firstLine = this.#line
    this.#depth = 0
    return at
  }

  /** The index after the element; undefined if it continues in the next chunk. */
  #endOfElement(chunk: Buffer, from: number): number | undefined {
    let at = from
    let depth = this.#depth
    while (at < chunk.length) {
      const kind = this.#inString ? QUOTE : CLASSES[chunk[at]!]!
      if (kind === QUOTE) {
        at = this.#endOfString(chunk, this.#inString ? at : at + 1)
        if (depth === 0 && !this.#inString) return at
        continue
      }
      if (kind !== OTHER) {
        if (kind === OPENING) depth++
        else if (depth === 0) return at
        else if (kind === CLOSING && --depth === 0) return at + 1
        else if (kind === LINE_END) this.#line++
      }
      at++
    }
    this.#depth = depth
    return undefined
  }

  /** The index after the closing quotation mark, or the end of the chunk. */
  #endOfString(chunk: Buffer, from: number): number {
    let at = this.#isEscaped ? from + 1 : from
    this.#isEscaped = false
    this.#inString = true
    for (; at < chunk.length; at++) {
      const byte = chunk[at]!
      if (byte === QUOTATION_MARK) {
        this.#inString = false
        return at + 1
      }
      if (byte === BACKSLASH && ++at === chunk.length) this.#isEscaped = true
      else if (byte === NEWLINE) this.#line++
    }
    return chunk.length
  }
}

export const UNFINISHED =
  'The product that begins here does not end. The file is cut off, or a bracket or a quotation mark is missing.'

/** What may come next between elements; `first` is an element or the end of the array. */
type Expected = 'array' | 'first' | 'element' | 'comma' | 'nothing'

/** State → separator → next state. */
const AFTER_SEPARATOR: Readonly<Record<Expected, Readonly<Record<string, Expected>>>> = {
  array: { '[': 'first' },
  first: { ']': 'nothing' },
  element: {},
  comma: { ',': 'element', ']': 'nothing' },
  nothing: {},
}

const DESCRIPTIONS: Record<Expected, string> = {
  array: 'an array',
  first: 'the first product',
  element: 'a product',
  comma: 'a comma or the closing “]”',
  nothing: 'nothing after the end of the array',
}

function unexpected(character: string, expected: Expected): string {
  if (expected === 'comma' && character === '{') return 'The comma before this product is missing.'
  const code = character.charCodeAt(0).toString(16).padStart(2, '0')
  const actual = /[!-~]/.test(character) ? `“${character}”` : `the byte 0x${code}`
  return `Expected ${DESCRIPTIONS[expected]}, but found ${actual}. ${LAYOUT}`
}

const LAYOUT = 'Write the products without commas between them, or one array with a comma between products.'

/** Classes of bytes outside of strings. */
const OTHER = 0
const QUOTE = 1
const OPENING = 2
const CLOSING = 3
const SEPARATOR = 4
const BLANK = 5
const LINE_END = 6
const CLASSES = new Uint8Array(256).fill(OTHER)
for (const [characters, kind] of [
  ['"', QUOTE],
  ['[{', OPENING],
  [']}', CLOSING],
  [',', SEPARATOR],
  [' \t\r', BLANK],
  ['\n', LINE_END],
] as const) {
  for (const character of characters) CLASSES[character.charCodeAt(0)] = kind
}

/** The longest record, in bytes. */
export const RECORD_LIMIT = 8 * 1024 * 1024

export const TOO_LONG: Fault = { wrong: 'is longer than 8 MiB', right: 'a product of at most 8 MiB' }
const NOT_UTF8: Fault = { wrong: 'is not valid UTF-8', right: 'text in UTF-8' }

/** Joins a record from several chunks. Keeps at most `RECORD_LIMIT` bytes; a longer record becomes a fault. */
class RecordBuffer {
  #bytes = Buffer.alloc(0)
  #size = 0

  /** Copies a part of the record, since a source may reuse the memory of a chunk for its next chunk. */
  add(part: Buffer): void {
    const from = this.#size
    this.#size += part.length
    if (this.#size > RECORD_LIMIT) return
    this.#reserve(from, this.#size)
    part.copy(this.#bytes, from)
  }

  /** The complete record, and an empty buffer for the next one. */
  finish(line: number, last: Buffer = Buffer.alloc(0)): TextRecord {
    if (this.#size === 0) return toRecord(line, last)
    this.add(last)
    const size = this.#size
    this.#size = 0
    return size > RECORD_LIMIT ? { line, text: '', fault: TOO_LONG } : toRecord(line, this.#bytes.subarray(0, size))
  }

  #reserve(used: number, needed: number): void {
    if (needed <= this.#bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(needed, Math.min(2 * this.#bytes.length, RECORD_LIMIT), 64 * 1024))
    this.#bytes.copy(larger, 0, 0, used)
    this.#bytes = larger
  }
}

function toRecord(line: number, bytes: Buffer): TextRecord {
  if (bytes.length > RECORD_LIMIT) return { line, text: '', fault: TOO_LONG }
  return isUtf8(bytes) ? { line, text: bytes.toString('utf8') } : { line, text: '', fault: NOT_UTF8 }
}
