import { productAddress, searchAddress } from '../address.ts'
import { type Html, html } from '../html.ts'
import { breadcrumb, categoryStep, type Step } from '../layout.ts'
import type { Page, Redirect, Visit } from '../page.ts'
import { pictureOf, priceOf, productGrid, stars } from '../product-card.ts'
import { labelPath, type Shop } from '../shop.ts'
import { breadcrumbList, productGroup } from '../structured-data.ts'
import { swatch } from '../swatch.ts'
import { type ChoiceGroup, choiceGroups, selectedVariant, type VariantChoice } from '../variant-choice.ts'
import type { FullProduct, FullVariant, Picture } from '../vitrine.ts'
import type { Say } from '../words.ts'

const RELATED_PRODUCTS = 4
const SCARCE = 5

/**
 * A product and its variants. `?variant=` has the sku of the selected one. A slug that the product had, or
 * has in another market, leads to its current one. Undefined if no product has the slug.
 */
export async function productPage(visit: Visit, slug: string): Promise<Page | Redirect | undefined> {
  const { client, shop, signal, url, base, pictureUrl } = visit
  const { say } = shop
  const product = await client.products.bySlug(slug, { signal })
  if (!product) return undefined
  const selected = url.searchParams.get('variant')
  if (product.slug !== slug) return { location: productAddress(product.slug, selected ?? undefined), isPermanent: true }
  const related = await client.products.list({ related: product.id, limit: RELATED_PRODUCTS, form: 'card' }, { signal })
  const variant = selectedVariant(product, selected)
  const files = [...(variant?.files ?? []), ...product.files]
  const steps = stepsOf(product, shop)
  const text = product.descriptionText.split(/\n+/)
  const data = { product, currency: shop.store.currency, base, pictureUrl }
  return {
    title: product.seo?.title ?? product.name,
    description: product.seo?.description ?? product.excerpt,
    canonical: productAddress(product.slug),
    alternates: product.alternates,
    picture: files[0] && pictureUrl(files[0].file.path),
    data: [productGroup(data), ...(steps.length > 1 ? [breadcrumbList(steps, base)] : [])],
    main: html`${steps.length > 1 && breadcrumb(steps, say)}
<article class="product">
${gallery(visit, product, files)}
<div class="buy">
<h1>${product.name}</h1>
${product.rating && html`<p>${stars(product.rating, say)}</p>`}
${variant ? purchase(visit, product, variant) : html`<p class="muted">${say('Not for sale at the moment.')}</p>`}
<div class="text">${text.map((paragraph) => html`<p>${paragraph}</p>`)}</div>
${details(product, variant, say)}
</div>
</article>
${related.data.length > 0 && html`<section><header class="section"><h2>${say('More like this')}</h2></header>${productGrid(visit, related.data)}</section>`}`,
  }
}

/** The pictures of the variant, then those of the product. On a phone they scroll sideways. */
function gallery(visit: Visit, product: FullProduct, files: FullProduct['files']): Html {
  const [first, ...others] = files
    .map(({ file }) => file)
    .filter(({ path }, index, all) => all.findIndex((other) => other.path === path) === index)
  const altOf = (picture: Picture | undefined, place: number) =>
    picture?.alt ?? (place === 1 ? product.name : visit.shop.say('{}, picture {}', product.name, place))
  return html`<ul class="gallery" aria-label="${visit.shop.say('Pictures')}" tabindex="0">
<li class="tile">${pictureOf(visit, first, { alt: altOf(first, 1), eager: true, transition: product.id })}</li>
${others.map((picture, index) => html`<li class="tile">${pictureOf(visit, picture, { alt: altOf(picture, index + 2) })}</li>\n`)}</ul>`
}

function purchase(visit: Visit, product: FullProduct, variant: FullVariant): Html {
  const { say } = visit.shop
  const groups = choiceGroups(product, variant)
  const hasOther = groups.some(({ choices }) => choices.some(({ selected, combines }) => !selected && !combines))
  return html`<p class="amount">${priceOf(visit, variant)}</p>
${groups.map((group) => choice(product, group, say))}
${hasOther && html`<p class="muted">${say('A dashed choice changes another one too.')}</p>`}
<p class="stock ${variant.stock === 0 && 'out'}">${stockOf(variant, say)}</p>
<div class="actions">
<form action="/cart" data-add="cart"><input type="hidden" name="sku" value="${variant.sku}"><input type="hidden" name="quantity" value="1">
<button class="button"${variant.stock === 0 && html` disabled`}>${say(variant.stock === 0 ? 'Sold out' : 'Add to cart')}</button></form>
<form action="/wishlist" data-add="wishlist"><input type="hidden" name="sku" value="${variant.sku}">
<button class="button quiet">${say('Keep for later')}</button></form>
</div>`
}

function choice({ slug }: FullProduct, group: ChoiceGroup, say: Say): Html {
  const { name = say('Variant'), choices } = group
  const selected = choices.find((each) => each.selected)
  return html`<section class="options" aria-label="${name}">
<h2>${name}<span class="muted"> ${selected?.name}</span></h2>
<ul>${choices.map((each) => html`<li><a href="${productAddress(slug, each.variant.sku)}"${state(each, say)} data-keep>${swatch(each.color)}<span${each.color !== undefined && html` class="hidden"`}>${each.name}</span></a></li>\n`)}</ul>
</section>`
}

function state({ name, color, selected, combines, variant }: VariantChoice, say: Say): Html {
  const isDisc = color !== undefined
  if (selected) return html` aria-current="true"`
  if (!combines) return html` class="other" title="${say('Only as {}', variant.name)}"`
  if (variant.stock === 0) return html` class="out" title="${isDisc ? say('{}: sold out', name) : say('Sold out')}"`
  return isDisc ? html` title="${name}"` : html``
}

function stockOf({ stock }: FullVariant, say: Say): string {
  if (stock === 0) return say('Sold out')
  return stock !== null && stock <= SCARCE ? say('Only {} left', stock) : say('In stock')
}

/** The options that all variants share, the labels, and the sku of the variant. */
function details(
  { optionGroups, labelValues, attributes: ofProduct = [], variants }: FullProduct,
  variant: FullVariant | undefined,
  say: Say,
) {
  const own = variant?.attributes ?? []
  const attributes = [...ofProduct.filter(({ code }) => own.every((each) => each.code !== code)), ...own]
  const isShared = (id: string) =>
    variants.every(({ productOptions }) => productOptions.some((option) => option.id === id))
  const shared = optionGroups.flatMap(({ name, code, options }) =>
    options.filter(({ id }) => isShared(id)).map((option) => ({ name, option, filter: `${code}:${option.code}` })),
  )
  return html`<dl class="details">
${shared.map(({ name, option, filter }) => html`<dt>${name}</dt><dd><a href="${searchAddress({ option: filter })}">${option.name}</a></dd>`)}
${labelValues.length > 0 && html`<dt>${say('Find it in')}</dt><dd>${labelValues.map(({ name, code }) => html`<a href="${searchAddress({ within: code })}">${name}</a> `)}</dd>`}
${attributes.map(({ name, value, unit }) => html`<dt>${name}</dt><dd>${typeof value === 'boolean' ? say(value ? 'Yes' : 'No') : `${value}`}${unit !== undefined && ` ${unit}`}</dd>`)}
${variant && html`<dt>${say('Item number')}</dt><dd>${variant.sku}</dd>`}
</dl>`
}

/** The path of the deepest category of a product. */
function stepsOf({ labelValues, name, slug }: FullProduct, shop: Shop): Step[] {
  const isCategory = ({ kind }: Shop['labels'][number]) => kind === 'category'
  const paths = labelValues.map(({ code }) => labelPath(shop.labels, code).filter(isCategory))
  const deepest = paths.toSorted((one, other) => other.length - one.length)[0] ?? []
  if (deepest.length === 0) return []
  return [
    { name: shop.say('Shop'), address: '/' },
    ...deepest.map(categoryStep),
    { name, address: productAddress(slug) },
  ]
}
