import { comparedUnit } from '@vitrine/catalog/unit'
import type { AttributeName } from '../products/attribute-values.ts'
import { type Columns, column } from '../rows/columns.ts'

/** What a column of a table can be. A column of a role with a name, such as `option: Size`, has a role of its own. */
export const ROLES = {
  name: column('name', 'the name', 'name', 'slug', 'variants[].name'),
  'product name': column(
    'product name',
    'the name; rows with the same name, brand and category are one product',
    'name',
    'slug',
  ),
  description: column('description', 'the description', 'description'),
  price: column('price', 'the price, with or without a currency', 'variants[].price', 'currency'),
  'price of': column('price of: NAME', 'the price of the option NAME of the group “Size”; each price is a variant'),
  'list price': column('list price', 'the list price, if it is above the price', 'variants[].listPrice'),
  'sale price': column('sale price', 'the price, if it is below the other one, which is then the list price'),
  'on sale': column('on sale', 'yes, or no if the sale price does not count'),
  currency: column('currency', 'the currency of the price'),
  sku: column('sku', 'the sku; if blank, one is made from the name and the options', 'variants[].sku'),
  gtin: column('gtin', 'the gtin, if it is one', 'variants[].gtin'),
  mpn: column('mpn', 'the mpn, or the sku if there is no other', 'variants[].mpn'),
  'external id': column('external id', 'the id that the shop platform gives the product', 'externalId'),
  'variant external id': column(
    'variant external id',
    'the id that the shop platform gives the variant',
    'variants[].externalId',
  ),
  stock: column('stock', 'the stock; in words, such as “sold out”, it is 0 or not tracked'),
  'in stock': column('in stock', 'yes or no, also in words such as “available”; no is 0'),
  'sold out': column('sold out', 'yes or no; yes is 0'),
  picture: column(
    'picture',
    'pictures, several with commas or semicolons',
    'files[].file.path',
    'variants[].files[].file.path',
  ),
  category: column(
    'category',
    'a label, or labels below each other with “>”, or several with semicolons',
    'labelValues[]',
  ),
  subcategory: column('subcategory', 'a label below the category'),
  tags: column('tags', 'labels with commas or semicolons'),
  brand: column('brand', 'an option of the group “Brand”, for the product as a whole'),
  product: column('product', 'rows with the same value are one product; it may be the sku of one of them'),
  handle: column('handle', 'the slug; rows with the same handle are one product', 'slug'),
  link: column('link', 'the slug, from the last part of the address'),
  published: column('published', 'yes or no, or a status; what is not public is left out'),
  hidden: column('hidden', 'yes or no, a mark or a date; what is hidden is left out'),
  popularity: column(
    'popularity',
    'how many were sold; a product gets the sum of its rows, unless all have the same number',
    'popularity',
  ),
  option: column('option: NAME', 'an option of the group NAME'),
  options: column('options: NAME', 'options of the group NAME for the product as a whole, several with commas'),
  'option name': column('option name N', 'the group of the option in `option value N`'),
  'option value': column('option value N', 'an option of the group in `option name N`', 'optionGroups[]'),
  attribute: column(
    'attribute: NAME',
    'an attribute of the variant; its numbers have the unit of `attribute: NAME (kg)`, or of the cell',
  ),
  'not used': column('not used', 'nothing'),
} satisfies Columns<string>

export type Role = keyof typeof ROLES

export const PRICES: ReadonlySet<Role | undefined> = new Set<Role>(['price', 'list price', 'sale price'])

/** A role of which a table may have several: `option: Size`, `attribute: Weight (kg)`, or `option name 1`. */
export function groupedRole(text: string): { readonly role: GroupedRole; readonly group: string } | undefined {
  const [, named, numbered, group] =
    /^(?:(options?|attribute|price of):|(option (?:name|value))(?=\s*\d{1,3}$))\s*(\S.*)$/is.exec(text.trim()) ?? []
  return group === undefined ? undefined : { role: (named ?? numbered)!.toLowerCase() as GroupedRole, group }
}

type GroupedRole = 'option' | 'options' | 'attribute' | 'price of' | 'option name' | 'option value'

/** The attribute in `attribute: Weight (kg)`; undefined for other roles. */
export function attributeOfRole(role: string): AttributeName | undefined {
  const { role: kind, group = '' } = groupedRole(role) ?? {}
  return kind === 'attribute' ? (measureOfHeader(group) ?? { name: group }) : undefined
}

/** The name and the unit of weight, length or volume in `Weight (kg)` and `Weight [kg]`; undefined without a unit. */
export function measureOfHeader(header: string): AttributeName | undefined {
  const [, name, unit] = /^([^()[\]]*[^()[\]\s])\s*[([]([^()[\]]+)[)\]]$/.exec(header.trim()) ?? []
  return unit !== undefined && comparedUnit(unit) ? { name: name!, unit: unit.trim() } : undefined
}

/** Whether the text is a role, such as “price” or “option: Size”. */
export function isRole(text: string): boolean {
  const role = text.trim().toLowerCase()
  return groupedRole(role) !== undefined || (Object.hasOwn(ROLES, role) && !GROUPED.has(role))
}

/** The roles of which `groupedRole` tells one from another. */
const GROUPED: ReadonlySet<string> = new Set([
  'option',
  'options',
  'attribute',
  'price of',
  'option name',
  'option value',
] satisfies GroupedRole[])
