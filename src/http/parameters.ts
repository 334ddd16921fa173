import type { Static, TObject, TSchema } from 'typebox'
import { type ErrorCode, type ParameterError, VitrineError } from '../catalog/error.ts'
import { formatPrice, parsePrice } from '../catalog/money.ts'
import { uuid } from '../catalog/uuid.ts'
import { readQueryString } from './query-string.ts'

/**
 * A reader of an operation's query string, made from the schema that documents it. A value that is empty is not there, a
 * parameter that the schema does not have is ignored, and all that is wrong is told at once.
 */
export function parametersOf<T extends TObject>(schema: T): (rawQuery: string) => Static<T> {
  const readers = Object.entries(schema.properties).map(([name, property]) => [name, readerOf(property)] as const)
  return (rawQuery) => {
    const given = readQueryString(rawQuery)
    const result: Record<string, unknown> = {}
    const wrongs = new Map<string, Wrong>()
    for (const [name, read] of readers) {
      try {
        const value = read((given.get(name) ?? []).filter((value) => value !== ''))
        if (value !== undefined) result[name] = value
      } catch (error) {
        if (!(error instanceof Wrong)) throw error
        wrongs.set(name, error)
      }
    }
    if (wrongs.size > 0) throw wrongParameters(wrongs)
    return result as Static<T>
  }
}

/** What the schemas of parameters may say. A keyword that no reader minds would promise what is not kept. */
interface Keywords {
  readonly type?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly maxItems?: number
  readonly enum?: readonly string[]
  readonly const?: unknown
  readonly format?: string
  readonly items?: TSchema
  readonly default?: unknown
}
const MINDED = ['type', 'minimum', 'maximum', 'maxLength', 'maxItems', 'enum', 'const', 'format', 'items', 'default']
const DESCRIBING = ['description', 'examples']

type Reader = (values: readonly string[]) => unknown

function readerOf(schema: TSchema): Reader {
  const keywords = minded(schema)
  if (keywords.type === 'array') return several(keywords, single(minded(keywords.items!)))
  const read = single(keywords)
  return (values) => {
    if (values.length > 1) throw new Wrong(`may be given once, not ${values.length} times${choice(keywords)}`)
    return values.length === 0 ? keywords.default : read(values[0]!)
  }
}

/** The schema, if it promises nothing that is not kept. The pattern of a decimal only tells what its reader keeps. */
function minded(schema: TSchema): Keywords {
  const keywords = schema as Keywords
  const known = [...MINDED, ...DESCRIBING, ...(keywords.format === 'decimal' ? ['pattern'] : [])]
  const unknown = Object.keys(schema).find((keyword) => !known.includes(keyword))
  if (unknown) throw new TypeError(`parameters are not checked for ${unknown}; teach it to http/parameters.ts`)
  return keywords
}

function several({ maxItems = Number.POSITIVE_INFINITY }: Keywords, read: (value: string) => unknown): Reader {
  return (values) => {
    if (values.length > maxItems) throw new Wrong(`may be given ${maxItems} times, not ${values.length}`)
    return values.map(read)
  }
}

function single(keywords: Keywords): (value: string) => unknown {
  if (keywords.type === 'integer') return (value) => integer(value, keywords)
  if (keywords.enum) return (value) => oneOf(value, keywords)
  if (keywords.const !== undefined) return (value) => constant(value, keywords)
  if (keywords.format === 'uuid') return identifier
  if (keywords.format === 'decimal') return price
  return (value) => text(value, keywords)
}

function integer(value: string, { minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: Keywords): number {
  const number = /^\d+$/.test(value) ? Number(value) : Number.NaN
  if (number >= minimum && number <= maximum) return number
  throw new Wrong(`must be a whole number from ${minimum} to ${maximum}, not ${quoted(value)}`)
}

function oneOf(value: string, keywords: Keywords): string {
  if (keywords.enum!.includes(value)) return value
  throw new Wrong(`is ${quoted(value)}${choice(keywords)}`)
}

function choice({ enum: allowed }: Keywords): string {
  return allowed ? `; must be one of ${allowed.join(', ')}` : ''
}

function constant(value: string, { const: only }: Keywords): unknown {
  if (value === String(only)) return only
  throw new Wrong(`can only be ${only}, not ${quoted(value)}; leave it out for all`)
}

function identifier(value: string): string {
  if (uuid(value) !== undefined) return value
  const detail = `must be a UUID such as 7d444840-9dc0-11d1-b245-5ffdce74fad2, not ${quoted(value)}`
  throw new Wrong(detail, 'invalid-id')
}

/** As it was written, which is how links repeat it. */
function price(value: string): string {
  if (parsePrice(value) !== undefined) return value
  throw new Wrong(`must be a price from 0 to ${HIGHEST} with at most two decimals, such as 19.90, not ${quoted(value)}`)
}
const HIGHEST = formatPrice(Number.MAX_SAFE_INTEGER)

function text(value: string, { maxLength = Number.POSITIVE_INFINITY }: Keywords): string {
  // A character outside the basic plane is two units of `length`, and one of `maxLength`.
  const length = value.length > maxLength ? [...value].length : value.length
  if (length > maxLength) throw new Wrong(`may have ${maxLength} characters, not ${length}`)
  return value
}

class Wrong extends Error {
  readonly code: ErrorCode

  constructor(detail: string, code: ErrorCode = 'invalid-parameter') {
    super(detail)
    this.code = code
  }
}

function quoted(value: string): string {
  return JSON.stringify(value.length > 50 ? `${value.slice(0, 49)}…` : value)
}

/** The error is of ids where nothing but ids is wrong. */
function wrongParameters(wrongs: ReadonlyMap<string, Wrong>): VitrineError {
  const errors = [...wrongs].map(([parameter, { message }]): ParameterError => ({ parameter, detail: message }))
  const ids = [...wrongs.values()].every(({ code }) => code === 'invalid-id')
  const sentences = errors.map(({ parameter, detail }) => `${parameter} ${detail}.`)
  return new VitrineError(ids ? 'invalid-id' : 'invalid-parameter', sentences.join(' '), errors)
}
