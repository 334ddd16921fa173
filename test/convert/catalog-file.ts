import assert from 'node:assert/strict'
import type { LeftOutRow } from '@vitrine/catalog/left-out'
import type { Product, Submitted } from '@vitrine/catalog/product'
import type { NamedFile } from '@vitrine/catalog/stream/converter'
import type { Problem, Submission, Warning } from '@vitrine/catalog/submission'
import { openCatalogFiles } from '@vitrine/convert/open-several-files'
import { type CatalogReadOptions, readCatalog } from '@vitrine/convert/read-catalog'
import { approveGuess } from '../../packages/vitrine/cli/import/guessed-columns.ts'
import { NOW } from './now.ts'
import { chunked, store } from './reading.ts'
import { assertSameThroughStream, type Sequence } from './through-stream.ts'

export { NOW }

export interface CatalogFile {
  readonly format: string | undefined
  readonly rows: number | undefined
  readonly submissions: readonly Submission[]
  readonly products: readonly Submitted<Product>[]
  readonly problems: readonly Problem[]
  readonly dropped: readonly Problem[]
  readonly warnings: readonly Warning[]
  readonly leftOut: readonly LeftOutRow[]
  readonly unused: readonly string[]
  /** What the command line shows of guessed columns. */
  readonly shown: string
}

/** `yes` takes columns that are guessed, as `--yes` does. */
export type FileReading = Partial<CatalogReadOptions> & { readonly yes?: boolean }

/** Reads a file in any format as the command line does, in chunks of `size`. */
export async function readFile(
  bytes: Uint8Array | string,
  reading: FileReading = {},
  size?: number,
): Promise<CatalogFile> {
  return await readNamed([{ name: 'the file', bytes: chunked(bytes, size) }], reading)
}

/** Reads several files as one catalog, by their names. */
export async function readFiles(
  files: Readonly<Record<string, Uint8Array | string>>,
  reading: FileReading = {},
): Promise<CatalogFile> {
  return await readNamed(
    Object.entries(files).map(([name, bytes]) => ({ name, bytes: chunked(bytes) })),
    reading,
  )
}

async function readNamed(files: readonly NamedFile[], { yes = false, ...reading }: FileReading): Promise<CatalogFile> {
  let format: string | undefined
  let rows: number | undefined
  let unused: readonly string[] = []
  const submissions: Submission[] = []
  const warnings: Warning[] = []
  const leftOut: LeftOutRow[] = []
  let shown = ''
  const sequence: Sequence = []
  const options: CatalogReadOptions = {
    store,
    now: NOW,
    onWarning: (warning) => {
      warnings.push(warning)
      sequence.push({ warning })
    },
    onLeftOut: (row) => {
      leftOut.push(row)
      sequence.push({ leftOut: row })
    },
    onUsed: (used) => sequence.push({ used }),
    onUnused: (headers) => {
      unused = headers
      sequence.push({ unused: headers })
    },
    onRows: (count) => {
      rows = count
      sequence.push({ rows: count })
    },
    onFormat: ({ name }) => {
      format = name
    },
    ...reading,
  }
  const show = (text: string) => {
    shown += text
  }
  const catalog = await openCatalogFiles(files, options)
  if (catalog.guess) await approveGuess('the file', catalog.guess, { yes, asks: false, show })
  for await (const submission of readCatalog(catalog, options)) {
    submissions.push(submission)
    sequence.push(submission)
  }
  await assertSameThroughStream(sequence, options.store)
  const products = submissions.flatMap((submission) => ('product' in submission ? [submission.product] : []))
  const problems = submissions.flatMap((submission) => ('problems' in submission ? submission.problems : []))
  const dropped = submissions.flatMap((submission) => ('dropped' in submission ? submission.dropped : []))
  return { format, rows, submissions, products, problems, dropped, warnings, leftOut, unused, shown }
}

/** The labels of a product, each as `name` or `name < code of its parent`. */
export function labelsOf({ labelValues }: Submitted<Product>): string[] {
  return labelValues.map(({ name, parent }) => (parent === undefined ? name : `${name} < ${parent}`))
}

/** The products of a file, which must have no problems. */
export async function productsIn(
  bytes: Uint8Array | string,
  reading?: FileReading,
): Promise<readonly Submitted<Product>[]> {
  const { products, problems } = await readFile(bytes, reading)
  assert.deepEqual(problems, [])
  return products
}

/** A table with a column for each field of any row. */
export function table(rows: readonly Readonly<Record<string, string>>[], delimiter = ','): string {
  const header = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const line = (cells: readonly string[]) => `${cells.map((cell) => quoted(cell, delimiter)).join(delimiter)}\n`
  return [header, ...rows.map((row) => header.map((name) => row[name] ?? ''))].map(line).join('')
}

function quoted(cell: string, delimiter: string): string {
  return cell.includes(delimiter) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

/** The rows that were left out, as “line reason”. */
export function reasons({ leftOut }: CatalogFile): string[] {
  return leftOut.map(({ line, reason }) => `${line} ${reason}`)
}

/** The problems, as “line path wrong”. */
export function told({ problems }: CatalogFile): string[] {
  return problems.map(({ line, path, wrong }) => `${line} ${path} ${wrong}`)
}

/** The dropped values, as “line path wrong; expected right”. */
export function droppedIn({ dropped }: CatalogFile): string[] {
  return dropped.map(({ line, path, wrong, right }) => `${line} ${path} ${wrong}; expected ${right}`)
}

/** The warnings, as “line path message”. */
export function warned({ warnings }: CatalogFile): string[] {
  return warnings.map(({ line, path, message }) => `${line} ${path} ${message}`)
}

/** The options of a variant, by the codes of their groups. */
export function optionsOf(product: Submitted<Product>, index: number): Record<string, string> {
  const chosen = new Set(product.variants[index]!.productOptions.map(({ id }) => id))
  return Object.fromEntries(
    product.optionGroups.flatMap(({ code, options }) =>
      options.filter(({ id }) => chosen.has(id)).map((option) => [code, option.name]),
    ),
  )
}

/** The names of the options of each group, by the code of the group. */
export function groupsOf(product: Submitted<Product>): Record<string, string[]> {
  return Object.fromEntries(product.optionGroups.map(({ code, options }) => [code, options.map(({ name }) => name)]))
}
