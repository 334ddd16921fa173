import { canBePaid } from '../currency.ts'
import type { Fault } from '../json/record.ts'
import type { LeftOutRow } from '../left-out.ts'
import {
  PATCHED_FIELDS,
  type Patch,
  type PatchedField,
  type Place,
  type ProductPatch,
  type RefusedProduct,
  type VariantPatch,
  type Warning,
} from '../submission.ts'
import { unpayable } from './currency.ts'
import { Diagnostics, type InFile } from './diagnostics.ts'
import { formatValue, type ObjectReader, readObject } from './fields.ts'
import { ROOT } from './json-path.ts'
import { readPrice, ZERO_PRICE, ZERO_PRICE_WARNING } from './price.ts'

/** New prices, stocks and popularities: each a patch, or refused with all its problems. */
export async function* readPatches(
  records: AsyncIterable<PatchRecord>,
  { only, currency, onWarning, onLeftOut, onRows }: PatchReading,
): AsyncGenerator<Patch | RefusedProduct> {
  const patches = new PatchReader(only, onWarning, currency)
  let rows = 0
  for await (const record of records) {
    rows++
    if ('fault' in record) yield refuse(record, record.fault)
    else if (record.value === undefined) onLeftOut({ ...placeOf(record), reason: 'blank' })
    else {
      const patch = patches.read(record.value, placeOf(record), record.inFile)
      if ('sku' in patch && patch.price === ZERO_PRICE) onWarning(zeroPrice(patch, record.inFile))
      const isNoObject = 'problems' in patch && patch.problems[0].path === ''
      yield isNoObject ? refuse(record, patch.problems[0]) : patch
    }
  }
  onRows?.(rows)
}

export interface PatchReading {
  /** The fields to change. Other fields of the file are ignored. */
  readonly only: readonly PatchedField[]
  /** The currency of the store, if it has one. */
  readonly currency?: string | undefined
  readonly onWarning: (warning: Warning) => void
  readonly onLeftOut: (leftOut: LeftOutRow) => void
  readonly onRows?: ((rows: number) => void) | undefined
}

/** A patch before it is checked, or a row that cannot be read. */
export type PatchRecord = Place &
  ({ readonly fault: Fault } | { readonly value: unknown; readonly inFile?: InFile | undefined })

/** What a file of patches has to have. */
export const EXPECTED_PATCHES =
  'Expected a table with a header line, or JSON, with a sku and a price or a stock in each row.'

function refuse(record: Place, { wrong, right }: Fault): RefusedProduct {
  const place = placeOf(record)
  return { ...place, problems: [{ ...place, path: 'the row', wrong, right }] }
}

function zeroPrice(patch: VariantPatch, inFile: InFile = (finding) => finding): Warning {
  return inFile({ ...placeOf(patch), product: patch.sku, path: 'price', message: ZERO_PRICE_WARNING })
}

function placeOf({ line, row }: Place): Place {
  return row === undefined ? { line } : { line, row }
}

/** Checks patches that are plain objects. Warns about a sku in several of them: the last value of each field counts. */
export class PatchReader {
  readonly #only: readonly PatchedField[]
  readonly #diagnostics: Diagnostics
  readonly #currency: string | undefined
  readonly #where: (place: Place) => string
  /** The last place of each sku and slug. */
  readonly #places = new Map<string, Place>()

  constructor(
    only: readonly PatchedField[],
    onWarning: (warning: Warning) => void,
    currency: string | undefined,
    where = ({ line, row }: Place) => (row === undefined ? `on line ${line}` : `in row ${row}`),
  ) {
    this.#only = only
    this.#diagnostics = new Diagnostics(onWarning)
    this.#currency = currency
    this.#where = where
  }

  /** The line of `place` is that of the patch, or its number in a program. */
  read(value: unknown, place: Place, inFile?: InFile): Patch | RefusedProduct {
    this.#diagnostics.begin(place, keyOf(value), inFile)
    const right = 'an object with a sku, and a price, a list price, a stock or a popularity'
    const fields = readObject(value, ROOT, this.#diagnostics, FIELDS, right)
    const isOfProduct = fields && this.#only.includes('popularity') && fields.has('slug') && !fields.has('sku')
    const patch = fields && (isOfProduct ? this.#ofProduct(fields, place) : this.#ofVariants(fields, place))
    const problems = this.#diagnostics.problems()
    if (problems) return { ...place, problems }
    if ('sku' in patch!) this.#checkPrice(patch)
    this.#noteKey(patch!)
    return patch!
  }

  #ofVariants(fields: ObjectReader, place: Place): VariantPatch {
    const right = this.#only.includes('popularity') ? `${RIGHT_SKU}, or the slug of a product` : RIGHT_SKU
    return { ...place, sku: fields.requiredLine('sku', right), ...this.#values(fields) }
  }

  #ofProduct(fields: ObjectReader, place: Place): ProductPatch {
    for (const name of ['price', 'listPrice', 'stock'] as const)
      if (this.#only.includes(name) && fields.has(name))
        fields.problem(name, 'is given for a slug', 'the sku of the variants that it is of')
    const slug = fields.requiredLine('slug', 'the slug of a product')
    return { ...place, slug, ...(fields.includes('popularity') && { popularity: fields.count('popularity') ?? 0 }) }
  }

  /** A field that is left out stays unchanged. A list price and a stock may be null; a price may not. */
  #values(fields: ObjectReader): Pick<VariantPatch, PatchedField> {
    const values: { price?: string; listPrice?: string | null; stock?: number | null; popularity?: number } = {}
    if (this.#only.includes('price') && fields.includes('price')) values.price = readPrice(fields)
    if (this.#only.includes('listPrice') && fields.includes('listPrice'))
      values.listPrice = fields.has('listPrice') ? readPrice(fields, 'listPrice') : null
    if (this.#only.includes('stock') && fields.includes('stock')) values.stock = fields.stock()
    if (this.#only.includes('popularity') && fields.includes('popularity'))
      values.popularity = fields.count('popularity') ?? 0
    return values
  }

  #checkPrice({ price }: VariantPatch): void {
    if (price === undefined || this.#currency === undefined || canBePaid(price, this.#currency)) return
    this.#diagnostics.warnOfProduct('price', unpayable(price, this.#currency))
  }

  #noteKey(patch: Patch): void {
    const [name, key] = 'sku' in patch ? (['sku', patch.sku] as const) : (['slug', patch.slug] as const)
    const earlier = this.#places.get(`${name} ${key}`)
    this.#places.set(`${name} ${key}`, placeOf(patch))
    if (earlier === undefined) return
    const message = `is ${formatValue(key)}, as ${this.#where(earlier)}: where both give a value, this one counts`
    this.#diagnostics.warnOfProduct(name, message)
  }
}

/** The sku of a patch, or else its slug. */
function keyOf(value: unknown): string {
  const { sku, slug } = Object(value) as { readonly sku?: unknown; readonly slug?: unknown }
  const key = sku ?? slug
  return typeof key === 'string' ? key : ''
}

const FIELDS = new Set(['sku', 'slug', ...PATCHED_FIELDS])
const RIGHT_SKU = 'the stock keeping unit code of a variant'
