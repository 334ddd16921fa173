import { SaxesParser } from 'saxes'
import { CatalogFileError } from '../file-error.ts'
import { ColumnLayout, type Columns } from './column-layout.ts'
import { type Cell, Row } from './row.ts'

/** The longest item, and the longest piece of markup, in characters. */
const ITEM_LIMIT = 4 * 1024 * 1024

/** The deepest that elements may lie in each other. */
const DEPTH_LIMIT = 100

/** Elements that are one thing each: of RSS, of Atom, and of RSS 1. */
const ITEMS = new Set(['item', 'entry'])

/**
 * The items of an RSS or Atom feed, each with the texts of its elements, without their prefixes; what lies deeper is left
 * out. Throws `CatalogFileError` where the XML is not well formed, and where an item is too long to hold.
 */
export async function* readFeed<Key extends string>(
  bytes: AsyncIterable<Uint8Array>,
  columns: Columns<Key>,
): AsyncGenerator<Row<Key>> {
  const items = new Items(columns)
  const decoder = new TextDecoder()
  for await (const chunk of bytes) yield* items.push(decoder.decode(chunk, { stream: true }))
  yield* items.end()
}

class Items<Key extends string> {
  readonly #layout: ColumnLayout<Key>
  /** Name of an element → index among the cells. */
  readonly #indexes: ReadonlyMap<string, number>
  readonly #parser = new SaxesParser({ xmlns: false })
  #found: Row<Key>[] = []
  #count = 0
  #depth = 0
  /** Where the parser was when it last had something to tell. */
  #told = 0

  /** Within an item: */
  #itemDepth: number | undefined
  #line = 0
  #begun = 0
  #cells: string[][] = []
  #text: string[] = []

  constructor(columns: Columns<Key>) {
    const names = elementNames(columns)
    this.#layout = new ColumnLayout(columns, names)
    this.#indexes = new Map(names.map((name, index) => [name, index]))
    this.#parser.on('opentag', ({ name, attributes }) => this.#open(local(name), attributes))
    this.#parser.on('closetag', ({ name }) => this.#close(local(name)))
    this.#parser.on('text', (text) => this.#add(text))
    this.#parser.on('cdata', (text) => this.#add(text))
    this.#parser.on('error', (error) => {
      throw new CatalogFileError(sentence(error.message), this.#parser.line)
    })
  }

  *push(text: string): Generator<Row<Key>> {
    this.#parser.write(text)
    if (this.#parser.position - this.#told > ITEM_LIMIT) throw this.#tooLong(this.#parser.line)
    yield* this.#take()
  }

  *end(): Generator<Row<Key>> {
    this.#parser.close()
    yield* this.#take()
    if (this.#count === 0) throw new CatalogFileError('The feed has no item and no entry.')
  }

  #take(): Row<Key>[] {
    const found = this.#found
    this.#found = []
    this.#count += found.length
    return found
  }

  #open(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#told = this.#parser.position
    if (++this.#depth > DEPTH_LIMIT)
      throw new CatalogFileError(`Elements lie more than ${DEPTH_LIMIT} deep in each other here.`, this.#parser.line)
    if (this.#itemDepth === undefined && ITEMS.has(name)) {
      this.#itemDepth = this.#depth
      this.#line = this.#parser.line
      this.#begun = this.#parser.position
      this.#cells = this.#layout.kept.map(() => [])
    } else if (this.#isField) {
      this.#text = []
      // Atom has the address in an attribute.
      if (name === 'link' && attributes.href && /^(?:alternate)?$/.test(attributes.rel ?? ''))
        this.#text = [attributes.href]
    }
  }

  #add(text: string): void {
    this.#told = this.#parser.position
    if (this.#itemDepth === undefined) return
    if (this.#parser.position - this.#begun > ITEM_LIMIT) throw this.#tooLong(this.#line)
    if (this.#isField) this.#text.push(text)
  }

  #close(name: string): void {
    this.#told = this.#parser.position
    if (this.#isField) {
      const index = this.#indexes.get(name)
      const text = this.#text.join('').trim()
      if (index !== undefined && text !== '') this.#cells[index]!.push(text)
    }
    if (this.#depth-- !== this.#itemDepth) return
    this.#itemDepth = undefined
    const cells: Cell[] = this.#cells.map((texts) => (texts.length > 1 ? texts : (texts[0] ?? '')))
    this.#found.push(new Row(this.#line, cells, this.#layout))
  }

  get #isField(): boolean {
    return this.#itemDepth !== undefined && this.#depth === this.#itemDepth + 1
  }

  #tooLong(line: number): CatalogFileError {
    return new CatalogFileError('The item or the markup that is here is longer than 4 MiB.', line)
  }
}

/** Names of the elements, each number of a column that has numbers as one of its own. */
function elementNames(columns: Columns<string>): string[] {
  const names = Object.values(columns).flatMap(({ headers }) => headers)
  return names.flatMap((name) => (/_N$/.test(name) ? [0, 1, 2, 3, 4].map((n) => name.replace(/N$/, String(n))) : name))
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

/** The parser's "1:23: unclosed tag: item". */
function sentence(message: string): string {
  const what = message
    .replace(/^\d+:\d+:\s*/, '')
    .replace(/[\x00-\x1f\x7f-\x9f]/g, ' ')
    .slice(0, 200)
  if (/unclosed tag|document must contain a root|unclosed/i.test(what))
    return `The XML is cut off, or an element is not closed (${what}).`
  return `The XML is not well formed (${what}).`
}
