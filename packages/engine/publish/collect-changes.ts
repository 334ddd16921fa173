import { isDeepStrictEqual } from 'node:util'
import type { AcceptedProduct, Patch, Removal, Submission } from '@vitrine/catalog/submission'
import type { Edition } from '../edition/edition.ts'
import { withFormerSlugs } from './former-slugs.ts'
import type { IdentifiedProduct } from './identified-product.ts'
import { withKnownMarkets } from './market-content.ts'
import { marketViewsOf } from './market-views.ts'
import type { MissingSettings } from './missing-settings.ts'
import type { Patches } from './patch-products.ts'
import { digestOf, type ProductChange, productVersion } from './product-version.ts'
import { BATCH_SIZE, readPositioned } from './read-products.ts'
import { RenamedCategories } from './renamed-categories.ts'
import type { RenamedProducts } from './renamed-products.ts'
import { sourceDocument } from './render.ts'
import type { ImportCounts } from './report.ts'
import type { StoreCodes } from './store-codes.ts'
import { completeTimestamps } from './timestamps.ts'
import type { Reservations, Uniqueness } from './uniqueness.ts'

/**
 * Reads the submissions of an import. Yields, in batches, the changes of products that differ from the store, and
 * collects the patches and removals. Reserves the ids of one batch while the batch before it is compared and written.
 */
export async function* collectChanges(
  submissions: AsyncIterable<Submission | Patch | Removal>,
  collector: ChangeCollector,
): AsyncGenerator<ProductChange[]> {
  const { uniqueness, patches } = collector
  let pending: Promise<Reservations> | undefined
  try {
    for await (const batch of identifiedBatches(submissions, collector)) {
      const previous = await pending
      pending = uniqueness.reserve(
        batch.map((product) => ({ ...product, submission: patches.applyToSubmitted(product.submission) })),
      )
      // The next `await` throws the error.
      pending.catch(() => {})
      if (previous) yield await changesOf(previous, collector)
    }
    const last = await pending
    if (last) yield await changesOf(last, collector)
  } finally {
    // The draft discards the positions that it has allocated, so no allocation may still be in progress.
    await pending?.catch(() => {})
  }
}

/** What an import collects from its submissions, and what it compares them with. */
interface ChangeCollector {
  readonly base: Edition
  readonly now: string
  /** The products of the store that are not submitted are removed. */
  readonly replace: boolean
  readonly counts: ImportCounts
  readonly renamed: RenamedProducts
  readonly uniqueness: Uniqueness
  readonly patches: Patches
  /** Gets the accepted products. */
  readonly missing: MissingSettings
  readonly codes: StoreCodes
  /** The positions of products to remove. */
  readonly removals: Set<number>
}

/** The accepted products in batches, with the ids that they have in the store. */
async function* identifiedBatches(
  submissions: AsyncIterable<Submission | Patch | Removal>,
  collector: ChangeCollector,
): AsyncGenerator<readonly IdentifiedProduct[]> {
  const { base, replace, renamed, codes, counts } = collector
  const categories = new RenamedCategories(base, codes, replace)
  for await (const batch of acceptedBatches(submissions, collector))
    yield await renamed.identify(categories.keepCertain(batch))
  for await (const batch of categories.deferredBatches()) yield await renamed.identify(batch)
  yield* renamed.deferredBatches(counts.skipped === 0)
}

/** The accepted products in batches. The collector gets the other submissions. */
async function* acceptedBatches(
  submissions: AsyncIterable<Submission | Patch | Removal>,
  { counts, patches, missing, codes, removals }: ChangeCollector,
): AsyncGenerator<readonly AcceptedProduct[]> {
  let batch: AcceptedProduct[] = []
  let acceptedAny = false
  for await (const submission of submissions) {
    if ('problems' in submission) counts.skip(submission.problems)
    else if ('position' in submission) removals.add(submission.position)
    else if ('sku' in submission || 'slug' in submission) {
      if (acceptedAny) throw new Error('all patches have to come before the first product')
      patches.add(submission)
    } else {
      if (!acceptedAny) await codes.read()
      acceptedAny = true
      missing.add(submission)
      if (batch.push(codes.applyTo(submission)) < BATCH_SIZE) continue
      yield batch
      batch = []
    }
  }
  if (batch.length > 0) yield batch
}

async function changesOf(
  { reserved, refused }: Reservations,
  { base, now, counts }: ChangeCollector,
): Promise<ProductChange[]> {
  for (const problems of refused) counts.skip(problems)
  const markets = marketViewsOf(base.store)
  const submitted = reserved.map((reservation) => {
    const source = sourceDocument(reservation.product, markets.storeRate)
    // Nothing said of any market is another submission than nothing said of markets.
    const isNone = reservation.hasAllMarkets && reservation.product.markets === undefined
    return { ...reservation, source, digest: digestOf(isNone ? `${source}\n` : source) }
  })
  const differing = submitted.filter(({ row, digest }) => row?.digest !== digest)
  counts.unchanged += submitted.length - differing.length

  const storedPositions = differing.flatMap(({ row }) => (row ? [row.position] : []))
  const stored = new Map((await readPositioned(base, storedPositions)).map((product) => [product.position, product]))
  const changes: ProductChange[] = []
  for (const { product: submission, source, digest, hasAllMarkets, place, ...positions } of differing) {
    const before = stored.get(positions.position)
    const named = withFormerSlugs(submission, before?.product, base.store.id)
    const known = hasAllMarkets ? named : withKnownMarkets(named, before?.product)
    const product = completeTimestamps(known, before?.product, now)
    const after = () =>
      productVersion({ ...positions, product }, markets, digest, product === submission ? source : undefined)
    if (before && isDeepStrictEqual(product, before.product)) counts.unchanged++
    else changes.push({ before: before && productVersion(before, markets), after: after(), place })
  }
  return changes
}
