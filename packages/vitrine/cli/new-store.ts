import { NO_TAX, type Store, type StoreId, type StoreSettings } from '@vitrine/catalog/store'
import { derivedId } from '@vitrine/catalog/uuid'

/** A store that is created now. */
export function newStore(
  id: StoreId,
  name: string,
  taxRate: NewTaxRate = NO_TAX,
  settings: Omit<StoreSettings, 'name'> = {},
): Store {
  const createdAt = new Date().toISOString()
  const taxRateId = derivedId(id, 'tax-rate', taxRate.name, String(taxRate.rate))
  return {
    id,
    name,
    createdAt,
    taxRate: { id: taxRateId, ...taxRate, isDefault: true, createdAt, updatedAt: createdAt },
    ...settings,
  }
}

/** The tax rate of variants without one of their own, as an operator enters it. */
export interface NewTaxRate {
  readonly name: string
  /** A percentage: 20 is 20 %. */
  readonly rate: number
}
