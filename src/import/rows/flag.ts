import { yesOrNo } from './parse-cells.ts'
import type { ProductBuilder } from './product-builder.ts'
import type { Row } from './row.ts'

/** Whether a cell says yes; `ifBlank` if it is blank. Text that is neither yes nor no is a problem. */
export function flag<Key extends string>(
  row: Row<Key>,
  key: Key,
  product: ProductBuilder<Key>,
  ifBlank: boolean,
): boolean {
  const text = row.text(key)
  const value = text === '' ? ifBlank : yesOrNo(text)
  if (value === undefined) product.problem(row, key, `is ${JSON.stringify(text)}`, 'yes, no, true, false, or blank')
  return value ?? ifBlank
}
