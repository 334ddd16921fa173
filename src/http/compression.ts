import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** A content coding (RFC 9110, 8.4.1) that responses come in. */
export type Coding = 'br' | 'gzip'

/** Smaller bodies are not compressed: they fit into one packet with their headers. */
const MIN_BYTES = 1024

/**
 * The coding for a body of this length. If the client prefers several equally, br comes before gzip and gzip before
 * none. Undefined means no compression, also for a client that accepts nothing that the server has.
 */
export function codingFor(acceptEncoding: string | undefined, length: number): Coding | undefined {
  if (acceptEncoding === undefined) return undefined
  const { best, refusesIdentity } = preferenceOf(acceptEncoding)
  return length >= MIN_BYTES || refusesIdentity ? best : undefined
}

export function compress(body: Uint8Array, coding: Coding): Promise<Buffer> {
  if (coding === 'gzip') return gzipAsync(body)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
  return brotliAsync(body, { params })
}

const gzipAsync = promisify<Uint8Array, Buffer>(gzip)
const brotliAsync = promisify(brotliCompress)

interface Preference {
  readonly best: Coding | undefined
  readonly refusesIdentity: boolean
}

/** Parsed `Accept-Encoding` headers. Browsers send few different ones. A client that makes up others empties the map. */
const preferences = new Map<string, Preference>()
const MAX_PREFERENCES = 500

function preferenceOf(header: string): Preference {
  let preference = preferences.get(header)
  if (!preference) {
    preference = parse(header)
    if (preferences.size >= MAX_PREFERENCES) preferences.clear()
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
  const others = weights.get('*')
  const br = weights.get('br') ?? others ?? 0
  const gzip = weights.get('gzip') ?? weights.get('x-gzip') ?? others ?? 0
  // No compression is always acceptable and least preferred, unless the header says otherwise.
  const identity = weights.get('identity') ?? (others === 0 ? 0 : Number.MIN_VALUE)
  const coding = br >= gzip ? 'br' : 'gzip'
  const weight = Math.max(br, gzip)
  return { best: weight > 0 && weight >= identity ? coding : undefined, refusesIdentity: identity === 0 }
}
