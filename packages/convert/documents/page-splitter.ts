import { CatalogFileError } from '@vitrine/catalog/json/file-error'
import type { CatalogRecord, Splitter } from '@vitrine/catalog/json/record'
import { ArraySplitter } from '@vitrine/catalog/json/record-splitter'

/**
 * Splits the pages of an API, one after the other: arrays of products, and objects with a list `products` or a list of
 * GraphQL. Skips the other fields of these objects. Throws `CatalogFileError` where a page is cut off, or is neither.
 */
export class PageSplitter implements Splitter<CatalogRecord> {
  #list: ArraySplitter | undefined
  #line = 1

  /** The state of the current object. */
  #firstLine = 1
  #depth = 0
  #inString = false
  #isEscaped = false
  #hasList = false
  /** The last characters of the object itself since its last separator. They include the name of a field. */
  #field = '';

  *push(chunk: Buffer): Generator<CatalogRecord> {
    let at = 0
    while (at < chunk.length) {
      if (!this.#list) {
        const record = this.#read(String.fromCharCode(chunk[at]!))
        if (record) yield record
        if (this.#list === undefined) at++
        continue
      }
      at += yield* this.#list.push(chunk.subarray(at))
      if (!this.#list.isComplete) continue
      this.#line = this.#list.line
      this.#list = undefined
    }
  }

  *end(): Generator<CatalogRecord> {
    yield* this.#list?.end() ?? []
    if (this.#depth > 0) throw new CatalogFileError('The file is cut off: a “}” is missing.', this.#line)
  }

  /** Reads a character outside of lists; one that begins a list is left to the list. */
  #read(character: string): CatalogRecord | undefined {
    if (character === '\n') this.#line++
    if (this.#inString) this.#readString(character)
    else if (character === '[' && this.#isList) this.#beginList()
    else if (character === '{' || character === '[') {
      if (this.#depth++ === 0) this.#beginObject()
      this.#field = ''
    } else if (this.#depth === 0) this.#expectSpace(character)
    else if (character === '}' || character === ']') {
      if (--this.#depth === 0 && !this.#hasList) return { line: this.#firstLine, fault: NO_LIST }
    } else {
      this.#inString = character === '"'
      if (this.#depth <= MAX_DEPTH)
        this.#field = character === ',' ? '' : (this.#field + character).slice(-FIELD_LENGTH)
    }
    return undefined
  }

  /** Whether the bracket here begins a list of products. */
  get #isList(): boolean {
    if (this.#depth <= 1) return this.#depth === 0 || LIST.test(this.#field)
    return this.#depth <= MAX_DEPTH && CONNECTION.test(this.#field)
  }

  #readString(character: string): void {
    if (this.#depth <= MAX_DEPTH) this.#field = (this.#field + character).slice(-FIELD_LENGTH)
    if (this.#isEscaped) this.#isEscaped = false
    else if (character === '\\') this.#isEscaped = true
    else if (character === '"') this.#inString = false
  }

  #beginList(): void {
    this.#list = new ArraySplitter({ line: this.#line, isPart: true })
    this.#hasList = true
    this.#field = ''
  }

  #beginObject(): void {
    this.#firstLine = this.#line
    this.#hasList = false
    this.#field = ''
  }

  #expectSpace(character: string): void {
    if (/\s/.test(character)) return
    const found = /[!-~]/.test(character) ? `“${character}”` : 'another character'
    throw new CatalogFileError(`Expected a list of products, or an object with one, but found ${found}.`, this.#line)
  }
}

/** The characters of a name and of the white space around it that are compared. */
const FIELD_LENGTH = 40

const LIST = /^\s*"products"\s*:\s*$/

/** A list of GraphQL, as in `{"data": {"products": {"edges": […]}}}`. */
const CONNECTION = /^\s*"(?:edges|nodes)"\s*:\s*$/

/** The objects in which a list of GraphQL is. */
const MAX_DEPTH = 4

const NO_LIST = {
  wrong: 'is an object without a list “products”',
  right: 'pages with products, such as {"products": […]}',
}
