import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { CatalogFileError } from './file-error.ts'
import { peek } from './peek.ts'

/** The bytes, decompressed if they are gzip. Throws `CatalogFileError` for gzip that is damaged or cut off. */
export async function* decompress(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { head, bytes } = await peek(source)
  yield* head[0] === 0x1f && head[1] === 0x8b ? gunzip(bytes) : bytes
}

async function* gunzip(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const output = createGunzip({ chunkSize: 64 * 1024 })
  // An error of the input destroys `output` with it, so that reading it below throws.
  pipeline(Readable.from(bytes), output).catch(() => {})
  try {
    yield* output
  } catch (error) {
    throw gzipError(error) ?? error
  } finally {
    output.destroy()
  }
}

function gzipError(error: unknown): CatalogFileError | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'Z_BUF_ERROR') return new CatalogFileError('The gzip file is cut off. Copy it again, completely.')
  if (!code.startsWith('Z_')) return undefined
  return new CatalogFileError('The gzip file is damaged. Copy it again, or compress it again.')
}
