import { isObject } from '../fields.ts'
import type { Columns } from '../rows/columns.ts'
import type { JsonObject } from './json-values.ts'

/** Collects the fields with a value that are no column: those of products, and of objects with a column in them. */
export class UnusedFields {
  readonly fields = new Set<string>()
  readonly #used = new Set<string>()
  /** The fields with a column in them, such as `variants`. */
  readonly #parents = new Set<string>()

  constructor(columns: Columns<string>) {
    for (const path of Object.values(columns).flatMap(({ headers }) => headers)) {
      this.#used.add(path.replace('[N]', '[]'))
      const [parent] = path.split(/[.[]/, 1)
      if (parent !== path) this.#parents.add(parent!)
    }
  }

  /** Returns whether the product has a field that is read. */
  add(product: JsonObject): boolean {
    let isRead = false
    for (const [name, value] of Object.entries(product)) {
      isRead ||= this.#parents.has(name) || this.#used.has(name)
      if (!this.#parents.has(name)) this.#addField(name, value)
      else if (Array.isArray(value)) for (const item of value) this.#addFields(`${name}[]`, item)
      else this.#addFields(name, value)
    }
    return isRead
  }

  #addFields(path: string, value: unknown): void {
    if (isObject(value)) for (const [name, field] of Object.entries(value)) this.#addField(`${path}.${name}`, field)
  }

  #addField(path: string, value: unknown): void {
    const isUsed = this.#used.has(path) || this.#used.has(path.replace(/\d+$/, 'N'))
    if (!isUsed && hasValue(value) && this.fields.size < UNUSED_LIMIT) this.fields.add(path.slice(0, 200))
  }
}

/** The most fields that are named. */
const UNUSED_LIMIT = 1000

function hasValue(value: unknown): boolean {
  return Boolean(value) && !(Array.isArray(value) && value.length === 0) && !(isObject(value) && isEmptyObject(value))
}

function isEmptyObject(value: JsonObject): boolean {
  return Object.keys(value).length === 0
}
