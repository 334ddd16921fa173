import { decompress } from '../json/decompress.ts'
import { readRecords } from '../json/read-records.ts'
import type { LeftOutRow } from '../left-out.ts'
import type { Store } from '../store.ts'
import type { Submission, Warning } from '../submission.ts'
import { isInOtherCurrency } from './currency.ts'
import { isObject } from './fields.ts'
import { nameOf } from './name-of.ts'
import { warnOfZeroPrices } from './price.ts'
import { readProduct } from './product.ts'
import { createReadContext, type ReadContext } from './read-context.ts'

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
  return readNativeProducts(decompress(bytes), createReadContext(store, onWarning))
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
  for await (const product of products) yield checkNativeProduct(product, number++, context)
}

/** Without `onLeftOut`, a product in another currency than the store's is refused. */
export async function* readNativeProducts(
  bytes: AsyncIterable<Uint8Array>,
  context: ReadContext,
  onLeftOut?: (leftOut: LeftOutRow) => void,
): AsyncGenerator<Submission> {
  for await (const record of readRecords(bytes)) {
    const { line } = record
    if ('fault' in record) yield { line, problems: [{ line, path: '', ...record.fault }] }
    else if (isApiPage(record.value)) yield { line, problems: [{ line, path: 'the file', ...API_PAGE }] }
    else if (onLeftOut && isInOtherCurrency(record.value, context))
      onLeftOut({ line, reason: 'other-currency', product: nameOf(record.value) })
    else {
      const submission = checkNativeProduct(record.value, line, context)
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

/** Checks a product, which has this line, or another number. */
export function checkNativeProduct(value: unknown, line: number, context: ReadContext): Submission {
  context.diagnostics.begin({ line }, nameOf(value))
  const product = readProduct(value, context)
  const problems = context.diagnostics.problems()
  return problems ? { line, problems } : { line, ...product! }
}
