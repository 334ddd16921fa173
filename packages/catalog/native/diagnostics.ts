import type { FindingPlace, Place, Problem, Warning } from '../submission.ts'
import { formatPath, formatPattern, type JsonPath, truncate } from './json-path.ts'

/** Collects the problems of the current product, and passes on each warning once per file. */
export class Diagnostics {
  readonly #onWarning: (warning: Warning) => void
  readonly #warned = new Set<string>()
  #place: Place = { line: 0 }
  #product = ''
  #inFile: InFile = (finding) => finding
  #problems: Problem[] = []
  #dropped: Problem[] = []
  #omitted = 0

  constructor(onWarning: (warning: Warning) => void) {
    this.#onWarning = onWarning
  }

  /** The row of the current product in a table, and otherwise its first line. */
  get number(): number {
    return this.#place.row ?? this.#place.line
  }

  /** Begins the next product. `product` is its name or sku. `inFile` gives a finding the place of its cell. */
  begin(place: Place, product = '', inFile: InFile = (finding) => finding): void {
    this.#place = place
    this.#product = product
    this.#inFile = inFile
    this.#problems = []
    this.#dropped = []
    this.#omitted = 0
  }

  /** `wrong` continues the path ("is -5"); `right` is a noun ("a price of 0 or more"). */
  problem(path: JsonPath, wrong: string, right: string): void {
    if (this.#problems.length < LIMIT)
      this.#problems.push(this.#inFile({ ...this.#findingPlace, path: formatPath(path), wrong, right }))
    else this.#omitted++
  }

  /** As `problem`, for an optional value. The product is accepted without it. */
  drop(path: JsonPath, wrong: string, right: string): void {
    this.#dropped.push(this.#inFile({ ...this.#findingPlace, path: formatPath(path), wrong, right }))
  }

  /** The faults in optional values of the current product. */
  dropped(): readonly Problem[] {
    return this.#dropped
  }

  /** Warns about the current product, whatever was said about others. */
  warnOfProduct(path: string, message: string): void {
    this.#onWarning(this.#inFile({ ...this.#findingPlace, path, message }))
  }

  /** The problems of the current product; undefined if it has none. */
  problems(): readonly [Problem, ...Problem[]] | undefined {
    const [first, ...others] = this.#problems
    if (!first || this.#omitted === 0) return first && [first, ...others]
    const wrong = `has ${this.#omitted} more problems`
    return [first, ...others, { ...this.#findingPlace, path: '', wrong, right: 'a product without the problems above' }]
  }

  /**
   * Warns once per file about all items of a list: the path is a pattern such as `variants[].colour`. `advice`
   * continues the message.
   */
  warn(path: JsonPath, message: string, advice = () => ''): void {
    const pattern = formatPattern(path)
    const key = `${pattern}\0${message}`
    if (this.#warned.has(key) || this.#warned.size > LIMIT) return
    this.#warned.add(key)
    if (this.#warned.size <= LIMIT) this.#onWarning({ ...this.#place, path: pattern, message: message + advice() })
    else this.#onWarning({ ...this.#place, path: '', message: `more than ${LIMIT} warnings; the others are omitted` })
  }

  get #findingPlace(): FindingPlace {
    return this.#product === '' ? this.#place : { ...this.#place, product: truncate(this.#product, NAME_LIMIT) }
  }
}

/** The most problems per product, and the most warnings per file. */
const LIMIT = 1000

/** The longest name of a product in a finding, in UTF-16 units. */
const NAME_LIMIT = 200

/** Gives a finding about a native field the place of the cell from which the field comes. */
export type InFile = <Finding extends Problem | Warning>(finding: Finding) => Finding
