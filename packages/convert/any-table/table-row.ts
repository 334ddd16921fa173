import { decodeEntities } from '@vitrine/catalog/html-text'
import { fold } from '@vitrine/catalog/words'
import { type AttributeName, attributeOf, type NativeAttribute } from '../products/attribute-values.ts'
import { isNoValue } from '../products/pictures.ts'
import type { VariantOption } from '../products/product-fields.ts'
import type { ColumnLayout } from '../rows/columns.ts'
import { unescaped } from '../rows/parse-cells.ts'
import type { Row } from '../rows/row.ts'
import { headerPhrase } from './header-phrase.ts'
import { isOfCreator } from './header-words.ts'
import { BESIDES_COMMAS, optionsIn } from './list-items.ts'
import { currencyIn, currencyOfHeader, readMoney } from './money.ts'
import { attributeOfRole, groupedRole } from './roles.ts'

/** A role, or `option: Size` for the group “Size”. */
export type Key = string

/** The text of a cell; '' for “N/A” and the like. */
export function textOf(row: Row<Key>, key: Key): string {
  const text = unescaped(row.text(key))
  return isNoValue(text) ? '' : text
}

/** The texts of all columns of a role, without “N/A” and the like. */
export function textsOf(row: Row<Key>, key: Key): string[] {
  return row
    .texts(key)
    .map(unescaped)
    .filter((text) => !isNoValue(text))
}

export function rowName(row: Row<Key>): string {
  const key = nameKeyOf(row)
  return isNoValue(row.text(key)) ? '' : row.name(key).replace(LAYOUT, ' ').replace(/\s+/g, ' ').trim()
}

/** Elements of HTML that lay out a name. Other text in brackets is part of it: `Hub <USB>`. */
const LAYOUT = /<\/?(?:br|b|i|em|strong|span|p|div|small)\b[^<>]*>/gi

function nameKeyOf({ layout }: Row<Key>): Key {
  return layout.keys.has('product name') ? 'product name' : 'name'
}

/** Whether the row repeats the header, as printed lists do on each page. */
export function isHeader(row: Row<Key>): boolean {
  return [nameKeyOf(row), 'price'].every((key) => fold(row.text(key)) === fold(row.layout.header(key)))
}

/** Without case and accents. */
export function firstWordOf(name: string): string {
  return fold(name).split(/\s/)[0]!
}

/** The currency that the price, the currency column or the header of the price names. */
export function currencyOf(row: Row<Key>): string | undefined {
  return readMoney(textOf(row, 'price')).currency ?? currencyIn(textOf(row, 'currency')) ?? factsOf(row).currency
}

export function optionsOf(row: Row<Key>): VariantOption[] {
  const named = factsOf(row).groups.map(({ key, group }) => ({ group, option: withoutGroup(row.name(key), group) }))
  const numbered = row.layout.numbers('option value').map((number) => ({
    group: row.name('option name', number) || `Option ${number}`,
    option: row.name('option value', number),
  }))
  return [...named, ...numbered].filter(({ option }) => option !== '' && !isNoOption(option))
}

/** Shopify calls the only variant of a product “Default Title”. */
function isNoOption(text: string): boolean {
  return isNoValue(text) || text === 'Default Title'
}

/** The option in a cell that names its group too: `Size: M`. */
function withoutGroup(text: string, group: string): string {
  return text.startsWith(`${group}:`) ? text.slice(group.length + 1).trim() : text
}

/** The options of the product as a whole. `commasInItems`: see `ReadOptions`. */
export function productOptionsOf(row: Row<Key>, commasInItems: ReadonlySet<string>): VariantOption[] {
  return factsOf(row).productGroups.flatMap(({ key, group, separator }) =>
    optionsIn(textOf(row, key), commasInItems.has(key) ? BESIDES_COMMAS : separator)
      .filter((option) => !isNoOption(option))
      .map((option) => ({ group, option: decodeEntities(option) })),
  )
}

export function attributesOfRow(row: Row<Key>): NativeAttribute[] {
  return factsOf(row).attributes.flatMap(({ key, group }) => attributeOf(group, textOf(row, key)) ?? [])
}

/** What the header of a table says for all of its rows. */
interface TableFacts {
  readonly groups: readonly GroupColumn[]
  /** The groups of options of the product as a whole. */
  readonly productGroups: readonly (GroupColumn & { readonly separator: RegExp | undefined })[]
  readonly attributes: readonly { readonly key: Key; readonly group: AttributeName }[]
  /** The currency in the header of the price. */
  readonly currency: string | undefined
  /** Whether the header means several categories, which commas may separate. */
  readonly hasCategoryLists: boolean
  /** Whether bars separate the levels of a category, as in feeds for Heureka and Zboží. */
  readonly hasCategoryPaths: boolean
}

function groupOf(key: Key, role: 'option' | 'options'): string | undefined {
  const grouped = groupedRole(key)
  return grouped?.role === role ? grouped.group : undefined
}

interface GroupColumn {
  readonly key: Key
  readonly group: string
}

const FACTS = new WeakMap<ColumnLayout<Key>, TableFacts>()

export function factsOf({ layout }: Row<Key>): TableFacts {
  const cached = FACTS.get(layout)
  if (cached) return cached
  const columnsOf = <Group>(groupOf: (key: Key) => Group | undefined) =>
    [...layout.keys].flatMap((key) => {
      const group = groupOf(key)
      return group === undefined ? [] : [{ key, group }]
    })
  const facts = {
    groups: columnsOf((key) => groupOf(key, 'option')),
    productGroups: columnsOf((key) => groupOf(key, 'options')).map((column) => ({
      ...column,
      separator: isOfCreator(column.group) ? BESIDES_COMMAS : undefined,
    })),
    attributes: columnsOf(attributeOfRole),
    currency: currencyOfHeader(layout.header('price')),
    hasCategoryLists: /^(?:product\s)?(?:categories|collections|categorias|kategorien|kategorier|kategoriler)$/.test(
      headerPhrase(layout.header('category')),
    ),
    hasCategoryPaths: /^category ?text$/.test(headerPhrase(layout.header('category'))),
  }
  FACTS.set(layout, facts)
  return facts
}
