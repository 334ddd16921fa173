import type { Store } from '../catalog/store.ts'
import type { RefusedProduct, Submission, Warning } from '../catalog/submission.ts'
import { decompress } from './decompress.ts'
import type { Format } from './format.ts'
import { readProduct } from './native/product.ts'
import { createReadContext, type ReadContext } from './native/read-context.ts'
import { readRecords } from './splitting/read-records.ts'
import type { CatalogRecord } from './splitting/record-splitter.ts'

/** The native format as one of the formats of `vitrine import`. */
export const native: Format = {
  name: 'native',
  title: 'the native format: JSON, one product a line, or one array of products',
  columns: [{ headers: ['every field'], becomes: 'what the API calls by the same name; see docs/catalog-format.md' }],
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
  for await (const record of readRecords(bytes)) yield parse(record, context)
}

function parse(record: CatalogRecord, context: ReadContext): Submission {
  const { line } = record
  if ('fault' in record) return refuse(line, record.fault.wrong, record.fault.right)
  let value: unknown
  try {
    value = JSON.parse(record.text)
  } catch (error) {
    return refuse(line, syntaxProblem(error as SyntaxError), expectedJson(record.text))
  }
  return check(value, line, context)
}

function check(value: unknown, line: number, context: ReadContext): Submission {
  context.diagnostics.begin(line)
  const product = readProduct(value, context)
  const problems = context.diagnostics.problems()
  return problems ? { line, problems } : { line, ...product! }
}

function refuse(line: number, wrong: string, right: string): RefusedProduct {
  return { line, problems: [{ line, path: '', wrong, right }] }
}

function syntaxProblem({ message }: SyntaxError): string {
  if (/end of JSON input/i.test(message)) return 'is cut off: its JSON does not end'
  const position = / at position (\d+)/.exec(message)?.[1]
  if (position) return `is not valid JSON from character ${Number(position) + 1} on`
  // The message may quote control characters of the file, which a terminal would obey.
  return `is not valid JSON (${message.replace(/[\x00-\x1f\x7f-\x9f]/g, ' ')})`
}

function expectedJson(text: string): string {
  if (/,\s*$/.test(text)) return 'one product per line without commas between lines, or one array of all products'
  return 'a JSON object on one line, or one array of all products'
}
