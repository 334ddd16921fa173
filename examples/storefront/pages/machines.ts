import { productAddress, searchAddress } from '../address.ts'
import { escaped } from '../html.ts'
import type { Visit } from '../page.ts'
import { rootOf } from '../shop.ts'
import type { Vitrine } from '../vitrine.ts'

/** The protocol allows as many addresses in one sitemap: https://www.sitemaps.org/protocol.html. */
const MAX_ADDRESSES = 50_000
const PRODUCTS_OF_A_REQUEST = 100
const REQUESTS_OF_A_SITEMAP = MAX_ADDRESSES / PRODUCTS_OF_A_REQUEST

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
const NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

/** All products and departments. If they are too many for one sitemap, an index of sitemaps. */
export async function sitemap({ client, shop, base, signal }: Visit): Promise<string | AsyncIterable<string>> {
  const { meta } = await client.products.list({ limit: 1 }, { signal })
  const own = ['/', ...shop.departments.map(({ label }) => searchAddress({ within: label.code }))]
  if (meta.totalItems + own.length <= MAX_ADDRESSES) return addresses(client, base, 0, signal, own)
  const parts = Array.from({ length: Math.ceil(meta.totalItems / MAX_ADDRESSES) }, (_, part) => part)
  const entries = parts.map((part) => `<sitemap><loc>${base}/sitemap-${part + 1}.xml</loc></sitemap>\n`)
  return `${XML}<sitemapindex ${NAMESPACE}>\n${entries.join('')}</sitemapindex>\n`
}

/** One sitemap of the index, from 1. */
export function sitemapPart({ client, base, signal }: Visit, number: number): AsyncIterable<string> {
  return addresses(client, base, number - 1, signal, [])
}

async function* addresses(client: Vitrine, base: string, part: number, signal: AbortSignal, own: readonly string[]) {
  yield `${XML}<urlset ${NAMESPACE}>\n${own.map((path) => entry(base, path)).join('')}`
  // In the order of creation, so that a new product moves no other one to another sitemap.
  const query = { sortBy: 'createdAt:ASC', limit: PRODUCTS_OF_A_REQUEST, form: 'card' } as const
  for (let request = 1; request <= REQUESTS_OF_A_SITEMAP; request++) {
    const page = part * REQUESTS_OF_A_SITEMAP + request
    const { data, meta } = await client.products.list({ ...query, page }, { signal })
    yield data.map(({ slug, updatedAt }) => entry(base, productAddress(slug), updatedAt)).join('')
    if (page >= meta.totalPages) break
  }
  yield '</urlset>\n'
}

function entry(base: string, path: string, updatedAt?: string): string {
  const changed = updatedAt === undefined ? '' : `<lastmod>${updatedAt}</lastmod>`
  return `<url><loc>${escaped(base + path)}</loc>${changed}</url>\n`
}

/** Search engines may read everything but lists with filters and pages that belong to one shopper. */
export function robots({ url, shop }: Visit): string {
  const roots = ['', ...shop.markets.flatMap(({ code }) => (code === undefined ? [] : rootOf(code)))]
  const pages = ['/cart', '/wishlist', '/suggest']
  const closed = [
    ...roots.flatMap((root) => pages.map((path) => root + path)),
    '/*option=',
    '/*label=',
    '/*Price=',
    '/*inStock=',
  ]
  return `User-agent: *\n${closed.map((path) => `Disallow: ${path}\n`).join('')}\n${roots.map((root) => `Sitemap: ${url.origin}${root}/sitemap.xml\n`).join('')}`
}

/** The shop for language models: https://llmstxt.org. */
export function llms({ shop, base }: Visit): string {
  const links = shop.labels.map(
    ({ name, code, count }) => `- [${name}](${base}${searchAddress({ within: code })}): ${count} products`,
  )
  const currency = shop.store.currency === undefined ? '' : ` Prices are in ${shop.store.currency}.`
  return `# ${shop.name}

> A shop for people and programs. Every page is complete without scripts and has its data as JSON-LD.${currency}

- Search: ${base}/search?search=WORDS, with minPrice, maxPrice, inStock=true and sortBy=price:ASC
- A product: ${base}/products/SLUG, a variant of it: ${base}/products/SLUG?variant=SKU
- A cart with prices: ${base}/cart?sku=SKU&quantity=2
- All products: ${base}/sitemap.xml

## Categories

${links.join('\n')}
`
}
