import type { Random } from '../../bench/catalog/random.ts'
import type { Sent } from './attempt.ts'

/** The store of all valid requests. */
export const STORE = 'fuzzed'

/** What exists in the store. */
export interface Existing {
  readonly productIds: readonly string[]
  readonly variantIds: readonly string[]
}

export type Header = readonly [name: string, value: string]

interface Parts {
  readonly kind: string
  readonly method?: string
  readonly target: string
  readonly version?: string
  readonly headers?: readonly Header[]
  readonly body?: string
  readonly allowed: readonly number[]
  readonly closes?: boolean
  readonly schema?: string
}

/** Writes a request with the headers that every request needs, unless `headers` has them. */
export function written(random: Random, parts: Parts): Sent {
  const { kind, method = 'GET', target, version = 'HTTP/1.1', headers = [], body = '', allowed, closes, schema } = parts
  const id = `fuzz-${random.uuid()}`
  const isOwn = (name: string) => headers.some(([other]) => other.toLowerCase() === name)
  const common: Header[] = [
    ['Host', 'shop.example'],
    ['x-store-id', STORE],
    ['x-request-id', id],
  ]
  const all = [...common.filter(([name]) => !isOwn(name)), ...headers]
  const lines = all.map(([name, value]) => `${name}: ${value}\r\n`)
  const bytes = Buffer.from(`${method} ${target} ${version}\r\n${lines.join('')}\r\n${body}`, 'latin1')
  const optional = { ...(closes === undefined ? {} : { closes }), ...(schema === undefined ? {} : { schema }) }
  return { bytes, kind, method, allowed, id, ...optional }
}

const LISTS = [
  '/store/products',
  '/store/products?limit=3&sortBy=name:ASC',
  '/store/products?limit=3&form=full',
  '/store/product-variants?page=2',
]

/** The target of a valid request that has an answer. */
export function validTarget(random: Random, { productIds, variantIds }: Existing): string {
  return random.pick([
    ...LISTS,
    '/store/products/facets?label=label-1',
    '/store/labels',
    '/store/changes',
    `/store/products?related=${random.pick(productIds)}`,
    `/store/products/${random.pick(productIds)}`,
    `/store/product-variants/${random.pick(variantIds)}`,
  ])
}

export function validRequest(random: Random, existing: Existing): Sent {
  return written(random, { kind: 'valid', target: validTarget(random, existing), allowed: [200] })
}
