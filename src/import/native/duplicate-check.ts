import type { Diagnostics } from '../diagnostics.ts'
import { shown } from '../fields.ts'
import { childPath, formatPath, type JsonPath } from '../json-path.ts'

/** Up to here, looking at each value is faster than making a map of them. */
const FEW = 12

/** The values of a field that no two things may share, each with the place of the thing that has it. */
export class DuplicateCheck {
  readonly #field: string
  readonly #values: string[] = []
  readonly #places: JsonPath[] = []
  /** Value → index, once there are more than a few. */
  #indexes: Map<string, number> | undefined

  constructor(field: string) {
    this.#field = field
  }

  has(value: string): boolean {
    return this.#indexOf(value) !== -1
  }

  /** Takes the value for the thing at the place. False, and a problem, if another has it. '' is nobody's. */
  claim(value: string, place: JsonPath, findings: Diagnostics): boolean {
    if (value === '') return true
    const index = this.#indexOf(value)
    if (index === -1) {
      this.#indexes?.set(value, this.#values.length)
      this.#values.push(value)
      this.#places.push(place)
      return true
    }
    const wrong = `is ${shown(value)}, as is that of ${formatPath(this.#places[index]!)}`
    findings.problem(childPath(place, this.#field), wrong, `another ${this.#field} for each`)
    return false
  }

  #indexOf(value: string): number {
    if (this.#values.length <= FEW) return this.#values.indexOf(value)
    this.#indexes ??= new Map(this.#values.map((known, index) => [known, index]))
    return this.#indexes.get(value) ?? -1
  }
}
