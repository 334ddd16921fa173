import { deflateRawSync, inflateRawSync } from 'node:zlib'

/** Level 6 takes half as long again, and saves 6 %. */
const OPTIONS = { level: 1 }

/**
 * The document `source` as it is stored, since few requests read it: raw DEFLATE (RFC 1951) in Base64, about a third of
 * the JSON. Its lines are JSON objects that are not empty: the product as it came, the fields that follow from it, and
 * what the product says of markets, if it says anything.
 */
export function packSource(lines: string): string {
  return deflateRawSync(lines, OPTIONS).toString('base64')
}

/** The product as it came, or with the fields that follow from it. Throws if the text is damaged. */
export function unpackSource(text: string, form: 'source' | 'full'): string {
  return readStored(() => {
    const lines = inflateRawSync(Buffer.from(text, 'base64')).toString()
    const [product, derived, markets] = lines.split('\n') as [string, string, string?]
    if (form === 'full') return `${product.slice(0, -1)},${derived.slice(1)}`
    return markets === undefined ? product : `${product.slice(0, -1)},"markets":${markets}}`
  })
}

/** What `read` makes of a stored product. If it throws, the bytes are damaged, and the error says so. */
export function readStored<Result>(read: () => Result): Result {
  try {
    return read()
  } catch (cause) {
    throw new Error('a stored product is damaged; `vitrine verify` says which ones and what to do', { cause })
  }
}
