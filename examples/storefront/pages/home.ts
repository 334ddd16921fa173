import { productAddress, searchAddress } from '../address.ts'
import { type Html, html } from '../html.ts'
import type { Page, Visit } from '../page.ts'
import { lowestPrice, pictureOf, productGrid } from '../product-card.ts'
import type { Department } from '../shop.ts'
import type { ProductCard } from '../vitrine.ts'

const NEW_PRODUCTS = 9

/** The newest product at large, the departments, and more new products. */
export async function homePage(visit: Visit): Promise<Page> {
  const { client, shop, signal } = visit
  const { data, meta } = await client.products.list({ limit: NEW_PRODUCTS, form: 'card' }, { signal })
  // A product without a picture cannot be shown at large.
  const newest = data.find(({ picture }) => picture)
  const others = data.filter((product) => product !== newest)
  const { say } = shop
  return {
    title: shop.name,
    description: say('{} products: {}.', meta.totalItems, shop.departments.map(({ label }) => label.name).join(', ')),
    canonical: '/',
    picture: newest?.picture && visit.pictureUrl(newest.picture.path),
    main: html`<h1 class="hidden">${shop.name}</h1>
${newest && hero(visit, newest)}
${shop.departments.length > 0 && departments(visit, shop.departments)}
<section>
<header class="section"><h2>${say('New in')}</h2><a href="/search">${say('All {} products', meta.totalItems)}</a></header>
${productGrid(visit, others)}
</section>`,
  }
}

function hero(visit: Visit, product: ProductCard): Html {
  const address = productAddress(product.slug)
  return html`<section class="hero">
<a class="tile" href="${address}" tabindex="-1" aria-hidden="true">${pictureOf(visit, product.picture, { eager: true, transition: product.id })}</a>
<div>
<p class="eyebrow">${visit.shop.say('Just in')}</p>
<h2><a href="${address}">${product.name}</a></h2>
<p class="lead">${product.excerpt}</p>
<p>${lowestPrice(visit, product)}</p>
<p><a class="button" href="${address}">${visit.shop.say('See it')}<span class="hidden">: ${product.name}</span></a></p>
</div>
</section>`
}

function departments(visit: Visit, all: readonly Department[]): Html {
  return html`<section>
<header class="section"><h2>${visit.shop.say('Departments')}</h2></header>
<ul class="circles">
${all.map(
  ({ label, picture }) => html`<li><a href="${searchAddress({ within: label.code })}">
<span class="tile">${pictureOf(visit, picture)}</span>
${label.name}</a></li>\n`,
)}</ul>
</section>`
}
