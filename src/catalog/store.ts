declare const checked: unique symbol

/** The name of a tenant: 1–64 characters of `A-Z a-z 0-9 _ -`. Only `storeId` makes one. */
export type StoreId = string & { readonly [checked]: 'store' }

/** The tax rate that a store's variants have when their catalog names none. */
export interface StoreTaxRate {
  readonly id: string
  readonly name: string
  /** A percentage: 20 is 20 %. */
  readonly rate: number
  readonly isDefault: true
  readonly createdAt: string
  readonly updatedAt: string
}

/** A tenant, as the operator set it up. */
export interface Store {
  readonly id: StoreId
  readonly name: string
  readonly createdAt: string
  readonly taxRate: StoreTaxRate
}

/** The value as a store id, or undefined if it is not one. */
export function storeId(value: string): StoreId | undefined {
  return /^[A-Za-z0-9_-]{1,64}$/.test(value) ? (value as StoreId) : undefined
}
