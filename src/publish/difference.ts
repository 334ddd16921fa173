import type { RowBatch } from '../edition/draft.ts'
import type { ProductRow, VariantRow } from '../edition/rows.ts'
import { type Kind, type Sort, storedSortsOf, VARIANT_FIELDS } from '../edition/term.ts'
import type { ProductChange, ProductVersion } from './product-version.ts'

/** The rows and documents that have to be written: those of `after` that differ from `before`. */
export function rowsToWrite({ before, after }: ProductChange): Omit<RowBatch, 'removed'> {
  if (!after) return { products: [], variants: [], documents: [] }
  const documents: RowBatch['documents'][number][] = []
  for (const form of ['summary', 'detail'] as const) {
    const body = after.documents[form]
    if (body !== before?.documents[form]) documents.push({ form, position: after.position, body })
  }
  const indexesBefore = new Map(before?.variantPositions.map((position, index) => [position, index]))
  const variants: VariantRow[] = []
  for (const [index, row] of after.variantRows.entries()) {
    const indexBefore = indexesBefore.get(row.position) ?? -1
    const rowBefore = before?.variantRows[indexBefore]
    const body = after.documents.variants[index]!
    if (VARIANT_COLUMNS.some((column) => row[column] !== rowBefore?.[column])) variants.push(row)
    if (body !== before?.documents.variants[indexBefore])
      documents.push({ form: 'variant', position: row.position, body })
  }
  return { products: [after.row], variants, documents }
}

const VARIANT_COLUMNS = ['product', ...VARIANT_FIELDS] as const

/** The sort orders of a kind that a change affects: all of them if a row is created or removed. */
export function changedSorts(kind: Kind, { before, after }: ProductChange): Sort[] {
  const rows = rowsOf(kind, after)
  const rowsBefore = new Map(rowsOf(kind, before).map((row) => [row.position, row]))
  const samePositions = rows.length === rowsBefore.size && rows.every(({ position }) => rowsBefore.has(position))
  return storedSortsOf(kind).filter((sort) => {
    const [field] = sort.split(':') as [keyof (ProductRow | VariantRow)]
    return !samePositions || rows.some((row) => row[field] !== rowsBefore.get(row.position)![field])
  })
}

function rowsOf(kind: Kind, version: ProductVersion | undefined): readonly (ProductRow | VariantRow)[] {
  if (!version) return []
  return kind === 'product' ? [version.row] : version.variantRows
}
