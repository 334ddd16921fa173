import { productAddress } from '../address.ts'
import { type Html, html } from '../html.ts'
import type { Page, Visit } from '../page.ts'
import { pictureOf, priceOf, productGrid } from '../product-card.ts'
import { cents, type ProductCard, type ProductDetail, type VariantSummaryWithFiles } from '../vitrine.ts'
import type { Say } from '../words.ts'

/** The API takes as many skus in one request. */
const MAX_SKUS = 100
const MAX_QUANTITY = 999

interface Line {
  readonly product: ProductDetail
  readonly variant: VariantSummaryWithFiles
  readonly quantity: number
}

/**
 * The cart. The browser keeps it and asks for `/cart?sku=…&quantity=…&sku=…`, so names, prices and stocks are today's. Its form
 * has the same address: without script it changes quantities too.
 */
export async function cartPage(visit: Visit): Promise<Page> {
  const { say } = visit.shop
  const quantities = quantitiesOf(visit.url.searchParams)
  const lines = await linesOf(visit, quantities)
  const gone = [...quantities.keys()].filter((sku) => !lines.some(({ variant }) => variant.sku === sku))
  return {
    title: say('Cart'),
    main: html`<h1>${say('Cart')}</h1>
${gone.length > 0 && html`<p class="note">${say('No longer sold: {}. We took it out.', gone.join(', '))}</p>`}
<div data-kept="cart"${lines.length === 0 && html` data-waiting`}>${lines.length > 0 ? cartForm(visit, lines) : emptyCart(say)}</div>`,
  }
}

/** The wish list: like the cart, but of products. */
export async function wishListPage(visit: Visit): Promise<Page> {
  const { say } = visit.shop
  const skus = visit.url.searchParams.getAll('sku').slice(0, MAX_SKUS)
  const lines = await linesOf(visit, new Map(skus.map((sku) => [sku, 1])))
  const cards = await cardsOf(visit, lines)
  const products = [...new Set(lines.flatMap(({ product }) => cards.get(product.id) ?? []))]
  return {
    title: say('Wish list'),
    main: html`<h1>${say('Wish list')}</h1>
<div data-kept="wishlist"${products.length === 0 && html` data-waiting`}>${products.length > 0 ? html`<h2 class="hidden">${say('Products')}</h2>${productGrid(visit, products)}` : emptyWishList(say)}</div>
${products.length > 0 && html`<p><button class="button quiet" data-clear="wishlist">${say('Clear the list')}</button></p>`}`,
  }
}

const emptyCart = (say: Say) => html`<p class="lead">${say('Your cart is empty.')}</p>
<noscript><p>${say('The cart is kept in your browser, by a script. Without it, a cart lasts as long as its address.')}</p></noscript>
<p><a class="button" href="/search">${say('Look around')}</a></p>`

const emptyWishList = (say: Say) => html`<p class="lead">${say('Your wish list is empty.')}</p>
<noscript><p>${say('The wish list is kept in your browser, by a script. Without it, a list lasts as long as its address.')}</p></noscript>
<p><a class="button" href="/search">${say('Look around')}</a></p>`

/** The quantity of each sku, from parameters in pairs. `remove` names a sku to leave out. */
function quantitiesOf(parameters: URLSearchParams): Map<string, number> {
  const quantities = parameters.getAll('quantity')
  const pairs = parameters.getAll('sku').map((sku, index): [string, number] => {
    const quantity = Number.parseInt(quantities[index] ?? '1', 10)
    return [sku, Math.min(Math.max(quantity || 0, 0), MAX_QUANTITY)]
  })
  const removed = parameters.get('remove')
  const present = pairs.filter(([sku, quantity]) => quantity > 0 && sku !== removed && sku !== '')
  return new Map(present.slice(0, MAX_SKUS))
}

/** What a grid shows of the products of these lines, by their ids. */
async function cardsOf({ client, signal }: Visit, lines: readonly Line[]): Promise<Map<string, ProductCard>> {
  if (lines.length === 0) return new Map()
  const id = lines.map(({ product }) => product.id)
  const { data } = await client.products.list({ id, limit: MAX_SKUS, form: 'card' }, { signal })
  return new Map(data.map((card) => [card.id, card]))
}

/** The variants with these skus that are still sold, in the order of the skus, read in one request. */
async function linesOf({ client, signal }: Visit, quantities: ReadonlyMap<string, number>): Promise<Line[]> {
  const sku = [...quantities.keys()]
  if (sku.length === 0) return []
  const { data } = await client.products.list({ sku, limit: MAX_SKUS, form: 'full' }, { signal })
  const sold = new Map(
    data.flatMap((product) => product.variants.map((variant) => [variant.sku, { product, variant }])),
  )
  return [...quantities].flatMap(([sku, quantity]) => {
    const line = sold.get(sku)
    return line ? [{ ...line, quantity }] : []
  })
}

/** The hidden button comes first, so that the enter key presses it and not a button that removes a line. */
function cartForm(visit: Visit, lines: readonly Line[]): Html {
  const { money, say } = visit.shop
  return html`<form class="cart" action="/cart">
<button hidden>${say('Update')}</button>
<ul>
${lines.map((line) => cartLine(visit, line))}</ul>
<div class="sum">
<p><span>${say('Total')}</span> <data value="${sum(lines)}">${money(sum(lines))}</data></p>
<button class="button quiet apply">${say('Update')}</button>
<p class="muted">${say('This shop ends here: Vitrine is the catalog. Orders and payments belong to the system behind your shop.')}</p>
</div>
</form>`
}

function cartLine(visit: Visit, line: Line): Html {
  const { product, variant, quantity } = line
  const { sku, stock } = variant
  const { say } = visit.shop
  return html`<li>
<a class="tile" href="${productAddress(product.slug, sku)}" tabindex="-1" aria-hidden="true">${pictureOf(visit, (variant.files[0] ?? product.files[0])?.file)}</a>
<div><h2><a href="${productAddress(product.slug, sku)}">${variant.name}</a></h2>
<p>${priceOf(visit, variant)}</p>
${stock !== null && stock < quantity && html`<p class="stock out">${stock === 0 ? say('Sold out') : say('Only {} left', stock)}</p>`}
<input type="hidden" name="sku" value="${sku}">
<p class="quantity"><label><span class="hidden">${say('Quantity of {}', variant.name)}</span><input type="number" name="quantity" value="${quantity}" min="0" max="${MAX_QUANTITY}"></label>
<button class="link" name="remove" value="${sku}">${say('Remove')}<span class="hidden"> ${variant.name}</span></button></p></div>
<p class="line-sum">${visit.shop.money(sum([line]))}</p>
</li>\n`
}

/** The sum of the lines as a decimal string, computed in whole cents. */
function sum(lines: readonly Line[]): string {
  const total = lines.reduce((total, { variant, quantity }) => total + cents(variant.price) * quantity, 0)
  return `${Math.trunc(total / 100)}.${String(total % 100).padStart(2, '0')}`
}
