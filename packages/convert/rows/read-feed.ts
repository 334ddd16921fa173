import { CatalogFileError } from '@vitrine/catalog/json/file-error'
import type { UsedColumn } from '@vitrine/catalog/stream/record'
import type { ReadOptions } from '../read-options.ts'
import { ColumnLayout, type Columns } from './columns.ts'
import { Row } from './row.ts'
import { writeSubAttributes } from './sub-attributes.ts'
import { BLOCKS, ITEM_LIMIT, localName, tooLong, XmlReader } from './xml-reader.ts'

/**
 * The items of an RSS or Atom feed. White space may precede it, as programs that join pages write it. The children of
 * an item are its columns, named without prefix. Of deeper elements the text counts, or that of the sub-attributes that
 * a column such as `size(width:height)` names. Throws `CatalogFileError` if the XML is not well formed, and for items
 * over `ITEM_LIMIT`.
 */
export async function* readFeed<Key extends string>(
  bytes: AsyncIterable<Uint8Array>,
  columns: Columns<Key>,
  { onUsed, onUnused }: Pick<ReadOptions, 'onUsed' | 'onUnused'>,
): AsyncGenerator<Row<Key>> {
  const parser = new FeedParser(columns)
  for await (const _ of parser.reader.read(bytes)) yield* parser.takeItems()
  if (parser.isEmpty) throw new CatalogFileError('The feed has no item and no entry.')
  onUsed?.(parser.usedElements())
  onUnused?.([...parser.unusedElements])
}

/** The most unused elements that are named. */
const UNUSED_LIMIT = 1000

/** The elements of RSS, RSS 1 and Atom that hold one item, and that of other lists of products. */
const ITEM_ELEMENTS = new Set(['item', 'entry', 'product'])

class FeedParser<Key extends string> {
  readonly #layout: ColumnLayout<Key>
  /** Element name → index among the cells. */
  readonly #indexes: ReadonlyMap<string, number>
  /** Element name → the names of its sub-attributes. */
  readonly #subAttributes: ReadonlyMap<string, readonly string[]>
  readonly reader = new XmlReader({
    open: (name, attributes) => this.#open(localName(name), attributes),
    close: (name) => this.#close(localName(name)),
    text: (text) => this.#addText(text),
  })
  /** The names of elements of items that the format does not use. */
  readonly unusedElements = new Set<string>()
  /** The names of elements of items that are used and have a text. */
  readonly #used = new Set<string>()
  /** The items that the last chunk completed. */
  #items: Row<Key>[] = []
  isEmpty = true
  #depth = 0

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
  }

  usedElements(): readonly UsedColumn[] {
    return this.#layout.usedColumns.filter(({ header }) => this.#used.has(header))
  }

  takeItems(): Row<Key>[] {
    const items = this.#items
    this.#items = []
    this.isEmpty &&= items.length === 0
    return items
  }

  #open(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#depth++
    if (this.#itemDepth === undefined && ITEM_ELEMENTS.has(name)) {
      this.#itemDepth = this.#depth
      this.#line = this.reader.line
      this.#start = this.reader.position
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

  #addText(text: string): void {
    if (this.#itemDepth === undefined) return
    if (this.reader.position - this.#start > ITEM_LIMIT) throw tooLong(this.#line)
    if (this.#depth > this.#itemDepth) this.#text.push(text)
  }

  #close(name: string): void {
    if (this.#isSubAttribute) this.#parts!.set(name, this.#text.join('').trim())
    if (this.#isColumn) {
      const index = this.#indexes.get(name)
      const text = this.#columnText(name)
      if (index !== undefined && text !== '') {
        this.#cells[index]!.push(text)
        this.#used.add(name)
      }
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
