import type { VariantOption } from '../products/product-fields.ts'
import type { Row } from './row.ts'

/**
 * The options of a variant, from columns such as `Option N Name` and `Option N Value`. If its row does not name an
 * option group, the row of the product does.
 */
export function numberedOptions<Key extends string>(
  row: Row<Key | 'optionName' | 'optionValue'>,
  productRow: Row<Key | 'optionName' | 'optionValue'>,
): VariantOption[] {
  const options = row.layout.numbers('optionValue').map((number) => ({
    group: row.name('optionName', number) || productRow.name('optionName', number) || `Option ${number}`,
    option: row.name('optionValue', number),
  }))
  return options.filter(({ option }) => option !== '')
}
