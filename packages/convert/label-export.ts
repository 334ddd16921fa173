import { decodeEntities, htmlToPlainText } from '@vitrine/catalog/html-text'
import { isObject } from '@vitrine/catalog/native/fields'
import { shortSlug } from '@vitrine/catalog/native/identifiers'

/**
 * The categories or collections that WooCommerce, Medusa or Shopify export as JSON, as a file of labels has them;
 * undefined for other JSON. Their codes are made from their names, as those of the labels of products are. Of several
 * with the same name the first one counts, because these are one label.
 */
export function labelExport(value: unknown): readonly object[] | undefined {
  const list = isObject(value) ? LISTS.map((name) => value[name]).find(Array.isArray) : value
  if (!Array.isArray(list) || list.length === 0 || !list.every(isExported)) return undefined
  const entries = new Map<string, object>()
  for (const item of list) {
    const code = shortSlug(decodeEntities(textIn(item.name) || textIn(item.title)))
    if (code !== '' && !entries.has(code)) entries.set(code, { code, ...textsOf(item) })
  }
  return [...entries.values()]
}

/** The lists of answers of the platforms. WooCommerce answers with the list alone. */
const LISTS = ['product_categories', 'collections', 'custom_collections', 'smart_collections']

type Item = Readonly<Record<string, unknown>>

/** An entry of a file of labels has a code instead. */
function isExported(item: unknown): item is Item {
  return isObject(item) && item.code === undefined && (typeof item.slug === 'string' || typeof item.handle === 'string')
}

function textsOf(item: Item): object {
  const image = isObject(item.image) ? item.image : {}
  const path = textIn(image.src) || textIn(image.url)
  const alt = textIn(image.alt) || textIn(image.altText)
  const { width, height } = image
  const hasSize = Number.isInteger(width) && Number.isInteger(height)
  const html = textIn(item.description) || textIn(item.body_html) || textIn(item.descriptionHtml)
  return {
    description: htmlToPlainText(html),
    ...(path && { picture: { path, ...(alt && { alt }), ...(hasSize && { width, height }) } }),
    ...(isObject(item.seo) && { seo: { title: item.seo.title, description: item.seo.description } }),
    // WooCommerce writes 0 where nobody has sorted.
    rank: item.rank ?? (item.menu_order || undefined),
    hidden: item.is_internal === true || item.is_active === false,
  }
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
