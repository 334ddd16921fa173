import { type ListQuery, pageAddress, productQuery, searchAddress, validParameters, without } from '../address.ts'
import { chips, filterForm, type Ticked, tickedValues } from '../filters.ts'
import { type Content, type Html, html } from '../html.ts'
import { breadcrumb, categoryStep, type Step } from '../layout.ts'
import type { Answer, Visit } from '../page.ts'
import { pagination } from '../pagination.ts'
import { productGrid } from '../product-card.ts'
import { labelName, labelPath, type Shop } from '../shop.ts'
import { breadcrumbList } from '../structured-data.ts'
import type { ProductCard, Vitrine } from '../vitrine.ts'

const PRODUCTS_ON_A_PAGE = 24
const EAGER_PICTURES = 4
const MAX_ALTERNATIVES = 6
const FEW_PRODUCTS = 3
const SIMILAR_PRODUCTS = 6

/**
 * A list of products with its filters. Its address holds the query of the API, which both requests of the page send.
 */
export async function searchPage(visit: Visit): Promise<Answer> {
  const { client, shop, signal, url, base } = visit
  const { say } = shop
  const parameters = validParameters(url.searchParams)
  const query = productQuery(parameters)
  const [list, facets] = await Promise.all([
    client.products.list(
      { ...query, limit: PRODUCTS_ON_A_PAGE, form: 'card', ...(looksForVariant(query) && { matches: true }) },
      { signal },
    ),
    client.products.facets({ ...query, facetOrder: 'natural', buckets: 2 }, { signal }),
  ])
  const { data, meta } = list
  if (data.length === 0 && meta.totalItems > 0) return { location: pageAddress(parameters, meta.totalPages) }
  const ticked = tickedValues(parameters, facets, shop)
  const heading = headingOf(parameters, shop)
  const steps = stepsOf(parameters, shop)
  const category = steps.length > 1 ? shop.labels.find(({ code }) => code === parameters.get('within')) : undefined
  const title = category?.seo?.title ?? heading
  const onlySearch = ticked.every(({ filter }) => filter === 'search')
  const results =
    data.length > 0
      ? html`<h2 class="hidden">${say('Products')}</h2>${productGrid(visit, data, { eager: EAGER_PICTURES, matches: meta.matches })}`
      : await alternatives(visit, parameters, ticked)
  const similar = meta.totalItems <= FEW_PRODUCTS && data[0] && (await moreLike(visit, data[0], data))
  return {
    title: meta.currentPage > 1 ? say('{}, page {}', title, meta.currentPage) : title,
    description:
      category?.seo?.description ??
      category?.description ??
      say('{}: {} products at {}.', heading, meta.totalItems, shop.name),
    canonical: pageAddress(parameters, meta.currentPage),
    search: query.search,
    data: steps.length > 1 ? [breadcrumbList(steps, base)] : [],
    main: html`${steps.length > 1 && breadcrumb(steps, say)}
<header class="list">
<h1>${heading}</h1>
<p class="muted" role="status">${say(meta.totalItems === 1 ? '{} product' : '{} products', meta.totalItems)}</p>
</header>
${category?.description !== undefined && html`<p class="lead">${category.description}</p>`}
${searchNote(meta.search, shop)}
${subcategories(parameters, shop)}
${onlySearch && data.length === 0 ? results : browse(results)}`,
  }

  function browse(results: Html): Html {
    return html`<div class="browse">
${filterForm(parameters, { facets, totalItems: meta.totalItems }, ticked, say)}
<div class="results">
${chips(parameters, ticked, say)}
${results}
${pagination(parameters, meta.currentPage, meta.totalPages, say)}
${similar}
</div>
</div>`
  }
}

/** Products like the first one of a short list, which would leave most of the page empty. */
async function moreLike(visit: Visit, { id }: ProductCard, shown: readonly ProductCard[]) {
  const { client, shop, signal } = visit
  const { data } = await client.products.list({ related: id, limit: SIMILAR_PRODUCTS, form: 'card' }, { signal })
  const others = data.filter((product) => shown.every((each) => each.id !== product.id))
  if (others.length === 0) return false
  return html`<section><header class="section"><h2>${shop.say('More like this')}</h2></header>${productGrid(visit, others)}</section>`
}

/** Whether a shopper looks for some variants, whose pictures and prices the cards show. */
function looksForVariant({ option, attribute, minPrice, maxPrice, onSale }: ListQuery): boolean {
  return (
    Object.keys(option).length > 0 ||
    attribute.length > 0 ||
    minPrice !== undefined ||
    maxPrice !== undefined ||
    onSale === true
  )
}

function headingOf(parameters: URLSearchParams, shop: Shop): string {
  const search = parameters.get('search')
  const category = parameters
    .getAll('within')
    .map((code) => labelName(shop, code))
    .join(', ')
  if (search === null) return category === '' ? shop.say('Everything') : category
  return category === '' ? shop.say('“{}”', search) : shop.say('“{}” in {}', search, category)
}

/** The way to a category. A search has none. */
function stepsOf(parameters: URLSearchParams, shop: Shop): Step[] {
  const [code, ...others] = parameters.getAll('within')
  if (code === undefined || others.length > 0 || parameters.has('search')) return []
  return [{ name: shop.say('Shop'), address: '/' }, ...labelPath(shop.labels, code).map(categoryStep)]
}

type SearchNote = Awaited<ReturnType<Vitrine['products']['list']>>['meta']['search']

/** Tells what the search did differently from what the shopper typed. */
function searchNote(note: SearchNote, { money, say }: Shop): Html | false {
  const { corrected = [], dropped = [], price } = note ?? {}
  if (corrected.length + dropped.length === 0 && !price) return false
  const limits = [
    price?.min && say('from {}', money(price.min)),
    price?.max && say('up to {}', money(price.max)),
  ].filter(Boolean)
  return html`<div class="note">
${corrected.map(({ word, as, kind }) => html`<p>${withMarkup(say(kind === 'part' ? 'We found {}, which has “{}”.' : 'We searched for {} instead of “{}”.', '{}', word), html`<strong>${as.slice(0, 3).join(', ')}</strong>`)}</p>`)}
${dropped.length > 0 && html`<p>${say('No product has all words. We searched without')} ${dropped.map((word) => html`<s>${word}</s> `)}</p>`}
${price && html`<p>${say('Only prices {}.', limits.join(' '))}</p>`}
</div>`
}

/** A text whose first `{}` is markup. */
function withMarkup(text: string, markup: Html): Content {
  const [before, after] = text.split(/{}(.*)/s)
  return [before, markup, after]
}

function subcategories(parameters: URLSearchParams, { labels, say }: Shop): Html | false {
  const within = parameters.getAll('within')
  const children = labels.filter(({ parent, hidden }) => parent !== undefined && within.includes(parent) && !hidden)
  if (children.length === 0) return false
  return html`<nav class="subcategories" aria-label="${say('Categories')}">
${children.map(({ name, code, count }) => html`<a href="${searchAddress({ within: code })}">${name} <span class="muted">${count}</span></a>`)}
</nav>`
}

/** An empty list leads on: to the list without one of its filters, and to the departments. */
async function alternatives({ client, shop, signal }: Visit, parameters: URLSearchParams, ticked: readonly Ticked[]) {
  // Without its only condition, a list is everything.
  const conditions = ticked.length > 1 || parameters.has('within') ? ticked : []
  const looser = await Promise.all(
    conditions.slice(0, MAX_ALTERNATIVES).map(async ({ filter, value, name }) => {
      const address = without(parameters, filter, value)
      const query = productQuery(new URL(address, 'http://shop').searchParams)
      const { meta } = await client.products.list({ ...query, limit: 1 }, { signal })
      return { name, address, count: meta.totalItems }
    }),
  )
  const useful = looser.filter(({ count }) => count > 0)
  return html`<section class="empty">
<p class="lead">${shop.say('Nothing matches all of this.')}</p>
${
  useful.length > 0 &&
  html`<h2>${shop.say('Try it without')}</h2>
<ul class="chips">${useful.map(({ name, address, count }) => html`<li><a href="${address}">${name} <span class="muted">${count}</span></a></li>`)}</ul>`
}
<h2>${shop.say('Or look around')}</h2>
<ul class="chips">${shop.departments.map(({ label }) => html`<li><a href="${searchAddress({ within: label.code })}">${label.name}</a></li>`)}<li><a href="/search">${shop.say('Everything')}</a></li></ul>
</section>`
}
