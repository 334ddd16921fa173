import { isObject } from '../native/fields.ts'
import { type Market, type StoreTaxRate, storeId } from '../store.ts'
import type { StreamStore } from './record.ts'

/**
 * What a reader of catalogs must know of a store, in the JSON that `vitrine store show --json` prints; undefined for
 * other text.
 */
export function readStreamStore(text: string): StreamStore | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (!isObject(value) || typeof value.id !== 'string') return undefined
  const { currency, language, taxRate, markets = [] } = value
  const id = storeId(value.id)
  if (!id || !isTaxRate(taxRate) || !isOptionalText(currency) || !isOptionalText(language)) return undefined
  return Array.isArray(markets) && markets.every(isMarket) ? { id, currency, language, taxRate, markets } : undefined
}

function isOptionalText(value: unknown): value is string | undefined {
  return value === undefined || typeof value === 'string'
}

function isTaxRate(value: unknown): value is StoreTaxRate {
  return (
    isObject(value) && typeof value.id === 'string' && typeof value.name === 'string' && typeof value.rate === 'number'
  )
}

function isMarket(value: unknown): value is Market {
  return isObject(value) && [value.code, value.language, value.currency].every((text) => typeof text === 'string')
}
