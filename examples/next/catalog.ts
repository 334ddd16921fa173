import type { CardPage, Facets, FullProduct, ProductQuery, Store } from '@vitrine/client'
import { cacheLife, cacheTag } from 'next/cache'
import { shop } from './shop.ts'

/** What a list shows: the products and the filters of a query. Next.js keeps it until a publication changes it. */
export async function listOf(query: ProductQuery): Promise<{ page: CardPage; facets: Facets }> {
  'use cache'
  cacheLife('max')
  cacheTag(...(await shop.products.tags(query)), ...(await shop.products.tags(query, { facets: true })))
  const [page, facets] = await Promise.all([
    shop.products.list({ ...query, form: 'card', limit: 24 }),
    shop.products.facets(query),
  ])
  return { page, facets }
}

/** The product with a slug, or the one that had it. */
export async function productOf(slug: string): Promise<FullProduct | undefined> {
  'use cache'
  cacheLife('max')
  const product = await shop.products.bySlug(slug)
  // By its id, a page is stale if its product changed. By a slug, it is after every publication.
  cacheTag(...(await shop.products.tags(product?.slug === slug ? product.id : { slug })))
  return product
}

/** The name and the currency of the shop. */
export async function storeOf(): Promise<Store> {
  'use cache'
  cacheLife('max')
  cacheTag(...(await shop.products.tags()))
  return shop.store()
}
