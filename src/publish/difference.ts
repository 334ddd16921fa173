import { parsePrice } from '../catalog/money.ts'
import type { Product, Variant } from '../catalog/product.ts'
import { fold } from '../catalog/words.ts'
import type { RowBatch } from '../edition/draft.ts'
import type { ProductRow, VariantRow } from '../edition/rows.ts'
import { type Kind, type Sort, storedSortsOf, VARIANT_FIELDS } from '../edition/term.ts'
import { type Rendered, render } from './render.ts'

/** A product with its positions and all that is kept of it. */
export interface Prepared {
  readonly product: Product
  readonly row: ProductRow
  readonly variantRows: readonly VariantRow[]
  readonly rendered: Rendered
  /** The product as it was submitted, as JSON, where that was made. */
  readonly text: string | undefined
}

/** Works out all that is kept of a product. `variantPositions` are in the product's order. */
export function prepare(
  product: Product,
  position: number,
  variantPositions: readonly number[],
  { digest, text }: { readonly digest: string; readonly text?: string },
): Prepared {
  const prices = product.variants.map((variant) => parsePrice(variant.price)!)
  const row: ProductRow = {
    position,
    digest,
    ...times(product),
    name: fold(product.name),
    slug: product.slug,
    price: prices.length > 0 ? Math.min(...prices) : null,
    highestPrice: prices.length > 0 ? Math.max(...prices) : null,
  }
  const variantRows = product.variants.map(
    (variant, index): VariantRow => ({
      position: variantPositions[index]!,
      product: position,
      ...times(variant),
      name: fold(variant.name),
      sku: variant.sku,
      price: prices[index]!,
      stock: variant.stock,
    }),
  )
  return { product, row, variantRows, rendered: render(product), text }
}

/** The rows and documents of `now` that are not the same in `before`. What `before` has and `now` has not is not looked at. */
export function difference(before: Prepared | undefined, now: Prepared): Omit<RowBatch, 'removed'> {
  const documents: RowBatch['documents'][number][] = []
  for (const form of ['summary', 'detail'] as const) {
    const body = now.rendered[form]
    if (body !== before?.rendered[form]) documents.push({ form, position: now.row.position, body })
  }
  const old = new Map(
    before?.variantRows.map((row, index) => [row.position, { row, body: before.rendered.variants[index]! }]),
  )
  const variants: VariantRow[] = []
  now.variantRows.forEach((row, index) => {
    const body = now.rendered.variants[index]!
    const known = old.get(row.position)
    if (!known || VARIANT_COLUMNS.some((column) => row[column] !== known.row[column])) variants.push(row)
    if (body !== known?.body) documents.push({ form: 'variant', position: row.position, body })
  })
  return { products: [now.row], variants, documents }
}

const VARIANT_COLUMNS = ['product', ...VARIANT_FIELDS] as const

/** The orders that change when rows `before` become rows `now`; all of the kind when something comes or goes. */
export function* touchedSorts(before: Prepared | undefined, now: Prepared | undefined): Generator<`${Kind} ${Sort}`> {
  yield* touched('product', rowsOf(before && [before.row]), rowsOf(now && [now.row]))
  yield* touched('variant', rowsOf(before?.variantRows), rowsOf(now?.variantRows))
}

function* touched<Row extends { position: number }>(
  kind: Kind,
  before: Map<number, Row>,
  now: Map<number, Row>,
): Generator<`${Kind} ${Sort}`> {
  const same = before.size === now.size && [...now.keys()].every((position) => before.has(position))
  for (const sort of storedSortsOf(kind)) {
    const field = sort.slice(0, sort.indexOf(':')) as keyof Row
    if (same && [...now].every(([position, row]) => row[field] === before.get(position)![field])) continue
    yield `${kind} ${sort}`
  }
}

function rowsOf<Row extends { position: number }>(rows: readonly Row[] | undefined): Map<number, Row> {
  return new Map(rows?.map((row) => [row.position, row]))
}

function times({ createdAt, updatedAt }: Product | Variant) {
  return { createdAt: Date.parse(createdAt), updatedAt: Date.parse(updatedAt) }
}
