import { readObject } from '@vitrine/catalog/native/fields'
import { childPath, ROOT } from '@vitrine/catalog/native/json-path'
import { readMarkets } from '@vitrine/catalog/native/markets'
import type { ReadContext } from '@vitrine/catalog/native/read-context'
import type { MarketContent } from '@vitrine/catalog/product'
import type { AcceptedProduct, FindingPlace, Problem } from '@vitrine/catalog/submission'

/**
 * What a product is in a market, after the checks of the native format. What is wrong is dropped: the product is served
 * without it.
 */
export function checkMarketContent(
  code: string,
  written: Readonly<Record<string, unknown>>,
  { product }: AcceptedProduct,
  { context, place }: CheckOptions,
): CheckedMarket {
  const { diagnostics, slugs } = context
  diagnostics.begin(place, place.product)
  const { slug } = written
  const isTaken = typeof slug === 'string' && slugs.has(`${code}/${slug}`)
  if (isTaken)
    diagnostics.drop(
      childPath(childPath(childPath(ROOT, 'markets'), code), 'slug'),
      `is ${JSON.stringify(slug)}, which another product has`,
      'a unique slug',
    )
  const content = isTaken ? { ...written, slug: undefined } : written
  const fields = readObject({ markets: { [code]: content } }, ROOT, diagnostics, FIELDS, '')
  const { markets = {} } = readMarkets(fields!, product, context)
  const problems = diagnostics.problems() ?? []
  const dropped = [...diagnostics.dropped(), ...problems]
  return { content: problems.length > 0 ? undefined : markets[code], dropped }
}

const FIELDS = new Set(['markets'])

export interface CheckOptions {
  readonly context: ReadContext
  /** Where the texts are. */
  readonly place: FindingPlace
}

export interface CheckedMarket {
  /** undefined if nothing differs. */
  readonly content: MarketContent | undefined
  readonly dropped: readonly Problem[]
}
