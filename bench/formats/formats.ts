import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type CatalogOptions, generateProducts } from '../catalog/generated-catalog.ts'
import type { NativeProduct } from '../catalog/product.ts'
import { googleTsv, googleXml } from './google.ts'
import { shopify } from './shopify.ts'
import { woocommerce } from './woocommerce.ts'

/** A catalog format that the import reads. */
export type ExportFormat = {
  /** The file name extension, unique among the formats. */
  extension: string
  /** The text of the file in pieces. */
  serialize: (products: Iterable<NativeProduct>) => Iterable<string>
}

export const FORMATS = {
  native: { extension: '.ndjson', serialize: serializeNative },
  shopify,
  woocommerce,
  'google-tsv': googleTsv,
  'google-xml': googleXml,
} satisfies Record<string, ExportFormat>

export type FormatName = keyof typeof FORMATS

export const FORMAT_NAMES = Object.keys(FORMATS) as FormatName[]

/** Characters a write: one write for each product would take longer than generating the product. */
const CHUNK = 256 * 1024

/** Writes a catalog with back-pressure, and ends the output. */
export async function writeCatalog(options: CatalogOptions, format: FormatName, output: Writable): Promise<void> {
  const text = FORMATS[format].serialize(generateProducts(options))
  await pipeline(Readable.from(joinChunks(text), { objectMode: true, highWaterMark: 1 }), output)
}

function* serializeNative(products: Iterable<NativeProduct>): Generator<string> {
  for (const product of products) yield `${JSON.stringify(product)}\n`
}

function* joinChunks(pieces: Iterable<string>): Generator<string> {
  let chunk = ''
  for (const piece of pieces) {
    chunk += piece
    if (chunk.length < CHUNK) continue
    yield chunk
    chunk = ''
  }
  if (chunk) yield chunk
}
