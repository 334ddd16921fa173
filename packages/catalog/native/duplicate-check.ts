import type { Diagnostics } from './diagnostics.ts'
import { formatValue } from './fields.ts'
import { childPath, formatPath, type JsonPath } from './json-path.ts'

/** Checks that no two things have the same value in a field. */
export class DuplicateCheck {
  readonly #field: string
  readonly #diagnostics: Diagnostics
  readonly #paths = new Map<string, JsonPath>()

  constructor(field: string, diagnostics: Diagnostics) {
    this.#field = field
    this.#diagnostics = diagnostics
  }

  has(value: string): boolean {
    return this.#paths.has(value)
  }

  /** Takes the value for the thing at the path. False, and a problem, if another thing has it. '' is no value. */
  claim(value: string, path: JsonPath): boolean {
    if (value === '') return true
    const other = this.#paths.get(value)
    if (!other) {
      this.#paths.set(value, path)
      return true
    }
    const wrong = `is ${formatValue(value)}, which ${formatPath(other)} also has`
    this.#diagnostics.problem(childPath(path, this.#field), wrong, `a unique ${this.#field}`)
    return false
  }
}
