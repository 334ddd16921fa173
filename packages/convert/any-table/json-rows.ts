import { CatalogFileError } from '@vitrine/catalog/json/file-error'
import type { CatalogRecord } from '@vitrine/catalog/json/record'
import { isObject } from '@vitrine/catalog/native/fields'
import { NATIVE_PRODUCT_FIELDS } from '@vitrine/catalog/native/product'
import { NATIVE_VARIANT_FIELDS } from '@vitrine/catalog/native/variants'
import type { JsonObject } from '../documents/json-values.ts'
import { peekItems } from '../peek-items.ts'
import type { CsvRow } from '../rows/read-csv.ts'
import { COLUMNS_LIMIT } from '../rows/read-table.ts'
import { isLanguage, isLanguageField, isOfTranslations, languageOfValue } from './header-language.ts'
import { PROPERTY, VARIANTS } from './header-words.ts'
import { isListOfObjects, isPriced, productsOfRecord, roleOf, variantsOf } from './json-products.ts'

/**
 * The rows of records whose values are objects, a header of their fields first: `price.amount` is the field of an
 * object in an object. Throws `CatalogFileError` for a record that is not an object.
 */
export async function* readJsonRows(
  records: AsyncIterable<CatalogRecord>,
  onUnused: (headers: readonly string[]) => void,
  { columns = [], named = [], onLate }: JsonRowOptions = {},
): AsyncGenerator<CsvRow> {
  const { first, all } = await peekItems(rowsOf(records), MAX_HEADER_ROWS, ({ fields }) => fields.values())
  const known = new Set([...first.flatMap(({ fields }) => [...fields.keys()]), ...columns])
  const lowerCase = new Set([...known].map((name) => name.toLowerCase()))
  const addedNames = new Set([...named].filter((name) => !lowerCase.has(name)))
  const header = [...known, ...addedNames]
  const others = new Set<string>()
  yield { line: 1, cells: header }
  for await (const { line, fields } of all) {
    const later = [...fields].filter(([name, text]) => text !== '' && !known.has(name))
    const [added, unused] = [true, false].map((isAdded) =>
      later.filter(([name]) => addedNames.has(name.toLowerCase()) === isAdded),
    )
    for (const [name, text] of unused!) {
      onLate?.(name, text, line)
      others.add(name)
    }
    const own = added!.map(([name, text]) => [name.toLowerCase(), text] as const)
    yield { line, cells: cellsOf(own.length === 0 ? fields : new Map([...fields, ...own]), header) }
  }
  if (others.size > 0) onUnused([...others])
}

/** Fields that become columns although the first rows lack them, and a call for the others. */
interface JsonRowOptions {
  /** The fields from which the columns were guessed. */
  readonly columns?: readonly string[]
  /** The fields that a file for --columns names, in lower case. */
  readonly named?: Iterable<string> | undefined
  onLate?(field: string, text: string, line: number): void
}

/** The column with the product of a row, if products have variants. */
export const PRODUCT = 'parent product'

/** The rows whose fields become columns. JsonObject of later rows only are told as not used. */
const MAX_HEADER_ROWS = 1000

/** Objects within objects whose fields are read. What is deeper is one text, which no role fits. */
const MAX_FIELD_DEPTH = 4

/** The objects as a table: a header of their fields, and a row for each object or variant. */
export function jsonTable(values: readonly unknown[]): readonly (readonly string[])[] {
  const rows = values.flatMap((value) => (isObject(value) ? flatRows(value, 1) : []))
  const header = [...new Set(rows.flatMap(({ fields }) => [...fields.keys()]))]
  return [header, ...rows.map(({ fields }) => cellsOf(fields, header))]
}

/**
 * The cells of a row. A product without variants is its only variant, so that its price is also `variants.price`. A
 * variant without a price has that of its product.
 */
function cellsOf(fields: ReadonlyMap<string, string>, header: readonly string[]): string[] {
  const isShared = (name: string) => !fields.has(PRODUCT) || name.endsWith('.price')
  const ownName = (name: string) => (isShared(name) ? OF_VARIANT.exec(name)?.[1] : undefined)
  return header.map((name) => fields.get(name) || (fields.get(ownName(name) ?? '') ?? ''))
}

/** The fields of variants, except those that tell one from another. */
const OF_VARIANT = new RegExp(`^(?:${VARIANTS.join('|')})\\.(?!(?:id|title|name)$)(.+)$`)

/** Whether the records are neither products of the native format nor a page of the API. */
export function isOtherJson(values: readonly unknown[]): boolean {
  const has = (value: object, ...names: readonly string[]) => names.every((name) => Object.hasOwn(value, name))
  const isNative = (value: JsonObject) =>
    (has(value, 'name', 'variants') && !isOfOtherSystem(value)) ||
    has(value, 'labelValues') ||
    has(value, 'productOptions')
  return values.length > 0 && values.every((value) => isObject(value) && !isNative(value))
}

/**
 * Whether a product with variants is as only other systems write it: with a number as its id, mostly fields that the
 * native format does not have, an object as a price, variants that all lack the field of the price, or a price of its
 * own beside variants that lack what the native format requires.
 */
function isOfOtherSystem(product: JsonObject): boolean {
  const { id, price, variants } = product
  const fields = Object.keys(product)
  const all = isListOfObjects(variants) ? variants.map((variant): Partial<Record<string, unknown>> => variant) : []
  const isNative = all.length > 0 && all.every(({ sku, price }) => sku !== undefined && price !== undefined)
  return (
    typeof id === 'number' ||
    (fields.filter((field) => !NATIVE_PRODUCT_FIELDS.has(field)).length > fields.length / 2 &&
      all.some((variant) => Object.keys(variant).some((field) => !NATIVE_VARIANT_FIELDS.has(field)))) ||
    (all.length > 0 && all.every(({ price }) => price === undefined)) ||
    [price, ...all.map(({ price }) => price)].some(isObject) ||
    (price !== undefined && !isNative)
  )
}

/** A row by its fields. */
interface FlatRow {
  readonly line: number
  readonly fields: ReadonlyMap<string, string>
}

async function* rowsOf(records: AsyncIterable<CatalogRecord>): AsyncGenerator<FlatRow> {
  const names = new Set<string>()
  for await (const record of records) {
    const { line } = record
    if ('fault' in record)
      throw new CatalogFileError(`The record ${record.fault.wrong}; expected ${record.fault.right}.`, line)
    if (!isObject(record.value))
      throw new CatalogFileError('The record is not an object; expected the fields of a product.', line)
    for (const row of flatRows(record.value, line)) {
      for (const name of row.fields.keys()) names.add(name)
      if (names.size > COLUMNS_LIMIT) throw new CatalogFileError(TOO_MANY_FIELDS, line)
      yield row
    }
  }
}

const TOO_MANY_FIELDS = `The records up to this one have more than ${COLUMNS_LIMIT} different fields.`

function flatRows(record: JsonObject, line: number): FlatRow[] {
  return productsOfRecord(record).flatMap((product) => rowsOfProduct(product, line))
}

function rowsOfProduct(value: JsonObject, line: number): FlatRow[] {
  const found = variantsOf(value)
  if (!found) return [{ line, fields: flattened(value) }]
  const { [found.key]: _, ...product } = value
  const shared = new Map([[PRODUCT, identityOf(product)], ...flattened(product)])
  const prefix = found.group === undefined ? `${found.key}.` : 'variants.'
  return found.variants.map((variant) => ({ line, fields: new Map([...shared, ...flattened(variant, prefix)]) }))
}

/** What tells a product with variants from the others. */
function identityOf(product: JsonObject): string {
  const value = ['id', '_id', 'sku', 'handle', 'slug', 'name', 'title']
    .map((name) => product[name])
    .find((part) => part != null)
  return isObject(value) || Array.isArray(value) ? JSON.stringify(value) : String(value ?? '')
}

/** The texts of the fields of an object, and of the objects in it, by their paths. */
function flattened(object: object, prefix = '', depth = 1, fields = new Map<string, string>()): Map<string, string> {
  for (const [key, value] of Object.entries(object)) {
    const path = prefix + key
    if (typeof value === 'string') fields.set(path, value)
    else if (prefix === '' && isListOfObjects(value) && value.every(isProperty)) {
      for (const property of value) addProperty(property, fields)
    } else if (isListOfObjects(value)) {
      const texts = depth < MAX_FIELD_DEPTH ? textsByLanguage(value) : undefined
      if (texts && isOfTranslations(key)) flattened(atEndOfFields(texts), prefix, depth + 1, fields)
      else if (texts) flattened(texts, `${path}.`, depth + 1, fields)
      else for (const [name, texts] of listed(value, path, depth)) fields.set(name, texts)
    } else if (Array.isArray(value) && isListOfNames(path, value)) {
      for (const [index, name] of value.entries()) fields.set(`${path}.${index + 1}`, name)
    } else if (!isObject(value)) fields.set(path, textOfValue(value))
    else if (isOfTranslations(key) && areByLanguage(value)) flattened(atEndOfFields(value), prefix, depth, fields)
    else if (depth < MAX_FIELD_DEPTH) flattened(value, `${path}.`, depth + 1, fields)
    else fields.set(path, textOfObject(value))
  }
  return fields
}

/**
 * The objects of a list by the language that each of them names: `[{"language": "de", "name": "Stuhl"}]`. undefined if
 * they name none, or one of them twice, or are sold.
 */
function textsByLanguage(list: readonly JsonObject[]): Record<string, JsonObject> | undefined {
  const texts = list.map((object) => {
    const [key, value] = Object.entries(object).find(([key]) => isLanguageField(key)) ?? []
    const language = languageOfValue(value)
    if (language === undefined || isPriced(object)) return undefined
    return [language, Object.fromEntries(Object.entries(object).filter(([other]) => other !== key))] as const
  })
  const named = texts.filter((text) => text !== undefined)
  const byLanguage = new Map(named)
  return byLanguage.size === list.length ? Object.fromEntries(byLanguage) : undefined
}

/** Objects by languages as the fields of one object: `name.de` for the name in `{"de": {"name": "Stuhl"}}`. */
function atEndOfFields(texts: Readonly<Record<string, JsonObject>>): JsonObject {
  const fields = Object.entries(texts).flatMap(([language, object]) =>
    Object.entries(object).map(([field, value]) => [`${field}.${language}`, value] as const),
  )
  return Object.fromEntries(fields)
}

function areByLanguage(value: JsonObject): value is Readonly<Record<string, JsonObject>> {
  return Object.entries(value).every(([key, object]) => isLanguage(key) && isObject(object))
}

/** Whether a field that is called a name has several, of which nobody knows the languages: each is a field. */
function isListOfNames(path: string, list: readonly unknown[]): list is readonly string[] {
  const areTexts = list.length > 1 && list.length <= MAX_NAMES && list.every((item) => typeof item === 'string')
  return areTexts && new Set(list).size > 1 && roleOf(path) === 'name'
}

/** More are a list of something else. */
const MAX_NAMES = 20

/** Whether an object is a property of a product with its name, such as `{"label": "Frame", "value": "Alloy"}`. */
function isProperty(object: JsonObject): boolean {
  const [name, ...others] = Object.keys(object).filter((key) => key !== 'value')
  return name !== undefined && PROPERTY_NAMES.has(name) && others.length === 0 && typeof object.value === 'string'
}

const PROPERTY_NAMES = new Set(['name', 'label', 'title'])

/** Adds a property as a field. A dot in its name would begin another field. Values of one name stand on lines. */
function addProperty({ value, ...named }: JsonObject, fields: Map<string, string>): void {
  const [name] = Object.values(named)
  const path = `${PROPERTY}.${String(name).replaceAll('.', ' ')}`
  const before = fields.get(path)
  fields.set(path, before === undefined ? String(value) : `${before}\n${String(value)}`)
}

/** The same for a list of objects. The texts of a field stand on lines of their own. */
function listed(list: readonly object[], path: string, depth: number): Map<string, string> {
  if (depth > MAX_FIELD_DEPTH) return new Map([[path, textOfObject(list)]])
  const lists = new Map<string, string>()
  for (const item of list)
    for (const [name, text] of flattened(item, `${path}.`, depth + 1))
      if (text !== '') lists.set(name, lists.has(name) ? `${lists.get(name)}\n${text}` : text)
  return lists
}

/** JSON, unless the objects in it are nested too deeply for that. */
function textOfObject(value: object): string {
  try {
    return JSON.stringify(value)
  } catch {
    return '{…}'
  }
}

/** The items of a list stand on lines of their own, each once. */
function textOfValue(value: unknown, depth = 0): string {
  if (value === null || value === undefined) return ''
  if (isObject(value)) return textOfObject(value)
  if (!Array.isArray(value)) return String(value)
  if (depth > MAX_FIELD_DEPTH) return ''
  return [...new Set(value.map((item) => textOfValue(item, depth + 1)))].filter((text) => text !== '').join('\n')
}
