import type { Store, StoreId } from '@vitrine/catalog/store'
import { type Crossing, MIN_PRODUCTS, shareThatAllows } from '@vitrine/engine/publish/limits'
import { formatNumber, quantity } from '../terminal-text.ts'

/** What a file may be, most of it as percentages. What a publication may lose is in `PublicationLimits`. */
export interface ImportLimits {
  readonly maxLeftOut: number
  readonly maxNew: number
  /** Whether everything may be left out. */
  readonly mayServeNothing: boolean
  /** Whether the format may be another one than before. */
  readonly mayChangeSource: boolean
  /** Whether the operator says how much a file may remove: also one that may be cut off. */
  readonly mayBeCutOff: boolean
  /** The store, if the import is from a server. A wrong answer is over soon, so options would allow too much. */
  readonly fromServer?: StoreId | undefined
}

/** An import that leaves out more is probably of the wrong file. */
export const DEFAULT_MAX_LEFT_OUT = 50

/** A file of which less than 5% is in the store is probably of another one. */
export const DEFAULT_MAX_NEW = 95

/** A report warns of this share of removed products. */
const NOTABLE_SHARE = 10

/** A report warns if prices move by more. */
const NOTABLE_PRICE_CHANGE = 0.3

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
  /** Products of the store before the import. */
  readonly stored: number
  /** Whether the import replaces all products of the store. The limit of removed products then says whether it fits. */
  readonly replace: boolean
  /** In what the file differs from the earlier imports of the store: predicates of the file. */
  readonly differences: readonly string[]
  /** Why the file may lack products that are sold: predicates of it. */
  readonly endings: readonly string[]
  /** Products that are removed, or that lose variants. */
  readonly losing: number
  /** What crosses the limits of what a publication may lose. */
  readonly crossings: readonly Crossing[]
}

/** Why the effect exceeds the limits, and the options that allow it; undefined if it does not. */
export function exceededLimit(effect: ImportEffect, limits: ImportLimits): string | undefined {
  const { rows, leftOut, unit, accepted, stored, differences, crossings } = effect
  if (accepted === 0 && rows > 0 && !limits.mayServeNothing)
    return 'nothing in the file would be served; --max-left-out 100% allows it'
  if (leftOut * 100 > rows * limits.maxLeftOut)
    return (
      `${share(leftOut, rows, unit)} would be left out, more than ${limits.maxLeftOut}%; ` +
      `${option('--max-left-out', leftOut, rows)} allows it`
    )
  const isTelling = accepted >= MIN_PRODUCTS && stored >= MIN_PRODUCTS
  const changes = isTelling && !limits.mayChangeSource ? differences.map((text) => `the file ${text}`) : []
  const tooNew = isTelling ? hasTooManyNew(effect, limits) : undefined
  const ofLimit = (limit: Crossing['limit']) => crossings.filter((crossing) => crossing.limit === limit)
  const [removed, lost, language] = [ofLimit('maxRemoved'), ofLimit('maxLost'), ofLimit('mayChangeLanguage')]
  const cut = removesBeyondEnding(effect, limits)
  const reasons = [
    ...(cut ? [cut.reason] : []),
    ...removed.map(({ reason }) => reason),
    ...(tooNew ? [tooNew.reason] : []),
    ...lost.map(({ reason }) => reason),
    ...changes,
    ...language.map(({ reason }) => reason),
  ]
  if (reasons.length === 0) return undefined
  if (limits.fromServer !== undefined && crossings.length > 0)
    return `${reasons.join('; ')}; if the server is right, \`vitrine approve ${limits.fromServer}\` lets the next import do exactly this, once`
  const mostRemoved = Math.max(shareThatAllows(removed, 'maxRemoved'), cut?.share ?? 0)
  const options = [
    ...(mostRemoved > 0 ? [`--max-removed ${mostRemoved}%`] : []),
    ...(tooNew ? [tooNew.option] : []),
    ...(lost.length > 0 ? [`--max-lost ${shareThatAllows(lost, 'maxLost')}%`] : []),
    ...(changes.length + language.length > 0 ? ['--change-source'] : []),
  ]
  return `${reasons.join('; ')}; ${options.join(' ')} ${options.length > 1 ? 'allow' : 'allows'} it`
}

/** Whether the report should warn that the import removes so much. */
export function isNotable(removed: number, stored: number): boolean {
  return removed > 0 && removed * 100 >= stored * NOTABLE_SHARE
}

/** Whether the report should warn of prices that are so many times as high. A sale of a season is told less. */
export function isNotablePrice(factor: number | null): factor is number {
  return factor !== null && Math.abs(factor - 1) > NOTABLE_PRICE_CHANGE
}

/** In what a file differs from the earlier imports of a store: predicates. */
export function differencesFrom({ lastImport }: Store, format: string | undefined): readonly string[] {
  const { formats = [] } = lastImport ?? {}
  // A file in the native format was made for Vitrine, from whatever source.
  const isOther = format !== undefined && format !== 'native' && formats.length > 0 && !formats.includes(format)
  return isOther ? [`has the format ${format}, and earlier imports had ${formats.join(', ')}`] : []
}

/** A file that replaces the store and may lack products may not take anything away. */
function removesBeyondEnding({ endings, losing, replace, stored }: ImportEffect, { mayBeCutOff }: ImportLimits) {
  if (!replace || mayBeCutOff || losing === 0 || endings.length === 0) return undefined
  const files = endings.map((ending) => `the file ${ending}`).join('; ')
  const reason = `${files}, and --replace would take from ${quantity(losing, 'product')}`
  return { reason, share: Math.min(100, Math.ceil((losing * 100) / stored)) }
}

function hasTooManyNew({ created, accepted, stored, replace }: ImportEffect, { maxNew }: ImportLimits) {
  if (replace || created * 100 <= accepted * maxNew) return undefined
  const existing = accepted === created ? 'none' : `only ${formatNumber(accepted - created)}`
  const verb = accepted - created > 1 ? 'are' : 'is'
  const products = `${existing} of the ${quantity(accepted, 'product')} of the file`
  const reason = `${products} ${verb} in the store, which has ${formatNumber(stored)}`
  return { reason, option: option('--max-new', created, accepted) }
}

function share(part: number, total: number, unit: string): string {
  return `${formatNumber(part)} of ${quantity(total, unit)}`
}

function option(name: string, part: number, total: number): string {
  return `${name} ${Math.ceil((part * 100) / total)}%`
}
