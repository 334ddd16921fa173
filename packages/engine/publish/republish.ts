import { isDeepStrictEqual } from 'node:util'
import { VitrineError } from '@vitrine/catalog/error'
import type { PublishedSettings, StoreSettings, StoreTaxRate } from '@vitrine/catalog/store'
import type { Draft } from '../edition/draft.ts'
import type { EditionSummary } from '../edition/rows.ts'
import { BitSet } from '../index/bit-set.ts'
import { CountedChanges, setCounts } from './counted-changes.ts'
import { MarketSlugs } from './market-slugs.ts'
import { marketViewsOf, withRate } from './market-views.ts'
import { type ProductChange, productVersion } from './product-version.ts'
import { positionBatches, readPositioned } from './read-products.ts'
import { StoreWriter } from './store-writer.ts'

/**
 * Gives the store another tax rate, and publishes an edition in which the variants without a rate of their own have it.
 * If there are none, only the store changes, and the result is undefined. In the same transaction, the operator changes
 * `settings`. `now` is ISO 8601 in UTC with milliseconds.
 */
export async function publishTaxRate(
  draft: Draft,
  taxRate: StoreTaxRate,
  now: string,
  settings: StoreSettings = {},
): Promise<EditionSummary | undefined> {
  const { isChanged, publish } = await republish(draft, { taxRate }, now)
  if (isChanged) return await publish(settings)
  await draft.changeBase({ taxRate }, settings)
  return undefined
}

/** Publishes an edition in which the store has the markets of its draft. `now` is ISO 8601 in UTC with milliseconds. */
export async function publishMarkets(draft: Draft, now: string): Promise<EditionSummary> {
  const markets = draft.markets.map(({ market }) => market!)
  const { publish } = await republish(draft, { markets: markets.length > 0 ? markets : undefined }, now)
  return await publish()
}

/** Writes all products that the store shows otherwise with other settings. */
async function republish(
  draft: Draft,
  settings: PublishedSettings,
  now: string,
): Promise<{ readonly isChanged: boolean; readonly publish: (operator?: StoreSettings) => Promise<EditionSummary> }> {
  const { base } = draft
  const [before, after] = [base.store, { ...base.store, ...settings }].map(marketViewsOf) as [Views, Views]
  const variants = new BitSet()
  const slugs = new MarketSlugs(draft.markets)
  await using writer = new StoreWriter(draft, variants)
  const counted = new CountedChanges()
  let isChanged = false
  for await (const positions of positionBatches(base)) {
    const stored = await readPositioned(base, positions)
    const rows = await base.productRows(positions)
    const changes = stored.flatMap((each, index) => {
      const product = withRate(each.product, before.storeRate, after.storeRate)
      const change = {
        before: productVersion(each, before),
        after: productVersion({ ...each, product }, after, rows[index]!.digest),
      }
      return isSame(change) ? [] : [change]
    })
    for (const change of changes) counted.add(change)
    await slugs.check(changes)
    for (const { after } of changes) for (const position of after.variantPositions) variants.add(position)
    if (changes.length > 0) await writer.write(changes)
    isChanged ||= changes.length > 0
  }
  const [taken] = slugs.problems()
  if (taken) throw new VitrineError('invalid-setting', `${taken.path} of ${taken.product}: ${taken.wrong}`)
  setCounts(draft, counted)
  if (isChanged) await writer.finish()
  const { productCount, variantCount } = base
  const difference = { products: writer.changes.changedProducts, also: [], tags: await writer.tags() }
  const publish = (operator?: StoreSettings) =>
    draft.publish(
      { publishedAt: now, madeFrom: 'settings', productCount, variantCount },
      difference,
      settings,
      operator,
    )
  return { isChanged, publish }
}

type Views = ReturnType<typeof marketViewsOf>

function isSame({ before, after }: ProductChange): boolean {
  const [old, now] = [before!, after!].map(({ product, alternates, views }) => ({ product, alternates, views }))
  return isDeepStrictEqual(old, now)
}
