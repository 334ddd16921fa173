import type { NativeProduct, NativeVariant } from '../catalog/product.ts'
import { delimitedText, type Row } from './delimited-text.ts'
import { brandName, categoryAndTags, escapeMarkup, uniqueSku, variantChoices, variantTitle } from './fields.ts'

const ATTRIBUTES = [
  ...['id', 'item_group_id', 'title', 'description', 'link', 'image_link', 'additional_image_link', 'availability'],
  ...['price', 'condition', 'brand', 'color', 'size', 'product_type', 'custom_label_0', 'custom_label_1'],
  ...['custom_label_2'],
] as const

type Attribute = (typeof ATTRIBUTES)[number]

/** The attributes of one variant. Only the pictures have more than one value. */
type Item = { readonly [attribute in Attribute]?: string | readonly string[] | undefined }

/** A Google Merchant feed as tab-separated text, one row for each item. */
export const googleTsv = {
  extension: '.google.tsv',
  serialize: (products: Iterable<NativeProduct>) => delimitedText(ATTRIBUTES, itemRows(products), '\t'),
}

/** A Google Merchant feed as RSS. */
export const googleXml = {
  extension: '.google.xml',
  *serialize(products: Iterable<NativeProduct>) {
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">\n<channel>\n'
    yield `<title>Bench</title>\n<link>${SHOP_URL}</link>\n<description>An invented catalog</description>\n`
    for (const item of createItems(products)) yield itemElement(item)
    yield '</channel>\n</rss>\n'
  },
}

const SHOP_URL = 'https://shop.example.com'

function* itemRows(products: Iterable<NativeProduct>): Generator<Row<Attribute>> {
  for (const item of createItems(products)) {
    yield Object.fromEntries(Object.entries(item).map(([name, value]) => [name, [value].flat().join(',')]))
  }
}

function itemElement(item: Item): string {
  const elements = Object.entries(item).flatMap(([name, value = []]) =>
    [value].flat().map((text) => `<g:${name}>${escapeMarkup(text)}</g:${name}>\n`),
  )
  return `<item>\n${elements.join('')}</item>\n`
}

function* createItems(products: Iterable<NativeProduct>): Generator<Item> {
  for (const product of products) for (const variant of product.variants) yield createItem(product, variant)
}

/** An item is a product page with one variant selected. The variant's picture comes before those of the product. */
function createItem(product: NativeProduct, variant: NativeVariant): Item {
  const choices = variantChoices(product, variant)
  const optionIn = (name: string) => choices.find(({ group }) => group === name)?.option
  const { category, tags } = categoryAndTags(product)
  const [picture, ...morePictures] = [...variant.files.slice(0, 1), ...product.files].map(({ file }) => file.path)
  return {
    id: uniqueSku(product, variant),
    item_group_id: product.variants.length > 1 ? product.id : undefined,
    title: variantTitle(product, variant),
    description: product.description,
    link: `${SHOP_URL}/products/${product.slug}?variant=${variant.id}`,
    image_link: picture,
    additional_image_link: morePictures,
    availability: variant.stock === 0 ? 'out_of_stock' : 'in_stock',
    price: `${variant.price} EUR`,
    condition: 'new',
    brand: brandName(product),
    color: optionIn('Color'),
    size: optionIn('Size'),
    product_type: category,
    custom_label_0: tags[0],
    custom_label_1: tags[1],
    custom_label_2: tags[2],
  }
}
