import { fstatSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { addAbortSignal, type Readable } from 'node:stream'
import { Refusal } from './failure.ts'

/** A catalog file, or standard input, as it is read. */
export interface CatalogSource {
  /** What to call it in a message. */
  readonly name: string
  /** How many bytes it has; undefined if that is not known, as of a pipe. */
  readonly size: number | undefined
  readonly bytes: AsyncIterable<Uint8Array>
}

/** Opens the file, or standard input for `-`. Reading it ends with the signal's reason when the signal is set off. */
export async function openCatalogSource(file: string, signal: AbortSignal): Promise<CatalogSource> {
  const { stream, size, name } = file === '-' ? standardInput() : await openFile(file)
  return { name, size, bytes: interruptibleChunks(addAbortSignal(signal, stream), name, signal) }
}

interface Opened {
  readonly name: string
  readonly size: number | undefined
  readonly stream: Readable
}

function standardInput(): Opened {
  const status = fstatSync(0)
  if (status.isDirectory()) throw new Refusal('standard input is a directory; expected a catalog file')
  return { name: 'standard input', size: status.isFile() ? status.size : undefined, stream: process.stdin }
}

async function openFile(file: string): Promise<Opened> {
  const handle = await open(file).catch((error) => {
    throw unreadable(file, error)
  })
  const status = await handle.stat()
  if (status.isDirectory()) {
    await handle.close()
    throw new Refusal(`${file} is a directory; expected a catalog file`)
  }
  const stream = handle.createReadStream({ highWaterMark: CHUNK })
  return { name: basename(file), size: status.isFile() ? status.size : undefined, stream }
}

const CHUNK = 256 * 1024

async function* interruptibleChunks(stream: Readable, name: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  try {
    yield* stream
  } catch (error) {
    throw signal.aborted ? signal.reason : unreadable(name, error as NodeJS.ErrnoException)
  }
}

function unreadable(file: string, { code, message }: NodeJS.ErrnoException): Refusal {
  const reason = REASONS[code ?? '']
  return new Refusal(reason ? `there is ${reason(file)}` : `${file} cannot be read: ${message}`)
}

const REASONS: Record<string, (file: string) => string> = {
  ENOENT: (file) => `no file ${file}; expected the path of a catalog file, or - for standard input`,
  EACCES: (file) => `no permission to read ${file}`,
}
