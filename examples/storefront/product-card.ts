import { productAddress } from './address.ts'
import { type Html, html } from './html.ts'
import type { Visit } from './page.ts'
import { hasSwatches, swatches } from './swatch.ts'
import type { MatchedVariant, Picture, ProductCard, UnitPrice, VariantSummaryWithFiles } from './vitrine.ts'
import type { Say } from './words.ts'

interface Grid {
  /** How many pictures load at once. All others load when they come near the window. */
  readonly eager?: number
  /** The variant that a shopper looks for, of each product. A card shows and opens it. */
  readonly matches?: readonly (MatchedVariant | null)[] | undefined
}

export function productGrid(visit: Visit, products: readonly ProductCard[], { eager = 0, matches }: Grid = {}): Html {
  return html`<ul class="grid">
${products.map((product, index) => html`<li>${productCard(visit, product, matches?.[index], index < eager)}</li>\n`)}</ul>`
}

function productCard(
  visit: Visit,
  product: ProductCard,
  match: MatchedVariant | null | undefined,
  eager: boolean,
): Html {
  const { say } = visit.shop
  const soldOut = product.price && !product.inStock
  const badge = soldOut
    ? html`<em class="badge">${say('Sold out')}</em>`
    : product.onSale && html`<em class="badge sale">${say('Sale')}</em>`
  return html`<article class="card">
<a href="${productAddress(product.slug, match?.sku)}">
<span class="tile">${pictureOf(visit, match?.picture ?? product.picture, { eager, transition: product.id })}${badge}</span>
<h3>${product.name}</h3>
</a>
<p>${match ? priceOf(visit, match) : lowestPrice(visit, product)}</p>
${product.rating && html`<p class="muted">${stars(product.rating, say)}</p>`}
${swatches(product.optionGroups)}
<p class="muted">${choices(product, visit.shop.language)}</p>
</article>`
}

/** The lowest price of a product, with "from" if there are higher ones. */
export function lowestPrice(visit: Visit, { price, listPrice, unitPrice }: ProductCard): Html | false {
  if (!price) return false
  const isOne = price.min === price.max
  return priceOf(
    visit,
    { price: price.min, ...(isOne && listPrice && { listPrice: listPrice.min }), unitPrice },
    !isOne,
  )
}

interface Offer extends Pick<VariantSummaryWithFiles, 'price' | 'listPrice'> {
  readonly unitPrice?: UnitPrice | undefined
}

/** A price, with the list price that it is below, and the price of a unit. */
export function priceOf(
  { shop: { money, say } }: Visit,
  { price, listPrice, unitPrice }: Offer,
  isLowest = false,
): Html {
  const now = html`${isLowest && html`<span class="from">${say('from')}</span> `}<data value="${price}">${money(price)}</data>`
  const was = listPrice !== undefined && html` <s><span class="hidden">${say('was')} </span>${money(listPrice)}</s>`
  const { amount, unit } = unitPrice ?? {}
  const perUnit =
    unitPrice &&
    html` <small class="muted">${say('{} per {}', money(unitPrice.price), `${amount === '1' ? '' : `${amount} `}${unit}`)}</small>`
  return html`<span class="price ${was && 'reduced'}">${now}${was}</span>${perUnit}`
}

/** "★ 4.6 (128)" */
export function stars({ value, count }: NonNullable<ProductCard['rating']>, say: Say): Html {
  return html`<span class="rating"><span aria-hidden="true">★</span> <span class="hidden">${say('Rated')} </span>${value} <span class="hidden">${say('of 5 by')} </span>(${count})</span>`
}

interface Display {
  /** The description of the picture. Default: none, as beside the name of the product. */
  readonly alt?: string
  readonly eager?: boolean
  /** On the way to another page, a picture turns into the picture that has the same id there. */
  readonly transition?: string
}

const UNKNOWN_SIZE = 400

/** A picture in a square. The style keeps its place, so the page does not move when the picture arrives. */
export function pictureOf(visit: Visit, picture: Picture | undefined, display: Display = {}): Html {
  const { alt = '', eager = false, transition } = display
  const address = picture && visit.pictureUrl(picture.path)
  if (!picture || address === undefined) return html`<span class="no-picture"></span>`
  const { width = UNKNOWN_SIZE, height = UNKNOWN_SIZE } = picture
  const priority = eager ? html` fetchpriority="high"` : html` loading="lazy"`
  const name = transition !== undefined && html` data-transition="p${transition}"`
  return html`<img src="${address}" alt="${alt}" width="${width}" height="${height}" decoding="async"${priority}${name}>`
}

/**
 * "3 materials, 4 sizes": what a shopper can choose, but for what swatches show. In other languages "Material (3)",
 * because plurals differ.
 */
function choices({ optionGroups }: ProductCard, language: string): string {
  const plural = (name: string) => `${name.toLowerCase()}${name.endsWith('s') ? '' : 's'}`
  const swatched = optionGroups.find(hasSwatches)
  return optionGroups
    .filter((group) => group.count > 1 && group !== swatched)
    .map(({ name, count }) => (/^en\b/.test(language) ? `${count} ${plural(name)}` : `${name} (${count})`))
    .join(', ')
}
