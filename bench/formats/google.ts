import type { NativeProduct, NativeVariant } from '../product.ts'
import { brandOf, choicesOf, titleOf } from './choices.ts'
import type { Format } from './format.ts'
import { labelsOf } from './labels.ts'
import { escaped } from './markup.ts'
import { type Row, tableText } from './table-text.ts'
import { uniqueSku } from './unique-sku.ts'

const ATTRIBUTES = [
  ...['id', 'item_group_id', 'title', 'description', 'link', 'image_link', 'additional_image_link', 'availability'],
  ...['price', 'condition', 'brand', 'color', 'size', 'product_type', 'custom_label_0', 'custom_label_1'],
  ...['custom_label_2'],
] as const

type Attribute = (typeof ATTRIBUTES)[number]

/** What is said of one variant; of pictures there may be several. */
type Item = { readonly [attribute in Attribute]?: string | readonly string[] | undefined }

/** A feed for Google Merchant Center as a table with tabs: a row an item. */
export const googleTsv: Format = {
  ending: '.google.tsv',
  text: (products) => tableText(ATTRIBUTES, rowsOf(products), '\t'),
}

/** The same as RSS. */
export const googleXml: Format = {
  ending: '.google.xml',
  *text(products) {
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">\n<channel>\n'
    yield `<title>Bench</title>\n<link>${SHOP}</link>\n<description>An invented catalog</description>\n`
    for (const item of itemsOf(products)) yield elementOf(item)
    yield '</channel>\n</rss>\n'
  },
}

const SHOP = 'https://shop.example.com'

function* rowsOf(products: Iterable<NativeProduct>): Generator<Row<Attribute>> {
  for (const item of itemsOf(products)) {
    yield Object.fromEntries(Object.entries(item).map(([name, value]) => [name, [value].flat().join(',')]))
  }
}

function elementOf(item: Item): string {
  const elements = Object.entries(item).flatMap(([name, value = []]) =>
    [value].flat().map((text) => `<g:${name}>${escaped(text)}</g:${name}>\n`),
  )
  return `<item>\n${elements.join('')}</item>\n`
}

function* itemsOf(products: Iterable<NativeProduct>): Generator<Item> {
  for (const product of products) for (const variant of product.variants) yield itemOf(product, variant)
}

/** An item is a page of the shop on which one variant is chosen: it has the product's pictures behind its own. */
function itemOf(product: NativeProduct, variant: NativeVariant): Item {
  const choices = choicesOf(product, variant)
  const optionIn = (name: string) => choices.find(({ group }) => group === name)?.option
  const { category, tags } = labelsOf(product)
  const [picture, ...morePictures] = [...variant.files.slice(0, 1), ...product.files].map(({ file }) => file.path)
  return {
    id: uniqueSku(product, variant),
    item_group_id: product.variants.length > 1 ? product.id : undefined,
    title: titleOf(product, variant),
    description: product.description,
    link: `${SHOP}/products/${product.slug}?variant=${variant.id}`,
    image_link: picture,
    additional_image_link: morePictures,
    availability: variant.stock === 0 ? 'out_of_stock' : 'in_stock',
    price: `${variant.price} EUR`,
    condition: 'new',
    brand: brandOf(product),
    color: optionIn('Color'),
    size: optionIn('Size'),
    product_type: category,
    custom_label_0: tags[0],
    custom_label_1: tags[1],
    custom_label_2: tags[2],
  }
}
