import type { VariantOption } from '../products/product-fields.ts'
import type { Row } from './row.ts'

/** The options of a variant. If its row does not name an option group, the row of the product does. */
export function numberedOptions<Key extends string>(
  row: Row<Key>,
  productRow: Row<Key>,
  { names, values }: OptionColumns<Key>,
): VariantOption[] {
  const options = row.layout.numbers(values).map((number) => ({
    group: row.name(names, number) || productRow.name(names, number) || `Option ${number}`,
    option: row.name(values, number),
  }))
  return options.filter(({ option }) => option !== '')
}

/** The columns of options, such as `Option N Name` and `Option N Value`. */
export interface OptionColumns<Key extends string> {
  readonly names: Key
  readonly values: Key
}
