import type { OptionGroup, Product } from '@vitrine/catalog/product'
import type { Uuid } from '@vitrine/catalog/uuid'
import { runYielding, yieldByCost } from '@vitrine/runtime/event-loop'
import type { Term } from '../edition/term.ts'
import { memoryBytes, NO_POSTINGS, type PostingList, toPostingList } from '../index/posting-list.ts'
import { subtract, unionAll } from '../index/set-algebra.ts'
import { WeightedGroups } from '../index/weighted-groups.ts'
import type { IndexedEdition } from './indexed-edition.ts'
import type { LazyGroups } from './lazy-groups.ts'

/** The products that share a value, which is a label or an option, with one product. */
interface RelatedProducts {
  /** Without the product itself. */
  readonly all: PostingList
  /** The values of the product, the highest weight first. */
  readonly values: readonly { readonly term: Term; readonly weight: number }[]
  /** Approximate memory, in bytes. */
  readonly bytes: number
}

/** The most values of a product that count. */
const MAX_VALUES = 64

/** Approximate memory of a value with its term, in bytes. */
const VALUE_BYTES = 100

/**
 * The products that share a label or an option with the product of this id, without itself. Empty for an unknown id.
 */
export async function relatedProducts(edition: IndexedEdition, id: Uuid): Promise<PostingList> {
  return (await readRelated(edition, id)).all
}

/**
 * Some of the related products in groups that are equally near, the nearest first. The nearness of a product is the sum
 * of the weights of the values that it shares. A value that few products have weighs more: ln(1 + products / products
 * with it), the inverse document frequency of K. Spärck Jones, "A statistical interpretation of term specificity and
 * its application in retrieval", Journal of Documentation 28 (1972), without negative weights. An option weighs this
 * divided by the number of options that the product has in that group, so that eight shared sizes do not outweigh a
 * shared label. Weights are in thousandths, rounded. Only the 64 values with the highest weight count, which bounds the
 * cost.
 */
export async function nearestFirst(edition: IndexedEdition, id: Uuid, related: PostingList): Promise<LazyGroups> {
  const { values } = await readRelated(edition, id)
  const lists = await edition.postings(
    'product',
    values.map(({ term }) => term),
  )
  const sets = values.map(({ weight }, index) => ({ postings: lists[index]!, weight }))
  const grouping = new WeightedGroups(related, sets)
  return {
    [Symbol.asyncIterator]: () => groupsOf(grouping),
    get bytes() {
      return grouping.bytes
    },
    get lists() {
      return grouping.lists
    },
  }
}

/** Lazy: the nearest products need a fraction of the work. */
async function* groupsOf(grouping: WeightedGroups): AsyncGenerator<PostingList> {
  for (;;) {
    const groups = await runYielding(grouping.next())
    if (!groups) return
    yield* groups
  }
}

function readRelated(edition: IndexedEdition, id: Uuid): Promise<RelatedProducts> {
  const read = async () => {
    const located = await edition.stored.documentById('detail', id)
    if (!located) return { all: NO_POSTINGS, values: [], bytes: 0 }
    const shares = sharesOf(JSON.parse(Buffer.from(located.body).toString()))
    const terms = shares.map(({ term }) => term)
    const lists = await edition.postings('product', terms)
    const weighted = shares.map(({ term, sharers }, index) => {
      const postings = lists[index]!
      const rarity = Math.log(1 + edition.productCount / postings.size)
      return { term, postings, weight: Math.round((1000 * rarity) / sharers) }
    })
    const values = weighted.sort((a, b) => b.weight - a.weight).slice(0, MAX_VALUES)
    await yieldByCost(values.reduce((sum, { postings }) => sum + postings.size, 0))
    const all = subtract(unionAll(values.map(({ postings }) => postings)), toPostingList([located.position]))
    return {
      all,
      values: values.map(({ term, weight }) => ({ term, weight })),
      bytes: memoryBytes(all) + values.length * VALUE_BYTES,
    }
  }
  return edition.cached(`related ${id}`, read)
}

interface Share {
  readonly term: Term
  /** The number of values that share the weight of their group: 1 for a label. */
  readonly sharers: number
}

function sharesOf({ labelValues, optionGroups }: Pick<Product, 'labelValues' | 'optionGroups'>): Share[] {
  const labels = labelValues.map(({ code }): Share => ({ term: `label:${code}`, sharers: 1 }))
  return [...labels, ...optionGroups.flatMap(sharesOfGroup)]
}

function sharesOfGroup({ code: group, options }: OptionGroup): Share[] {
  return options.map(({ code }) => ({ term: `option:${group}:${code}`, sharers: options.length }))
}
