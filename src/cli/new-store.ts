import type { Store, StoreId, StoreTaxRate } from '../catalog/store.ts'
import { derivedId } from '../catalog/uuid.ts'

/** The tax rate of variants that name none, as an operator gives it. */
export interface NewTaxRate {
  readonly name: string
  readonly rate: number
}

export const NO_TAX: NewTaxRate = { name: 'No tax', rate: 0 }

/** A store as it is made now. */
export function newStore(id: StoreId, name: string, taxRate: NewTaxRate = NO_TAX): Store {
  const now = new Date().toISOString()
  const defaultRate: StoreTaxRate = {
    id: derivedId(id, 'tax-rate', taxRate.name, String(taxRate.rate)),
    ...taxRate,
    isDefault: true,
    createdAt: now,
    updatedAt: now,
  }
  return { id, name, createdAt: now, taxRate: defaultRate }
}
