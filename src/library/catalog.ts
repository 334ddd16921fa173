import type { EditionSummary } from '../edition/edition.ts'
import type { PatchInput, ProductInput, RemovalInput } from './given.ts'

/**
 * One store of a database, to be changed by a program. Changes are gathered until `publish`, which makes one edition of
 * them or changes nothing.
 */
export interface Catalog extends AsyncDisposable {
  /** The store's id. */
  readonly store: string

  /**
   * Adds products, or changes those that are there already, known by their id, or else by their slug. An iterable is
   * read when it is published, one product at a time, so that a catalog of any size needs little memory; what is given
   * by itself is held until then, and should stay as it is.
   */
  upsert(...products: readonly (ProductInput | Iterable<ProductInput> | AsyncIterable<ProductInput>)[]): void

  /** Changes the price or the stock, or both, of all variants with a sku. Held until it is published, some 300 bytes each. */
  patch(...patches: readonly PatchInput[]): void

  /** Removes products with all of their variants. Held until it is published. */
  remove(...products: readonly RemovalInput[]): void

  /**
   * Makes everything that was gathered since the last time the store's next edition: products are removed first, then
   * added and changed, then patched, in whatever order that was asked for. A product that is removed and added stays, as
   * it was added. Where nothing differs, there is no new edition. Waits while another import is under way, and for
   * `publish` itself where it was called before.
   *
   * Throws `PublishRefused` if anything is wrong, and whatever an iterable throws; the store is then as it was. In either
   * case what was gathered is used up.
   */
  publish(options?: PublishOptions): Promise<PublishReport>

  /** Closes the database, once what is being published is. What was gathered and not published is gone. */
  [Symbol.asyncDispose](): Promise<void>
}

export interface PublishOptions {
  /** Finds out what would be done, and writes nothing. Default: false. */
  readonly dryRun?: boolean
  /** Leaves out what has problems, which the report tells, instead of refusing all. Default: false. */
  readonly skipInvalid?: boolean
  /** Called from time to time with the number of products looked at so far. */
  readonly onProgress?: (products: number) => void
}

/** What was done, or with `dryRun` would have been. Counts are of products. */
export interface PublishReport {
  /** `published`: a new edition is current. `unchanged`: nothing differed. `tried`: a dry run that would have published. */
  readonly outcome: 'published' | 'unchanged' | 'tried'
  readonly created: number
  readonly changed: number
  readonly unchanged: number
  readonly removed: number
  /** What `skipInvalid` left out. */
  readonly skipped: number
  /** Why, the first 1,000. */
  readonly problems: readonly GivenProblem[]
  readonly problemCount: number
  /** What should be known though it is no reason to refuse: skus that no variant has, fields that are unknown. The first 1,000. */
  readonly warnings: readonly GivenWarning[]
  readonly warningCount: number
  /** The edition that is current now; `publishedAt` is ISO 8601 in UTC. */
  readonly edition: EditionSummary
}

/** Which of the things that were given since the last `publish`. */
export interface Given {
  readonly call: 'upsert' | 'patch' | 'remove'
  /** How many were given to that method before it, those of iterables among them. */
  readonly index: number
  /** Where in it, as `variants[2].price`; empty for the whole. */
  readonly path: string
}

export interface GivenProblem extends Given {
  /** What is wrong: "is -5". */
  readonly wrong: string
  /** What would be right: "a price of 0 or more with at most two decimals, such as 19.90". */
  readonly right: string
}

export interface GivenWarning extends Given {
  readonly message: string
}

/** Nothing was published, because of these problems. */
export class PublishRefused extends Error {
  /** The first 1,000. */
  readonly problems: readonly GivenProblem[]
  readonly problemCount: number

  constructor(problems: readonly GivenProblem[], problemCount: number) {
    const shown = problems.slice(0, SHOWN).map((problem) => `\n${sentence(problem)}`)
    const more = problemCount > shown.length ? `\nand ${problemCount - shown.length} more` : ''
    super(
      `nothing was published: ${problemCount} ${problemCount === 1 ? 'problem' : 'problems'}${shown.join('')}${more}`,
    )
    this.name = 'PublishRefused'
    this.problems = problems
    this.problemCount = problemCount
  }
}

/** How many problems are worth an error message. */
const SHOWN = 5

function sentence({ call, index, path, wrong, right }: GivenProblem): string {
  return `${call} ${index}: ${path === '' ? 'the whole' : path} ${wrong}; expected ${right}`
}
