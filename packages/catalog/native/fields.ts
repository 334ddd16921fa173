import type { Stamps } from '../product.ts'
import { parseTimestamp } from '../time.ts'
import { type Uuid, uuid } from '../uuid.ts'
import { onOneLine, withoutControls } from './control-characters.ts'
import type { Diagnostics } from './diagnostics.ts'
import { didYouMean } from './field-names.ts'
import { childPath, formatPath, type JsonPath, quote } from './json-path.ts'

/**
 * Reads the fields of a JSON object by type. A field that is left out or null is undefined. So is a field of the wrong
 * type, after a problem: the product is refused then.
 */
export class ObjectReader {
  readonly path: JsonPath
  readonly diagnostics: Diagnostics
  readonly #values: Readonly<Record<string, unknown>>

  /** Warns about fields that are not in `fieldNames`. */
  constructor(
    values: Readonly<Record<string, unknown>>,
    path: JsonPath,
    diagnostics: Diagnostics,
    fieldNames: ReadonlySet<string>,
  ) {
    this.path = path
    this.diagnostics = diagnostics
    this.#values = values
    for (const name of Object.keys(values)) {
      if (!fieldNames.has(name))
        diagnostics.warn(childPath(path, name), UNKNOWN_FIELD, () => didYouMean(name, fieldNames))
    }
  }

  problem(name: string, wrong: string, right: string): void {
    this.diagnostics.problem(childPath(this.path, name), wrong, right)
  }

  /** As `problem`, for an optional value. The product is accepted without it. */
  drop(name: string, wrong: string, right: string): void {
    this.diagnostics.drop(childPath(this.path, name), wrong, right)
  }

  at(name: string): JsonPath {
    return childPath(this.path, name)
  }

  has(name: string): boolean {
    return this.value(name) !== undefined
  }

  /** Whether the field is in the object, even as null. */
  includes(name: string): boolean {
    return Object.hasOwn(this.#values, name) && this.#values[name] !== undefined
  }

  value(name: string): unknown {
    return Object.hasOwn(this.#values, name) ? (this.#values[name] ?? undefined) : undefined
  }

  text(name: string, limit = Number.POSITIVE_INFINITY): string | undefined {
    const value = this.value(name)
    if (value === undefined || isText(value, limit)) return value
    this.problem(name, ...textFault(value, limit))
    return undefined
  }

  /** Text that may have several lines, without other control characters. */
  lines(name: string, limit?: number): string | undefined {
    const text = this.text(name, limit)
    return text === undefined ? undefined : cleaned(text, withoutControls(text), this.at(name), this.diagnostics)
  }

  /** Text on one line. */
  line(name: string, limit?: number): string | undefined {
    const text = this.text(name, limit)
    return text === undefined ? undefined : cleaned(text, onOneLine(text), this.at(name), this.diagnostics)
  }

  /** Text on one line; undefined if it is blank. */
  optionalLine(name: string, limit?: number): string | undefined {
    const text = this.line(name, limit)
    return text === undefined || isBlank(text) ? undefined : text
  }

  /** Text on one line that is not blank; '' after a problem. */
  requiredLine(name: string, right: string, limit?: number): string {
    const text = this.line(name, limit)
    if (text !== undefined && !isBlank(text)) return text
    if (text !== undefined) this.problem(name, 'is blank', right)
    else if (!this.has(name)) this.problem(name, 'is missing', right)
    return ''
  }

  id(): Uuid | undefined {
    const value = this.value('id')
    if (value === undefined) return undefined
    const id = typeof value === 'string' ? uuid(value) : undefined
    if (id === undefined)
      this.problem('id', `is ${formatValue(value)}`, 'a UUID such as 8f14e45f-ceea-467f-a9d3-3f6c1b2a0d11')
    return id
  }

  /** A whole number of 0 or more, as a number or as text; null if it is left out or after a problem. */
  stock(): number | null {
    return this.count('stock', 'a whole number of 0 or more, or null if the stock is not tracked') ?? null
  }

  /** A whole number of 0 or more, as a number or as text. */
  count(name: string, right = 'a whole number of 0 or more'): number | undefined {
    const value = this.value(name)
    return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : this.integer(name, right)
  }

  /** An integer from `min` to 2^53−1. */
  integer(name: string, right: string, min = 0): number | undefined {
    return this.#read(name, right, (value) => Number.isSafeInteger(value) && (value as number) >= min)
  }

  boolean(name: string): boolean | undefined {
    return this.#read(name, 'true or false', (value) => typeof value === 'boolean')
  }

  /** A list; empty if it is left out or after a problem. */
  list(name: string, right: string): readonly unknown[] {
    return this.#read(name, right, Array.isArray) ?? []
  }

  /** The objects of a list; other items become problems. `expand` may make an object of an item. */
  *objects(
    name: string,
    right: string,
    fieldNames: ReadonlySet<string>,
    rightItem: string,
    expand = (item: unknown) => item,
  ): Generator<ObjectReader> {
    const path = this.at(name)
    for (const [index, item] of this.list(name, right).entries()) {
      const value = expand(item)
      const fields = readObject(value, childPath(path, index), this.diagnostics, fieldNames, rightItem)
      if (fields) yield fields
    }
  }

  timestamps(): Partial<Stamps> {
    const createdAt = this.#timestamp('createdAt')
    const updatedAt = this.#timestamp('updatedAt')
    if (createdAt === undefined) return updatedAt === undefined ? NO_TIMESTAMPS : { updatedAt }
    return updatedAt === undefined ? { createdAt } : { createdAt, updatedAt }
  }

  #read<T>(name: string, right: string, isValid: (value: unknown) => boolean): T | undefined {
    const value = this.value(name)
    if (value === undefined || isValid(value)) return value as T | undefined
    this.problem(name, `is ${formatValue(value)}`, right)
    return undefined
  }

  #timestamp(name: 'createdAt' | 'updatedAt'): string | undefined {
    const value = this.value(name)
    if (value === undefined) return undefined
    if (typeof value === 'string' && CANONICAL.test(value)) return value
    const time = typeof value === 'string' || typeof value === 'number' ? parseTimestamp(value) : undefined
    if (time === undefined)
      this.problem(name, `is ${formatValue(value)}`, 'a date and time such as 2026-03-14T09:26:53Z')
    return time
  }
}

/** The longest name, in UTF-16 units. */
export const NAME_LIMIT = 1000

/** The longest description, in UTF-16 units. */
export const DESCRIPTION_LIMIT = 1024 * 1024

const UNKNOWN_FIELD = 'is not a known field and is ignored'

const NO_TIMESTAMPS: Partial<Stamps> = {}

/** A timestamp as it is served, on a day that every year has. Parsing takes 2 µs; such a timestamp needs none. */
const DAY = '(?:0[1-9]|1[0-2])-(?:0[1-9]|1\\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31'
const TIME = '(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d\\.\\d{3}Z'
const CANONICAL = new RegExp(`^\\d{4}-(?:${DAY})T${TIME}$`)

/** A reader of the value if it is a JSON object; undefined after a problem. */
export function readObject(
  value: unknown,
  path: JsonPath,
  diagnostics: Diagnostics,
  fieldNames: ReadonlySet<string>,
  right: string,
): ObjectReader | undefined {
  if (isObject(value)) return new ObjectReader(value, path, diagnostics, fieldNames)
  diagnostics.problem(path, value === undefined ? 'is missing' : `is ${formatValue(value)}`, right)
  return undefined
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value on one line if it is text that databases can store and that is not blank; undefined after a problem. */
export function readLine(value: unknown, path: JsonPath, diagnostics: Diagnostics, limit: number): string | undefined {
  if (!isText(value, limit)) diagnostics.problem(path, ...textFault(value, limit))
  else if (isBlank(onOneLine(value))) diagnostics.problem(path, `is ${quote(value)}`, 'text that is not blank')
  else return cleaned(value, onOneLine(value), path, diagnostics)
  return undefined
}

/** The clean text, after a warning if it differs. */
function cleaned(text: string, clean: string, path: JsonPath, diagnostics: Diagnostics): string {
  if (clean !== text) diagnostics.warnOfProduct(formatPath(path), CLEANED)
  return clean
}

const CLEANED = 'has control characters or line breaks that do not belong there; they are removed'

export function isText(value: unknown, limit: number): value is string {
  return typeof value === 'string' && value.length <= limit && !value.includes('\0') && value.isWellFormed()
}

/** What is wrong with a value that is not text, and what would be right. */
export function textFault(value: unknown, limit: number): [string, string] {
  if (typeof value !== 'string') return [`is ${formatValue(value)}`, 'text']
  if (value.length > limit) return [`is ${value.length} characters long`, `at most ${limit} characters`]
  if (value.includes('\0')) return [`is ${quote(value)}, with a NUL character`, 'text without NUL characters']
  return [`is ${quote(value)}, with an unpaired surrogate`, 'well-formed Unicode text']
}

export function isBlank(text: string): boolean {
  return text.trim() === ''
}

/** A value as problems quote it. */
export function formatValue(value: unknown): string {
  if (typeof value === 'string') return quote(value)
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}

/**
 * The fields of `head`, the timestamps, the fields of `tail`: the order of keys in an export. Adds them to `head`,
 * since spreading into the middle of an object costs more than reading the rest of it.
 */
export function withTimestamps<Head extends object, Tail extends object>(
  head: Head,
  timestamps: Partial<Stamps>,
  tail: Tail,
): Head & Partial<Stamps> & Tail {
  return Object.assign(head, timestamps, tail)
}
