import { productAddress } from './address.ts'
import { type Html, html } from './html.ts'
import type { Visit } from './page.ts'
import { cents, type File, type ProductDetail, type VariantSummaryWithFiles } from './vitrine.ts'

interface Grid {
  /** How many pictures load at once. All others load when they come near the window. */
  readonly eager?: number
  /** The options that a shopper looks for, by group. A card shows and opens the variant that has them. */
  readonly options?: Readonly<Record<string, readonly string[]>>
}

export function productGrid(visit: Visit, products: readonly ProductDetail[], grid: Grid = {}): Html {
  const { eager = 0, options = {} } = grid
  return html`<ul class="grid">
${products.map((product, index) => html`<li>${productCard(visit, product, variantWith(product, options), index < eager)}</li>\n`)}</ul>`
}

function productCard(visit: Visit, product: ProductDetail, variant: Shown, eager: boolean): Html {
  const file = variant?.files[0] ?? product.files[0]
  const soldOut = product.variants.length > 0 && product.variants.every(({ stock }) => stock === 0)
  const reduced = cheapestOf(product)?.listPrice !== undefined
  const badge = soldOut ? html`<em class="badge">Sold out</em>` : reduced && html`<em class="badge sale">Sale</em>`
  return html`<article class="card">
<a href="${productAddress(product.slug, variant?.sku)}">
<span class="tile">${pictureOf(visit, file, { eager, transition: product.id })}${badge}</span>
<h3>${product.name}</h3>
</a>
<p>${lowestPrice(visit, product)}</p>
<p class="muted">${choices(product)}</p>
</article>`
}

type Shown = VariantSummaryWithFiles | undefined

/** The first variant with one of the options of each group. Undefined if no options are looked for. */
function variantWith({ optionGroups, variants }: ProductDetail, options: Grid['options'] & object): Shown {
  const wanted = Object.entries(options).map(([group, codes]) => {
    const all = optionGroups.find(({ code }) => code === group)?.options ?? []
    return new Set(all.filter(({ code }) => codes.includes(code)).map(({ id }) => id))
  })
  if (wanted.length === 0) return undefined
  return variants.find(({ productOptions }) => wanted.every((ids) => productOptions.some(({ id }) => ids.has(id))))
}

/** The lowest price of a product's variants, with "from" if others cost more. */
export function lowestPrice(visit: Visit, product: ProductDetail): Html | false {
  const cheapest = cheapestOf(product)
  if (!cheapest) return false
  return priceOf(
    visit,
    cheapest,
    product.variants.some(({ price }) => price !== cheapest.price),
  )
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
  /** The description of the picture, if the catalog has none. Empty beside the product's name. */
  readonly alt?: string
  readonly eager?: boolean
  /** On the way to another page, a picture turns into the picture that has the same id there. */
  readonly transition?: string
}

const UNKNOWN_SIZE = 400

/** A picture in a square. The style keeps its place, so the page does not move when the picture arrives. */
export function pictureOf(visit: Visit, entry: File | undefined, display: Display = {}): Html {
  const { alt = '', eager = false, transition } = display
  const address = entry && visit.pictureUrl(entry.file.path)
  if (!entry || address === undefined) return html`<span class="no-picture"></span>`
  const { width = UNKNOWN_SIZE, height = UNKNOWN_SIZE } = entry.file
  const priority = eager ? html` fetchpriority="high"` : html` loading="lazy"`
  const name = transition !== undefined && html` data-transition="p${transition}"`
  return html`<img src="${address}" alt="${entry.file.alt ?? alt}" width="${width}" height="${height}" decoding="async"${priority}${name}>`
}

function cheapestOf({ variants }: ProductDetail): VariantSummaryWithFiles | undefined {
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
