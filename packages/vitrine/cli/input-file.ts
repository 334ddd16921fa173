import { closeSync, constants, createReadStream, fstatSync, openSync, type Stats } from 'node:fs'
import { Socket } from 'node:net'
import { basename } from 'node:path'
import type { Readable } from 'node:stream'
import { CommandError, cannotRead } from './errors.ts'

/** An open file, or an open pipe. */
export interface InputFile {
  readonly name: string
  readonly status: Stats
  readonly stream: Readable
}

/**
 * Opens a file or a named pipe. Otherwise `open` and `read` wait for the writer of a pipe in a thread that no signal
 * ends, and for which the process waits at its end.
 */
const WITHOUT_WAITING = constants.O_RDONLY | constants.O_NONBLOCK

/**
 * Opens a file or a named pipe to read. `expected` is what it should be, and `alternative` what else could be named.
 * Throws `CommandError`. An open pipe keeps the process running until its stream is destroyed.
 */
export function openInput(path: string, expected: string, alternative = ''): InputFile {
  let descriptor: number
  try {
    descriptor = openSync(path, WITHOUT_WAITING)
  } catch (error) {
    throw cannotRead(path, error as Error, expected + alternative)
  }
  const status = fstatSync(descriptor)
  const name = basename(path)
  if (status.isFIFO()) return { name, status, stream: new Socket({ fd: descriptor, readable: true, writable: false }) }
  if (status.isFile())
    return { name, status, stream: createReadStream('', { fd: descriptor, highWaterMark: 256 * 1024 }) }
  closeSync(descriptor)
  throw new CommandError(`${path} is a ${status.isDirectory() ? 'folder' : 'device'}; expected ${expected}`)
}
