import type { ProductBuilder } from '../products/product-builder.ts'
import type { Row } from './row.ts'

/** Whether a cell says yes; `ifBlank` if it is blank. Text that is neither yes nor no is a problem. */
export function flag<Key extends string>(
  row: Row<Key>,
  key: Key,
  product: ProductBuilder<Key>,
  ifBlank: boolean,
): boolean {
  return product.flag(row, key, row.text(key), ifBlank)
}
