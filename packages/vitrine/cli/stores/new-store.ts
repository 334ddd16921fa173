import { NO_TAX, type Store, type StoreId, type StoreSettings } from '@vitrine/catalog/store'
import { type NewTaxRate, taxRateFrom } from './tax-rate.ts'

/** A store that is created now. */
export function newStore(
  id: StoreId,
  name: string,
  taxRate: NewTaxRate = NO_TAX,
  settings: Omit<StoreSettings, 'name'> = {},
): Store {
  const createdAt = new Date().toISOString()
  return { id, name, createdAt, taxRate: taxRateFrom(id, taxRate, createdAt), ...settings }
}
