import type { Store } from '../catalog/store.ts'
import type { RefusedProduct, Submission, Warning } from '../catalog/submission.ts'
import { jsonBytes, plainBytes } from './decompress.ts'
import type { Format } from './format.ts'
import { readProduct } from './native/product.ts'
import { createReadContext, type ReadContext } from './native/read-context.ts'
import { readRecords } from './splitting/read-records.ts'
import type { CatalogRecord } from './splitting/record.ts'

/**
 * The products of a file in the native catalog format, in order, one at a time: each right and complete, or refused with
 * all that is wrong with it. What is left out is filled in as the format's documentation says, always with the same
 * result for the same file. Throws `CatalogFileError` when the file as a whole cannot be read; what came before it is
 * then not to be trusted either.
 */
export async function* readNative(
  bytes: AsyncIterable<Uint8Array>,
  store: Store,
  onWarning: (warning: Warning) => void,
): AsyncGenerator<Submission> {
  yield* submissions(plainBytes(bytes), createReadContext(store, onWarning))
}

/** How products that a program gives are told from one another: by numbers, in place of lines. */
export interface InputNumbering {
  readonly store: Store
  /** The number of the first. */
  readonly first: number
  /** Where the one with a number is, as in "the product at index 2". */
  readonly where: (number: number) => string
  readonly onWarning: (warning: Warning) => void
}

/** Products that a program gives, as plain data, checked as those of a file are. */
export async function* readInputs(
  products: AsyncIterable<unknown>,
  { store, first, where, onWarning }: InputNumbering,
): AsyncGenerator<Submission> {
  const intake = createReadContext(store, onWarning, where)
  let number = first
  for await (const product of products) yield checked(product, number++, intake)
}

/** The native format, among others. */
export const native: Format = {
  name: 'native',
  title: 'the native format: JSON, one product a line, or one array of products',
  columns: [{ headers: ['every field'], becomes: 'what the API calls by the same name; see docs/catalog-format.md' }],
  recognise: ({ text }) => (/^\s*[[{]/.test(text) ? 'yes' : undefined),
  read: (bytes, { store, onWarning }) => submissions(jsonBytes(bytes), createReadContext(store, onWarning)),
}

async function* submissions(bytes: AsyncIterable<Uint8Array>, intake: ReadContext): AsyncGenerator<Submission> {
  for await (const record of readRecords(bytes)) yield submissionOf(record, intake)
}

function submissionOf(record: CatalogRecord, intake: ReadContext): Submission {
  const { line } = record
  if ('fault' in record) return refused(line, record.fault.wrong, record.fault.right)
  let value: unknown
  try {
    value = JSON.parse(record.text)
  } catch (error) {
    return refused(line, notJson(error as SyntaxError), rightJson(record.text))
  }
  return checked(value, line, intake)
}

function checked(value: unknown, line: number, intake: ReadContext): Submission {
  intake.findings.begin(line)
  const read = readProduct(value, intake)
  const problems = intake.findings.problems()
  return problems ? { line, problems } : { line, ...read! }
}

function refused(line: number, wrong: string, right: string): RefusedProduct {
  return { line, problems: [{ line, path: '', wrong, right }] }
}

function notJson(error: SyntaxError): string {
  if (/end of JSON input/i.test(error.message)) return 'is cut off: its JSON has no end'
  const position = / at position (\d+)/.exec(error.message)?.[1]
  return position
    ? `is not JSON from character ${Number(position) + 1} on`
    : `is not JSON (${error.message.replace(CONTROLS, ' ')})`
}

/** What the message may quote of the file, and what a terminal would obey. */
const CONTROLS = /[\x00-\x1f\x7f-\x9f]/g

function rightJson(text: string): string {
  if (/,\s*$/.test(text)) return 'one product a line without commas after them, or one array of all products'
  return 'a JSON object on one line, or one array of all products'
}
