import { yieldByCost } from '@vitrine/runtime/event-loop'
import { DEFAULT_SORT, IN_STOCK } from '../edition/term.ts'
import { setBits } from '../index/bits.ts'
import { fromBits, type PostingList } from '../index/posting-list.ts'
import { intersect, subtract } from '../index/set-algebra.ts'
import type { IndexedEdition } from './indexed-edition.ts'

/** The groups, each in two: first the products with a variant in stock, then the others. */
export function* inStockFirst(groups: Iterable<PostingList>, inStock: PostingList): Generator<PostingList> {
  for (const group of groups) {
    const first = intersect(group, inStock)
    if (first.size > 0) yield first
    if (first.size < group.size) yield subtract(group, inStock)
  }
}

/** The products with a variant in stock, or whose stock is not tracked. */
export async function productsInStock(edition: IndexedEdition): Promise<PostingList> {
  return (await edition.postings('product', [IN_STOCK]))[0]!
}

/** All products of the edition. */
export function allProducts(edition: IndexedEdition): Promise<PostingList> {
  const build = async () => {
    const { positions, ranks } = await edition.sortOrder('product', DEFAULT_SORT)
    await yieldByCost(positions.length)
    return fromBits(setBits(new Uint32Array((ranks.length + 31) >>> 5), positions))
  }
  return edition.cached('all products', build, (list) => ({ bytes: 0, lists: [list] }))
}
