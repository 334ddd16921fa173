import { hash } from 'node:crypto'

/** A UUID in its canonical form, lower case. Only this file makes one. */
export type Uuid = string & { readonly [checked]: 'uuid' }

declare const checked: unique symbol

const PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The value in canonical form, or undefined if it is not a UUID. UUIDs compare without case (RFC 9562, section 4). */
export function uuid(value: string): Uuid | undefined {
  if (isCanonical(value)) return value as Uuid
  return PATTERN.test(value) ? (value.toLowerCase() as Uuid) : undefined
}

/** Takes half the time of a regular expression. An export has some forty ids per product. */
function isCanonical(value: string): value is Uuid {
  if (value.length !== CANONICAL.length) return false
  for (let at = 0; at < CANONICAL.length; at++) if (KIND[value.charCodeAt(at)] !== CANONICAL[at]) return false
  return true
}

const DIGIT = 1
const HYPHEN = 2

/** Kinds of characters, by character code. */
const KIND = new Uint8Array(128)
for (const digit of '0123456789abcdef') KIND[digit.charCodeAt(0)] = DIGIT
KIND['-'.charCodeAt(0)] = HYPHEN

/** The kind of each character of a UUID. */
const CANONICAL = Uint8Array.from('00000000-0000-0000-0000-000000000000', (character) =>
  character === '-' ? HYPHEN : DIGIT,
)

/** The namespace of derived ids: a random UUID that must never change. */
const VITRINE = '6d1c7f0a-52b3-4c86-9a5e-f0c4d7a1b2e9'

/**
 * A UUID version 5 (RFC 9562, section 5.5) of a store and the natural key of a thing in it. The same arguments always
 * give the same id, so that loading a catalog again changes nothing.
 */
export function derivedId(store: string, ...naturalKey: string[]): Uuid {
  const name = Buffer.from([store, ...naturalKey].join('\0'))
  const digest = hash('sha1', Buffer.concat([NAMESPACE, name]), 'hex')
  const variant = ((Number.parseInt(digest[16]!, 16) & 0x3) | 0x8).toString(16)
  const [third, fourth] = [`5${digest.slice(13, 16)}`, variant + digest.slice(17, 20)]
  return [digest.slice(0, 8), digest.slice(8, 12), third, fourth, digest.slice(20, 32)].join('-') as Uuid
}

/**
 * The id of a product without one in the catalog. Its natural key is its slug. A higher number is for another product
 * with this slug, while the first one keeps its id under a new slug.
 */
export function derivedProductId(store: string, slug: string, number = 1): Uuid {
  return derivedId(store, 'product', slug, ...suffix(number))
}

/** The id of a variant without one in the catalog. Its natural key is that of its product and its sku. */
export function derivedVariantId(store: string, slug: string, sku: string, number = 1): Uuid {
  return derivedId(store, 'variant', slug, sku, ...suffix(number))
}

function suffix(number: number): string[] {
  return number === 1 ? [] : [String(number)]
}

const NAMESPACE = Buffer.from(VITRINE.replaceAll('-', ''), 'hex')
