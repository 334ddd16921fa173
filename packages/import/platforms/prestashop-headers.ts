import type { ColumnMapping, Columns } from '../rows/columns.ts'
import { phrasesOf } from '../rows/language-rows.ts'
import translations from './prestashop-headers.json' with { type: 'json' }

const headers = translations.columns

/** The columns with their headers in all languages of `prestashop-headers.json`. */
export const PRESTASHOP_COLUMNS = {
  id: translated(headers.id, 'the id, by which the next import finds the product, and combinations their product'),
  active: translated(headers.active, 'if 0, the product is left out'),
  name: translated(headers.name, 'the name', 'name'),
  categories: translated(
    headers.categories,
    'labels: each category, below those above it. Ids of categories are not used',
    'labelValues[]',
  ),
  priceWithTax: translated(headers.priceWithTax, 'the price'),
  price: translated(headers.price, 'the price, if there is none with taxes', 'variants[].price'),
  amount: translated(headers.amount, 'the discount, which includes taxes; the price is then the list price'),
  percentage: translated(headers.percentage, 'the discount, in percent; the price is then the list price'),
  from: translated(headers.from, 'the first day of the discount'),
  to: translated(headers.to, 'the last day of the discount'),
  reference: translated(
    headers.reference,
    'the sku; if blank, one is made from the name and the options',
    'variants[].sku',
  ),
  brand: translated(headers.brand, 'an option of the group “Brand”, for the product as a whole'),
  gtin: translated(headers.gtin, 'the gtin, if it is one', 'variants[].gtin'),
  mpn: translated(headers.mpn, 'the mpn', 'variants[].mpn'),
  quantity: translated(headers.quantity, 'the stock'),
  visibility: translated(headers.visibility, 'if none, the product is left out'),
  summary: translated(headers.summary, 'the description, if there is no other'),
  description: translated(headers.description, 'the description', 'description'),
  seoTitle: translated(headers.seoTitle, 'the title for search engines', 'seo.title'),
  seoDescription: translated(headers.seoDescription, 'the description for search engines', 'seo.description'),
  tags: translated(headers.tags, 'a label for each tag'),
  url: translated(headers.url, 'the slug', 'slug'),
  orderable: translated(headers.orderable, 'if 0, the stock is 0'),
  images: translated(headers.images, 'the pictures', 'files[].file.path', 'variants[].files[].file.path'),
  imageAlts: translated(headers.imageAlts, 'the alt texts of the pictures', 'files[].file.alt'),
  features: translated(headers.features, 'options of the product as a whole', 'optionGroups[].name'),
  soldOut: translated(headers.soldOut, 'if 1, a product that is sold out has no tracked stock'),
  productReference: translated(
    headers.productReference,
    'of a combination: the reference of its product, if no product has the id',
  ),
  attributes: translated(headers.attributes, 'of a combination: the option groups', 'optionGroups[].name'),
  values: translated(headers.values, 'of a combination: an option of each group'),
  impact: translated(headers.impact, 'of a combination: what it adds to the price, without taxes'),
  imagePositions: translated(
    headers.imagePositions,
    'of a combination: the pictures of the product that show it, if it has none of its own',
  ),
} satisfies Columns<string>

/** A column by rows of headers, one a language. */
function translated(rows: readonly string[], becomes: string, ...fills: string[]): ColumnMapping {
  return { headers: phrasesOf(rows), becomes, fills }
}

export type PrestashopColumn = keyof typeof PRESTASHOP_COLUMNS

const KEYS: ReadonlyMap<string, PrestashopColumn> = new Map(
  Object.entries(PRESTASHOP_COLUMNS).flatMap(([key, { headers }]) =>
    headers.map((header) => [simplified(header), key as PrestashopColumn] as const),
  ),
)

/** The columns with their headers in this file. Parentheses, and signs such as `*` and `#`, do not count. */
export function prestashopColumns(headers: readonly string[]): Columns<PrestashopColumn> {
  const found = Map.groupBy(headers, (header) => KEYS.get(simplified(header)))
  const columns = Object.entries<ColumnMapping>(PRESTASHOP_COLUMNS).map(([key, mapping]) => {
    const ofKey = found.get(key as PrestashopColumn)
    return [key, ofKey ? { ...mapping, headers: ofKey } : mapping]
  })
  return Object.fromEntries(columns) as Columns<PrestashopColumn>
}

/** The header without what is in parentheses. Only one with parts, as `(Name:Value:Position)`, keeps a sign of it. */
function simplified(header: string): string {
  const words = header
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll('_', ' ')
    .replace(/\([^)]*\)/g, (part) => (part.includes(':') ? '(:)' : ' '))
    .replace(/[*#]/g, ' ')
  return words
    .replace(/\s+(?=\()/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.:]$/, '')
}
