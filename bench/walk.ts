import { Random } from './random.ts'
import type { Request } from './request.ts'
import { Sample } from './sample.ts'

/** A number of stores with as many products each. All of them together are one catalog, cut into pieces. */
export type Shape = { stores: number; productsEach: number; seed: number }

export const WALKS = ['list', 'filter', 'search', 'facets', 'by id'] as const
export type Walk = (typeof WALKS)[number]

const PAGE = 20
const PRODUCTS = '/store/products'

/** Requests of these kinds, each of a store taken at random. `nameOf` gives the id of a store by its number. */
export function randomWalk(
  { stores, productsEach, seed }: Shape,
  kinds: readonly Walk[],
  count: number,
  nameOf: (store: number) => string,
): Request[] {
  const key = kinds.join(' ')
  const random = new Random(`${seed}/walk/${key}`)
  const sample = new Sample({ products: stores * productsEach, seed }, key)
  return Array.from({ length: count }, () => {
    const store = random.whole(0, stores - 1)
    sample.within(store * productsEach, productsEach)
    return { store: nameOf(store), path: pathOf(random.pick(kinds), sample, productsEach) }
  })
}

function pathOf(kind: Walk, sample: Sample, productsEach: number): string {
  switch (kind) {
    case 'list':
      return `${PRODUCTS}?page=${sample.page(Math.ceil(productsEach / PAGE))}`
    case 'filter': {
      const { label, group, option } = sample.labelAndOption()
      return `${PRODUCTS}?label=${label}&option=${group}:${option}`
    }
    case 'search':
      return `${PRODUCTS}?search=${encodeURIComponent(sample.words(1).join(' '))}`
    case 'facets':
      return `${PRODUCTS}/facets?label=${sample.labelCode()}`
    case 'by id':
      return `${PRODUCTS}/${sample.productId()}`
  }
}
