import type { Store } from '../catalog/store.ts'
import type { Submission, Warning } from '../catalog/submission.ts'
import { decompress } from './decompress.ts'
import type { Format } from './format.ts'
import { readProduct } from './native/product.ts'
import { createReadContext, type ReadContext } from './native/read-context.ts'
import { parseRecord, readRecords } from './splitting/read-records.ts'

/** The native format as one of the formats of `vitrine import`. */
export const native: Format = {
  name: 'native',
  title: 'the native format: JSON, one product per line, or one array of products',
  columns: [{ headers: ['every field'], becomes: 'the field of the same name in the API; see docs/catalog-format.md' }],
  recognise: ({ text }) => (/^\s*[[{]/.test(text) ? 'yes' : undefined),
  read: (bytes, { store, onWarning }) => readProducts(bytes, createReadContext(store, onWarning)),
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

async function* readProducts(bytes: AsyncIterable<Uint8Array>, context: ReadContext): AsyncGenerator<Submission> {
  for await (const record of readRecords(bytes)) {
    const { line } = record
    const parsed = parseRecord(record)
    if ('fault' in parsed) yield { line, problems: [{ line, path: '', ...parsed.fault }] }
    else yield check(parsed.value, line, context)
  }
}

function check(value: unknown, line: number, context: ReadContext): Submission {
  context.diagnostics.begin(line)
  const product = readProduct(value, context)
  const problems = context.diagnostics.problems()
  return problems ? { line, problems } : { line, ...product! }
}
