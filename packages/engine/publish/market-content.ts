import { isDeepStrictEqual } from 'node:util'
import type { Product, Submitted } from '@vitrine/catalog/product'
import type { MarketProductName, MarketSubmission, RefusedProduct } from '@vitrine/catalog/submission'
import type { Edition } from '../edition/edition.ts'
import { BitSet } from '../index/bit-set.ts'
import { marketViewsOf } from './market-views.ts'
import { digestOf, type ProductChange, productVersion } from './product-version.ts'
import { BATCH_SIZE, positionBatches, readPositioned, readProducts } from './read-products.ts'
import { sourceDocument } from './render.ts'
import type { ImportCounts } from './report.ts'

/** A submitted product with what the store knows of it in markets besides. */
export function withKnownMarkets(product: Submitted<Product>, before: Product | undefined): Submitted<Product> {
  const known = before?.markets
  if (known === undefined && product.markets === undefined) return product
  return { ...product, markets: merged(known ?? {}, product.markets ?? {}) }
}

/**
 * Applies what files say of products in markets to the products of the store, and yields the changes in batches. Calls
 * `onUnused` with each submission whose product the store does not have, or that an earlier one was of, and `onOther`
 * with each product of the store that none was of.
 */
export async function* marketChanges(
  base: Edition,
  submissions: AsyncIterable<MarketSubmission | RefusedProduct>,
  { now, counts, onUnused, onOther }: MarketCollector,
): AsyncGenerator<ProductChange[]> {
  const markets = marketViewsOf(base.store)
  const seen = new BitSet()
  for await (const batch of inBatches(submissions, counts)) {
    const located = await locate(base, batch)
    const byPosition = new Map<number, MarketSubmission>()
    for (const [index, submission] of batch.entries()) {
      const position = located[index]
      if (position === undefined) onUnused?.(submission, 'unknown')
      else if (seen.has(position)) onUnused?.(submission, 'repeated')
      else byPosition.set(position, submission)
      if (position !== undefined) seen.add(position)
    }
    const positions = [...byPosition.keys()]
    const changes: ProductChange[] = []
    for (const stored of await readPositioned(base, positions)) {
      const { markets: added, line, row, file } = byPosition.get(stored.position)!
      const submitted = typeof added === 'function' ? added(stored.product) : added
      const content = merged(stored.product.markets ?? {}, submitted)
      if (isDeepStrictEqual(content, stored.product.markets ?? {})) counts.unchanged++
      else {
        const { markets: _, ...others } = stored.product
        const product = { ...others, updatedAt: now, markets: content }
        // That of the product's export, since the product now differs from its file.
        const digest = digestOf(sourceDocument(product, markets.storeRate))
        changes.push({
          before: productVersion(stored, markets),
          after: productVersion({ ...stored, product }, markets, digest),
          place: { line, row, file, product: product.name },
        })
      }
    }
    yield changes
  }
  if (!onOther) return
  for await (const positions of positionBatches(base)) {
    const unseen = positions.filter((position) => !seen.has(position))
    for (const product of await readProducts(base, unseen)) onOther(product)
  }
}

interface MarketCollector {
  readonly now: string
  readonly counts: ImportCounts
  readonly onUnused?: ((unused: MarketSubmission, reason: UnusedReason) => void) | undefined
  readonly onOther?: ((product: Product) => void) | undefined
}

/** Why a submission is not used: the store does not have its product, or an earlier one was of the same. */
export type UnusedReason = 'unknown' | 'repeated'

/** The submissions in batches. `counts` gets the refused ones. */
async function* inBatches(
  submissions: AsyncIterable<MarketSubmission | RefusedProduct>,
  counts: ImportCounts,
): AsyncGenerator<readonly MarketSubmission[]> {
  let batch: MarketSubmission[] = []
  for await (const submission of submissions) {
    if ('problems' in submission) counts.skip(submission.problems)
    else if (batch.push(submission) === BATCH_SIZE) {
      yield batch
      batch = []
    }
  }
  if (batch.length > 0) yield batch
}

/** The position of the product of each submission; undefined where the store has none. */
async function locate(base: Edition, batch: readonly MarketSubmission[]): Promise<(number | undefined)[]> {
  const names = batch.flatMap((submission) => submission.names)
  const valuesOf = (kind: 'id' | 'slug' | 'sku') => [
    ...new Set(names.flatMap((name) => (kind in name ? [(name as Record<string, string>)[kind]!] : []))),
  ]
  const [ids, slugs, skus] = [valuesOf('id'), valuesOf('slug'), valuesOf('sku')]
  const [byId, bySlug, bySku] = await Promise.all([
    base.positionsById('product', ids),
    base.productsBySlug(slugs),
    base.productsBySku(skus),
  ])
  const positions = new Map<string, number | undefined>([
    ...ids.map((id, index) => [`id ${id}`, byId[index]] as const),
    ...slugs.map((slug, index) => [`slug ${slug}`, bySlug[index]] as const),
    ...skus.map((sku) => [`sku ${sku}`, onlyOne(bySku.get(sku))] as const),
  ])
  const positionOf = (name: MarketProductName) => positions.get(Object.entries(name)[0]!.join(' '))
  return batch.map(({ names }) => names.map(positionOf).find((position) => position !== undefined))
}

function onlyOne(positions: ReadonlySet<number> | undefined): number | undefined {
  return positions?.size === 1 ? [...positions][0] : undefined
}

/** What is known of markets, with what is added: in each market, a field of `added` replaces that which was known. */
function merged(known: Content, added: Content): Content {
  const markets = Object.entries(added).map(([code, content]) => {
    const { included, ...fields } = { ...known[code], ...content }
    return [code, included === false ? { included, ...fields } : fields] as const
  })
  return { ...known, ...Object.fromEntries(markets) }
}

type Content = NonNullable<Product['markets']>
