import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type CatalogOptions, generateCatalog } from './catalog.ts'

const CHUNK = 256 * 1024

/** Writes one product a line, no faster than the output takes it, and ends the output. */
export async function writeCatalog(options: CatalogOptions, output: Writable): Promise<void> {
  await pipeline(Readable.from(chunks(options), { objectMode: true, highWaterMark: 1 }), output)
}

/** Many lines at once: a write each would cost more than the making of them. */
function* chunks(options: CatalogOptions): Generator<string> {
  let chunk = ''
  for (const product of generateCatalog(options)) {
    chunk += `${JSON.stringify(product)}\n`
    if (chunk.length < CHUNK) continue
    yield chunk
    chunk = ''
  }
  if (chunk) yield chunk
}
