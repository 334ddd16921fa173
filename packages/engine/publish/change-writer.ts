import { isDeepStrictEqual } from 'node:util'
import type { BoundedQueue } from '@vitrine/runtime/bounded-queue'
import type { Draft } from '../edition/draft.ts'
import { ProductChanges } from '../edition/product-changes.ts'
import type { RowBatch } from '../edition/row-batch.ts'
import { FORMS, type ProductRow, type VariantRow } from '../edition/rows.ts'
import { isByPopularity, type Kind, type Sort, storedSortsOf, VARIANT_FIELDS } from '../edition/term.ts'
import { BitSet } from '../index/bit-set.ts'
import { ChangedRows } from './merged-order.ts'
import type { PostingCollector } from './posting-collector.ts'
import type { ProductChange, ProductVersion } from './product-version.ts'
import type { StaleTags } from './stale-tags.ts'
import type { ValueNames } from './value-names.ts'
import { whatChanged } from './what-changed.ts'

/** Writes the rows of product changes to a draft, and records which other parts of the edition they change. */
export class ChangeWriter {
  readonly changedSorts: Readonly<Record<Kind, Set<Sort>>> = { product: new Set(), variant: new Set() }
  readonly changedRows: Readonly<Record<Kind, ChangedRows>> = { product: new ChangedRows(), variant: new ChangedRows() }
  /** Variants that left a product. Another product of the import may have taken them. */
  readonly leavingVariants = new BitSet()
  /** What differs of each product. */
  readonly changedProducts = new ProductChanges()
  productOfVariantChanged = false
  /** Whether a product that was written has a popularity. */
  hasPopularity = false
  readonly #output: ImportOutput
  readonly #importedVariants: BitSet

  constructor(output: ImportOutput, importedVariants: BitSet) {
    this.#output = output
    this.#importedVariants = importedVariants
  }

  async write(changes: readonly ProductChange[]): Promise<void> {
    for (const change of changes) {
      this.#recordOrders(change)
      this.#output.stale.add(change)
      this.hasPopularity ||= (change.after?.row.popularity ?? 0) > 0
      this.changedProducts.set((change.after ?? change.before)!.position, whatChanged(change))
    }
    const rows = changes.map(rowsToWrite)
    const batch = {
      products: rows.flatMap(({ products }) => products),
      variants: rows.flatMap(({ variants }) => variants),
      documents: rows.flatMap(({ documents }) => documents),
      removed: {
        product: changes.flatMap(({ before, after }) => (before && !after ? [before.position] : [])),
        variant: changes.flatMap((change) => this.#removedVariants(change)),
      },
    }
    for (const kind of ['product', 'variant'] as const)
      this.changedRows[kind].record(batch.removed[kind], batch[`${kind}s`])
    const { draft, queue, collector, names } = this.#output
    const renamed = changes.flatMap((change) => names.record(change))
    await collector.record(changes, renamed)
    await queue.push(() => draft.writeRows(batch))
  }

  #recordOrders(change: ProductChange): void {
    for (const kind of ['product', 'variant'] as const) {
      const sorts = this.changedSorts[kind]
      if (sorts.size < storedSortsOf(kind).length) for (const sort of changedSorts(kind, change)) sorts.add(sort)
    }
    const [before, after] = [change.before, change.after].map((version) => new Set(version?.variantPositions))
    this.productOfVariantChanged ||= !isDeepStrictEqual(before, after)
  }

  /** The variants that leave a product, unless another product of the import has taken them. */
  #removedVariants({ before, after }: ProductChange): number[] {
    const remaining = new Set(after?.variantPositions)
    const leaving = (before?.variantPositions ?? []).filter((position) => !remaining.has(position))
    for (const position of leaving) this.leavingVariants.add(position)
    return leaving.filter((position) => !this.#importedVariants.has(position))
  }
}

/** Where the changes of an import go. */
export interface ImportOutput {
  readonly draft: Draft
  /** The writes to the draft. */
  readonly queue: BoundedQueue
  readonly collector: PostingCollector
  readonly names: ValueNames
  readonly stale: StaleTags
}

/** The rows and documents that have to be written: those of `after` that differ from `before`. */
function rowsToWrite({ before, after }: ProductChange): Omit<RowBatch, 'removed'> {
  if (!after) return { products: [], variants: [], documents: [] }
  const documents: RowBatch['documents'][number][] = []
  for (const form of FORMS) {
    const body = after.documents[form]
    if (body !== before?.documents[form]) documents.push({ form, position: after.position, body })
  }
  const rowsBefore = new Map(before?.variantRows.map((row) => [row.position, row]))
  const variants = after.variantRows.filter((row) => {
    const rowBefore = rowsBefore.get(row.position)
    return VARIANT_COLUMNS.some((column) => row[column] !== rowBefore?.[column])
  })
  return { products: [after.row], variants, documents }
}

const VARIANT_COLUMNS = ['product', ...VARIANT_FIELDS] as const

/** The sort orders of a kind that a change affects: all of them if a row is created or removed. */
function changedSorts(kind: Kind, { before, after }: ProductChange): Sort[] {
  const rows = rowsOf(kind, after)
  const rowsBefore = new Map(rowsOf(kind, before).map((row) => [row.position, row]))
  const samePositions = rows.length === rowsBefore.size && rows.every(({ position }) => rowsBefore.has(position))
  return storedSortsOf(kind).filter((sort) => {
    const [field] = sort.split(':') as [keyof (ProductRow | VariantRow)]
    const fields = isByPopularity(sort) ? [field, 'createdAt' as const] : [field]
    const isMoved = (row: ProductRow | VariantRow) =>
      fields.some((each) => row[each] !== rowsBefore.get(row.position)![each])
    return !samePositions || rows.some(isMoved)
  })
}

function rowsOf(kind: Kind, version: ProductVersion | undefined): readonly (ProductRow | VariantRow)[] {
  if (!version) return []
  return kind === 'product' ? [version.row] : version.variantRows
}
