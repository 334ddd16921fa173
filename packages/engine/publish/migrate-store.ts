import { isDeepStrictEqual } from 'node:util'
import { VitrineError } from '@vitrine/catalog/error'
import { describeStore } from '@vitrine/catalog/market'
import { createReadContext, type ReadContext } from '@vitrine/catalog/native/read-context'
import { checkNativeProduct } from '@vitrine/catalog/native/read-native'
import type { Product } from '@vitrine/catalog/product'
import { type Store, storeOf } from '@vitrine/catalog/store'
import type { Problem } from '@vitrine/catalog/submission'
import type { Catalogs } from '../edition/catalogs.ts'
import type { Draft } from '../edition/draft.ts'
import type { Edition } from '../edition/edition.ts'
import type { OlderProduct, OlderStore, OlderStores } from '../edition/older-store.ts'
import type { EditionSummary } from '../edition/rows.ts'
import { KINDS, type Kind } from '../edition/term.ts'
import { BitSet } from '../index/bit-set.ts'
import { CountedChanges, setCounts } from './counted-changes.ts'
import { MarketSlugs } from './market-slugs.ts'
import { type MarketViews, marketViewsOf } from './market-views.ts'
import { type Positioned, type ProductChange, productVersion } from './product-version.ts'
import { writeDeclared } from './publish-declared.ts'
import { positionBatches, readPositioned } from './read-products.ts'
import { removeProducts } from './remove-products.ts'
import { StoreWriter } from './store-writer.ts'
import { completeTimestamps } from './timestamps.ts'

/**
 * Publishes the current edition of a store of another database, with its markets, under the same ids and positions, and
 * with all that the operator has set and said. Publishes nothing if the store was copied in this state before. Changes
 * the products that differ, if it was copied in an earlier state. Throws `database-unusable` if the other database is
 * damaged, or if the store has changed here since it was copied.
 */
export async function migrateStore(
  catalogs: Catalogs,
  { store: older, markets }: OlderStores,
  options: MigrationOptions,
): Promise<MigratedStore> {
  const existing = await copyOf(catalogs, older)
  if (existing) return { outcome: 'unchanged', edition: existing }
  const { now, onWait, signal } = options
  await using draft = await catalogs.draftOfOther(older.settings, older.newest + 1, onWait, signal)
  const places = [
    { draft, older },
    ...draft.markets.map((each) => ({ draft: each, older: markets.get(each.market!.code)! })),
  ]
  for (const place of places) await copyPositions(place.draft, place.older)
  const dropped = await copyProducts(draft, older, options)
  for (const place of places) {
    await copyDeclared(place.draft, place.older)
    requireCounts(place.draft, place.older)
    // Everything may differ from what a reader of the other database knows.
    place.draft.setContents({ ...place.draft.contents, difference: undefined })
    const publication = (place.draft.base.publication?.number ?? 0) + 1
    place.draft.limits.setOther(place.older.limits, { state: place.older.state, publication }, place.older.priceLevel)
  }
  const { productCount, variantCount } = draft.contents
  const summary = {
    publishedAt: now,
    productCount,
    variantCount,
    madeFrom: 'migration',
    settings: older.settings,
  } as const
  return { outcome: 'copied', edition: await draft.publish(summary), dropped }
}

export interface MigrationOptions {
  /** ISO 8601 in UTC with milliseconds. */
  readonly now: string
  /** Collects the changes of posting lists in a worker. This pays off for stores that take seconds. */
  readonly inWorker: boolean
  readonly signal: AbortSignal
  /** Called once if the store is being written. */
  readonly onWait: () => void
  /** Called after each batch with the number of products so far. */
  readonly onProgress?: (products: number) => void
}

export interface MigratedStore {
  readonly outcome: 'copied' | 'unchanged'
  readonly edition: EditionSummary
  /** If this version cannot serve some values: how many, and the first. The products are served without them. */
  readonly dropped?: DroppedValues | undefined
}

interface DroppedValues {
  readonly count: number
  readonly first: Problem
}

/** The edition that has this state; undefined if the store is not there yet, or was copied in an earlier state. */
async function copyOf(catalogs: Catalogs, { id, state }: OlderStore): Promise<Edition | undefined> {
  if (!(await catalogs.list()).some(({ store }) => store.id === id)) return undefined
  const edition = await catalogs.current(id)
  const { copied } = await edition.limits()
  if (copied?.state === state) return edition
  // Nothing was published if a migration was stopped.
  if (edition.publication === null || edition.publication.number === copied?.publication) return undefined
  const what = copied ? 'both databases have changed it since it was copied' : 'the new database has another one'
  throw refused(id, `${what}; ${REMOVE}`)
}

const REMOVE = 'remove it there with `vitrine store remove`, and migrate again, or name another new database'

/** Gives each id the position that it has, also those of products that are gone. */
async function copyPositions(draft: Draft, older: OlderStore): Promise<void> {
  for (const kind of KINDS) {
    let next = 0
    for await (const ids of older.ids(kind)) {
      const positions = await draft.allocatePositions(kind, ids)
      for (const position of positions)
        if (position !== next++)
          throw refused(older.id, `the new database has another ${kind} at position ${position}; ${REMOVE}`)
    }
  }
}

/** Writes the products that the base does not have, or has otherwise, and removes those that are gone. */
async function copyProducts(
  draft: Draft,
  older: OlderStore,
  { now, inWorker, onProgress }: MigrationOptions,
): Promise<DroppedValues | undefined> {
  const reader = new OlderProducts(draft, older, now)
  const slugs = new MarketSlugs(draft.markets)
  const counted = new CountedChanges()
  await using writer = new StoreWriter(draft, reader.variants, inWorker)
  let isChanged = false
  const apply = async (all: AsyncIterable<readonly ProductChange[]>) => {
    for await (const changes of all) {
      for (const change of changes) counted.add(change)
      await slugs.check(changes)
      if (changes.length > 0) await writer.write(changes)
      isChanged ||= changes.length > 0
      onProgress?.(reader.products.size)
    }
  }
  await apply(reader.changes())
  await apply(removeProducts(draft.base, positionBatches(draft.base), (position) => reader.products.has(position)))
  const [taken] = slugs.problems()
  if (taken) throw refused(older.id, `${taken.path} of ${taken.product}: ${taken.wrong}`)
  setCounts(draft, counted)
  if (isChanged) await writer.finish()
  draft.setContents({ ...draft.contents, productCount: reader.products.size, variantCount: reader.variants.size })
  return reader.dropped
}

/** The products of the other database, and what they change. */
class OlderProducts {
  /** The positions of the products and of their variants. */
  readonly products = new BitSet()
  readonly variants = new BitSet()
  dropped: DroppedValues | undefined
  readonly #draft: Draft
  readonly #older: OlderStore
  readonly #now: string
  readonly #context: ReadContext
  readonly #before: MarketViews
  readonly #after: MarketViews

  constructor(draft: Draft, older: OlderStore, now: string) {
    const store: Store = storeOf(older.settings)
    this.#draft = draft
    this.#older = older
    this.#now = now
    this.#context = createReadContext(
      store,
      () => {},
      (position) => `at position ${position}`,
    )
    this.#before = marketViewsOf(draft.base.store)
    this.#after = marketViewsOf(store)
  }

  async *changes(): AsyncGenerator<readonly ProductChange[]> {
    const { base } = this.#draft
    for await (const all of this.#older.products()) {
      const batch = await this.#withoutSame(all)
      const read = await this.#positioned(batch)
      const positions = batch.map(({ position }) => position)
      const rows = await base.productRows(positions)
      const stored = await readPositioned(
        base,
        positions.filter((_, index) => rows[index]),
      )
      const before = new Map(stored.map((each) => [each.position, productVersion(each, this.#before)]))
      yield batch.map(({ position, digest }, index) => ({
        before: before.get(position),
        after: productVersion(read[index]!, this.#after, digest),
      }))
    }
  }

  /** The products that the base does not have, or has otherwise. Comparing the documents takes the least time. */
  async #withoutSame(batch: readonly OlderProduct[]): Promise<readonly OlderProduct[]> {
    if (!isDeepStrictEqual(this.#before, this.#after)) return batch
    const positions = batch.map(({ position }) => position)
    const rows = await this.#draft.base.productRows(positions)
    const sources = await this.#draft.base.documents('source', positions)
    return batch.filter(({ position, digest, source }, index) => {
      const row = rows[index]
      if (row?.digest !== digest || sources[index] !== source) return true
      this.products.add(position)
      for (const each of row.variants === '' ? [] : row.variants.split(',')) this.variants.add(Number(each))
      return false
    })
  }

  async #positioned(batch: readonly OlderProduct[]): Promise<Positioned<Product>[]> {
    const products = batch.map((product) => this.#product(product))
    const own = await this.#positions('product', products)
    const variants = await this.#positions(
      'variant',
      products.flatMap((product) => product.variants),
    )
    let from = 0
    return batch.map(({ position }, index) => {
      const product = products[index]!
      if (own[index] !== position) throw this.#refused(position, `its id ${product.id} has another position`)
      const to = from + product.variants.length
      const variantPositions = variants.slice(from, to)
      from = to
      this.products.add(position)
      for (const each of variantPositions) {
        if (this.variants.has(each)) throw this.#refused(position, 'another product has one of its variants')
        this.variants.add(each)
      }
      return { product, position, variantPositions }
    })
  }

  async #positions(kind: Kind, things: readonly { readonly id: string }[]): Promise<number[]> {
    const ids = things.map(({ id }) => id)
    return await this.#draft.allocatePositions(kind, ids)
  }

  /** The product of a document, as this version reads it. */
  #product({ position, source }: OlderProduct): Product {
    const value = parsed(source)
    const read = checkNativeProduct(value, position, this.#context)
    if ('problems' in read) {
      const [{ path, wrong, right }] = read.problems
      throw this.#refused(position, `${path} ${wrong}; expected ${right}`)
    }
    // A store keeps what was said of markets about things that a product had before.
    const [first, ...others] = read.dropped.filter(({ path }) => !path.startsWith('markets'))
    if (first) this.dropped = { first, ...this.dropped, count: (this.dropped?.count ?? 0) + 1 + others.length }
    const { markets } = value as Product
    return completeTimestamps({ ...read.product, ...(markets && { markets }) }, undefined, this.#now)
  }

  #refused(position: number, what: string): VitrineError {
    return refused(this.#older.id, `the product at position ${position}: ${what}`)
  }
}

/** undefined if the text is not JSON, which no product is. */
function parsed(source: string): unknown {
  try {
    return JSON.parse(source)
  } catch {
    return undefined
  }
}

/** What an operator says of a store. An edition without products has it too. */
async function copyDeclared(draft: Draft, older: OlderStore): Promise<void> {
  for (const kind of ['labels', 'rules', 'synonyms'] as const)
    await writeDeclared(draft, kind, (await older.entries(kind)) as never)
  const known = (await draft.base.givenCodes()).length
  draft.givenCodes = (await older.codes()).slice(known)
}

function requireCounts({ contents }: Draft, { id, productCount, variantCount }: OlderStore): void {
  if (contents.productCount === productCount && contents.variantCount === variantCount) return
  const expected = `${productCount} products and ${variantCount} variants are expected`
  throw refused(id, `${contents.productCount} products and ${contents.variantCount} variants were read; ${expected}`)
}

function refused(store: OlderStore['id'], what: string): VitrineError {
  return new VitrineError('database-unusable', `${describeStore(store)}: ${what}`)
}
