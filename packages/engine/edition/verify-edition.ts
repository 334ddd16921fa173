import { yieldByTime } from '@vitrine/runtime/event-loop'
import { contains, NO_POSTINGS, type PostingList, toPostingList, toSortedPositions } from '../index/posting-list.ts'
import { NO_PRODUCT } from '../index/product-variants.ts'
import { intersectionSize } from '../index/set-algebra.ts'
import type { Edition } from './edition.ts'
import { EditionGone } from './edition-gone.ts'
import { FORMS, type ProductRow, type VariantRow } from './rows.ts'
import { isByPopularity, isFacetTerm, KINDS, type Kind, storedSortsOf, TERM_PREFIXES, type Term } from './term.ts'
import { WORD_FIELDS } from './word-term.ts'

/**
 * Reads all that an edition consists of, and yields a sentence for each thing that is damaged or does not fit the rest.
 * A part that cannot be read yields one sentence. Changed letters in a text that stays readable cannot be noticed.
 * Throws `EditionGone`. `onRead` is called with the number of products or variants of each batch.
 */
export async function* verifyEdition(
  edition: Edition,
  onRead: (count: number) => void = () => {},
): AsyncGenerator<string> {
  yield* attempt('the synonyms', () => readOnly(edition.synonymEntries()))
  yield* attempt('what is said of labels', () => readOnly(edition.labelEntries()))
  yield* attempt('the rules', () => readOnly(edition.rules()))
  if (edition.productCount === 0) return
  const positions: Positions = { product: NO_POSTINGS, variant: NO_POSTINGS }
  for (const kind of KINDS) yield* verifyOrders(edition, kind, positions)
  for (const kind of KINDS) yield* verifyDocuments(edition, kind, positions[kind], onRead)
  yield* attempt('the products of the variants', () => verifyProductOfVariant(edition, positions))
  const sizes = new Map<Term, number>()
  for (const kind of KINDS)
    for (const prefix of TERM_PREFIXES)
      yield* attempt(`the ${kind} lists of the terms ${prefix}`, () =>
        verifyPostings(edition, kind, prefix, positions[kind], sizes),
      )
  yield* attempt('the labels and options', () => verifyFacetValues(edition, sizes))
  for (const kind of KINDS)
    for (const field of WORD_FIELDS)
      yield* attempt(`the ${kind} words of the field ${field}`, () => readOnly(edition.dictionary(kind, field)))
}

/** Products or variants that are read together: a few megabytes. */
const BATCH = 200

/** Yields one sentence if the part cannot be read: what the database says about it. */
async function* attempt(part: string, read: () => AsyncIterable<string> | Promise<string[]>): AsyncGenerator<string> {
  await yieldByTime()
  try {
    yield* await read()
  } catch (error) {
    if (error instanceof EditionGone) throw error
    const { message, cause } = error as Error
    yield `${part} cannot be read: ${cause instanceof Error ? cause.message : message}`
  }
}

async function readOnly(part: Promise<unknown>): Promise<string[]> {
  await part
  return []
}

/** The positions of the products and variants of an edition, by its orders. */
type Positions = Record<Kind, PostingList>

/**
 * Every order has each position once, except those by popularity while nothing has one. Sets the positions of the kind
 * to those of the first order that may be right.
 */
async function* verifyOrders(edition: Edition, kind: Kind, positions: Positions): AsyncGenerator<string> {
  const expected = kind === 'product' ? edition.productCount : edition.variantCount
  for (const sort of storedSortsOf(kind))
    yield* attempt(`the order ${sort} of ${kind}s`, async function* () {
      const order = (await edition.sortOrder(kind, sort)).positions
      if (isByPopularity(sort) && order.length === 0) return
      const different = toPostingList(order)
      const sizes = `${order.length} ${kind}s, ${different.size} of them different`
      if (order.length !== expected || different.size !== expected)
        yield `the order ${sort} has ${sizes}, and ${expected} are expected`
      else if (positions[kind].size === 0) positions[kind] = different
      else if (intersectionSize(positions[kind], different) !== expected)
        yield `the order ${sort} has other ${kind}s than the orders before it`
    })
}

/** Everything at a position has a row and documents of JSON, whose id leads back to the position. */
async function* verifyDocuments(
  edition: Edition,
  kind: Kind,
  positions: PostingList,
  onRead: (count: number) => void,
): AsyncGenerator<string> {
  for (const batch of batchesOf(positions)) {
    const range = `the ${kind}s at positions ${batch[0]} to ${batch.at(-1)}`
    yield* attempt(range, async function* () {
      const rows: readonly (ProductRow | VariantRow | undefined)[] =
        kind === 'product' ? await edition.productRows(batch) : await edition.variantRows(batch)
      for (const [index, row] of rows.entries()) if (!row) yield `the ${kind} at position ${batch[index]} has no row`
      for (const form of kind === 'product' ? FORMS : (['variant'] as const)) {
        const bodies = await edition.documents(form, batch)
        const ids = bodies.map(idIn)
        const readable = ids.filter((id) => id !== undefined)
        const located = await edition.positionsById(kind, readable)
        const positionOf = new Map(readable.map((id, index) => [id, located[index]]))
        for (const [index, position] of batch.entries()) {
          const id = ids[index]
          if (bodies[index] === undefined) yield `the ${kind} at position ${position} has no document ${form}`
          else if (id === undefined)
            yield `the document ${form} of the ${kind} at position ${position} is not readable JSON`
          else if (positionOf.get(id) !== position)
            yield `the id ${id} of the ${kind} at position ${position} leads to ${positionOf.get(id) ?? 'nothing'}`
        }
      }
    })
    onRead(batch.length)
  }
}

/** The id of a document; undefined if it is missing or damaged. */
function idIn(body: string | undefined): string | undefined {
  try {
    const { id } = JSON.parse(body!)
    return typeof id === 'string' ? id : undefined
  } catch {
    return undefined
  }
}

async function* verifyProductOfVariant(edition: Edition, { product, variant }: Positions): AsyncGenerator<string> {
  const productOfVariant = await edition.productOfVariant()
  let count = 0
  let strays = 0
  for (const [position, itsProduct] of productOfVariant.entries()) {
    if (itsProduct === NO_PRODUCT) continue
    count++
    if (!contains(variant, position) || !contains(product, itsProduct)) strays++
  }
  if (strays > 0) yield `${strays} variants have a product, or are variants, that the edition does not have`
  if (count !== edition.variantCount) yield `${count} variants have a product, and ${edition.variantCount} are expected`
}

/** Every list decodes, and its positions are in the edition. Notes the size of the lists that facets count. */
async function* verifyPostings(
  edition: Edition,
  kind: Kind,
  prefix: string,
  positions: PostingList,
  sizes: Map<Term, number>,
): AsyncGenerator<string> {
  for await (const page of edition.scanPostings(kind, prefix)) {
    await yieldByTime()
    for (const { term, postings } of page) {
      if (kind === 'product' && isFacetTerm(term)) sizes.set(term, postings.size)
      const strays = postings.size - intersectionSize(postings, positions)
      if (strays > 0) yield `the list of ${term} has ${strays} ${kind}s that the edition does not have`
    }
  }
}

async function* verifyFacetValues(edition: Edition, sizes: ReadonlyMap<Term, number>): AsyncGenerator<string> {
  for (const { term, productCount } of await edition.facetValues())
    if (sizes.get(term) !== productCount)
      yield `${term} counts ${productCount} products, and its list has ${sizes.get(term) ?? 0}`
}

function* batchesOf(positions: PostingList): Generator<number[]> {
  const sorted = toSortedPositions(positions)
  for (let from = 0; from < sorted.length; from += BATCH) yield [...sorted.subarray(from, from + BATCH)]
}
