import type { CatalogRecord } from '@vitrine/catalog/json/record'
import { BLOCKS, ITEM_LIMIT, localName, tooLong, XmlReader } from '../rows/xml-reader.ts'
import { categoryPath, type NamedCategory } from './category-path.ts'
import { isLanguageField, isOfTranslations, languageOfValue } from './header-language.ts'
import { roleOfHeader, TEXTS } from './header-words.ts'

/** The products in XML of no known format. */
export interface XmlItems {
  /** The names of the element of a product and those around it, from the root on. */
  readonly path: readonly string[]
  /** The first products. */
  readonly values: readonly unknown[]
}

/**
 * Finds the element that has a name and a price, and is repeated: the outermost one. An element that is not repeated
 * is the only product, if it has both itself. undefined if there is none. `text` is the beginning of a file.
 */
export function findXmlItems(text: string): XmlItems | undefined {
  const root: Place = { name: '', parent: undefined, count: 0, attributes: new Set(), children: new Map() }
  let place = root
  const reader = new XmlReader({
    open(qualified, attributes) {
      const name = localName(qualified)
      const child = place.children.get(name) ?? {
        name,
        parent: place,
        count: 0,
        attributes: new Set(),
        children: new Map(),
      }
      for (const [attribute] of fieldsIn(attributes)) child.attributes.add(attribute)
      child.count++
      place.children.set(name, child)
      place = child
    },
    close() {
      place = place.parent!
    },
    text() {},
  })
  readBeginning(reader, text)
  const places = [...root.children.values()].flatMap(placesBelow)
  const item =
    places.find((each) => each.count > 1 && isItem(each, 0)) ??
    // Offers of the type `vendor.model` in YML, and Kaspi, call the name the model.
    places.find((each) => each.count > 1 && each.children.has('vendor') && isItem(each, 0, ['model'])) ??
    places.find((each) => isItem(each, 0)) ??
    places.find((each) => each.count > 1 && isItem(each, 2)) ??
    places.find((each) => isItem(each, 2, ['model']))
  if (!item) return undefined
  const path = pathOf(item)
  const parser = new ItemParser(path)
  readBeginning(parser.reader, text)
  return { path, values: parser.takeRecords().map((record) => 'value' in record && record.value) }
}

/**
 * The elements at the path as records with objects as values: attributes and child elements are fields. An element of
 * a name and a value is a field with that name. Throws `CatalogFileError` if the XML is not well formed, and for
 * items over `ITEM_LIMIT`.
 */
export async function* readXmlItems(
  bytes: AsyncIterable<Uint8Array>,
  path: readonly string[],
): AsyncGenerator<CatalogRecord> {
  const parser = new ItemParser(path)
  for await (const _ of parser.reader.read(bytes)) yield* parser.takeRecords()
}

/** The elements with the same name in the same place. */
interface Place {
  readonly name: string
  readonly parent: Place | undefined
  count: number
  readonly attributes: Set<string>
  readonly children: Map<string, Place>
}

/** The text may end anywhere. The reader of the file reports what is wrong. */
function readBeginning(reader: XmlReader, text: string): void {
  try {
    reader.write(text.trimStart())
  } catch {}
}

/** Throws `CatalogFileError` if the beginning of a file is not well-formed XML. */
export function requireWellFormed(text: string): void {
  new XmlReader({ open() {}, close() {}, text() {} }).write(text.trimStart())
}

function placesBelow(place: Place): Place[] {
  return [place, ...[...place.children.values()].flatMap(placesBelow)]
}

function pathOf({ name, parent }: Place): string[] {
  return parent ? [...pathOf(parent), name] : []
}

/**
 * Whether the element has a name and a price, in itself or at most `depth` elements below. `nameFields` are names
 * too.
 */
function isItem(place: Place, depth: number, nameFields: readonly string[] = []): boolean {
  const fields = fieldNames(place, depth)
  const roles = new Set(fields.map((name) => roleOfHeader(name)?.role))
  const isNamed = roles.has('name') || roles.has('product name') || fields.some((field) => nameFields.includes(field))
  return isNamed && (roles.has('price') || roles.has('list price') || roles.has('sale price'))
}

function fieldNames({ attributes, children }: Place, depth: number): string[] {
  const below = [...children.values()].flatMap((child) => [
    child.name,
    ...(isOfTranslations(child.name) ? fieldNames(child, depth) : []),
    ...(depth === 0 ? [] : fieldNames(child, depth - 1).map((name) => `${child.name}.${name}`)),
  ])
  return [...attributes, ...below]
}

/** An element in an item. */
interface Element {
  readonly name: string
  readonly attributes: readonly (readonly [string, string])[]
  readonly fields: Map<string, unknown[]>
  text: string
}

/**
 * An open category. Its id and the id of its parent are attributes or child elements. Its name is its text or a child
 * element.
 */
interface OpenCategory {
  /** How many elements are open with it. */
  readonly depth: number
  readonly fields: { id: string; parentId: string; name: string }
  /** The child element that is open. */
  child: string | undefined
}

class ItemParser {
  readonly reader = new XmlReader({
    open: (name, attributes) => this.#open(localName(name), attributes),
    close: () => this.#close(),
    text: (text) => this.#addText(text),
  })
  readonly #path: readonly string[]
  #depth = 0
  /** How many of the open elements are those of the path. */
  #matching = 0
  /** The elements of an item that are open. One of HTML within a text stands for the element with the text. */
  readonly #elements: Element[] = []
  #records: CatalogRecord[] = []
  /** The categories before the items by their ids, as Yandex' feeds have them. */
  readonly #categories = new Map<string, NamedCategory>()
  /** The categories that are open, the outermost first. */
  readonly #openCategories: OpenCategory[] = []
  #line = 0
  #start = 0

  constructor(path: readonly string[]) {
    this.#path = path
  }

  takeRecords(): CatalogRecord[] {
    return this.#records.splice(0)
  }

  #open(name: string, attributes: Readonly<Record<string, string>>): void {
    const parent = this.#elements.at(-1)
    if (this.#matching === this.#depth && name === this.#path[this.#depth]) this.#matching++
    this.#depth++
    if (parent) {
      if (this.reader.position - this.#start > ITEM_LIMIT) throw tooLong(this.#line)
      const isOfText = BLOCKS.has(name) || (parent.text.trim() !== '' && Object.keys(attributes).length === 0)
      if (BLOCKS.has(name)) parent.text += ' '
      this.#elements.push(isOfText ? parent : element(name, attributes))
    } else if (this.#depth === this.#path.length && this.#matching === this.#depth) {
      this.#line = this.reader.line
      this.#start = this.reader.position
      this.#elements.push(element(name, attributes))
    } else if (name === 'category' && this.#categories.size < MAX_CATEGORIES) {
      const { id = '', parentId = '' } = attributes
      this.#openCategories.push({ depth: this.#depth, fields: { id, parentId, name: '' }, child: undefined })
    } else {
      const category = this.#openCategories.at(-1)
      // What is deeper is of no field.
      if (category) category.child = this.#depth === category.depth + 1 ? name : ''
    }
  }

  #addText(text: string): void {
    const last = this.#elements.at(-1)
    if (!last) {
      const { fields, child = 'name' } = this.#openCategories.at(-1) ?? {}
      if (fields && (child === 'id' || child === 'parentId' || child === 'name')) fields[child] += text
      return
    }
    if (this.reader.position - this.#start > ITEM_LIMIT) throw tooLong(this.#line)
    last.text += text
  }

  #close(): void {
    this.#depth--
    this.#matching = Math.min(this.#matching, this.#depth)
    const category = this.#openCategories.at(-1)
    if (category) this.#closeInCategory(category)
    const closed = this.#elements.pop()
    const parent = this.#elements.at(-1)
    if (!closed || closed === parent) return
    if (parent) addTo(parent, closed)
    else this.#records.push({ line: this.#line, value: this.#withCategory(objectOf(closed)) })
  }

  #closeInCategory(category: OpenCategory): void {
    if (this.#depth === category.depth) category.child = undefined
    if (this.#depth >= category.depth) return
    const { id, parentId } = category.fields
    const open = this.#openCategories.map(({ fields: { name } }) => name.trim())
    this.#openCategories.pop()
    if (id.trim() !== '') this.#categories.set(id.trim(), { parentId: parentId.trim(), names: open })
  }

  #withCategory(item: Readonly<Record<string, unknown>>): object {
    const { categoryId, ...others } = item
    const category = categoryPath(String(categoryId), (id) => this.#categories.get(id))
    return category === '' ? item : { ...others, category }
  }
}

/** A shop has thousands of categories. */
const MAX_CATEGORIES = 100_000

function element(name: string, attributes: Readonly<Record<string, string>>): Element {
  return { name, attributes: fieldsIn(attributes), fields: new Map(), text: '' }
}

/** The attributes that say something of the product. Most elements have none. */
function fieldsIn(attributes: Readonly<Record<string, string>>): readonly (readonly [string, string])[] {
  const names = Object.keys(attributes)
  if (names.length === 0) return NO_FIELDS
  const own = names.filter((name) => name === 'xml:lang' || !/^(?:xmlns|xsi|xml)(?::|$)/.test(name))
  return own.map((name) => [localName(name), attributes[name]!])
}

const NO_FIELDS: readonly never[] = []

/** Adds a closed element to the fields of the element around it. */
function addTo({ fields }: Element, element: Element): void {
  const closed = byLanguage(element)
  const { name, attributes } = closed
  const trimmed = closed.text.trim()
  // The path of a category may be broken into lines.
  const text = trimmed.length <= MAX_PATH && trimmed.includes('>') ? trimmed.replace(/\s*\n\s*/g, ' ') : trimmed
  const add = (field: string, value: unknown) => {
    const values = fields.get(field)
    if (values) values.push(value)
    else fields.set(field, [value])
  }
  // Most elements have only a text.
  const isText = attributes.length === 0 && closed.fields.size === 0
  const pair = isText ? undefined : pairOf(closed)
  const [only, ...others] = closed.fields
  const isList = only && others.length === 0 && attributes.length === 0 && text === '' && isItemOf(name, only[0])
  if (isText) add(name, text)
  else if (pair) add(`${name}.${pair[0]}`, pair[1])
  else if (isList) for (const value of only[1]) add(name, value)
  else if (text === '' && (only || attributes.length > 0)) add(name, objectOf(closed))
  else {
    add(name, text)
    for (const [field, value] of Object.entries(objectOf(closed))) add(`${name}.${field}`, value)
  }
}

/** `<name lang="de">` as `<name.de>`: a text that has its language beside it, in the form of headers. */
function byLanguage(element: Element): Element {
  const { name, attributes, fields } = element
  const named = attributes.find(
    ([attribute, value]) => isLanguageField(attribute) && languageOfValue(value) !== undefined,
  )
  const role = named && roleOfHeader(name)?.role
  if (!named || fields.size > 0 || (role !== undefined && !TEXTS.has(role))) return element
  const others = attributes.filter((attribute) => attribute !== named)
  return { ...element, name: `${name}.${languageOfValue(named[1])}`, attributes: others }
}

/** Characters of the path of a category. */
const MAX_PATH = 300

/** Whether elements of a name are the items of the list around them: `<images><image>`. */
function isItemOf(list: string, name: string): boolean {
  return list.toLowerCase().startsWith(name.toLowerCase().replace(/y$/, '')) || LIST_ITEMS.has(name.toLowerCase())
}

const LIST_ITEMS = new Set(['item', 'entry', 'element', 'row', 'value'])

/** The name and the value of `<param name="Color">red</param>`, or of the same as two child elements. */
function pairOf({ attributes, fields, text }: Element): readonly [string, string] | undefined {
  const value = text.trim()
  const named = attributes.find(([name]) => name.toLowerCase() === 'name')
  if (named && fields.size === 0 && value !== '') return [named[1], value]
  const [first, second, ...others] = [...fields].map(([field, values]) => [field, values.join(', ')] as const)
  if (!first || !second || others.length > 0 || attributes.length > 0) return undefined
  return NAME_FIELD.test(first[0]) && VALUE_FIELD.test(second[0]) ? [first[1], second[1]] : undefined
}

const NAME_FIELD = /name$/i
const VALUE_FIELD = /^val(?:ue)?$|_val(?:ue)?$|[a-z]Value$/i

function objectOf({ attributes, fields }: Element): Record<string, unknown> {
  const values = [...fields].map(([name, list]) => [name, list.length === 1 ? list[0] : list])
  return Object.fromEntries([...attributes, ...values])
}
