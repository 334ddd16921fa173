import type { Store } from '@vitrine/catalog/store'
import type { Submission, Warning } from '@vitrine/catalog/submission'
import { decompress } from './decompress.ts'
import { isObject } from './fields.ts'
import type { Format } from './format.ts'
import { isInOtherCurrency } from './native/currency.ts'
import { nameOf } from './native/name-of.ts'
import { warnOfZeroPrices } from './native/price.ts'
import { readProduct } from './native/product.ts'
import { createReadContext, type ReadContext } from './native/read-context.ts'
import type { ReadOptions } from './read-options.ts'
import { readRecords } from './splitting/read-records.ts'

/** The native format as one of the formats of `vitrine import`. */
export const native: Format = {
  name: 'native',
  title: 'the native format: JSON, products one after the other or in one array',
  columns: [{ headers: ['every field'], becomes: 'the field of the same name in the API; see docs/catalog-format.md' }],
  recognise: ({ text }) => (/^\s*[[{]/.test(text) ? 'yes' : undefined),
  read: (bytes, { store, onWarning, onLeftOut }) => readProducts(bytes, createReadContext(store, onWarning), onLeftOut),
}

/**
 * The products of a file in the native format, gzipped or not, in order: each valid and complete, or refused with all
 * its problems. The same file always gives the same products. Throws `CatalogFileError` when the file cannot be read
 * further; discard the products before it then.
 */
export function readNative(
  bytes: AsyncIterable<Uint8Array>,
  store: Store,
  onWarning: (warning: Warning) => void,
): AsyncGenerator<Submission> {
  return readProducts(decompress(bytes), createReadContext(store, onWarning))
}

/** The numbers of products from a program, which they have instead of lines. */
export interface InputNumbering {
  readonly store: Store
  /** The number of the first product. */
  readonly first: number
  /** The place of a product by its number: "at index 2". */
  readonly where: (number: number) => string
  readonly onWarning: (warning: Warning) => void
}

/** Products from a program, as plain objects, checked as the products of a file are. */
export async function* readInputs(
  products: AsyncIterable<unknown>,
  { store, first, where, onWarning }: InputNumbering,
): AsyncGenerator<Submission> {
  const context = createReadContext(store, onWarning, where)
  let number = first
  for await (const product of products) yield check(product, number++, context)
}

/** Without `onLeftOut`, a product in another currency than the store's is refused. */
async function* readProducts(
  bytes: AsyncIterable<Uint8Array>,
  context: ReadContext,
  onLeftOut?: ReadOptions['onLeftOut'],
): AsyncGenerator<Submission> {
  for await (const record of readRecords(bytes)) {
    const { line } = record
    if ('fault' in record) yield { line, problems: [{ line, path: '', ...record.fault }] }
    else if (isApiPage(record.value)) yield { line, problems: [{ line, path: 'the file', ...API_PAGE }] }
    else if (onLeftOut && isInOtherCurrency(record.value, context))
      onLeftOut({ line, reason: 'other-currency', product: nameOf(record.value) })
    else {
      const submission = check(record.value, line, context)
      if ('product' in submission) warnOfZeroPrices(submission.product.variants, context.diagnostics)
      yield submission
    }
  }
}

/** A page need not have all products, nor all of each, so it could make an incomplete catalog. */
function isApiPage(value: unknown): boolean {
  return isObject(value) && Array.isArray(value.data) && !Object.hasOwn(value, 'name')
}

const API_PAGE = {
  wrong: 'is one page of the API, which need not have all products, nor all of each',
  right: 'the address of the server in place of the file: vitrine import https://…',
}

function check(value: unknown, line: number, context: ReadContext): Submission {
  context.diagnostics.begin({ line }, nameOf(value))
  const product = readProduct(value, context)
  const problems = context.diagnostics.problems()
  return problems ? { line, problems } : { line, ...product! }
}
