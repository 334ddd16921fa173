import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type CatalogOptions, generateCatalog } from './catalog.ts'
import { FORMATS, type FormatName } from './formats/formats.ts'

const CHUNK = 256 * 1024

/** Writes one product after another, no faster than the output takes it, and ends the output. */
export async function writeCatalog(options: CatalogOptions, format: FormatName, output: Writable): Promise<void> {
  const text = FORMATS[format].text(generateCatalog(options))
  await pipeline(Readable.from(chunks(text), { objectMode: true, highWaterMark: 1 }), output)
}

/** Many pieces at once: a write each would cost more than the making of them. */
function* chunks(pieces: Iterable<string>): Generator<string> {
  let chunk = ''
  for (const piece of pieces) {
    chunk += piece
    if (chunk.length < CHUNK) continue
    yield chunk
    chunk = ''
  }
  if (chunk) yield chunk
}
