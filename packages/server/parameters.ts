import { editDistance } from '@vitrine/catalog/edit-distance'
import { type ErrorCode, type ParameterError, VitrineError } from '@vitrine/catalog/error'
import { type Cents, formatPrice, parsePrice } from '@vitrine/catalog/money'
import { type Uuid, uuid } from '@vitrine/catalog/uuid'
import { numberInName } from '@vitrine/engine/edition/publication-name'
import type { AttributeRange } from '@vitrine/engine/serve/query'
import type { Static, TObject, TSchema } from 'typebox'
import { parseAttributeFilter } from './attribute-filter.ts'

/** The parameters of a request. */
export interface Parameters<Values> {
  readonly values: Values
  /** The values of the parameters that were given, as the client wrote them, in the order of the schema. */
  readonly texts: Readonly<Record<string, readonly string[]>>
}

/** The query string of a request, with its names and values decoded. */
export interface ParsedQueryString {
  /** The values of each parameter that the operation has, in their order, without the empty ones. */
  readonly values: ReadonlyMap<string, readonly string[]>
  /** The first few names of parameters that the operation does not have. */
  readonly unknown: readonly string[]
  /** The errors for the unknown parameters, under strict handling. */
  readonly errors: ReadonlyMap<string, InvalidParameter>
}

/** Parses a query string for an operation with these parameters. Throws `malformed-request`. */
export function parseQueryString(query: string, names: ReadonlySet<string>, strict: boolean): ParsedQueryString {
  if (query === '') return EMPTY_QUERY_STRING
  const values = decodeQueryString(query)
  const unknown: string[] = []
  for (const name of values.keys()) {
    if (names.has(name)) continue
    values.delete(name)
    if (unknown.length < MAX_UNKNOWN) unknown.push(name)
  }
  const errors = strict ? unknown.map((name) => [cut(name), unknownParameter(name, names)] as const) : []
  return { values, unknown, errors: errors.length === 0 ? NO_ERRORS : new Map(errors) }
}

const NO_ERRORS: ParsedQueryString['errors'] = new Map()

const EMPTY_QUERY_STRING: ParsedQueryString = { values: new Map(), unknown: [], errors: NO_ERRORS }

/** The most unknown parameters that an answer names. */
const MAX_UNKNOWN = 20

/**
 * The unknown parameters as the header `ignored-parameters` lists them: percent-encoded, each with up to 60 characters.
 */
export function ignoredParameters({ unknown }: ParsedQueryString): string {
  const cutAt60 = (name: string) => (name.length > 60 ? `${name.slice(0, 57).replace(/%.?$/, '')}...` : name)
  return unknown.map((name) => cutAt60(encodeURIComponent(name))).join(', ')
}

/**
 * Makes a reader of parameters from the schema that documents them. The reader ignores parameters that the schema does
 * not have, unless they are errors already. Ids and prices are read as `Uuid` and `Cents`. Throws `invalid-parameter`
 * or `invalid-id` with all that is wrong.
 */
export function parameterReader<T extends TObject>(schema: T): (query: ParsedQueryString) => Parameters<Static<T>> {
  const readers = Object.entries(schema.properties).map(([name, property]) => {
    // The values of an enumeration have no commas, so they may also be separated by commas.
    const isSplit = (property as Keywords).items !== undefined && 'enum' in (property as Keywords).items!
    return { name, isSplit, read: readerOf(property) }
  })
  const defaults: Record<string, unknown> = {}
  for (const { name, read } of readers) {
    const value = read([])
    if (value !== undefined) defaults[name] = value
  }
  return ({ values: given, errors: unknown }) => {
    const values = { ...defaults }
    const texts: Record<string, readonly string[]> = {}
    const errors = new Map(unknown)
    for (const { name, isSplit, read } of given.size === 0 ? [] : readers) {
      const written = given.get(name)
      if (written === undefined) continue
      const parts = isSplit ? written.flatMap((text) => text.split(',')) : written
      try {
        const value = read(parts)
        if (value !== undefined) values[name] = value
        texts[name] = parts
      } catch (error) {
        if (!(error instanceof InvalidParameter)) throw error
        errors.set(name, error)
      }
    }
    if (errors.size > 0) throw invalidParameters(errors)
    return { values: values as Static<T>, texts }
  }
}

/**
 * The id in a path, whose parameter an error names. Throws `invalid-id`, or `malformed-request` if the path cannot be
 * decoded.
 */
export function idFromPath(value: string, parameter: string, target: string): Uuid {
  const id = uuid(value)
  if (id !== undefined) return id
  checkPath(target)
  const error = { parameter, detail: `must be ${A_UUID}` }
  throw new VitrineError('invalid-id', `The ${parameter} in the path must be a UUID.`, [error])
}

const A_UUID = 'a UUID such as 7d444840-9dc0-11d1-b245-5ffdce74fad2'

/** The keywords that readers check. A schema must have no others, because no reader would enforce them. */
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
  readonly [CAP]?: number
}

/** The keyword for the highest number that counts. A higher number counts as this one. */
export const CAP = 'x-counts-as-at-most'
const CHECKED_KEYWORDS = `type minimum maximum maxLength maxItems enum const format items default ${CAP}`.split(' ')
const SUPPORTED_KEYWORDS = [...CHECKED_KEYWORDS, 'description', 'examples']

/** Reads the values of one parameter. */
type Reader = (texts: readonly string[]) => unknown

function readerOf(schema: TSchema): Reader {
  const keywords = supportedKeywords(schema)
  if (keywords.type === 'array') return repeated(keywords, single(supportedKeywords(keywords.items!)))
  const read = single(keywords)
  return (texts) => {
    if (texts.length <= 1) return texts.length === 0 ? keywords.default : read(texts[0]!)
    const allowed = keywords.enum ? `; it must be one of ${keywords.enum.join(', ')}` : ''
    throw new InvalidParameter(`must be given only once, not ${texts.length} times${allowed}`)
  }
}

/**
 * The keywords of a schema. The pattern of a decimal only describes what its reader checks. Throws on any other
 * keyword.
 */
function supportedKeywords(schema: TSchema): Keywords {
  const keywords = schema as Keywords
  const supported = [...SUPPORTED_KEYWORDS, ...(keywords.format === 'decimal' ? ['pattern'] : [])]
  const unsupported = Object.keys(schema).find((keyword) => !supported.includes(keyword))
  if (unsupported) throw new TypeError(`packages/server/parameters.ts does not check the keyword ${unsupported}`)
  return keywords
}

function repeated({ maxItems = Number.POSITIVE_INFINITY }: Keywords, read: (text: string) => unknown): Reader {
  return (texts) => {
    if (texts.length <= maxItems) return texts.map(read)
    throw new InvalidParameter(`must be given at most ${maxItems} times, not ${texts.length}`)
  }
}

function single(keywords: Keywords): (value: string) => unknown {
  if (keywords.type === 'integer') return (value) => integer(value, keywords)
  if (keywords.enum) return (value) => oneOf(value, keywords.enum!)
  if (keywords.const !== undefined) return (value) => constant(value, keywords.const)
  if (keywords.format === 'uuid') return identifier
  if (keywords.format === 'decimal') return price
  if (keywords.format === PUBLICATION_FORMAT) return publication
  if (keywords.format === ATTRIBUTE_FORMAT) return (value) => attributeRange(text(value, keywords))
  return (value) => text(value, keywords)
}

function integer(value: string, keywords: Keywords): number {
  const { minimum = 0, maximum = Number.MAX_SAFE_INTEGER, [CAP]: cap } = keywords
  const number = /^\d+$/.test(value) ? Number(value) : Number.NaN
  if (number >= minimum && number <= maximum) return cap === undefined ? number : Math.min(number, cap)
  const end = number > maximum ? ` to ${maximum}` : ''
  const excess = cap === undefined ? '' : ` (more than ${cap} counts as ${cap})`
  throw new InvalidParameter(`must be a whole number from ${minimum}${end}${excess}, not ${quoted(value)}`)
}

function oneOf(value: string, allowed: readonly string[]): string {
  if (allowed.includes(value)) return value
  throw new InvalidParameter(`must be one of ${allowed.join(', ')}, not ${quoted(value)}`)
}

function constant(value: string, only: unknown): unknown {
  if (value === String(only)) return only
  throw new InvalidParameter(`must be ${only}, not ${quoted(value)}; leave it out otherwise`)
}

function identifier(value: string): Uuid {
  const id = uuid(value)
  if (id !== undefined) return id
  throw new InvalidParameter(`must be ${A_UUID}, not ${quoted(value)}`, 'invalid-id')
}

function price(value: string): Cents {
  const cents = parsePrice(value)
  if (cents !== undefined) return cents
  const range = `from 0 to ${HIGHEST_PRICE} with at most two decimals, such as 19.90`
  throw new InvalidParameter(`must be a price ${range}, not ${quoted(value)}`)
}
const HIGHEST_PRICE = formatPrice(Number.MAX_SAFE_INTEGER)

/** The format of the name of a publication. */
export const PUBLICATION_FORMAT = 'publication'

function publication(value: string): string {
  if (numberInName(value) !== undefined) return value
  throw new InvalidParameter(`must be a publication as \`meta.to\` names it, such as 2s-mbx1k2ar, not ${quoted(value)}`)
}

/** The format of a filter by an attribute. */
export const ATTRIBUTE_FORMAT = 'attribute-range'

function attributeRange(value: string): AttributeRange {
  const range = parseAttributeFilter(value)
  if ('right' in range) throw new InvalidParameter(`must be ${range.right}, not ${quoted(value)}`)
  return range
}

function text(value: string, { maxLength = Number.POSITIVE_INFINITY }: Keywords): string {
  // `maxLength` counts code points, `length` counts UTF-16 units, of which a code point has one or two.
  const length = value.length > maxLength ? [...value].length : value.length
  if (length <= maxLength) return value
  throw new InvalidParameter(`must have at most ${maxLength} characters, not ${length}`)
}

/** What is wrong with the values of a parameter. */
export class InvalidParameter extends Error {
  readonly code: ErrorCode

  constructor(detail: string, code: ErrorCode = 'invalid-parameter') {
    super(detail)
    this.code = code
  }
}

function unknownParameter(name: string, names: ReadonlySet<string>): InvalidParameter {
  const meant = closest(name, names)
  const question = meant === undefined ? '' : `; did you mean ${meant}?`
  return new InvalidParameter(`is not a parameter of this operation${question}`)
}

/** The parameter that a client probably meant. `filter.label` and `filter[label]` are close to `label`. */
function closest(written: string, names: ReadonlySet<string>): string | undefined {
  if (written.length > MAX_GUESSED) return undefined
  let best: string | undefined
  let least = Number.POSITIVE_INFINITY
  for (const part of [written, ...written.split(/[.[\]]+/)]) {
    if (part.length < 2) continue
    const allowed = part.length > 4 ? 2 : 1
    for (const name of names) {
      const isBeginning = part.length > 2 && name.toLowerCase().startsWith(part.toLowerCase())
      const distance = isBeginning ? Math.min(1, name.length - part.length) : editDistance(part, name)
      if (distance <= allowed && distance < least) [best, least] = [name, distance]
    }
  }
  return best
}

/** Longer names are not compared with the parameters. */
const MAX_GUESSED = 40

/** A value as an error shows it: at most 50 characters, as a JSON string. */
export function quoted(value: string): string {
  return JSON.stringify(cut(value))
}

function cut(value: string): string {
  return value.length > 50 ? `${value.slice(0, 49)}…` : value
}

/** The code is `invalid-id` if nothing but ids is wrong. */
function invalidParameters(invalid: ReadonlyMap<string, InvalidParameter>): VitrineError {
  const errors = [...invalid].map(([parameter, { message }]): ParameterError => ({ parameter, detail: message }))
  const onlyIds = [...invalid.values()].every(({ code }) => code === 'invalid-id')
  const sentences = errors.map(({ parameter, detail }) => `${parameter} ${detail}${detail.endsWith('?') ? '' : '.'}`)
  return new VitrineError(onlyIds ? 'invalid-id' : 'invalid-parameter', sentences.join(' '), errors)
}

/** The values of each parameter of a query string, without the empty ones. `name[]` and `name[0]` are `name`. */
function decodeQueryString(query: string): Map<string, string[]> {
  const parameters = new Map<string, string[]>()
  for (const pair of query.split('&')) {
    if (pair === '') continue
    const equals = pair.indexOf('=')
    const written = decode(equals < 0 ? pair : pair.slice(0, equals), 'query string')
    const value = equals < 0 ? '' : decode(pair.slice(equals + 1), 'query string')
    const name = written.endsWith(']') ? written.replace(ARRAY_SUFFIX, '') : written
    if (name === '' || value === '') continue
    const values = parameters.get(name)
    if (values) values.push(value)
    else parameters.set(name, [value])
  }
  return parameters
}

/** How clients write the name of an array: axios `label[]`, qs `label[0]`. */
const ARRAY_SUFFIX = /\[\d*\]$/

/** Throws `malformed-request` if the path of a request target cannot be decoded. */
export function checkPath(target: string): void {
  const end = target.indexOf('?')
  decode((end < 0 ? target : target.slice(0, end)).replaceAll('+', '%2B'), 'path')
}

const PLAIN = /^[\x01-\x24\x26-\x2a\x2c-\x7f]*$/
const INCOMPLETE_ESCAPE = /%(?![0-9A-Fa-f]{2})/
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Decodes percent-encoding and plus signs. A character that should have been encoded stands for its Latin-1 byte. */
function decode(raw: string, part: 'path' | 'query string'): string {
  if (PLAIN.test(raw)) return raw
  if (INCOMPLETE_ESCAPE.test(raw))
    throw malformed(part, 'has a % that is not followed by two hexadecimal digits; write a % itself as %25')
  const bytes = raw.replaceAll('+', ' ').replace(/%(..)/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  let text: string
  try {
    text = utf8.decode(Buffer.from(bytes, 'latin1'))
  } catch {
    throw malformed(part, 'is not UTF-8')
  }
  if (text.includes('\0')) throw malformed(part, 'has a NUL character in it')
  return text
}

function malformed(part: string, detail: string): VitrineError {
  return new VitrineError('malformed-request', `The ${part} ${detail}.`)
}
