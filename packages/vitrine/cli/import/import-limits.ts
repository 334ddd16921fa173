import { isOtherLanguage } from '@vitrine/catalog/recognize-language'
import type { Store } from '@vitrine/catalog/store'
import type { Loss, LostContent } from '@vitrine/engine/publish/lost-content'
import { formatNumber, quantity } from '../terminal-text.ts'

/** What an import may do, most of it as percentages. */
export interface ImportLimits {
  readonly maxLeftOut: number
  /** undefined for the default, which depends on the size of the store. */
  readonly maxRemoved: number | undefined
  readonly maxNew: number
  readonly maxLost: number
  /** Whether everything may be left out. */
  readonly mayServeNothing: boolean
  /** Whether the format and the language may be others than before. */
  readonly mayChangeSource: boolean
}

/** An import that leaves out more is probably of the wrong file. */
export const DEFAULT_MAX_LEFT_OUT = 50

/** A file of which less than 5% is in the store is probably of another one. */
export const DEFAULT_MAX_NEW = 95

/** A shop seldom changes so many of its products in this way at once. */
export const DEFAULT_MAX_LOST = 25

/**
 * A file that is cut off at a random place removes more in three of four cases. A shop seldom removes as much at once.
 */
const DEFAULT_MAX_REMOVED = 25
const DEFAULT_MAX_REMOVED_OF_FEW = 50

/** A file or a store with fewer products does not tell whether they belong together. */
const MIN_PRODUCTS = 10

/** A report warns of this share of removed products. */
const NOTABLE_SHARE = 10

/** What an import read, and what it is about to do. */
export interface ImportEffect {
  /** The rows or items of the file that are not blank. If the format has none, the products. */
  readonly rows: number
  readonly leftOut: number
  readonly unit: 'row' | 'product'
  /** Products that were submitted or patched without problems, changed or not. */
  readonly accepted: number
  /** Those of them that the store does not have. */
  readonly created: number
  /** Products that the import removes. */
  readonly removed: number
  /** What the products lose that the store has. */
  readonly lost: LostContent
  /** Products of the store before the import. */
  readonly stored: number
  /** Whether the import replaces all products of the store. The limit of removed products then says whether it fits. */
  readonly replace: boolean
  /** In what the file differs from the earlier imports of the store: predicates of the file. */
  readonly differences: readonly string[]
}

/** Why the effect exceeds the limits, and the options that allow it; undefined if it does not. */
export function exceededLimit(effect: ImportEffect, limits: ImportLimits): string | undefined {
  const { rows, leftOut, unit, accepted, created, stored, differences } = effect
  if (accepted === 0 && rows > 0 && !limits.mayServeNothing)
    return 'nothing in the file would be served; --max-left-out 100% allows it'
  if (leftOut * 100 > rows * limits.maxLeftOut)
    return (
      `${share(leftOut, rows, unit)} would be left out, more than ${limits.maxLeftOut}%; ` +
      `${option('--max-left-out', leftOut, rows)} allows it`
    )
  const isTelling = accepted >= MIN_PRODUCTS && stored >= MIN_PRODUCTS
  const changes = isTelling && !limits.mayChangeSource ? differences.map((text) => `the file ${text}`) : []
  const faults = [
    removedTooMany(effect, limits),
    isTelling ? hasTooManyNew(effect, limits) : undefined,
    accepted - created >= MIN_PRODUCTS ? losesTooMuch(effect, limits) : undefined,
  ]
  const exceeded = faults.filter((fault) => fault !== undefined)
  const reasons = [...exceeded.map(({ reason }) => reason), ...changes]
  if (reasons.length === 0) return undefined
  const options = [...exceeded.map((fault) => fault.option), ...(changes.length > 0 ? ['--change-source'] : [])]
  return `${reasons.join('; ')}; ${options.join(' ')} ${options.length > 1 ? 'allow' : 'allows'} it`
}

/** Whether the report should warn that the import removes so much. */
export function isNotable(removed: number, stored: number): boolean {
  return removed > 0 && removed * 100 >= stored * NOTABLE_SHARE
}

/** In what a file differs from the earlier imports of a store: predicates. `language` is that of its texts. */
export function differencesFrom(
  { language: own, lastImport }: Store,
  { format, language }: { readonly format: string | undefined; readonly language: string | undefined },
): readonly string[] {
  const { formats = [], languages = [] } = lastImport ?? {}
  // A file in the native format was made for Vitrine, from whatever source.
  const isOtherFormat = format !== undefined && format !== 'native' && formats.length > 0 && !formats.includes(format)
  const isOther = language !== undefined && own !== undefined && isOtherLanguage(language, own)
  return [
    ...(isOtherFormat ? [`has the format ${format}, and earlier imports had ${formats.join(', ')}`] : []),
    ...(isOther && !languages.includes(language) ? [`is in the language ${language}, and the store is in ${own}`] : []),
  ]
}

interface Fault {
  readonly reason: string
  /** The option that allows it. */
  readonly option: string
}

function removedTooMany({ removed, stored }: ImportEffect, { maxRemoved }: ImportLimits): Fault | undefined {
  const limit = maxRemoved ?? (stored < MIN_PRODUCTS ? DEFAULT_MAX_REMOVED_OF_FEW : DEFAULT_MAX_REMOVED)
  if (removed * 100 <= stored * limit) return undefined
  const reason = `${share(removed, stored, 'product')} of the store would be removed, more than ${limit}%`
  return { reason, option: option('--max-removed', removed, stored) }
}

function hasTooManyNew({ created, accepted, stored, replace }: ImportEffect, { maxNew }: ImportLimits) {
  if (replace || created * 100 <= accepted * maxNew) return undefined
  const existing = accepted === created ? 'none' : `only ${formatNumber(accepted - created)}`
  const verb = accepted - created > 1 ? 'are' : 'is'
  const products = `${existing} of the ${quantity(accepted, 'product')} of the file`
  const reason = `${products} ${verb} in the store, which has ${formatNumber(stored)}`
  return { reason, option: option('--max-new', created, accepted) }
}

/** What more products lose than the limit allows. The option allows the most frequent loss. */
function losesTooMuch({ lost, accepted, created }: ImportEffect, { maxLost }: ImportLimits): Fault | undefined {
  const kept = accepted - created
  const exceeding = (Object.entries(lost) as [Loss, number][]).filter(([, count]) => count * 100 > kept * maxLost)
  if (exceeding.length === 0) return undefined
  const losses = exceeding.map(([loss, count]) => `${share(count, kept, 'product')} ${LOSSES[loss]}`)
  const reason = `${losses.join('; ')}, more than ${maxLost}%`
  return { reason, option: option('--max-lost', Math.max(...exceeding.map(([, count]) => count)), kept) }
}

const LOSSES: Readonly<Record<Loss, string>> = {
  pictures: 'would lose their pictures',
  categories: 'would lose their categories',
  description: 'would lose their descriptions',
  stock: 'would have no known stock any more',
  price: 'would have a price over five times as high or under a fifth',
}

function share(part: number, total: number, unit: string): string {
  return `${formatNumber(part)} of ${quantity(total, unit)}`
}

function option(name: string, part: number, total: number): string {
  return `${name} ${Math.ceil((part * 100) / total)}%`
}
