import { CatalogFileError } from '../file-error.ts'
import type { CatalogRecord, Splitter } from './record.ts'
import { RecordBuffer } from './record-buffer.ts'

/**
 * The elements of an array, or values that follow one another (`sequence`), found by brackets, quotes and escapes alone:
 * whether what lies between is JSON, JSON.parse will say. Throws `CatalogFileError` where the elements cannot be told
 * apart, since from there on anything could be taken for a product.
 */
export class JsonArraySplitter implements Splitter {
  readonly #inArray: boolean
  readonly #pending = new RecordBuffer()
  #next: Expected
  #line = 1

  /** Within an element: */
  #begunOn = 0
  #inElement = false
  #depth = 0
  #inString = false
  #escaped = false

  constructor(kind: 'array' | 'sequence') {
    this.#inArray = kind === 'array'
    this.#next = this.#inArray ? 'array' : 'element'
  }

  *push(chunk: Buffer): Generator<CatalogRecord> {
    let at = 0
    while (at < chunk.length) {
      if (!this.#inElement) {
        at = this.#between(chunk, at)
        continue
      }
      const end = this.#endOfElement(chunk, at)
      if (end === undefined) {
        this.#pending.add(chunk.subarray(at))
        return
      }
      this.#inElement = false
      this.#next = this.#inArray ? 'comma' : 'element'
      yield this.#pending.finish(this.#begunOn, chunk.subarray(at, end))
      at = end
    }
  }

  *end(): Generator<CatalogRecord> {
    if (this.#inElement && (this.#inArray || this.#depth > 0 || this.#inString)) {
      throw new CatalogFileError(
        'The product that begins here does not end. The file is cut off, or a bracket or a quotation mark is missing.',
        this.#begunOn,
      )
    }
    if (this.#inElement) yield this.#pending.finish(this.#begunOn, Buffer.alloc(0))
    if (this.#inArray && this.#next !== 'nothing') {
      throw new CatalogFileError('The array is cut off: its closing “]” is missing.', this.#line)
    }
  }

  /** Skips white space and reads one sign between elements, or finds that an element begins. Where to go on. */
  #between(chunk: Buffer, from: number): number {
    let at = from
    while (at < chunk.length && SORT[chunk[at]!]! >= BLANK) if (chunk[at++] === NEWLINE) this.#line++
    const byte = chunk[at]
    if (byte === undefined) return at
    if (this.#next === 'array' && byte === OPENING_BRACKET) this.#next = 'first'
    else if (this.#next === 'comma' && byte === COMMA) this.#next = 'element'
    else if ((this.#next === 'comma' || this.#next === 'first') && byte === CLOSING_BRACKET) this.#next = 'nothing'
    else {
      this.#begin(byte)
      return at
    }
    return at + 1
  }

  #begin(byte: number): void {
    const expected = this.#next === 'element' || this.#next === 'first'
    if (!expected || byte === COMMA || SORT[byte] === CLOSING) {
      throw new CatalogFileError(MISPLACED[this.#next](signOf(byte)), this.#line)
    }
    this.#inElement = true
    this.#begunOn = this.#line
    this.#depth = 0
  }

  /** The index after the last byte of the element; undefined if that is yet to come. */
  #endOfElement(chunk: Buffer, from: number): number | undefined {
    let at = from
    let depth = this.#depth
    while (at < chunk.length) {
      const sort = this.#inString ? QUOTE : SORT[chunk[at]!]!
      if (sort === QUOTE) {
        at = this.#endOfString(chunk, this.#inString ? at : at + 1)
        if (depth === 0 && !this.#inString) return at
        continue
      }
      if (sort !== 0) {
        if (sort === OPENING) depth++
        else if (depth === 0) return at
        else if (sort === CLOSING && --depth === 0) return at + 1
        else if (sort === LINE_END) this.#line++
      }
      at++
    }
    this.#depth = depth
    return undefined
  }

  /** The index after the closing quotation mark, or the end of the chunk. */
  #endOfString(chunk: Buffer, from: number): number {
    let at = this.#escaped ? from + 1 : from
    this.#escaped = false
    this.#inString = true
    for (; at < chunk.length; at++) {
      const byte = chunk[at]!
      if (byte === QUOTATION_MARK) {
        this.#inString = false
        return at + 1
      }
      if (byte === BACKSLASH && ++at === chunk.length) this.#escaped = true
      else if (byte === NEWLINE) this.#line++
    }
    return chunk.length
  }
}

function signOf(byte: number): string {
  return byte > 0x20 && byte < 0x7f
    ? `“${String.fromCharCode(byte)}”`
    : `The byte 0x${byte.toString(16).padStart(2, '0')}`
}

/** What may come next outside of elements; `first` is an element or the end of the array. */
type Expected = 'array' | 'first' | 'element' | 'comma' | 'nothing'

const ONE_AFTER_ANOTHER = 'One product a line, or one array with a comma between products, would be right.'

const MISPLACED: Record<Expected, (sign: string) => string> = {
  array: (sign) => `${sign} stands where the array should begin.`,
  first: (sign) => `${sign} stands where the first product should be.`,
  element: (sign) => `${sign} stands where a product should be. ${ONE_AFTER_ANOTHER}`,
  comma: (sign) =>
    sign === '“{”'
      ? 'The comma before this product is missing.'
      : `${sign} stands where a comma or the closing “]” should be. ${ONE_AFTER_ANOTHER}`,
  nothing: (sign) => `${sign} stands after the end of the array, where nothing should be.`,
}

const NEWLINE = 0x0a
const QUOTATION_MARK = 0x22
const COMMA = 0x2c
const BACKSLASH = 0x5c
const OPENING_BRACKET = 0x5b
const CLOSING_BRACKET = 0x5d

/** What a byte means outside of strings; 0 is nothing in particular. */
const QUOTE = 1
const OPENING = 2
const CLOSING = 3
const SEPARATOR = 4
const BLANK = 5
const LINE_END = 6
const SORT = new Uint8Array(256)
for (const [signs, sort] of [
  ['"', QUOTE],
  ['[{', OPENING],
  [']}', CLOSING],
  [',', SEPARATOR],
  [' \t\r', BLANK],
  ['\n', LINE_END],
] as const) {
  for (const sign of signs) SORT[sign.charCodeAt(0)] = sort
}
