import { parseDay, scaledNumber, scaleOfUnit } from '@vitrine/catalog/attribute'
import type { AttributeRange } from '@vitrine/engine/serve/query'
import { InvalidArguments } from './error.ts'
import type { UcpSelection } from './ucp-product.ts'

/** The requests of UCP's catalog operations, version 2026-04-08, with the fields that the answers depend on. */
export interface SearchRequest extends Narrowing {
  /** Undefined: all products. */
  readonly query: string | undefined
  readonly cursor: string | undefined
  readonly limit: number
}

export interface LookupRequest extends Narrowing {
  /** Without duplicates. */
  readonly ids: readonly string[]
}

export interface ProductRequest extends Narrowing {
  readonly id: string
  /** Undefined: the client has not selected anything. */
  readonly selected: readonly UcpSelection[] | undefined
  /** Names of options, the most important one first. */
  readonly preferences: readonly string[]
}

export interface Narrowing {
  readonly filters: Filters
  /** The currency of `filters.price`, a code of ISO 4217; undefined if the client does not say. */
  readonly currency: string | undefined
}

/** All filters apply. `available`, `options` and `attributes` are additions of ours. */
export interface Filters {
  /** Names of categories, of which one is enough. Empty: any. */
  readonly categories: readonly string[]
  /** In minor units. */
  readonly price?: { readonly min?: number | undefined; readonly max?: number | undefined } | undefined
  /** Only what is available. */
  readonly available?: boolean | undefined
  /** Values of options. Several values of one option are alternatives. */
  readonly options: readonly UcpSelection[]
  /** Ranges of attributes. Several ranges of one attribute are alternatives. */
  readonly attributes: readonly NamedRange[]
}

/** A range of the attribute with this name or code. */
export interface NamedRange extends Omit<AttributeRange, 'code'> {
  readonly name: string
}

const DEFAULT_PAGE = 10
export const MAX_LIMIT = 50
export const MAX_IDS = 50
export const MAX_QUERY = 200
const MAX_VALUES = 50
const MAX_TEXT = 300

/** Throws `InvalidArguments`. */
export function readSearchRequest(catalog: unknown): SearchRequest {
  const fields = record(catalog, 'catalog')
  const pagination = record(fields.pagination ?? {}, 'pagination')
  const limit = pagination.limit ?? DEFAULT_PAGE
  if (!Number.isSafeInteger(limit) || (limit as number) < 1) refuse('pagination.limit', 'a whole number of 1 or more')
  const query = readWords(fields.query)
  if (query === undefined && fields.filters === undefined && pagination.cursor === undefined)
    throw new InvalidArguments('The request has neither a query nor filters. Send at least one of them.')
  return {
    query,
    cursor: optional(pagination.cursor, (value) => text(value, 'pagination.cursor', MAX_TEXT)),
    limit: Math.min(limit as number, MAX_LIMIT),
    ...readNarrowing(fields),
  }
}

/** The words of a query; undefined if there are none. Throws `InvalidArguments`. */
export function readWords(value: unknown): string | undefined {
  const query = optional(value, (value) => text(value, 'query', MAX_QUERY))?.trim()
  return query === '' ? undefined : query
}

/** Throws `InvalidArguments`. */
export function readLookupRequest(catalog: unknown): LookupRequest {
  const fields = record(catalog, 'catalog')
  const { ids } = fields
  if (!Array.isArray(ids) || ids.length === 0) refuse('ids', 'a list of one or more ids')
  const distinct = [...new Set(ids.map((id, index) => text(id, `ids[${index}]`, MAX_TEXT)))]
  if (distinct.length > MAX_IDS)
    throw new InvalidArguments(`ids has ${distinct.length} ids; expected at most ${MAX_IDS}.`, 'too-many-ids')
  return { ids: distinct, ...readNarrowing(fields) }
}

/** Throws `InvalidArguments`. */
export function readProductRequest(catalog: unknown): ProductRequest {
  const fields = record(catalog, 'catalog')
  if (fields.id === undefined) refuse('id', 'the id of a product or of a variant')
  const selected = optional(fields.selected, (value) => selections(value, 'selected'))
  const names = selected?.map(({ name }) => name) ?? []
  if (new Set(names).size < names.length) refuse('selected', 'a list with each option at most once')
  return {
    id: text(fields.id, 'id', MAX_TEXT),
    selected,
    preferences: optional(fields.preferences, (value) => texts(value, 'preferences')) ?? [],
    ...readNarrowing(fields),
  }
}

/** The filters of a request. Throws `InvalidArguments`. */
export function readNarrowing(fields: Readonly<Record<string, unknown>>): Narrowing {
  const filters = record(fields.filters ?? {}, 'filters')
  const context = record(fields.context ?? {}, 'context')
  const currency = optional(context.currency, (value) => text(value, 'context.currency', MAX_TEXT))
  return {
    filters: {
      categories: optional(filters.categories, (value) => texts(value, 'filters.categories')) ?? [],
      price: optional(filters.price, readPrice),
      available: optional(filters.available, (value) =>
        typeof value === 'boolean' ? value : refuse('filters.available', 'true or false'),
      ),
      options: optional(filters.options, (value) => selections(value, 'filters.options')) ?? [],
      attributes: optional(filters.attributes, (value) => ranges(value, 'filters.attributes')) ?? [],
    },
    currency: currency?.toUpperCase(),
  }
}

function readPrice(value: unknown): Filters['price'] {
  const price = record(value, 'filters.price')
  const amount = (name: 'min' | 'max') =>
    optional(price[name], (value) =>
      Number.isSafeInteger(value) && (value as number) >= 0
        ? (value as number)
        : refuse(`filters.price.${name}`, 'a whole number of minor units, such as 1999 for 19.99 EUR'),
    )
  return { min: amount('min'), max: amount('max') }
}

function selections(value: unknown, path: string): UcpSelection[] {
  return list(value, path).map((item, index) => {
    const { name, label, id } = record(item, `${path}[${index}]`)
    return {
      name: text(name, `${path}[${index}].name`, MAX_TEXT),
      label: text(label, `${path}[${index}].label`, MAX_TEXT),
      ...(id === undefined ? {} : { id: text(id, `${path}[${index}].id`, MAX_TEXT) }),
    }
  })
}

function ranges(value: unknown, path: string): NamedRange[] {
  return list(value, path).map((item, index) => {
    const at = `${path}[${index}]`
    const fields = record(item, at)
    const name = text(fields.name, `${at}.name`, MAX_TEXT)
    const unit = optional(fields.unit, (unit) => text(unit, `${at}.unit`, MAX_TEXT))
    const bound = (key: 'min' | 'max') => optional(fields[key] ?? fields.value, (value) => boundOf(value, at, unit))
    const [min, max] = [bound('min'), bound('max')]
    if (!min && !max) refuse(at, 'a name with a value, a min or a max')
    if (min && max && min.scale !== max.scale) refuse(at, 'a range whose ends are of one type')
    return { name, scale: (min ?? max)!.scale, min: min?.scaled, max: max?.scaled }
  })
}

/** An end of a range as it compares. Numbers without a unit have no scale. */
function boundOf(
  value: unknown,
  path: string,
  unit: string | undefined,
): { scale?: AttributeRange['scale']; scaled: number } {
  if (typeof value === 'boolean') return { scale: 'boolean', scaled: Number(value) }
  const day = typeof value === 'string' ? parseDay(value) : undefined
  if (day !== undefined) return { scale: 'date', scaled: day }
  const scaled = typeof value === 'number' ? scaledNumber(String(value), unit) : undefined
  if (scaled === undefined)
    refuse(path, 'an attribute with a decimal number, true, false, or a day such as "2026-03-14"')
  return { ...(unit !== undefined && { scale: scaleOfUnit(unit) }), scaled }
}

function texts(value: unknown, path: string): string[] {
  return list(value, path).map((item, index) => text(item, `${path}[${index}]`, MAX_TEXT))
}

function list(value: unknown, path: string): unknown[] {
  if (!Array.isArray(value)) refuse(path, 'a list')
  return value.length <= MAX_VALUES ? value : refuse(path, `a list of at most ${MAX_VALUES} values`)
}

function text(value: unknown, path: string, maxLength: number): string {
  if (typeof value !== 'string') refuse(path, 'a text')
  // PostgreSQL takes no text with a NUL character.
  if (value.includes('\0')) refuse(path, 'a text without NUL characters')
  return value.length <= maxLength ? value : refuse(path, `a text of at most ${maxLength} characters`)
}

/** The fields of a JSON object. Throws `InvalidArguments`. */
export function record(value: unknown, path: string): Readonly<Record<string, unknown>> {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject ? (value as Readonly<Record<string, unknown>>) : refuse(path, 'a JSON object')
}

/** undefined for a field that is absent or null. */
function optional<Value>(value: unknown, read: (value: unknown) => Value): Value | undefined {
  return value === undefined || value === null ? undefined : read(value)
}

function refuse(path: string, right: string): never {
  throw new InvalidArguments(`${path} must be ${right}.`)
}
