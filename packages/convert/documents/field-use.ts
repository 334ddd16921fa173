import { isObject } from '@vitrine/catalog/native/fields'
import type { UsedColumn } from '@vitrine/catalog/stream/record'
import type { Columns } from '../rows/columns.ts'
import type { JsonObject } from './json-values.ts'

/** Collects the fields with a value, of products and of objects with a column in them: the columns, and the others. */
export class FieldUse {
  readonly unused = new Set<string>()
  readonly #columns: Columns<string>
  /** The columns that some product has. */
  readonly #seen = new Set<string>()
  /** The fields that have fields of their own, which are not looked at. */
  readonly #nested = new Set<string>()
  readonly #used = new Set<string>()
  /** The fields with a column in them, such as `variants`. */
  readonly #parents = new Set<string>()

  constructor(columns: Columns<string>) {
    this.#columns = columns
    for (const path of Object.values(columns).flatMap(({ headers }) => headers)) {
      this.#used.add(path.replace('[N]', '[]'))
      const [parent] = path.split(/[.[]/, 1)
      if (parent !== path) this.#parents.add(parent!)
    }
  }

  used(): readonly UsedColumn[] {
    const isSeen = (header: string) => {
      const path = header.replace('[N]', '[]')
      return (
        this.#seen.has(path) ||
        [...this.#nested].some((field) => /^[.[]/.test(path.slice(field.length)) && path.startsWith(field))
      )
    }
    return Object.values(this.#columns).flatMap(({ headers, becomes }) =>
      headers.filter(isSeen).map((header) => ({ header, becomes })),
    )
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
    const column = this.#used.has(path) ? path : path.replace(/\d+$/, 'N')
    if (this.#used.has(column)) this.#seen.add(column)
    else if (hasValue(value) && this.unused.size < UNUSED_LIMIT) this.unused.add(path.slice(0, 200))
    if (typeof value === 'object' && value !== null && this.#nested.size < UNUSED_LIMIT) this.#nested.add(path)
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
