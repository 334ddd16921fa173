import type { Diagnostics } from '../diagnostics.ts'
import { formatValue } from '../fields.ts'
import { childPath, formatPath, type JsonPath } from '../json-path.ts'

/** Up to this number of values a linear search is faster than building a map. */
const LINEAR_SEARCH_LIMIT = 12

/** Checks that no two things have the same value in a field. */
export class DuplicateCheck {
  readonly #field: string
  readonly #diagnostics: Diagnostics
  readonly #values: string[] = []
  readonly #paths: JsonPath[] = []
  /** value → index, once there are too many values for a linear search. */
  #indexes: Map<string, number> | undefined

  constructor(field: string, diagnostics: Diagnostics) {
    this.#field = field
    this.#diagnostics = diagnostics
  }

  has(value: string): boolean {
    return this.#indexOf(value) !== -1
  }

  /** Takes the value for the thing at the path. False, and a problem, if another thing has it. '' stands for no value. */
  claim(value: string, path: JsonPath): boolean {
    if (value === '') return true
    const index = this.#indexOf(value)
    if (index === -1) {
      this.#indexes?.set(value, this.#values.length)
      this.#values.push(value)
      this.#paths.push(path)
      return true
    }
    const wrong = `is ${formatValue(value)}, which ${formatPath(this.#paths[index]!)} also has`
    this.#diagnostics.problem(childPath(path, this.#field), wrong, `a unique ${this.#field}`)
    return false
  }

  #indexOf(value: string): number {
    if (this.#values.length <= LINEAR_SEARCH_LIMIT) return this.#values.indexOf(value)
    this.#indexes ??= new Map(this.#values.map((existing, index) => [existing, index]))
    return this.#indexes.get(value) ?? -1
  }
}
