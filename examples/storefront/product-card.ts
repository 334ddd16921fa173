import { productAddress } from './address.ts'
import { type Html, html } from './html.ts'
import type { Visit } from './page.ts'
import { cents, type File, type ProductDetail, type VariantSummaryWithFiles } from './vitrine.ts'

/** Products in a grid. The first pictures of a page load at once, all others when they come near the window. */
export function productGrid(visit: Visit, products: readonly ProductDetail[], eager = 0): Html {
  return html`<ul class="grid">
${products.map((product, index) => html`<li>${productCard(visit, product, index < eager)}</li>\n`)}</ul>`
}

export function productCard(visit: Visit, product: ProductDetail, eager = false): Html {
  const cheapest = cheapestOf(product)
  const soldOut = product.variants.length > 0 && product.variants.every(({ stock }) => stock === 0)
  return html`<article class="card">
<a href="${productAddress(product.slug)}">
<span class="tile">${pictureOf(visit, product.files[0], { eager, transition: product.id })}${soldOut ? html`<em class="badge">Sold out</em>` : cheapest?.listPrice !== undefined && html`<em class="badge sale">Sale</em>`}</span>
<h3>${product.name}</h3>
</a>
<p>${
    cheapest &&
    priceOf(
      visit,
      cheapest,
      product.variants.some(({ price }) => price !== cheapest.price),
    )
  }</p>
<p class="muted">${choices(product)}</p>
</article>`
}

/** A price, with the list price that it is below. */
export function priceOf(
  { shop: { money } }: Visit,
  { price, listPrice }: Pick<VariantSummaryWithFiles, 'price' | 'listPrice'>,
  isLowest = false,
): Html {
  const now = html`${isLowest && html`<span class="from">from</span> `}<data value="${price}">${money(price)}</data>`
  if (listPrice === undefined) return html`<span class="price">${now}</span>`
  return html`<span class="price reduced">${now} <s><span class="hidden">was </span>${money(listPrice)}</s></span>`
}

interface Display {
  /** What the picture shows, if the catalog does not say. Empty beside the product's name. */
  readonly alt?: string
  readonly eager?: boolean
  /** Pictures with the same id become each other when one page follows the other. */
  readonly transition?: string
}

const UNKNOWN_SIZE = 400

/** A picture in a square. The style keeps its place, so the page does not move when the picture arrives. */
export function pictureOf(visit: Visit, entry: File | undefined, display: Display = {}): Html {
  const { alt = '', eager = false, transition } = display
  if (!entry) return html`<span class="no-picture"></span>`
  const { path, width = UNKNOWN_SIZE, height = UNKNOWN_SIZE } = entry.file
  const priority = eager ? html` fetchpriority="high"` : html` loading="lazy"`
  const name = transition !== undefined && html` data-transition="p${transition}"`
  return html`<img src="${visit.pictureUrl(path)}" alt="${entry.file.alt ?? alt}" width="${width}" height="${height}" decoding="async"${priority}${name}>`
}

export function cheapestOf({ variants }: ProductDetail): VariantSummaryWithFiles | undefined {
  return variants.toSorted((one, other) => cents(one.price) - cents(other.price))[0]
}

/** "3 colors, 4 sizes": the options that differ between the variants. */
function choices({ optionGroups, variants }: ProductDetail): string {
  const chosen = new Set(variants.flatMap(({ productOptions }) => productOptions.map(({ id }) => id)))
  return optionGroups
    .map(({ name, options }) => ({ name, count: options.filter(({ id }) => chosen.has(id)).length }))
    .filter(({ count }) => count > 1)
    .map(({ name, count }) => `${count} ${name.toLowerCase()}${name.endsWith('s') ? '' : 's'}`)
    .join(', ')
}
