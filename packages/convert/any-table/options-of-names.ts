import { fold } from '@vitrine/catalog/words'
import type { VariantOption } from '../products/product-fields.ts'
import type { Row } from '../rows/row.ts'
import { firstWordOf, type Key, optionsOf, rowName } from './table-row.ts'

/**
 * The options of a group “Variant”, made from the names of the rows, if no option tells the rows apart and the names
 * do. They must begin with the same word: other names are of other products.
 */
export function optionsOfNames(rows: readonly Row<Key>[], title: string): ReadonlyMap<Row<Key>, VariantOption> {
  const [first] = rows
  const names = rows.map(rowName)
  const areNames = names.every((name) => name !== '' && firstWordOf(name) === firstWordOf(names[0]!))
  const isDistinct = new Set(names.map(fold)).size === rows.length
  const options = rows.map((row) => JSON.stringify(optionsOf(row)))
  if (!first || rows.length < 2 || !areNames || !isDistinct || new Set(options).size === rows.length) return new Map()
  return new Map(
    rows.map((row, index) => {
      const name = names[index]!
      const end = name.startsWith(title) ? name.slice(title.length).replace(/^[\s\-–—,:|/]+/, '') : ''
      return [row, { group: 'Variant', option: end || name }]
    }),
  )
}
