import { isDeepStrictEqual } from 'node:util'
import type { LabelEntry } from '@vitrine/catalog/label-entry'
import type { Product } from '@vitrine/catalog/product'
import type { LastImport, PublishedSettings, StoreSettings } from '@vitrine/catalog/store'
import type { MarketSubmission, Patch, Problem, RefusedProduct, Removal, Submission } from '@vitrine/catalog/submission'
import type { Draft } from '../edition/draft.ts'
import type { Edition } from '../edition/edition.ts'
import type { MadeFrom } from '../edition/edition-history.ts'
import type { Refusal } from '../edition/limit-state.ts'
import { CHANGE_BITS } from '../edition/product-changes.ts'
import type { Difference } from '../edition/publication.ts'
import type { EditionSummary } from '../edition/rows.ts'
import type { ChangeWriter } from './change-writer.ts'
import { collectChanges } from './collect-changes.ts'
import { setCounts } from './counted-changes.ts'
import { type Crossing, crossingsOf, digestOfLosses, type PublicationLimits } from './limits.ts'
import { marketChanges, type UnusedReason } from './market-content.ts'
import { MarketSlugs } from './market-slugs.ts'
import { MissingSettings, settingsFrom } from './missing-settings.ts'
import { Patches, patchProducts } from './patch-products.ts'
import type { ProductChange } from './product-version.ts'
import { batchesOf, positionBatches } from './read-products.ts'
import { removeProducts } from './remove-products.ts'
import { type RenamedProduct, RenamedProducts } from './renamed-products.ts'
import { ImportCounts, type Report } from './report.ts'
import type { SameValue } from './same-values.ts'
import { StoreCodes } from './store-codes.ts'
import { StoreWriter } from './store-writer.ts'
import { Uniqueness } from './uniqueness.ts'

/**
 * Publishes the submissions as the next edition of the draft's store. Publishes nothing if nothing differs, or if there
 * are problems. With `hold`, the store holds the edition, and stays as it is. The caller disposes of the draft, which
 * discards what was not added.
 *
 * All patches come before the first product. Products are removed first, then loaded (a product that is both removed
 * and submitted stays, as submitted), then patched. If the submissions have all products of the store, a store without
 * a language gets the one that they are in, if that is clear, and a store without a currency the one that all of them
 * name.
 */
export async function publish(
  draft: Draft,
  submissions: AsyncIterable<Submission | Patch | Removal> | AsyncIterable<MarketSubmission | RefusedProduct>,
  options: PublishOptions,
): Promise<Report> {
  const { replace, skipInvalid, dryRun, hold, now, onUnused, onDropped, onProgress, onStep } = options
  const { base } = draft
  if (hold !== undefined) draft.requireRoomToHold()
  const counts = new ImportCounts()
  const patches = new Patches()
  const removals = new Set<number>()
  const uniqueness = new Uniqueness(draft, dryRun)
  const missing = new MissingSettings(base.store, options.settings ?? {})
  const codes = new StoreCodes(base)
  const renamed = new RenamedProducts(base, replace, counts.recognizing(options))
  const collected = { base, now, counts, replace, renamed, uniqueness, patches, missing, codes, removals }
  const slugs = new MarketSlugs(draft.markets)
  await using writer = new StoreWriter(draft, uniqueness.reserved.variant, options.inWorker)

  const isSubmitted = (position: number) => uniqueness.reserved.product.has(position)
  const isRefused = () => counts.problemCount > 0 && !skipInvalid
  const apply = async (batches: AsyncIterable<readonly ProductChange[]>) => {
    for await (const changes of batches) {
      for (const change of changes) counts.count(change)
      await slugs.check(changes)
      if (changes.length > 0 && !dryRun && !isRefused()) await writer.write(changes)
      onProgress?.(counts.processed)
    }
  }

  const ofMarkets = { now, counts, onUnused: options.onUnusedInMarkets, onOther: options.onOtherInMarkets }
  const changes = options.isOfMarkets
    ? marketChanges(base, submissions as AsyncIterable<MarketSubmission | RefusedProduct>, ofMarkets)
    : collectChanges(submissions as AsyncIterable<Submission>, collected)
  await apply(changes)
  const isOfPatches = counts.created + counts.changed + counts.unchanged === 0
  const isComplete = replace || counts.changed + counts.unchanged === base.productCount
  await apply(patchProducts(base, patches, (each) => isSubmitted(each) || removals.has(each), { now, counts }))
  for (const patch of patches.unused()) onUnused?.(patch)
  for (const fault of patches.dropped()) onDropped?.(fault)

  await apply(removeProducts(base, replace ? positionBatches(base) : batchesOf([...removals]), isSubmitted))
  const conflicts = [...uniqueness.unresolvedProblems((each) => replace || removals.has(each)), ...slugs.problems()]
  for (const problem of conflicts) counts.skip([problem])
  if (conflicts.length > 0 || isRefused()) return counts.report('refused', base)
  const totals = await totalsOf(counts, missing, options)
  const { isAllowed, refusal } = judge(draft, counts, totals, options)
  if (!isAllowed) return await refuse(draft, writer, counts.report('refused', base), dryRun ? undefined : refusal)
  const findings = missing.findings(isComplete, totals.language)
  const settings = settingsFrom(findings, options.remember?.(totals))
  const labels = await changedLabels(base, options)
  if (!counts.isChanged && !labels) {
    if ((settings || isWaiting(draft, options)) && !dryRun && hold === undefined) await draft.changeBase(settings ?? {})
    return { ...counts.report('unchanged', base), ...findings }
  }
  if (dryRun) return { ...counts.report('tried', base), ...findings }

  if (counts.isChanged) await writer.finish(onStep)
  if (labels) await draft.writeLabelEntries(labels)
  onStep?.('publishing')
  const productCount = base.productCount + counts.created - counts.removed
  const summary = { publishedAt: now, productCount, variantCount: variantCount(base, writer.changes, uniqueness) }
  const difference = { products: writer.changes.changedProducts, also: labels ? LABELS : [], tags: await writer.tags() }
  draft.givenCodes = codes.added
  const { outcome, edition } = await addEdition(draft, summary, difference, settings, isOfPatches, options)
  return { ...counts.report(outcome, base), ...findings, ...(labels && { labels: labels.length }), edition }
}

export interface PublishOptions {
  /** The submissions are the complete catalog: products that are missing are removed. */
  readonly replace: boolean
  /** Skips products with problems. Otherwise one problem refuses the import. */
  readonly skipInvalid: boolean
  /** The submissions say what products of the store are in markets. Nothing else changes. */
  readonly isOfMarkets?: boolean
  /** Reports what would be done, and writes nothing. */
  readonly dryRun: boolean
  /**
   * The submissions are one of many changes of the store. If it changes more than prices and stocks of a hundredth of
   * the products at most, its edition counts as one of patches.
   */
  readonly isIncrement?: boolean
  /** Holds the edition instead of publishing it. The command that imports the same again. */
  readonly hold?: string | undefined
  /** Collects the changes of posting lists in a worker. This pays off for imports that take seconds. */
  readonly inWorker?: boolean
  /** Settings for a store that does not have them. */
  readonly settings?: StoreSettings | undefined
  /** What is said of labels, if it replaces what the store has. Called when all submissions are read. */
  readonly labels?: () => readonly LabelEntry[] | undefined
  /** The time of the import, ISO 8601 in UTC with milliseconds. */
  readonly now: string
  /** What the publication may lose. Without limits, as for what an operator declares, everything. */
  readonly limits?: PublicationLimits
  /**
   * Called before anything is published, with what crosses the limits. Returns false to refuse the import. Without this
   * function, what crosses a limit refuses it.
   */
  readonly approve?: (changes: ProductTotals, crossings: readonly Crossing[]) => boolean
  /** Called once the import is approved. The store remembers the result, also if nothing differs. */
  readonly remember?: (changes: ProductTotals) => LastImport
  /**
   * Called with each product without an id of its own that keeps its id under a new slug, because it has a sku that
   * only one product of the store had, or with `replace` its prices and its name or its picture. Without this function,
   * such a product gets a new id.
   */
  readonly onRenamed?: (renamed: RenamedProduct) => void
  /** Called with each product that would be a renamed one if the import removed what is not submitted. */
  readonly onMaybeRenamed?: (renamed: RenamedProduct) => void
  /** Called with each patch whose sku no variant has, or whose slug no product has. */
  readonly onUnused?: (patch: Patch) => void
  /** Called with each of them whose product the store does not have, or that an earlier one was of. */
  readonly onUnusedInMarkets?: (submission: MarketSubmission, reason: UnusedReason) => void
  /** Called with each product of the store that no submission about markets was of. */
  readonly onOtherInMarkets?: (product: Product) => void
  /** Called with each list price of a patch that is not above the price of a variant. */
  readonly onDropped?: (fault: Problem) => void
  /** Called after each batch with the number of products processed so far. */
  readonly onProgress?: (products: number) => void
  /** Called when each of the steps after reading starts. */
  readonly onStep?: (step: 'merging postings' | 'sorting' | 'publishing') => void
}

/** What an import is about to do, in products. */
export interface ProductTotals {
  /** Products that were submitted or patched without problems, changed or not. */
  readonly accepted: number
  /** Those of the accepted ones that the store does not have. */
  readonly created: number
  /** Those of the accepted ones that differ from what the store has. */
  readonly changed: number
  readonly removed: number
  /** Those of the changed ones that have fewer variants than before. */
  readonly shrunk: number
  /** The fields in which they have one value, and had several. */
  readonly sameValues: readonly SameValue[]
  /** How many times as high prices are after the changes, as a geometric mean. */
  readonly priceFactor: number
  /** Products that were left out because of problems. */
  readonly skipped: number
  /** The language of the submitted texts, as a BCP 47 tag, if it is clear and anything changed. */
  readonly language: string | undefined
}

async function totalsOf(
  counts: ImportCounts,
  missing: MissingSettings,
  { approve, limits }: PublishOptions,
): Promise<ProductTotals> {
  const { created, changed, unchanged, removed, skipped } = counts
  // Recognising a language takes time, and products that have not changed did not reveal one before.
  const isAsked = counts.isChanged && (approve || limits || missing.isLanguageMissing)
  const language = isAsked ? await missing.recognizeLanguage() : undefined
  const accepted = created + changed + unchanged
  const priceFactor = Math.exp(counts.changes.store.priceLevels / Math.max(1, accepted - created))
  const { shrunk } = counts.changes.store
  const sameValues = counts.sameValues.among(accepted - created)
  return { accepted, created, changed, removed, shrunk, sameValues, priceFactor, skipped, language }
}

/** Decides whether the limits allow the changes, and tells the draft what it counts. */
function judge(
  draft: Draft,
  { changes, recognized }: ImportCounts,
  totals: ProductTotals,
  { limits, approve, replace, now }: PublishOptions,
): { readonly isAllowed: boolean; readonly refusal?: Refusal } {
  setCounts(draft, changes)
  if (!limits) return { isAllowed: approve?.(totals, []) ?? true }
  const { source } = limits
  const removed = totals.removed + (replace ? recognized : 0)
  const effect = { ...totals, created: totals.created + recognized, removed, now }
  const crossings = crossingsOf(draft, changes, effect, limits)
  const digest = digestOfLosses(crossings)
  const earlier = draft.limits.refusalOf(source)
  const refused = earlier?.isApproved && earlier.digest === digest ? [] : crossings
  const isAllowed = approve?.(totals, refused) ?? refused.length === 0
  if (isAllowed) {
    const crossesDefaults = crossingsOf(draft, changes, effect, { source }).length > 0
    draft.limits.setJudgement({ source, isAllowed: crossesDefaults })
    return { isAllowed }
  }
  if (refused.length === 0) return { isAllowed }
  const before = draft.limits.before
  const reason = refused.map((crossing) => crossing.reason).join('; ')
  const counts = { before, after: changes.store.after(before) }
  return { isAllowed, refusal: { source, refusedAt: now, reason, ...counts, digest, isApproved: false } }
}

/** Notes in the store what a limit refused, if one did. */
async function refuse(
  draft: Draft,
  writer: StoreWriter,
  report: Report,
  refusal: Refusal | undefined,
): Promise<Report> {
  if (!refusal) return report
  await writer.idle()
  await draft.refuse(refusal)
  return { ...report, refusal }
}

/** Whether the store notes a publication of the same source that a limit refused. */
function isWaiting({ limits: state }: Draft, { limits }: PublishOptions): boolean {
  return limits !== undefined && state.refusalOf(limits.source) !== undefined
}

/** What is said of labels; undefined if the store has the same or keeps what it has. */
async function changedLabels(base: Edition, { labels }: PublishOptions): Promise<readonly LabelEntry[] | undefined> {
  const entries = labels?.()
  return entries && !isDeepStrictEqual(entries, await base.labelEntries()) ? entries : undefined
}

/** Publishes the draft, or holds it if `hold` has the command that imports the same again. */
async function addEdition(
  draft: Draft,
  summary: Omit<EditionSummary, 'number'>,
  difference: Difference,
  settings: PublishedSettings = {},
  isOfPatches: boolean,
  { hold, isIncrement = false }: PublishOptions,
): Promise<Pick<Report, 'outcome' | 'edition'>> {
  const madeFrom = madeFromOf(difference, draft.base, isOfPatches, isIncrement)
  if (hold === undefined)
    return { outcome: 'published', edition: await draft.publish({ ...summary, madeFrom }, difference, settings) }
  return { outcome: 'held', edition: await draft.hold(summary, difference, settings, hold) }
}

/** What an edition with these changes of the base is made from. */
function madeFromOf(
  { products, also }: Difference,
  { productCount }: Edition,
  isOfPatches: boolean,
  isIncrement: boolean,
): MadeFrom {
  if (also.length > 0 || (!isOfPatches && !isIncrement)) return 'import'
  let count = 0
  for (const [bits, { size }] of products.lists())
    if (isOfPatches ? bits === removed : (bits & ~(prices | stock)) !== 0) count += size
  if (count <= productCount * SMALL_SHARE) return 'patch'
  return isOfPatches ? 'removal' : 'import'
}

const { prices, stock, removed } = CHANGE_BITS

/** Up to this share of its products is a small part of a catalog. */
const SMALL_SHARE = 0.01

const LABELS = ['labels'] as const

/** How many variants the edition has. Some leave a product, and no product gets them. */
function variantCount(base: Edition, { leavingVariants }: ChangeWriter, { newVariants, reserved }: Uniqueness): number {
  const lost = leavingVariants.size - leavingVariants.intersectionSize(reserved.variant)
  return base.variantCount + newVariants - lost
}
