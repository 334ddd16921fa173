import type { TaxRate } from './product.ts'
import type { Store } from './store.ts'
import { derivedId, uuid } from './uuid.ts'

/** The tax rate of variants for which the catalog names none. */
export function storeTaxRate({ id, taxRate }: Pick<Store, 'id' | 'taxRate'>): TaxRate {
  const { name, rate, isDefault, createdAt, updatedAt } = taxRate
  const rateId = uuid(taxRate.id) ?? derivedId(id, 'tax-rate', name, String(rate))
  return { id: rateId, name, rate, isDefault, createdAt, updatedAt }
}

/** In JSON, a raw quotation mark before the name says that it is a key: inside of text, quotation marks are escaped. */
const KEY = '"taxRate":'

/** What variants have that have the rate of the store, as the native format has it: nothing. */
const MARK = `${KEY}null`

/** The JSON of a product, in which variants with the rate of the store, in every field, have no rate. */
export function withoutStoreTaxRate(json: string, rate: TaxRate): string {
  return json.replaceAll(KEY + JSON.stringify(rate), MARK)
}

/** The JSON of a product, in which variants without a rate have that of the store. */
export function withStoreTaxRate(json: string, rate: TaxRate): string {
  const filled = KEY + JSON.stringify(rate)
  return json.replaceAll(MARK, () => filled)
}
