import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Coding = 'br' | 'gzip'

/** Bytes below which compressing costs more than it saves: such an answer fits into one packet with its headers. */
const THRESHOLD = 1024

/**
 * The content coding to send so many bytes in: what the client likes best of br, gzip and none, in this order where it
 * does not mind. Undefined is none, which is also what a client gets that accepts nothing that we have.
 */
export function codingFor(acceptEncoding: string | undefined, length: number): Coding | undefined {
  if (acceptEncoding === undefined) return undefined
  const { best, refusesIdentity } = preferenceOf(acceptEncoding)
  return length >= THRESHOLD || refusesIdentity ? best : undefined
}

export function compress(body: Uint8Array, coding: Coding): Promise<Buffer> {
  if (coding === 'gzip') return gzipped(body)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
  return brotlied(body, { params })
}

const gzipped = promisify<Uint8Array, Buffer>(gzip)
const brotlied = promisify(brotliCompress)

interface Preference {
  readonly best: Coding | undefined
  readonly refusesIdentity: boolean
}

/** Browsers send the same few headers all day. */
const preferences = new Map<string, Preference>()
const MOST_PREFERENCES = 500

function preferenceOf(header: string): Preference {
  let preference = preferences.get(header)
  if (!preference) {
    preference = parse(header)
    if (preferences.size >= MOST_PREFERENCES) preferences.clear()
    preferences.set(header, preference)
  }
  return preference
}

function parse(header: string): Preference {
  const weights = new Map<string, number>()
  for (const part of header.toLowerCase().split(',')) {
    const [name, ...parameters] = part.split(';').map((piece) => piece.trim())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
    if (name) weights.set(name, weight === undefined ? 1 : Number(weight) || 0)
  }
  const rest = weights.get('*')
  const br = weights.get('br') ?? rest ?? 0
  const gzip = weights.get('gzip') ?? weights.get('x-gzip') ?? rest ?? 0
  // Not compressed is what is always acceptable, and least wanted, unless the header names it.
  const identity = weights.get('identity') ?? (rest === 0 ? 0 : Number.MIN_VALUE)
  const coding = br >= gzip ? 'br' : 'gzip'
  const weight = Math.max(br, gzip)
  return { best: weight > 0 && weight >= identity ? coding : undefined, refusesIdentity: identity === 0 }
}
