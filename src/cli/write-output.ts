import { randomBytes } from 'node:crypto'
import type { WriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { CommandError } from './errors.ts'

const CHUNK_CHARACTERS = 64 * 1024

/**
 * Writes text to a file, gzipped if its name ends in .gz, or to standard output. A file is either complete or as before.
 * Throws what `text` throws, and `CommandError` if the file cannot be written.
 */
export async function writeOutput(text: AsyncIterable<string>, path: string | undefined, signal: AbortSignal) {
  const chunks = Readable.from(joinChunks(text), { highWaterMark: 4 })
  if (path === undefined) return await pipeline(chunks, process.stdout, { signal, end: false })
  const gzip = path.endsWith('.gz') ? [createGzip()] : []
  await writeAtomically(path, (file) => pipeline([chunks, ...gzip, file], { signal }))
}

/** Joins texts into chunks, to save system calls. */
async function* joinChunks(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let chunk = ''
  for await (const text of texts) {
    chunk += text
    if (chunk.length < CHUNK_CHARACTERS) continue
    yield chunk
    chunk = ''
  }
  if (chunk !== '') yield chunk
}

/** Writes a temporary file and renames it, so that `path` is either complete or unchanged. */
async function writeAtomically(path: string, write: (file: WriteStream) => Promise<void>): Promise<void> {
  const temporary = `${path}.${randomBytes(4).toString('hex')}.unfinished`
  const handle = await open(temporary, 'wx').catch((error) => {
    throw new CommandError(`cannot write ${path}: ${error.message}`)
  })
  try {
    await write(handle.createWriteStream({ flush: true }))
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}
