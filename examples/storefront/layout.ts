import { productAddress, searchAddress } from './address.ts'
import { type Content, Html, html, jsonScript } from './html.ts'
import type { Page } from './page.ts'
import { rootOf, type Shop } from './shop.ts'
import { type Say, wordsOf } from './words.ts'

/** The addresses that pages link to besides each other. */
export interface Links {
  readonly style: string
  readonly script: string
  /** The reference of the API, if shoppers may see it. */
  readonly reference: string | undefined
  /** The report of the import that the catalog is from. */
  readonly report?: string | undefined
}

const ICON =
  "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'>" +
  "<path d='M4 6h6l6 15 6-15h6L18 28h-4z' fill='%23b23a1e'/></svg>"

/** A complete document. Without a shop, as when the API does not answer, header and footer have only their links. */
export function renderPage(page: Page, shop: Shop | undefined, url: URL | undefined, links: Links): Html {
  const { name = 'Vitrine', say = wordsOf('en'), root = '', language = 'en' } = shop ?? {}
  const base = `${url?.origin ?? ''}${root}`
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title === name ? name : `${page.title} · ${name}`}</title>
${head(page, name, base)}${page.canonical !== undefined && hreflang(page, shop, url)}
<meta name="color-scheme" content="light dark">
<meta name="theme-color" content="#faf8f4" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#171513" media="(prefers-color-scheme: dark)">
<link rel="icon" href="${ICON}">
<link rel="stylesheet" href="${links.style}">
<script type="module" src="${links.script}"></script>
</head>
<body>
<a class="skip" href="#main">${say('Skip to content')}</a>
${rooted(header(name, shop, say, page.search), root)}
${marketSwitch(page, shop, url)}
<main id="main" tabindex="-1">
${rooted(page.main, root)}
</main>
${rooted(footer(name, shop, say, links), root)}
<p class="toast" role="status" id="toast" data-words="${JSON.stringify(SCRIPT_WORDS.map((text) => say(text)))}"></p>
</body>
</html>
`
}

/** The words that the script writes, in the order in which it reads them. */
const SCRIPT_WORDS = [
  'Keep for later',
  'Kept for later',
  'Added to your cart',
  'Kept on your wish list',
  'No longer on your wish list',
] as const

/** Pages write addresses as those of the store itself. In a market they begin with its root, if they have no `hreflang`. */
export function rooted(content: Html, root: string): Html {
  if (root === '') return content
  return new Html(content.source.replaceAll(/(<(?:a|form) (?!hreflang)[^>]*?(?:href|action)=")(?=\/)/g, `$1${root}`))
}

/** The address of a page in a market: of a product, with its slug there. Undefined if the market does not have the product. */
function addressIn(market: string | undefined, { alternates }: Page, url: URL): string | undefined {
  const path = alternates?.find((each) => each.market === market)?.slug
  if (alternates && path === undefined) return undefined
  return `${rootOf(market)}${path === undefined ? url.pathname : productAddress(path)}${url.search}`
}

function hreflang(page: Page, shop: Shop | undefined, url: URL | undefined): Content {
  const here = url && new URL(page.canonical!, url)
  return shop?.markets.map(({ code, language = 'en' }) => {
    const address = here && addressIn(code, page, here)
    return (
      address !== undefined && html`\n<link rel="alternate" hreflang="${language}" href="${here!.origin}${address}">`
    )
  })
}

/** Links to the same page in the other markets, or to the home page of a market without the product. */
function marketSwitch(page: Page, shop: Shop | undefined, url: URL | undefined): Html | false {
  if (!shop || shop.markets.length === 0) return false
  return html`<nav class="markets" aria-label="${shop.say('Languages and markets')}">
${shop.markets.map(({ code, language = 'en', currency }) => {
  const isHere = code === shop.store.market
  const address = (page.status === undefined && url && addressIn(code, page, url)) || `${rootOf(code)}/`
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(language)
  return html`<a hreflang="${language}" lang="${language}" href="${address}"${isHere && html` aria-current="true"`}>${name}${currency !== undefined && ` · ${currency}`}</a>\n`
})}</nav>`
}

function head({ title, description, canonical, picture, data = [] }: Page, name: string, base: string): Content {
  return [
    description !== undefined && html`<meta name="description" content="${description}">\n`,
    canonical === undefined
      ? html`<meta name="robots" content="noindex">`
      : html`<link rel="canonical" href="${base}${canonical}">
<meta property="og:site_name" content="${name}">
<meta property="og:type" content="${canonical.startsWith(productAddress('')) ? 'product' : 'website'}">
<meta property="og:title" content="${title}">
<meta property="og:url" content="${base}${canonical}">`,
    description !== undefined && html`\n<meta property="og:description" content="${description}">`,
    picture !== undefined && html`\n<meta property="og:image" content="${new URL(picture, base).href}">`,
    data.map((each) => html`\n${jsonScript(each)}`),
  ]
}

function header(name: string, shop: Shop | undefined, say: Say, search: string | undefined): Html {
  return html`<header class="masthead">
<a class="wordmark" href="/">${name}</a>
<search>
<form class="finder" action="/search" role="search"
  toolname="search_products" tooldescription="Searches the products of this shop by words.">
<input type="search" name="search" id="search" value="${search ?? ''}" placeholder="${say('Search')}" aria-label="${say('Search products')}"
  autocomplete="off" autocapitalize="off" spellcheck="false" maxlength="200"
  toolparamdescription="Words that a product is found by, such as wool socks">
<button aria-label="${say('Search')}">${SEARCH_ICON}</button>
<div class="suggestions" id="suggestions" role="listbox" aria-label="${say('Suggestions')}" hidden></div>
</form>
</search>
<nav class="own" aria-label="${say('Yours')}">
<a href="/wishlist">${HEART_ICON}<span>${say('Wish list')}</span> <b data-count="wishlist"></b></a>
<a href="/cart">${BAG_ICON}<span>${say('Cart')}</span> <b data-count="cart"></b></a>
</nav>
<nav class="departments" aria-label="${say('Departments')}">
${shop?.departments.map(({ label }) => html`<a href="${searchAddress({ within: label.code })}">${label.name}</a>`)}
<a href="/search">${say('Everything')}</a>
</nav>
</header>`
}

function footer(name: string, shop: Shop | undefined, say: Say, { reference, report }: Links): Html {
  return html`<footer class="colophon">
<p><strong>${name}</strong><br>${say('An example shop on Vitrine, the read-only catalog service. Nothing here is for sale.')}</p>
<nav aria-label="${say('Shop')}">
<a href="/search">${say('Everything')}</a>
<a href="/wishlist">${say('Wish list')}</a>
<a href="/cart">${say('Cart')}</a>
</nav>
<nav aria-label="${say('For developers')}">
<span>${say('For developers')}:</span>
<a href="/sitemap.xml">${say('Sitemap')}</a>
<a href="/llms.txt">${say('For language models')}</a>
${reference !== undefined && html`<a hreflang="en" href="${reference}">${say('The API of this shop')}</a>`}
${report !== undefined && html`<a hreflang="en" href="${report}">${say('Report of the import')}</a>`}
</nav>
${shop?.store.currency !== undefined && html`<p>${say(shop.store.taxIncluded ? 'Prices in {}, taxes included' : 'Prices in {}', shop.store.currency)}</p>`}
</footer>`
}

const SEARCH_ICON = html`<svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="10.5" cy="10.5" r="6.5"/><path d="m15.5 15.5 5 5"/></svg>`
const HEART_ICON = html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 20S4 15 4 9.2A4.2 4.2 0 0 1 12 7a4.2 4.2 0 0 1 8 2.2C20 15 12 20 12 20z"/></svg>`
const BAG_ICON = html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M5 8h14l1 12H4zM9 8V7a3 3 0 0 1 6 0v1"/></svg>`

/** The way from the home page to this one. The last step is the page itself. */
export function breadcrumb(steps: readonly Step[], say: Say): Html {
  return html`<nav class="breadcrumb" aria-label="${say('Breadcrumb')}"><ol>
${steps.map(({ name, address }, index) =>
  index === steps.length - 1
    ? html`<li aria-current="page">${name}</li>`
    : html`<li><a href="${address}">${name}</a></li>`,
)}
</ol></nav>`
}

export interface Step {
  readonly name: string
  readonly address: string
}

export function categoryStep({ name, code }: { readonly name: string; readonly code: string }): Step {
  return { name, address: searchAddress({ within: code }) }
}
