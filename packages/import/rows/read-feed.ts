import { SaxesParser } from 'saxes'
import { CatalogFileError } from '../file-error.ts'
import type { ReadOptions } from '../read-options.ts'
import { ColumnLayout, type Columns } from './columns.ts'
import { Row } from './row.ts'
import { writeSubAttributes } from './sub-attributes.ts'

/**
 * The items of an RSS or Atom feed. White space may precede it, as programs that join pages write it. The children of
 * an item are its columns, named without prefix. Of deeper elements the text counts, or that of the sub-attributes that
 * a column such as `size(width:height)` names. Throws `CatalogFileError` if the XML is not well formed, and for items
 * over `ITEM_LIMIT`.
 */
export async function* readFeed<Key extends string>(
  bytes: AsyncIterable<Uint8Array>,
  columns: Columns<Key>,
  onUnused: ReadOptions['onUnused'],
): AsyncGenerator<Row<Key>> {
  const parser = new FeedParser(columns)
  const decoder = new TextDecoder()
  let isStart = true
  for await (const chunk of bytes) {
    const text = decoder.decode(chunk, { stream: true })
    const start: string = isStart ? text.trimStart() : text
    if (isStart) parser.skipLines(text.slice(0, text.length - start.length))
    isStart &&= start === ''
    yield* parser.push(start)
  }
  yield* parser.end()
  onUnused?.([...parser.unusedElements])
}

/** The longest item, and the longest piece of markup, in characters. */
const ITEM_LIMIT = 4 * 1024 * 1024

const DEPTH_LIMIT = 100

/** The most unused elements that are named. */
const UNUSED_LIMIT = 1000

/** Elements of HTML whose text does not continue the text before. */
const BLOCKS = new Set(['p', 'br', 'div', 'li', 'ul', 'ol', 'tr', 'td', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'])

/** The elements of RSS, RSS 1 and Atom that hold one item, and that of other lists of products. */
const ITEM_ELEMENTS = new Set(['item', 'entry', 'product'])

class FeedParser<Key extends string> {
  readonly #layout: ColumnLayout<Key>
  /** Element name → index among the cells. */
  readonly #indexes: ReadonlyMap<string, number>
  /** Element name → the names of its sub-attributes. */
  readonly #subAttributes: ReadonlyMap<string, readonly string[]>
  readonly #parser = new SaxesParser({ xmlns: false })
  /** The names of elements of items that the format does not use. */
  readonly unusedElements = new Set<string>()
  /** The items that the last chunk completed. */
  #items: Row<Key>[] = []
  #count = 0
  #depth = 0
  /** Whether a semicolon is missing after the last ampersand. */
  #isInEntity = false
  /** The position in the text after the last event of the parser. */
  #lastEvent = 0

  /** Within an item: */
  #itemDepth: number | undefined
  #line = 0
  #start = 0
  #cells: string[][] = []
  #text: string[] = []
  /** The texts of sub-attributes, in a column that has them. */
  #parts: Map<string, string> | undefined

  constructor(columns: Columns<Key>) {
    const names = elementNames(columns)
    this.#layout = new ColumnLayout(columns, names)
    this.#indexes = new Map(names.map((name, index) => [name, index]))
    this.#subAttributes = subAttributeNames(columns)
    this.#parser.on('opentag', ({ name, attributes }) => this.#open(localName(name), attributes))
    this.#parser.on('closetag', ({ name }) => this.#close(localName(name)))
    this.#parser.on('text', (text) => this.#addText(text))
    this.#parser.on('cdata', (text) => this.#addText(text))
    this.#parser.ENTITIES = new Proxy(this.#parser.ENTITIES, {
      get: (entities, name) => this.#entity(entities, String(name)),
    })
    this.#parser.on('error', (error) => {
      throw new CatalogFileError(messageOf(error), this.#parser.line)
    })
  }

  /** Counts the lines of text above the document. */
  skipLines(text: string): void {
    this.#parser.line += text.split('\n').length - 1
  }

  push(text: string): Row<Key>[] {
    this.#parser.write(text)
    const [ampersand, semicolon] = [text.lastIndexOf('&'), text.lastIndexOf(';')]
    if (ampersand !== semicolon) this.#isInEntity = ampersand > semicolon
    if (this.#parser.position - this.#lastEvent > ITEM_LIMIT) throw tooLong(this.#parser.line)
    return this.#takeItems()
  }

  end(): Row<Key>[] {
    // Ends an entity that a bare ampersand began, so that the error names the ampersand.
    if (this.#isInEntity && this.#depth > 0) this.#parser.write(';')
    this.#parser.close()
    const items = this.#takeItems()
    if (this.#count === 0) throw new CatalogFileError('The feed has no item and no entry.')
    return items
  }

  #takeItems(): Row<Key>[] {
    const items = this.#items
    this.#items = []
    this.#count += items.length
    return items
  }

  #open(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#lastEvent = this.#parser.position
    if (++this.#depth > DEPTH_LIMIT)
      throw new CatalogFileError(`Elements are nested more than ${DEPTH_LIMIT} deep.`, this.#parser.line)
    if (this.#itemDepth === undefined && ITEM_ELEMENTS.has(name)) {
      this.#itemDepth = this.#depth
      this.#line = this.#parser.line
      this.#start = this.#parser.position
      this.#cells = this.#layout.indexes.map(() => [])
    } else if (this.#isColumn) {
      if (!this.#indexes.has(name) && this.unusedElements.size < UNUSED_LIMIT) this.unusedElements.add(name)
      // An Atom link has its address in an attribute.
      const isLink = name === 'link' && attributes.href && /^(?:alternate)?$/.test(attributes.rel ?? '')
      this.#text = isLink ? [attributes.href!] : []
      this.#parts = this.#subAttributes.has(name) ? new Map() : undefined
    } else if (this.#isSubAttribute) this.#text = []
    else if (this.#itemDepth !== undefined && BLOCKS.has(name)) this.#text.push(' ')
  }

  /** The text of `&name;`. Throws `CatalogFileError` if XML has no such entity. */
  #entity(entities: Readonly<Record<string, string>>, name: string): string {
    const text = entities[name]
    if (text !== undefined) return text
    const line = this.#parser.line - (name.match(/\n/g)?.length ?? 0)
    if (!/^[\w.-]+$/.test(name)) throw new CatalogFileError('An & that is not written &amp; is no valid XML.', line)
    throw new CatalogFileError(
      `The XML has &${name.slice(0, 40)}; which is an entity of HTML, or an & that is not written &amp;.`,
      line,
    )
  }

  #addText(text: string): void {
    this.#lastEvent = this.#parser.position
    if (this.#itemDepth === undefined) return
    if (this.#parser.position - this.#start > ITEM_LIMIT) throw tooLong(this.#line)
    if (this.#depth > this.#itemDepth) this.#text.push(text)
  }

  #close(name: string): void {
    this.#lastEvent = this.#parser.position
    if (this.#isSubAttribute) this.#parts!.set(name, this.#text.join('').trim())
    if (this.#isColumn) {
      const index = this.#indexes.get(name)
      const text = this.#columnText(name)
      if (index !== undefined && text !== '') this.#cells[index]!.push(text)
    }
    if (this.#depth-- !== this.#itemDepth) return
    this.#itemDepth = undefined
    const cells = this.#cells.map((texts) => (texts.length > 1 ? texts : (texts[0] ?? '')))
    this.#items.push(new Row(this.#line, cells, this.#layout))
  }

  #columnText(name: string): string {
    if (!this.#parts || this.#parts.size === 0) return this.#text.join('').trim()
    return writeSubAttributes(this.#subAttributes.get(name)!.map((part) => this.#parts!.get(part) ?? ''))
  }

  /** Whether the innermost open element is a sub-attribute of a column. */
  get #isSubAttribute(): boolean {
    return this.#itemDepth !== undefined && this.#parts !== undefined && this.#depth === this.#itemDepth + 2
  }

  /** Whether the innermost open element is a child of an item. */
  get #isColumn(): boolean {
    return this.#itemDepth !== undefined && this.#depth === this.#itemDepth + 1
  }
}

/** The names of the elements. A name with N stands for the numbers 0 to 4. */
function elementNames(columns: Columns<string>): string[] {
  const names = Object.values(columns).flatMap(({ headers }) =>
    headers.filter((header) => !SUB_ATTRIBUTES.test(header)),
  )
  return names.flatMap((name) => (/_N$/.test(name) ? [0, 1, 2, 3, 4].map((n) => name.replace(/N$/, String(n))) : name))
}

/** A header that names sub-attributes: `size(width:height)`. */
const SUB_ATTRIBUTES = /^(\w+)\(([\w:]+)\)$/

function subAttributeNames(columns: Columns<string>): Map<string, string[]> {
  const headers = Object.values(columns).flatMap(({ headers }) => headers)
  const matches = headers.map((header) => SUB_ATTRIBUTES.exec(header)).filter((match) => match !== null)
  return new Map(matches.map(([, name, parts]) => [name!, parts!.split(':')]))
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

function tooLong(line: number): CatalogFileError {
  return new CatalogFileError('An item or a piece of markup is longer than 4 MiB.', line)
}

/** Drops the position from a message of the parser, such as “1:23: unclosed tag: item”. */
function messageOf({ message }: Error): string {
  const fault = message
    .replace(/^\d+:\d+:\s*/, '')
    .replace(/[\x00-\x1f\x7f-\x9f]/g, ' ')
    .slice(0, 200)
  if (/document must contain a root|unclosed/i.test(fault))
    return `The XML is cut off, or an element is not closed (${fault}).`
  return `The XML is not well formed (${fault}).`
}
