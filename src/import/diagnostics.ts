import type { Problem, Warning } from '../catalog/submission.ts'
import { formatPath, formatPattern, type JsonPath } from './json-path.ts'

/** How many problems of one product, and how many warnings of one file, are worth telling. */
const LIMIT = 1000

/** What there is to say about a file: the problems of the product at hand, and warnings, each once in the file. */
export class Diagnostics {
  readonly #onWarning: (warning: Warning) => void
  readonly #warned = new Set<string>()
  #line = 0
  #problems: Problem[] = []
  #untold = 0

  constructor(onWarning: (warning: Warning) => void) {
    this.#onWarning = onWarning
  }

  /** Where the product at hand begins. */
  get line(): number {
    return this.#line
  }

  /** Turns to the next product. */
  begin(line: number): void {
    this.#line = line
    this.#problems = []
    this.#untold = 0
  }

  /** `wrong` goes on from the path ("is -5"); `right` is a noun ("a price of 0 or more"). */
  problem(place: JsonPath, wrong: string, right: string): void {
    if (this.#problems.length < LIMIT) this.#problems.push({ line: this.#line, path: formatPath(place), wrong, right })
    else this.#untold++
  }

  /** The problems of the product at hand, if there are any. */
  problems(): readonly [Problem, ...Problem[]] | undefined {
    const [first, ...others] = this.#problems
    if (!first) return undefined
    if (this.#untold === 0) return [first, ...others]
    const wrong = `has ${this.#untold} more problems`
    return [first, ...others, { line: this.#line, path: '', wrong, right: 'a product without the problems above' }]
  }

  /** Says it once in the file for all items of a list: the path is a pattern such as `variants[].colour`. */
  warn(place: JsonPath, message: string): void {
    const path = formatPattern(place)
    const key = `${path}\0${message}`
    if (this.#warned.has(key) || this.#warned.size > LIMIT) return
    this.#warned.add(key)
    if (this.#warned.size <= LIMIT) this.#onWarning({ line: this.#line, path, message })
    else this.#onWarning({ line: this.#line, path: '', message: `more than ${LIMIT} warnings: no more are given` })
  }
}
