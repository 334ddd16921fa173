import { fstatSync } from 'node:fs'
import { addAbortSignal, type Readable } from 'node:stream'
import type { NamedFile } from '@vitrine/catalog/stream/converter'
import { CommandError, cannotRead } from '../errors.ts'
import { type InputFile, openInput } from '../input-file.ts'

/** Opens all files before the first is read; standard input if the only path is `-`. Throws `CommandError`. */
export function openInputs(paths: readonly string[]): InputFile[] {
  return paths[0] === '-' ? [standardInput()] : openFiles(paths)
}

/** Bytes of all files; undefined if one is a pipe. */
export function sizeOf(inputs: readonly InputFile[]): number | undefined {
  if (!inputs.every(({ status }) => status.isFile())) return undefined
  return inputs.reduce((sum, { status }) => sum + status.size, 0)
}

/** The files by name, with their bytes. `onChunk` is told how many bytes a chunk has. */
export function namedFiles(
  paths: readonly string[],
  inputs: readonly InputFile[],
  signal: AbortSignal,
  onChunk: (length: number) => void,
): NamedFile[] {
  const areDistinct = new Set(inputs.map(({ name }) => name)).size === inputs.length
  return inputs.map(({ name: ownName, stream }, index) => {
    // Files of several folders may have the same name.
    const name = areDistinct ? ownName : paths[index]!
    return { name, bytes: readChunks(addAbortSignal(signal, stream), name, signal, onChunk) }
  })
}

function standardInput(): InputFile {
  const status = fstatSync(0)
  if (status.isDirectory()) throw new CommandError(`standard input is a folder; expected ${A_CATALOG}`)
  return { name: 'standard input', status, stream: process.stdin }
}

/** Opens all files before the first is read. */
function openFiles(paths: readonly string[]): InputFile[] {
  const opened: InputFile[] = []
  try {
    for (const path of paths) opened.push(openInput(path, A_CATALOG, OR_INPUT))
    return opened
  } catch (error) {
    for (const { stream } of opened) stream.destroy()
    throw error
  }
}

const A_CATALOG = 'a catalog file'
const OR_INPUT = ', or - for standard input'

async function* readChunks(
  stream: Readable,
  name: string,
  signal: AbortSignal,
  onChunk: (length: number) => void,
): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of stream) {
      onChunk(chunk.length)
      yield chunk
    }
  } catch (error) {
    throw signal.aborted ? signal.reason : cannotRead(name, error as Error, A_CATALOG + OR_INPUT)
  }
}
