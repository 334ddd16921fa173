import type { CatalogOptions } from './catalog.ts'
import { Sample } from './sample.ts'

/** A kind of request; `path` gives another one of it each time. */
export type Scenario = { name: string; path: () => string }

/** How many products and variants the service says there are. */
export type Totals = { products: number; variants: number }

const PAGE = 20
const PRODUCTS = '/store/products'
const VARIANTS = '/store/product-variants'

export function scenariosOf(options: CatalogOptions, totals: Totals): Scenario[] {
  const productPages = Math.ceil(totals.products / PAGE)
  const variantPages = Math.ceil(totals.variants / PAGE)
  const scenario = (name: string, path: (sample: Sample) => string): Scenario => {
    const sample = new Sample(options, name)
    return { name, path: () => path(sample) }
  }
  return [
    scenario('product list, page 1', () => PRODUCTS),
    scenario('product list, any page', (sample) => `${PRODUCTS}?page=${sample.page(productPages)}`),
    scenario('product list, last page', () => `${PRODUCTS}?page=${productPages}`),
    scenario(
      'product list by price, any page',
      (sample) => `${PRODUCTS}?page=${sample.page(productPages)}&sortBy=price:ASC`,
    ),
    scenario('label and option', filterPath),
    scenario('search, one word', (sample) => searchPath(sample.words(1))),
    scenario('search, two words', (sample) => searchPath(sample.words(2))),
    scenario('product by id', (sample) => `${PRODUCTS}/${sample.productId()}`),
    scenario('variant list, any page', (sample) => `${VARIANTS}?page=${sample.page(variantPages)}`),
    scenario('variants of a product', (sample) => `${VARIANTS}?product=${sample.productId()}`),
    scenario('variant by id', (sample) => `${VARIANTS}/${sample.variantId()}`),
  ]
}

function filterPath(sample: Sample): string {
  const { label, group, option } = sample.labelAndOption()
  return `${PRODUCTS}?label=${label}&optionGroup=${group}&option=${option}`
}

function searchPath(words: string[]): string {
  return `${PRODUCTS}?search=${encodeURIComponent(words.join(' '))}`
}
