import { randomBytes } from 'node:crypto'
import type { WriteStream } from 'node:fs'
import { open, realpath, rename, rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { megabytes } from '@vitrine/runtime/disk-room'
import { CommandError, cannotWrite } from './errors.ts'

/**
 * Writes text to a file, gzipped if its name ends in .gz, or to standard output. A file is either complete or as
 * before. A pipe or a device gets the text directly. Throws what `text` throws, and `CommandError` if the file cannot
 * be written, or exists and may not be overwritten.
 */
export async function writeOutput(
  text: AsyncIterable<string>,
  path: string | undefined,
  overwrite: boolean | undefined,
  signal: AbortSignal,
) {
  const chunks = Readable.from(joinChunks(text), { highWaterMark: 4 })
  if (path === undefined) return await pipeline(chunks, process.stdout, { signal, end: false })
  const gzip = path.endsWith('.gz') ? [createGzip()] : []
  const write = (file: WriteStream) => pipeline([chunks, ...gzip, file], { signal })
  const status = await stat(path).catch(() => undefined)
  if (status?.isFile() && !overwrite)
    throw new CommandError(`${path} exists already; name a new file, or replace it with --overwrite`)
  if (!status || status.isFile()) return await writeAtomically(path, write)
  const handle = await open(path, 'w').catch((error) => {
    throw cannotWrite(path, error)
  })
  await write(handle.createWriteStream())
}

const CHUNK_CHARACTERS = 64 * 1024

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
  // A link stays, and the file that it leads to is replaced.
  const target = await realpath(path).catch(() => path)
  const temporary = `${target}.${randomBytes(4).toString('hex')}.unfinished`
  const handle = await open(temporary, 'wx').catch((error) => {
    throw cannotWrite(path, error)
  })
  try {
    await write(handle.createWriteStream({ flush: true }))
    await rename(temporary, target)
  } catch (error) {
    const { size } = await stat(temporary).catch(() => ({ size: 0 }))
    await rm(temporary, { force: true })
    const { code = '' } = error as NodeJS.ErrnoException
    if (!/^(ENOSPC|EDQUOT)$/.test(code)) throw error
    const { message } = cannotWrite(path, error as Error)
    throw new CommandError(
      `${message}: there was room for the first ${megabytes(size)}. Make room, or name another file.`,
    )
  }
}
