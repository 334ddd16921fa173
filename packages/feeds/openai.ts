import type { Product } from '@vitrine/catalog/product'
import { delimitedLine, urlList } from './delimited.ts'
import type { Feed, FeedSource, FeedWriter, FeedWriterFactory } from './feed.ts'
import type { FeedReport } from './feed-report.ts'
import { type Item, type ItemRules, itemsOf } from './items.ts'

/** The columns that Vitrine has, in the order of the specification. */
const COLUMNS = [
  ...['item_id', 'title', 'description', 'url', 'brand', 'image_url', 'price', 'sale_price', 'availability'],
  ...['group_id', 'listing_has_variations', 'variant_dict', 'gtin', 'mpn', 'product_category'],
  ...['material', 'color', 'size', 'gender', 'age_group', 'additional_image_urls', 'seller_name', 'seller_url'],
]

const RULES: ItemRules = {
  pictureTypes: ['image/jpeg', 'image/png'],
  whyLeftOut: ({ brand = '' }) => (brand.trim() === '' || PLACEHOLDER.test(brand.trim()) ? 'no-brand' : undefined),
}

/** Texts that OpenAI refuses in place of a value. */
const PLACEHOLDER = /^(?:null|none|unknown|n\/?a|-)$/i

/**
 * A product feed for ChatGPT: a row for each variant, with the columns of "Products", the specification of file
 * uploads, at developers.openai.com/commerce/specs/file-upload/products. Its ids are those of the API, so an assistant
 * can ask for the same product at both.
 */
export const openaiFeed: Feed = {
  name: 'openai',
  title: 'a product feed for ChatGPT',
  needs: ['currency', 'productUrl', 'publicName'],
  writers: { jsonl: jsonlWriter, csv: delimitedWriter(','), tsv: delimitedWriter('\t') },
}

type OpenaiRow = Readonly<Record<string, string | true | readonly string[] | Item['options'] | undefined>>

function jsonlWriter(source: FeedSource, report: FeedReport): FeedWriter {
  const line = (row: OpenaiRow) => `${JSON.stringify(row)}\n`
  return { begin: '', product: (product) => rowsOf(product, source, report).map(line).join(''), end: '' }
}

function delimitedWriter(delimiter: ',' | '\t'): FeedWriterFactory {
  const line = (row: OpenaiRow) =>
    delimitedLine(
      COLUMNS.map((name) => cellOf(row[name])),
      delimiter,
    )
  return (source, report) => ({
    begin: delimitedLine(COLUMNS, delimiter),
    product: (product) => rowsOf(product, source, report).map(line).join(''),
    end: '',
  })
}

/** Lists have commas between their items, and objects are JSON. */
function cellOf(value: OpenaiRow[string]): string {
  if (value === undefined || typeof value === 'string') return value ?? ''
  if (value === true) return 'true'
  return Array.isArray(value) ? urlList(value) : JSON.stringify(value)
}

function rowsOf(product: Product, source: FeedSource, report: FeedReport): OpenaiRow[] {
  return itemsOf(product, source, RULES, report).map((item) => rowOf(item, product, source))
}

function rowOf(item: Item, { id: groupId }: Product, { publicName, url }: FeedSource): OpenaiRow {
  const { variant, attributes, labels } = item
  const [picture, ...pictures] = item.pictures
  // A row has all three columns of a group or none, and the id of a group is not that of its item.
  const group = { group_id: groupId, listing_has_variations: true as const, variant_dict: item.options }
  const { pattern: _, ...columns } = attributes
  return {
    item_id: variant.id,
    title: item.title,
    description: item.description,
    url: item.url,
    brand: item.brand,
    image_url: picture,
    price: item.price,
    sale_price: item.salePrice,
    availability: item.isAvailable ? 'in_stock' : 'out_of_stock',
    ...(item.isInGroup && groupId !== variant.id ? group : {}),
    gtin: variant.gtin,
    mpn: variant.mpn,
    product_category: labels.categories[0]?.join(' > '),
    ...columns,
    additional_image_urls: pictures.length > 0 ? pictures : undefined,
    seller_name: publicName,
    seller_url: url,
  }
}
