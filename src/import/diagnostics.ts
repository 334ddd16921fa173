import type { Problem, Warning } from '../catalog/submission.ts'
import { formatPath, formatPattern, type JsonPath } from './json-path.ts'

/** The most problems per product, and the most warnings per file. */
const LIMIT = 1000

/** Collects the problems of the current product, and passes on each warning once per file. */
export class Diagnostics {
  readonly #onWarning: (warning: Warning) => void
  readonly #warned = new Set<string>()
  #line = 0
  #problems: Problem[] = []
  #dropped: Problem[] = []
  #omitted = 0

  constructor(onWarning: (warning: Warning) => void) {
    this.#onWarning = onWarning
  }

  /** The first line of the current product. */
  get line(): number {
    return this.#line
  }

  /** Begins the next product. */
  begin(line: number): void {
    this.#line = line
    this.#problems = []
    this.#dropped = []
    this.#omitted = 0
  }

  /** `wrong` continues the path ("is -5"); `right` is a noun ("a price of 0 or more"). */
  problem(path: JsonPath, wrong: string, right: string): void {
    if (this.#problems.length < LIMIT) this.#problems.push({ line: this.#line, path: formatPath(path), wrong, right })
    else this.#omitted++
  }

  /** As `problem`, for an optional value. The product is accepted without it. */
  drop(path: JsonPath, wrong: string, right: string): void {
    this.#dropped.push({ line: this.#line, path: formatPath(path), wrong, right })
  }

  /** The faults in optional values of the current product. */
  dropped(): readonly Problem[] {
    return this.#dropped
  }

  /** Warns about the current product, whatever was said about others. */
  warnOfProduct(path: string, message: string): void {
    this.#onWarning({ line: this.#line, path, message })
  }

  /** The problems of the current product; undefined if it has none. */
  problems(): readonly [Problem, ...Problem[]] | undefined {
    const [first, ...others] = this.#problems
    if (!first || this.#omitted === 0) return first && [first, ...others]
    const wrong = `has ${this.#omitted} more problems`
    return [first, ...others, { line: this.#line, path: '', wrong, right: 'a product without the problems above' }]
  }

  /**
   * Warns once per file about all items of a list: the path is a pattern such as `variants[].colour`. `advice` continues
   * the message.
   */
  warn(path: JsonPath, message: string, advice = () => ''): void {
    const pattern = formatPattern(path)
    const key = `${pattern}\0${message}`
    if (this.#warned.has(key) || this.#warned.size > LIMIT) return
    this.#warned.add(key)
    if (this.#warned.size <= LIMIT) this.#onWarning({ line: this.#line, path: pattern, message: message + advice() })
    else this.#onWarning({ line: this.#line, path: '', message: `more than ${LIMIT} warnings; the others are omitted` })
  }
}
