import { hash } from 'node:crypto'
import { isOtherLanguage } from '@vitrine/catalog/recognize-language'
import type { Store } from '@vitrine/catalog/store'
import type { Counts, PeakCounts } from '../edition/counts.ts'
import type { Draft } from '../edition/draft.ts'
import { type CountedChanges, LOSSES, type Loss, type PlaceChanges } from './counted-changes.ts'

/** What a publication may lose. Percentages; undefined for the defaults. Every road into a store has these limits. */
export interface PublicationLimits {
  /** What is published, as in `Refusal`. */
  readonly source: string
  /** Of the products, and of the variants. */
  readonly maxRemoved?: number | undefined
  /** Of the products that lose their pictures, categories, descriptions, stocks or prices. 100 allows any prices. */
  readonly maxLost?: number | undefined
  /** Whether the texts may be in another language than the store has had. */
  readonly mayChangeLanguage?: boolean | undefined
}

/** What a publication does that a limit does not allow. */
export interface Crossing {
  /** A sentence about the store. */
  readonly reason: string
  /** The limit that it crosses, and what would allow it, if that is a share. */
  readonly limit: 'maxRemoved' | 'maxLost' | 'mayChangeLanguage'
  readonly share?: number
  /** What a digest has of it. */
  readonly lost: string
}

/** What a publication does, apart from what it changes. */
export interface PublicationEffect {
  /** Products that were submitted or patched without problems, and the new ones among them. */
  readonly accepted: number
  readonly created: number
  /** Products that are removed, or that are others under the same skus. */
  readonly removed: number
  /** The language of the texts, if it is clear. */
  readonly language: string | undefined
  /** ISO 8601 in UTC. */
  readonly now: string
}

/** A shop seldom changes so many of its products in this way at once, or in a day. */
export const DEFAULT_MAX_LOST = 25

/**
 * A file that is cut off at a random place removes more in three of four cases. A shop seldom removes as much at once.
 */
const DEFAULT_MAX_REMOVED = 25
const DEFAULT_MAX_REMOVED_OF_FEW = 50

/** A sale may sell out a quarter of a shop in a day, and the shop must not go on offering it. */
const MIN_MAX_SOLD_OUT = 50

/** A clearance sale halves all prices. */
const MAX_PRICE_FACTOR = 3

/** Fewer products do not tell whether something is wrong. */
export const MIN_PRODUCTS = 10

/** What crosses the limits, in a store and in its markets. */
export function crossingsOf(
  draft: Draft,
  changes: CountedChanges,
  effect: PublicationEffect,
  limits: PublicationLimits,
): Crossing[] {
  const { base } = draft
  const store = placeOf(draft, changes.store, effect.now)
  const markets = draft.markets.flatMap((market) => {
    const changed = changes.markets.get(market.market!.code)
    return changed ? netCrossings(placeOf(market, changed, effect.now), limits) : []
  })
  const net = [...netCrossings(store, limits), ...markets]
  const removed = removedTooMany(store, effect, limits)
  const lost = losesTooMuch(store, effect, limits)
  // Of what products lose, one sentence is enough. A stock that is not known any more is none.
  const told = lost?.lost.replace('the store stock ', 'the store inStock ') ?? ''
  const isTold = ({ limit, lost }: Crossing) => (removed && limit === 'maxRemoved') || told.includes(lost)
  const others = net.filter((each) => !isTold(each))
  const together = net.flatMap(({ limit, share = 0 }) => (limit === 'maxRemoved' ? [share] : []))
  return [
    ...(removed ? [{ ...removed, share: Math.max(removed.share, ...together) }] : []),
    ...(lost ? [lost] : []),
    ...others,
    ...otherLanguage(base.store, base.productCount, effect, limits),
  ]
}

/** The percentage of a limit that allows all crossings of it. */
export function shareThatAllows(crossings: readonly Crossing[], limit: Crossing['limit']): number {
  return Math.max(...crossings.map((crossing) => (crossing.limit === limit ? (crossing.share ?? 100) : 0)))
}

/** A digest of what would be lost. It does not depend on what else differs. */
export function digestOfLosses(crossings: readonly Crossing[]): string {
  return hash('sha256', crossings.map(({ lost }) => lost).join('\n'), 'hex').slice(0, 16)
}

/** A store, or a market of it, before and after a publication. */
interface Place {
  /** As the subject of a sentence. */
  readonly name: string
  readonly before: Counts
  readonly peak: PeakCounts
  readonly after: Counts
  readonly changes: PlaceChanges
}

function placeOf({ market, limits }: Draft, changes: PlaceChanges, now: string): Place {
  const { before } = limits
  const name = market ? `market ${market.code}` : 'the store'
  return { name, before, peak: limits.peak(now), after: changes.after(before), changes }
}

function removedTooMany({ before, changes }: Place, { removed }: PublicationEffect, { maxRemoved }: PublicationLimits) {
  const { products } = before
  const limit = maxRemoved ?? (products < MIN_PRODUCTS ? DEFAULT_MAX_REMOVED_OF_FEW : DEFAULT_MAX_REMOVED)
  if (removed * 100 <= products * limit) return undefined
  const reason = `${shareOf(removed, products, 'product')} of the store would be removed, more than ${limit}%`
  const lost = lostText('the store', 'products', changes)
  return { reason, limit: 'maxRemoved', share: shareNeeded(removed, products), lost } as const
}

/** What more products lose than the limit allows. */
function losesTooMuch(
  { changes }: Place,
  { accepted, created }: PublicationEffect,
  { maxLost = DEFAULT_MAX_LOST }: PublicationLimits,
): Crossing | undefined {
  const kept = accepted - created
  const countOf = (loss: Loss) => changes.losing[loss].size
  const exceeding = LOSSES.filter((loss) => countOf(loss) * 100 > kept * maxLost)
  if (kept < MIN_PRODUCTS || exceeding.length === 0) return undefined
  const losses = exceeding.map((loss) => `${shareOf(countOf(loss), kept, 'product')} ${LOSS_TEXTS[loss]}`)
  return {
    reason: `${losses.join('; ')}, more than ${maxLost}%`,
    limit: 'maxLost',
    share: shareNeeded(Math.max(...exceeding.map(countOf)), kept),
    lost: exceeding.map((loss) => lostText('the store', loss, changes)).join('\n'),
  }
}

const LOSS_TEXTS: Readonly<Record<Loss, string>> = {
  pictures: 'would lose their pictures',
  categories: 'would lose their categories',
  description: 'would lose their descriptions',
  stock: 'would have no known stock any more',
  price: 'would have a price over five times as high or under a fifth',
}

/** What is less than now, and so much less than at some time of the last 24 hours. Few products do not tell. */
function netCrossings(place: Place, { maxRemoved, maxLost = DEFAULT_MAX_LOST }: PublicationLimits): Crossing[] {
  if (place.peak.products < MIN_PRODUCTS) return []
  const mostRemoved = maxRemoved ?? DEFAULT_MAX_REMOVED
  const [products, variants] = [fewer(place, 'products'), fewer(place, 'variants')]
  const soldOut = Math.max(maxLost, MIN_MAX_SOLD_OUT)
  return [
    netLoss(place, 'products', 'maxRemoved', mostRemoved, 0, 'products'),
    netLoss(place, 'variants', 'maxRemoved', mostRemoved, 0, 'variants'),
    // What goes with its product has the limit of removed products.
    netLoss(place, 'pictures', 'maxLost', maxLost, products, 'products with pictures', 'pictures'),
    netLoss(place, 'categories', 'maxLost', maxLost, products, 'products with categories', 'categories'),
    netLoss(place, 'descriptions', 'maxLost', maxLost, products, 'products with descriptions', 'description'),
    netLoss(place, 'inStock', 'maxLost', soldOut, variants, 'variants in stock', 'inStock'),
    otherPrices(place, maxLost),
  ].filter((crossing) => crossing !== undefined)
}

function netLoss(
  place: Place,
  name: Exclude<keyof Counts, 'priceLevel'>,
  limit: Crossing['limit'],
  most: number,
  withProducts: number,
  noun: string,
  losing: keyof PlaceChanges['losing'] = name as 'products' | 'variants',
): Crossing | undefined {
  const { before, peak, after, changes } = place
  const lost = fewer(place, name) - withProducts
  if (peak[name] < MIN_PRODUCTS || after[name] >= before[name] || lost * 100 <= peak[name] * most) return undefined
  const isBefore = peak[name] > before[name]
  const then = `${isBefore ? 'had' : 'has'} ${numberText(peak[name])}${isBefore ? ' within the last 24 hours' : ''}`
  const reason = `${place.name} would have ${numberText(after[name])} ${noun}, and ${then}: more than ${most}% fewer`
  return { reason, limit, share: shareNeeded(lost, peak[name]), lost: lostText(place.name, losing, changes) }
}

function fewer({ peak, after }: Place, name: keyof Counts): number {
  return Math.max(0, peak[name] - after[name])
}

/** What would lower or raise the prices too much, now or within a day. */
function otherPrices({ name, before, peak, after, changes }: Place, maxLost: number): Crossing | undefined {
  const level = after.priceLevel
  const isHigher = level > before.priceLevel
  const factor = Math.exp(level - (isHigher ? peak.lowestPriceLevel : peak.priceLevel))
  const isCrossed = isHigher ? factor > MAX_PRICE_FACTOR : factor < 1 / MAX_PRICE_FACTOR
  if (!isCrossed || level === before.priceLevel || maxLost === 100) return undefined
  const reason = `the prices of ${name} would be ${priceFactorText(factor)}`
  return { reason, limit: 'maxLost', share: 100, lost: lostText(name, 'price', changes) }
}

/** `4.9 times as high on average` */
export function priceFactorText(factor: number): string {
  const digits = factor >= 10 ? 0 : factor >= 1 ? 1 : 2
  return `${factor.toFixed(digits)} times as high on average`
}

/** Texts in another language than the store has had. Few products do not tell. */
export function otherLanguage(
  { language: own, lastImport }: Store,
  stored: number,
  { accepted, language }: PublicationEffect,
  { mayChangeLanguage }: PublicationLimits,
): Crossing[] {
  const isTelling = accepted >= MIN_PRODUCTS && stored >= MIN_PRODUCTS
  if (!isTelling || mayChangeLanguage || language === undefined || own === undefined) return []
  if (!isOtherLanguage(language, own) || lastImport?.languages.includes(language)) return []
  const reason = `the texts are in the language ${language}, and the store is in ${own}`
  return [{ reason, limit: 'mayChangeLanguage', lost: `language ${language}` }]
}

function lostText(place: string, losing: keyof PlaceChanges['losing'], changes: PlaceChanges): string {
  const products = hash('sha1', changes.losing[losing].words, 'base64')
  return `${place} ${losing} ${products}${losing === 'price' ? ` ${changes.priceLevels.toFixed(1)}` : ''}`
}

function shareOf(part: number, total: number, unit: string): string {
  return `${numberText(part)} of ${numberText(total)} ${unit}${total === 1 ? '' : 's'}`
}

function shareNeeded(part: number, total: number): number {
  return Math.min(100, Math.ceil((part * 100) / total))
}

function numberText(number: number): string {
  return number.toLocaleString('en')
}
