import { VitrineError } from '@vitrine/catalog/error'
import { MAX_MARKETS, marketCode } from '@vitrine/catalog/market'
import { formatValue } from '@vitrine/catalog/native/fields'
import { shopSettings } from '@vitrine/catalog/shop-settings'
import { languageTag, type Market, type Store } from '@vitrine/catalog/store'
import type { MarketDeclaration } from './catalog.ts'

/** The markets of a store after a declaration. Throws `invalid-setting`. */
export function declaredMarkets(
  { id, currency: ofStore, markets = [] }: Store,
  { code, language, ...others }: MarketDeclaration,
): readonly Market[] {
  if (typeof code !== 'string' || marketCode(code) === undefined)
    throw invalid(`code is ${formatValue(code)}; expected 1 to 32 characters of a to z, 0 to 9 and hyphens inside`)
  if (ofStore === undefined)
    throw invalid(`store ${id} has no currency; expected \`changeSettings({ currency })\` before`)
  const known = markets.find((market) => market.code === code)
  if (!known && markets.length >= MAX_MARKETS) throw invalid(`store ${id} already has ${MAX_MARKETS} markets`)
  const tag = language === undefined ? known?.language : languageTag(String(language))
  if (tag === undefined)
    throw invalid(`language is ${formatValue(language)}; expected a BCP 47 tag such as de or pt-BR`)
  const { currency, ...settings } = { ...known, ...shopSettings(others) }
  if (currency === undefined) throw invalid(`market ${code} has no currency; expected a code of ISO 4217, such as EUR`)
  const entries = Object.entries({ ...settings, code, language: tag, currency }).filter(
    ([, value]) => value !== undefined,
  )
  const market = Object.fromEntries(entries) as unknown as Market
  return known ? markets.map((each) => (each === known ? market : each)) : [...markets, market]
}

function invalid(sentence: string): VitrineError {
  return new VitrineError('invalid-setting', sentence)
}
