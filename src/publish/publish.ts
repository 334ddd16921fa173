import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Product } from '../catalog/product.ts'
import type { AcceptedProduct, Patch, Problem, Removal, Submission } from '../catalog/submission.ts'
import type { Draft } from '../edition/draft.ts'
import { type Kind, type Sort, storedSortsOf } from '../edition/term.ts'
import { BitSet } from '../index/bit-set.ts'
import { toSortedPositions } from '../index/set-algebra.ts'
import { BoundedQueue } from '../runtime/bounded-queue.ts'
import { difference, type Prepared, prepare, touchedSorts } from './difference.ts'
import { mergePostings } from './merge.ts'
import { ChangedRows, mergedOrder } from './merged-order.ts'
import { Patches } from './patches.ts'
import { type PositionedProduct, PostingCollection, type PostingCollector } from './postings.ts'
import { PostingsWorkerClient } from './postings-thread.ts'
import { readProducts, type StoredProduct } from './read-products.ts'
import type { Report } from './report.ts'
import { withTimestamps } from './timestamps.ts'
import { type Reservations, Uniqueness } from './uniqueness.ts'
import { ValueNames } from './value-names.ts'

export interface PublishOptions {
  /** The submissions are the whole catalog: what is not among them goes. */
  readonly replace: boolean
  /** Leaves out products with problems, instead of refusing all. */
  readonly skipInvalid: boolean
  /** Finds out what would be done, and writes nothing. */
  readonly dryRun: boolean
  /** Finds out on a thread of its own what becomes of posting lists: for what takes seconds. */
  readonly apart?: boolean
  /** The time of this import, ISO 8601 in UTC with milliseconds. */
  readonly now: string
  /** Called with each patch that no variant was found for. */
  readonly onUnknownSku?: (patch: Patch) => void
  /** Called from time to time with the number of products looked at so far. */
  readonly onProgress?: (products: number) => void
  /** Called as each step after the reading begins. */
  readonly onStep?: (step: 'merging postings' | 'sorting' | 'publishing') => void
}

/** Enough products to make a transaction worth its cost, few enough to hold in memory whatever their size. */
const BATCH = 100

const PROBLEMS_KEPT = 1000

const ALL_SORTS = storedSortsOf('product').length + storedSortsOf('variant').length

/**
 * Makes submitted products the next edition of a store, or finds that there is nothing to do, or, where there are
 * problems, changes nothing. The draft stays the caller's to dispose of, which takes back what was not published.
 *
 * Patches and removals come before the first product. However they are mixed, products are removed first, then loaded
 * (one that is both stays, as it is loaded), then patched.
 */
export async function publish(
  draft: Draft,
  submissions: AsyncIterable<Submission | Patch | Removal>,
  options: PublishOptions,
): Promise<Report> {
  const writer = new BoundedQueue()
  await using postings = options.apart ? new PostingsWorkerClient() : new PostingCollection()
  const publication = new Publication(draft, writer, postings, options)
  try {
    let batch: AcceptedProduct[] = []
    for await (const submission of submissions) {
      if ('problems' in submission) publication.refuse(submission.problems)
      else if ('sku' in submission) publication.patch(submission)
      else if ('removed' in submission) publication.remove(submission)
      else if (batch.push(submission) === BATCH) {
        await publication.add(batch)
        batch = []
      }
    }
    await publication.add(batch)
    return await publication.finish()
  } finally {
    await publication.settled()
    await writer.idle()
  }
}

/** One import on its way. */
class Publication {
  readonly #draft: Draft
  readonly #writer: BoundedQueue
  readonly #options: PublishOptions
  readonly #ownership: Uniqueness
  readonly #problems: Problem[] = []
  readonly #postings: PostingCollector
  readonly #names: ValueNames
  readonly #sorts = new Set<`${Kind} ${Sort}`>()
  readonly #patches = new Patches()
  /** Positions of products that are to go. */
  readonly #removals = new BitSet()
  readonly #removedVariants = new BitSet()
  readonly #rows: Readonly<Record<Kind, ChangedRows>> = { product: new ChangedRows(), variant: new ChangedRows() }
  #added = false
  #claimed: Promise<Reservations> = Promise.resolve({ owned: [], refused: [] })
  #ownersChanged = false
  #problemCount = 0
  #looked = 0
  #counts = { created: 0, changed: 0, unchanged: 0, removed: 0, skipped: 0 }

  constructor(draft: Draft, writer: BoundedQueue, postings: PostingCollector, options: PublishOptions) {
    this.#draft = draft
    this.#writer = writer
    this.#postings = postings
    this.#options = options
    this.#ownership = new Uniqueness(draft, !options.dryRun)
    this.#names = new ValueNames(draft.base)
  }

  refuse(problems: readonly Problem[]): void {
    this.#looked++
    this.#counts.skipped++
    this.#problemCount += problems.length
    this.#problems.push(...problems.slice(0, PROBLEMS_KEPT - this.#problems.length))
  }

  patch(patch: Patch): void {
    if (this.#added) throw new Error('a patch came after a product that it may be about')
    this.#patches.add(patch)
  }

  remove({ removed }: Removal): void {
    this.#removals.add(removed)
  }

  /** The batch before is worked on while this one gets its positions. */
  async add(batch: readonly AcceptedProduct[]): Promise<void> {
    if (batch.length === 0) return
    this.#added = true
    const before = await this.#claimed
    this.#claimed = this.#ownership.reserve(batch.map((submission) => this.#patches.submitted(submission)))
    // Whoever works on it meets what it throws.
    this.#claimed.catch(() => {})
    await this.#load(before)
  }

  async #load({ owned, refused }: Reservations): Promise<void> {
    if (owned.length + refused.length === 0) return
    for (const problems of refused) this.refuse(problems)
    this.#looked += owned.length
    const rows = await this.#draft.base.productRows(owned.map(({ position }) => position))
    const fresh = owned
      .map((claim, index) => ({ ...claim, ...digested(claim.product), row: rows[index] }))
      .filter(({ row, digest }) => row?.digest !== digest)
    this.#counts.unchanged += owned.length - fresh.length

    const stored = await this.#stored(fresh.flatMap(({ row }) => (row ? [row.position] : [])))
    const pairs = []
    for (const { product, position, variantPositions, ...digested } of fresh) {
      const before = stored.get(position)
      const now = withTimestamps(product, before?.product, this.#options.now)
      if (before && isDeepStrictEqual(now, before.product)) this.#counts.unchanged++
      else
        pairs.push({ before: before && preparedAgain(before), now: prepare(now, position, variantPositions, digested) })
    }
    await this.#change(pairs)
    this.#options.onProgress?.(this.#looked)
  }

  async finish(): Promise<Report> {
    await this.#load(await this.#claimed)
    await this.#patchUnseen()
    const goes = (position: number) => this.#options.replace || this.#removals.has(position)
    for (const problems of this.#ownership.unsettled(goes)) this.refuse(problems)
    const refused = this.#problemCount > 0 && (!this.#options.skipInvalid || this.#ownership.inConflict)
    if (!refused) await this.#removeUnseen()
    const { created, changed, removed } = this.#counts
    if (refused) return this.#report('refused')
    if (created + changed + removed === 0) return this.#report('unchanged')
    if (this.#options.dryRun) return this.#report('tried')
    await this.#writer.drain()
    await this.#mergeAndSort()
    return await this.#publish()
  }

  /** Waits until no positions are being given, whatever came of it: what is given must be there when it is taken back. */
  async settled(): Promise<void> {
    await this.#claimed.catch(() => {})
  }

  /** Nothing is written in a dry run, nor any more once the import is bound to be refused. */
  get #writes(): boolean {
    return !this.#options.dryRun && (this.#problemCount === 0 || this.#options.skipInvalid)
  }

  async #stored(positions: readonly number[]): Promise<Map<number, StoredProduct>> {
    const published = await readProducts(this.#draft.base, positions)
    return new Map(published.map((product) => [product.position, product]))
  }

  /** Takes products from what they were to what they are. */
  async #change(pairs: readonly { before: Prepared | undefined; now: Prepared }[]): Promise<void> {
    const differences = pairs.map(({ before, now }) => difference(before, now))
    const removed = { product: [], variant: pairs.flatMap(({ before, now }) => this.#gone(before, now)) }
    await this.#note(pairs)
    await this.#write({
      products: differences.flatMap(({ products }) => products),
      variants: differences.flatMap(({ variants }) => variants),
      documents: differences.flatMap(({ documents }) => documents),
      removed,
    })
  }

  /** Patches the products of the store that were not loaded, and stay. */
  async #patchUnseen(): Promise<void> {
    if (this.#patches.size === 0) return
    for (const positions of batches(await this.#positionsOfPatched())) {
      const pairs = []
      for (const before of await readProducts(this.#draft.base, positions)) {
        const { position, variantPositions } = before
        const now = this.#patches.applied(before.product, this.#options.now)
        if (now === before.product) this.#counts.unchanged++
        // The digest of what an export of it has: the file that it was loaded from is no longer what it is.
        else pairs.push({ before: preparedAgain(before), now: prepare(now, position, variantPositions, digested(now)) })
      }
      this.#looked += positions.length
      await this.#change(pairs)
      this.#options.onProgress?.(this.#looked)
    }
    for (const patch of this.#patches.unused()) this.#options.onUnknownSku?.(patch)
  }

  /** Each once, though it may have several of the skus: what is changed is written in one go. */
  async #positionsOfPatched(): Promise<number[]> {
    const found = new BitSet()
    const positions: number[] = []
    for (const skus of batches(this.#patches.skus())) {
      for (const position of toSortedPositions(await this.#draft.base.positionsBySku('product', skus))) {
        if (this.#ownership.has(position) || this.#removals.has(position)) continue
        if (found.add(position)) positions.push(position)
      }
    }
    return positions
  }

  /** Removes what is to go and was not loaded. */
  async #removeUnseen(): Promise<void> {
    for await (const positions of this.#options.replace ? this.#all() : batches(this.#removals.positions())) {
      const unseen = [...positions].filter((position) => !this.#ownership.has(position))
      const prepared = [...(await this.#stored(unseen)).values()].map(preparedAgain)
      const removed = { product: unseen, variant: prepared.flatMap((before) => this.#gone(before, undefined)) }
      await this.#note(prepared.map((before) => ({ before, now: undefined })))
      await this.#write({ products: [], variants: [], documents: [], removed })
    }
  }

  async *#all(): AsyncGenerator<Uint32Array> {
    const { base } = this.#draft
    for (let from = 0; from < base.productCount; from += BATCH)
      yield await base.orderSlice('product', 'createdAt:DESC', from, from + BATCH)
  }

  /** The variants that a product no longer has and that no other product of the import has taken. */
  #gone(before: Prepared | undefined, now: Prepared | undefined): number[] {
    const kept = new Set(now?.variantRows.map(({ position }) => position))
    const gone = (before?.variantRows ?? []).map(({ position }) => position).filter((position) => !kept.has(position))
    for (const position of gone) this.#removedVariants.add(position)
    return gone.filter((position) => !this.#ownership.hasVariant(position))
  }

  async #note(pairs: readonly { before: Prepared | undefined; now: Prepared | undefined }[]): Promise<void> {
    for (const { before, now } of pairs) {
      this.#counts[!before ? 'created' : now ? 'changed' : 'removed']++
      if (this.#sorts.size < ALL_SORTS) for (const sort of touchedSorts(before, now)) this.#sorts.add(sort)
      this.#ownersChanged ||= !isDeepStrictEqual(variantsOf(before), variantsOf(now))
    }
    if (!this.#writes) return
    await this.#postings.note(
      pairs.map(({ before, now }) => ({ before: before && placed(before), now: now && placed(now) })),
    )
    for (const { before, now } of pairs) {
      if (now) for (const term of this.#names.note(before?.product, now)) await this.#postings.touch(term)
    }
  }

  async #write(batch: Parameters<Draft['writeRows']>[0]): Promise<void> {
    for (const position of batch.removed.product) this.#rows.product.note(position, undefined)
    for (const position of batch.removed.variant) this.#rows.variant.note(position, undefined)
    for (const row of batch.products) this.#rows.product.note(row.position, row)
    for (const row of batch.variants) this.#rows.variant.note(row.position, row)
    const isEmpty = batch.products.length + batch.removed.product.length === 0
    if (this.#writes && !isEmpty) await this.#writer.push(() => this.#draft.writeRows(batch))
  }

  /** Orders are sorted where lists are written, whenever none are: the lists are merged meanwhile. */
  async #mergeAndSort(): Promise<void> {
    this.#options.onStep?.('merging postings')
    const merging = new AbortController()
    const sorted = this.#sort(merging.signal)
    // It is met below, when the lists are merged.
    sorted.catch(() => {})
    try {
      await mergePostings(this.#draft, this.#writer, this.#postings, this.#names)
    } catch (error) {
      merging.abort(error)
      await sorted.catch(() => {})
      throw error
    }
    this.#options.onStep?.('sorting')
    await sorted
    await this.#writer.drain()
  }

  async #sort(stopped: AbortSignal): Promise<void> {
    for (const names of Map.groupBy(this.#sorts, (name) => name.slice(0, name.indexOf(':'))).values()) {
      const kind = names[0]!.slice(0, names[0]!.indexOf(' ')) as Kind
      const sorts = names.map((name) => name.slice(name.indexOf(' ') + 1) as Sort)
      await this.#whenIdle(stopped, () => this.#writeOrders(kind, sorts))
    }
    if (this.#ownersChanged) await this.#whenIdle(stopped, () => this.#draft.buildProductOfVariant())
  }

  async #whenIdle(stopped: AbortSignal, write: () => Promise<void>): Promise<void> {
    await this.#writer.drain()
    stopped.throwIfAborted()
    await this.#writer.push(write, 0)
  }

  async #writeOrders(kind: Kind, sorts: readonly Sort[]): Promise<void> {
    const { base } = this.#draft
    const few = this.#rows[kind].fewAmong(kind === 'product' ? base.productCount : base.variantCount)
    if (!few) await this.#draft.buildSortOrders(kind, sorts)
    else
      for (const sort of sorts) await this.#draft.writeSortOrder(kind, sort, await mergedOrder(base, kind, sort, few))
  }

  async #publish(): Promise<Report> {
    this.#options.onStep?.('publishing')
    const { base } = this.#draft
    const edition = await this.#draft.publish({
      publishedAt: this.#options.now,
      productCount: base.productCount + this.#counts.created - this.#counts.removed,
      variantCount: base.variantCount + this.#ownership.newVariants - this.#lostVariants(),
    })
    return { ...this.#report('published'), edition }
  }

  /** Variants that left a product and were taken by no other. */
  #lostVariants(): number {
    return this.#removedVariants.size - this.#ownership.countVariants(this.#removedVariants)
  }

  #report(outcome: Report['outcome']): Report {
    const { number, publishedAt, productCount, variantCount } = this.#draft.base
    const nothing = outcome === 'refused' ? { created: 0, changed: 0, unchanged: 0, removed: 0 } : {}
    return {
      ...this.#counts,
      ...nothing,
      problems: this.#problems.toSorted((a, b) => a.line - b.line),
      problemCount: this.#problemCount,
      outcome,
      edition: { number, publishedAt, productCount, variantCount },
    }
  }
}

function* batches<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let from = 0; from < items.length; from += BATCH) yield items.slice(from, from + BATCH)
}

function placed({ product, text, row, variantRows }: Prepared): PositionedProduct {
  return { product, text, position: row.position, variantPositions: variantRows.map(({ position }) => position) }
}

function variantsOf(prepared: Prepared | undefined): Set<number> {
  return new Set(prepared?.variantRows.map(({ position }) => position))
}

function preparedAgain({ product, position, variantPositions }: StoredProduct): Prepared {
  return prepare(product, position, variantPositions, { digest: '' })
}

/** A product as text, and the digest by which it is known again. */
function digested(product: AcceptedProduct['product'] | Product): { readonly digest: string; readonly text: string } {
  const text = JSON.stringify(product)
  return { digest: hash('sha1', text, 'base64'), text }
}
