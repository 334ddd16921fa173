import type { Store } from '@vitrine/catalog/store'
import type { ColumnGuess } from '@vitrine/catalog/stream/converter'
import type { UsedColumn } from '@vitrine/catalog/stream/record'
import type { AcceptedProduct, Problem, Submission } from '@vitrine/catalog/submission'
import { withoutIndexes } from './finding-place.ts'
import { MissingContentCounter } from './missing-content.ts'

/** What the page of a report shows of an import besides the report: the first of everything, and the counts. */
export class ReportDetails {
  /** The store before the import, if it was opened. */
  store: Store | undefined
  /** What the columns of a table of no known format probably are. */
  guess: ColumnGuess | undefined
  readonly missing = new MissingContentCounter()
  variantCount = 0
  problemCount = 0
  readonly #columns = new Map<string, UsedColumn>()
  readonly #groups = new Map<string, ProblemGroup>()
  #products: AcceptedProduct[] = []

  addColumns(columns: readonly UsedColumn[]): void {
    for (const column of columns)
      if (this.#columns.size < MAX_COLUMNS) this.#columns.set(JSON.stringify([column.header, column.becomes]), column)
  }

  add(submission: Submission): void {
    if ('problems' in submission) {
      submission.problems.forEach(this.addProblem)
      return
    }
    this.missing.add(submission)
    this.variantCount += submission.product.variants.length
    if (this.#products.length < MAX_PRODUCTS) this.#products.push(submission)
  }

  readonly addProblem = (problem: Problem): void => {
    const { line, file, path, right } = problem
    this.problemCount++
    this.#products = this.#products.filter((product) => product.line !== line || product.file !== file)
    const key = JSON.stringify([withoutIndexes(path), right])
    const group = this.#groups.get(key) ?? { right, count: 0, first: [] }
    if (group.count === 0 && this.#groups.size === MAX_GROUPS) return
    this.#groups.set(key, group)
    if (group.count++ < MAX_OF_GROUP) group.first.push(problem)
  }

  /** The first products without problems. */
  get products(): readonly AcceptedProduct[] {
    return this.#products
  }

  get columns(): readonly ShownColumn[] {
    if (!this.guess) return [...this.#columns.values()]
    const used = this.guess.columns.filter(({ becomes }) => becomes !== 'not used')
    return used.map(({ header, becomes, samples }) => ({ header, becomes, samples }))
  }

  /** The largest first. */
  get problemGroups(): readonly ProblemGroup[] {
    return [...this.#groups.values()].sort((one, other) => other.count - one.count)
  }
}

const MAX_PRODUCTS = 24
const MAX_COLUMNS = 10_000
const MAX_GROUPS = 1000
const MAX_OF_GROUP = 5

/** A column that is used, or a guess of it with some of its values. */
export interface ShownColumn extends UsedColumn {
  readonly samples?: readonly string[]
}

/** Problems that would be solved in the same way. */
export interface ProblemGroup {
  readonly right: string
  count: number
  readonly first: Problem[]
}
