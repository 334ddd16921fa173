import { setImmediate } from 'node:timers/promises'
import type { Problem, Submission } from '../../catalog/submission.ts'
import { readProduct } from '../native/product.ts'
import { createReadContext, type ReadContext } from '../native/read-context.ts'
import type { ReadOptions } from '../read-options.ts'
import type { SkipReason } from '../skip-reasons.ts'
import type { GroupResult, NativeProduct } from './native-product.ts'
import type { BadRow, TableMapping } from './read-table.ts'
import type { Row } from './row.ts'
import { RowDiagnostics } from './row-diagnostics.ts'
import { type RowGroup, RowGrouping } from './row-grouping.ts'

/** What a format of rows means: which of them belong together, and what product they are. */
export interface RowMapping<Key extends string> extends TableMapping<Key> {
  /** Path in the native format → the column that it comes from: problems are told in the merchant's own words. */
  readonly origins: Readonly<Record<string, Key>>
  /** What a row belongs to, by each name that it may have; none if it is a product by itself; or why it is left out. */
  keysOf(row: Row<Key>): readonly string[] | SkipReason
  /** What to call a row that is left out. */
  nameOf(row: Row<Key>): string
  /** The product of rows that belong together. undefined if it is left out, which `remarks` were told. */
  assemble(rows: readonly Row<Key>[], remarks: RowDiagnostics<Key>, reading: ReadOptions): GroupResult<Key> | undefined
}

/** Products between pauses in which the process may hear that it should stop. */
const AT_ONCE = 100

/**
 * The products that rows make up, in the order in which their first rows come. All rows are read before the first
 * product is given, since the last row may belong to it.
 */
export async function* productsOf<Key extends string>(
  rows: AsyncIterable<Row<Key> | BadRow>,
  meaning: RowMapping<Key>,
  reading: ReadOptions,
): AsyncGenerator<Submission> {
  using grouping = new RowGrouping<Key>()
  const remarks = new RowDiagnostics<Key>(reading)
  let count = 0
  for await (const row of rows) {
    count++
    if ('fault' in row) yield refused(row)
    else gather(row, grouping, meaning, remarks)
  }
  reading.onRows?.(count)
  const intake = createReadContext(reading.store, reading.onWarning)
  let given = 0
  for (const group of grouping.groups()) {
    const submission = submissionOf(group, meaning, remarks, intake, reading)
    if (submission) yield submission
    if (++given % AT_ONCE === 0) await setImmediate()
  }
}

function refused({ line, fault }: BadRow): Submission {
  return { line, problems: [{ line, path: 'the row', ...fault }] }
}

function gather<Key extends string>(
  row: Row<Key>,
  grouping: RowGrouping<Key>,
  meaning: RowMapping<Key>,
  remarks: RowDiagnostics<Key>,
): void {
  if (row.isBlank) {
    remarks.leaveOut(row, 'blank', '')
    return
  }
  const keys = meaning.keysOf(row)
  if (typeof keys === 'string') remarks.leaveOut(row, keys, meaning.nameOf(row))
  else grouping.add(keys, row)
}

function submissionOf<Key extends string>(
  { rows, tooLarge }: RowGroup<Key>,
  meaning: RowMapping<Key>,
  remarks: RowDiagnostics<Key>,
  intake: ReadContext,
  reading: ReadOptions,
): Submission | undefined {
  const { line } = rows[0]!
  if (tooLarge) return { line, problems: [{ line, path: '', ...TOO_LARGE }] }
  const assembled = meaning.assemble(rows, remarks, reading)
  const found = remarks.takeProblems()
  if (!assembled) return found.length > 0 ? { line, problems: nonEmpty(found) } : undefined
  const { product, slugIsWish = false } = assembled
  const excess = excessOf(product)
  if (excess) return { line, problems: [{ line: assembled.row.line, path: '', ...excess }] }
  intake.diagnostics.begin(assembled.row.line)
  const isTaken = slugIsWish && product.slug !== undefined && intake.slugs.has(product.slug)
  const read = readProduct(isTaken ? { ...product, slug: undefined } : product, intake)
  for (const problem of intake.diagnostics.problems() ?? []) found.push(originOf(problem, assembled, meaning))
  return found.length > 0
    ? { line: assembled.row.line, problems: nonEmpty(found) }
    : { line: assembled.row.line, product: read!.product, slugGiven: read!.slugGiven && !slugIsWish }
}

/** What a product has more of than any real one, and than can be held for all of them. */
function excessOf({ labelValues, optionGroups, files }: NativeProduct): Pick<Problem, 'wrong' | 'right'> | undefined {
  const options = optionGroups.reduce((sum, group) => sum + group.options.length, 0)
  for (const [what, count, limit] of [
    ['labels', labelValues.length, 1000],
    ['options', options, 10_000],
    ['pictures', files.length, 10_000],
  ] as const) {
    if (count > limit) return { wrong: `has ${count} ${what}`, right: `at most ${limit} ${what}` }
  }
  return undefined
}

const TOO_LARGE = {
  wrong: 'has more than 20,000 rows, or more than 16 MiB in them',
  right: 'fewer rows that belong together',
}

function nonEmpty(problems: Problem[]): readonly [Problem, ...Problem[]] {
  return problems as unknown as [Problem, ...Problem[]]
}

/** A problem of the native product as one of the row and the column that it comes from. */
function originOf<Key extends string>(
  problem: Problem,
  { row, variantRows }: GroupResult<Key>,
  { origins }: RowMapping<Key>,
): Problem {
  const index = /^variants\[(\d+)\]/.exec(problem.path)?.[1]
  const origin = (index === undefined ? undefined : variantRows[Number(index)]) ?? row
  const pattern = problem.path.replace(/\[\d+\]/g, '[]')
  const key = Object.hasOwn(origins, pattern) ? origins[pattern] : undefined
  return { ...problem, line: origin.line, path: key === undefined ? problem.path : origin.header(key) }
}
