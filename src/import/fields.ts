import type { Stamps } from '../catalog/product.ts'
import { parseTimestamp } from '../catalog/time.ts'
import { type Uuid, uuid } from '../catalog/uuid.ts'
import type { Diagnostics } from './diagnostics.ts'
import { childPath, type JsonPath, quote } from './json-path.ts'

/** The longest name, in UTF-16 units. */
export const NAME_LIMIT = 1000

/**
 * The fields of a JSON object, read as what they should be. Every method that reads returns undefined for a field that
 * is left out (null counts as left out); and, having told the problem, for one that is wrong: the product is refused
 * then, whatever is made of it.
 */
export class ObjectReader {
  readonly place: JsonPath
  readonly findings: Diagnostics
  readonly #values: Readonly<Record<string, unknown>>

  constructor(
    values: Readonly<Record<string, unknown>>,
    place: JsonPath,
    findings: Diagnostics,
    known: ReadonlySet<string>,
  ) {
    this.place = place
    this.findings = findings
    this.#values = values
    for (const name of Object.keys(values)) {
      if (!known.has(name)) findings.warn(childPath(place, name), 'is not a known field and is left out')
    }
  }

  problem(name: string, wrong: string, right: string): void {
    this.findings.problem(childPath(this.place, name), wrong, right)
  }

  at(name: string): JsonPath {
    return childPath(this.place, name)
  }

  has(name: string): boolean {
    return this.value(name) !== undefined
  }

  /** Whether it is there at all, be it null. */
  gives(name: string): boolean {
    return Object.hasOwn(this.#values, name) && this.#values[name] !== undefined
  }

  value(name: string): unknown {
    return Object.hasOwn(this.#values, name) ? (this.#values[name] ?? undefined) : undefined
  }

  text(name: string, limit = Number.POSITIVE_INFINITY): string | undefined {
    const value = this.value(name)
    if (value === undefined) return undefined
    const fault = faultOf(value, limit)
    if (!fault) return value as string
    this.problem(name, ...fault)
    return undefined
  }

  /** Text that is not blank; blank text counts as left out. */
  textIfAny(name: string, limit?: number): string | undefined {
    const text = this.text(name, limit)
    return text === undefined || isBlank(text) ? undefined : text
  }

  /** Text that must be there and not be blank; '' when it is wrong. */
  requiredText(name: string, right: string, limit?: number): string {
    const text = this.text(name, limit)
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
      this.problem('id', `is ${shown(value)}`, 'a UUID such as 8f14e45f-ceea-467f-a9d3-3f6c1b2a0d11')
    return id
  }

  /** A whole number from `least` to 2^53−1. */
  whole(name: string, right: string, least = 0): number | undefined {
    const value = this.value(name)
    if (value === undefined) return undefined
    if (Number.isSafeInteger(value) && (value as number) >= least) return value as number
    this.problem(name, `is ${shown(value)}`, right)
    return undefined
  }

  flag(name: string): boolean | undefined {
    const value = this.value(name)
    if (value === undefined || typeof value === 'boolean') return value
    this.problem(name, `is ${shown(value)}`, 'true or false')
    return undefined
  }

  /** Empty when it is left out or wrong. */
  list(name: string, right: string): readonly unknown[] {
    const value = this.value(name)
    if (Array.isArray(value)) return value
    if (value !== undefined) this.problem(name, `is ${shown(value)}`, right)
    return []
  }

  /** The timestamps that are given. */
  stamps(): Partial<Stamps> {
    const createdAt = this.#timestamp('createdAt')
    const updatedAt = this.#timestamp('updatedAt')
    if (createdAt === undefined) return updatedAt === undefined ? NO_STAMPS : { updatedAt }
    return updatedAt === undefined ? { createdAt } : { createdAt, updatedAt }
  }

  #timestamp(name: 'createdAt' | 'updatedAt'): string | undefined {
    const value = this.value(name)
    if (value === undefined) return undefined
    if (typeof value === 'string' && CANONICAL.test(value)) return value
    const moment = typeof value === 'string' || typeof value === 'number' ? parseTimestamp(value) : undefined
    if (moment === undefined) this.problem(name, `is ${shown(value)}`, 'a date and time such as 2026-03-14T09:26:53Z')
    return moment
  }
}

const NO_STAMPS: Partial<Stamps> = {}

/** A moment as it is served, on a day that is in any year: such a one need not be parsed (2 µs) to be known to be right. */
const CANONICAL =
  /^\d{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/

/** The value's fields, if it is a JSON object; else a problem. */
export function readObject(
  value: unknown,
  place: JsonPath,
  findings: Diagnostics,
  known: ReadonlySet<string>,
  right: string,
): ObjectReader | undefined {
  if (isObject(value)) return new ObjectReader(value, place, findings, known)
  findings.problem(place, value === undefined ? 'is missing' : `is ${shown(value)}`, right)
  return undefined
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value as text that can be kept; undefined, and a problem, for anything else. */
export function readText(value: unknown, place: JsonPath, findings: Diagnostics, limit: number): string | undefined {
  const fault = faultOf(value, limit)
  if (!fault) return value as string
  findings.problem(place, ...fault)
  return undefined
}

/** What is wrong with a text, and what would be right. */
function faultOf(value: unknown, limit: number): [string, string] | undefined {
  if (typeof value !== 'string') return [`is ${shown(value)}`, 'a text']
  if (value.length > limit) return [`is ${value.length} characters long`, `at most ${limit} characters`]
  if (value.includes('\0')) return [`is ${quote(value)}, with a NUL character`, 'a text without NUL characters']
  if (!value.isWellFormed()) return [`is ${quote(value)}, with half of a surrogate pair`, 'whole Unicode characters']
  return undefined
}

export function isBlank(text: string): boolean {
  return text.trim() === ''
}

/** A value as problems quote it. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return quote(value)
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}

/**
 * The fields of `head`, the timestamps that are given, the fields of `tail`: the order of keys that an export has.
 * Adds them to `head`, since spreading into the middle of an object costs more than the rest of reading it.
 */
export function stamped<Head extends object, Tail extends object>(
  head: Head,
  stamps: Partial<Stamps>,
  tail: Tail,
): Head & Partial<Stamps> & Tail {
  return Object.assign(head, stamps, tail)
}
