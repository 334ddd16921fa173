import { packSource } from './packed-source.ts'
import type { Form, ProductRow, VariantRow } from './rows.ts'
import type { RowChange } from './storage.ts'
import { formsOf, productCells, rowTable, variantCells } from './tables.ts'
import { KINDS, type Kind } from './term.ts'

/** Rows for the next edition. A row replaces the one at the same position, from the next edition on. */
export interface RowBatch {
  readonly products: readonly ProductRow[]
  readonly variants: readonly VariantRow[]
  readonly documents: readonly { readonly form: Form; readonly position: number; readonly body: string }[]
  /** Positions that the next edition no longer has. Their rows and documents end with the current edition. */
  readonly removed: Readonly<Record<Kind, readonly number[]>>
}

/** The changes that write a batch, after the entries of the journal for it, which are those of a run of their own. */
export function changesTo(batch: RowBatch, run: number): RowChange[] {
  const { products, variants, documents, removed } = batch
  const changes: RowChange[] = journalOf(batch, run)
  for (const kind of KINDS) {
    changes.push({ end: rowTable(kind), group: [], items: removed[kind] })
    for (const form of formsOf(kind)) changes.push({ end: 'documents', group: [form], items: removed[kind] })
  }
  changes.push(
    { put: 'products', rows: products.map(productCells) },
    { put: 'variants', rows: variants.map(variantCells) },
  )
  // By form, as in the key of the table: one statement ends what all documents of a form replace.
  for (const [form, same] of Map.groupBy(documents, ({ form }) => form))
    changes.push({
      put: 'documents',
      rows: same.map(({ position, body }) => [form, position, storedBody(form, body)]),
    })
  return changes
}

/** The journal entries for what a batch is about to change. */
function journalOf({ products, variants, documents, removed }: RowBatch, run: number): RowChange[] {
  const touched = { product: new Set(removed.product), variant: new Set(removed.variant) }
  for (const { position } of products) touched.product.add(position)
  for (const { position } of variants) touched.variant.add(position)
  for (const { position } of documents) touched.product.add(position)
  return KINDS.filter((kind) => touched[kind].size > 0).map((kind) => ({
    journal: kind,
    run,
    positions: Uint32Array.from(touched[kind]),
  }))
}

function storedBody(form: Form, body: string): string {
  return form === 'source' ? packSource(body) : body
}
