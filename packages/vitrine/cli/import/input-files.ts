import { fstatSync } from 'node:fs'
import { addAbortSignal, type Readable } from 'node:stream'
import type { NamedFile } from '@vitrine/catalog/stream/converter'
import { fetchFile, RemoteError, shownAddress } from '../../remote/remote-catalog.ts'
import { CommandError, cannotRead } from '../errors.ts'
import { type InputFile, openInput } from '../input-file.ts'
import { escapeControls } from '../terminal-text.ts'
import { isAddress } from './addresses.ts'
import { type HeaderOptions, sentHeaders } from './headers.ts'
import { ENVIRONMENT } from './remote/http-environment.ts'

/**
 * Opens all files before the first is read; standard input if the only path is `-`. A file at an address is fetched
 * first, whole. Throws `CommandError`.
 */
export async function openInputs(
  paths: readonly string[],
  options: HeaderOptions,
  signal: AbortSignal,
): Promise<InputFile[]> {
  if (paths[0] === '-') return [standardInput()]
  const opened: InputFile[] = []
  try {
    for (const path of paths)
      opened.push(isAddress(path) ? await fetched(path, options, signal) : openInput(path, A_CATALOG, OR_INPUT))
    return opened
  } catch (error) {
    for (const { stream } of opened) stream.destroy()
    throw error
  }
}

/** Bytes of all files; undefined if one is a pipe. */
export function sizeOf(inputs: readonly InputFile[]): number | undefined {
  if (!inputs.every(({ status }) => status.isFile())) return undefined
  return inputs.reduce((sum, { status }) => sum + status.size, 0)
}

/** The files by name, with their bytes. `onChunk` is called with each chunk. */
export function namedFiles(
  paths: readonly string[],
  inputs: readonly InputFile[],
  signal: AbortSignal,
  onChunk: (chunk: Uint8Array) => void,
): NamedFile[] {
  const areDistinct = new Set(inputs.map(({ name }) => name)).size === inputs.length
  return inputs.map(({ name: ownName, stream }, index) => {
    // Files of several folders may have the same name.
    const name = areDistinct || isAddress(paths[index]!) ? ownName : paths[index]!
    return { name, bytes: readChunks(addAbortSignal(signal, stream), name, signal, onChunk) }
  })
}

function standardInput(): InputFile {
  const status = fstatSync(0)
  if (status.isDirectory()) throw new CommandError(`standard input is a folder; expected ${A_CATALOG}`)
  return { name: 'standard input', status, stream: process.stdin }
}

const A_CATALOG = 'a catalog file'
const OR_INPUT = ', or - for standard input'

/** The file at an address. Tells of what takes long, and of redirects. */
async function fetched(source: string, options: HeaderOptions, signal: AbortSignal): Promise<InputFile> {
  const say = (line: string) => console.error(escapeControls(line))
  const url = new URL(source)
  const name = shownAddress(url)
  say(`fetching ${name}`)
  try {
    const { address, ...file } = await fetchFile(url, {
      headers: sentHeaders(options),
      signal,
      environment: ENVIRONMENT,
      onRetry: (reason, delay) => say(`${reason}: retrying in ${(delay / 1000).toFixed(1)} s`),
    })
    if (shownAddress(address) !== name) say(`redirected to ${shownAddress(address)}`)
    return { name, ...file }
  } catch (error) {
    throw error instanceof RemoteError ? new CommandError(error.message) : error
  }
}

async function* readChunks(
  stream: Readable,
  name: string,
  signal: AbortSignal,
  onChunk: (chunk: Uint8Array) => void,
): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of stream) {
      onChunk(chunk)
      yield chunk
    }
  } catch (error) {
    throw signal.aborted ? signal.reason : cannotRead(name, error as Error, A_CATALOG + OR_INPUT)
  }
}
