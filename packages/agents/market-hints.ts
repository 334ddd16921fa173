import { languageTag, type Market, type Store } from '@vitrine/catalog/store'

/** What a request says of its buyer that a market can be chosen by. All of it may be wrong. */
export interface MarketHints {
  /** BCP 47 tags, the preferred one first. */
  readonly languages: readonly string[]
  /** A code of ISO 4217. */
  readonly currency: string | undefined
  /** A code of ISO 3166-1 with two letters. */
  readonly country: string | undefined
}

/** The hints in the `context` of UCP. What cannot be read is left out. */
export function marketHints(catalog: unknown): MarketHints {
  const { language, currency, address_country: country } = fieldsOf(fieldsOf(catalog).context)
  const upper = (value: unknown) => (typeof value === 'string' ? value.toUpperCase() : undefined)
  return {
    languages: typeof language === 'string' ? tagsOf([language]) : [],
    currency: upper(currency),
    country: upper(country),
  }
}

/** The languages of the header `Accept-Language`, the preferred one first. */
export function acceptedLanguages(header = ''): readonly string[] {
  const ranges = header.split(',', MAX_RANGES).map((range) => {
    const [tag, quality] = range.split(/;\s*q=/)
    return { tag: tag!.trim(), quality: quality === undefined ? 1 : Number(quality) }
  })
  const wanted = ranges.filter(({ quality }) => quality > 0)
  return tagsOf(wanted.sort((a, b) => b.quality - a.quality).map(({ tag }) => tag))
}

const MAX_RANGES = 20

/**
 * The market that satisfies the most hints, of which the language counts most, then the currency, then the country. Of
 * equal ones, that with exactly the language, then the first. Undefined for the store itself, which comes before all.
 */
export function marketFor(store: Store, { languages, currency, country }: MarketHints): Market | undefined {
  const { language = '', currency: storeCurrency, markets = [] } = store
  const candidates = [{ code: '', language, currency: storeCurrency }, ...markets]
  const wanted = languages.find((tag) => candidates.some((market) => primary(market.language) === primary(tag)))
  const scoreOf = (market: Pick<Market, 'code' | 'language'> & Pick<Store, 'currency'>) => {
    const isSpoken = wanted !== undefined && primary(market.language) === primary(wanted)
    const isExact = isSpoken && [market.language, market.code].some((tag) => tagsOf([tag])[0] === wanted)
    const isPaidIn = currency !== undefined && market.currency === currency
    const isThere = country !== undefined && [market.language, market.code].map(regionOf).includes(country)
    return 8 * Number(isSpoken) + 4 * Number(isPaidIn) + 2 * Number(isThere) + Number(isExact)
  }
  const scores = candidates.map(scoreOf)
  return markets[scores.indexOf(Math.max(...scores)) - 1]
}

function tagsOf(texts: readonly string[]): string[] {
  return texts.flatMap((text) => (text.length <= MAX_TAG ? (languageTag(text) ?? []) : []))
}

const MAX_TAG = 100

function primary(tag: string): string {
  return tag.split('-', 1)[0]!
}

/** The region of a language tag, or of the code of a market that is written like one. */
function regionOf(tag: string): string | undefined {
  const [canonical] = tagsOf([tag])
  return canonical === undefined ? undefined : new Intl.Locale(canonical).region
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
}
