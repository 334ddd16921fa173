import { constants } from 'node:os'
import { VitrineError } from '@vitrine/catalog/error'
import { CatalogFileError } from '@vitrine/catalog/json/file-error'
import { CommanderError } from 'commander'

/** The command failed and changed nothing. The message says what is wrong and what would be right. Exit code 1. */
export class CommandError extends Error {}

/** Wrong arguments, options or environment variables: a line of the message for each. Exit code 2. */
export class UsageError extends Error {}

/** A signal stopped the command. Exit code 128 plus the number of the signal. */
export class InterruptedError extends Error {
  readonly exitCode: number

  constructor(signal: NodeJS.Signals, message = 'interrupted; nothing was changed') {
    super(message)
    this.exitCode = signalExitCode(signal)
  }
}

const WRITE_FAULTS: Readonly<Record<string, string>> = {
  ENOENT: 'its folder does not exist',
  EACCES: 'no permission',
  EISDIR: 'it is a folder; name a file',
  ENOSPC: 'the disk is full',
  EDQUOT: 'your quota of the disk is used up',
  ENXIO: 'it is a socket, or a pipe that nobody reads; start its reader first',
  EPIPE: 'the reader of the pipe has ended',
}

/** The error for a file that could not be opened to write. */
export function cannotWrite(path: string, { code = '', message }: NodeJS.ErrnoException): CommandError {
  return new CommandError(`cannot write ${path}: ${WRITE_FAULTS[code] ?? message}`)
}

/** The error for a file that cannot be read. `expected` is what it should be. */
export function cannotRead(path: string, { code, message }: NodeJS.ErrnoException, expected: string): CommandError {
  if (code === 'ENOENT') return new CommandError(`file ${path} does not exist; expected ${expected}`)
  if (code === 'EISDIR') return new CommandError(`${path} is a folder; expected ${expected}`)
  if (code === 'ENXIO') return new CommandError(`${path} is a socket; expected ${expected}`)
  if (code === 'EACCES') return new CommandError(`no permission to read ${path}`)
  return new CommandError(`cannot read ${path}: ${message}`)
}

export function signalExitCode(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal]
}

/** How the process ends after an error: its exit code, and the message to print, if there is one. */
export interface Exit {
  readonly code: number
  readonly message?: string
}

const SUCCESS = 0
const FAILURE = 1
const WRONG_USAGE = 2
const BROKEN_PIPE = 141

export function exitAfter(error: unknown): Exit {
  // An error during cleanup suppresses the error that caused the cleanup.
  if (error instanceof SuppressedError) return exitAfter(error.suppressed)
  // Commander has already printed its help or its message.
  if (error instanceof CommanderError) return { code: error.exitCode === 0 ? SUCCESS : WRONG_USAGE }
  if (!(error instanceof Error)) return { code: FAILURE, message: String(error) }
  const { message } = error
  if (error instanceof UsageError) return { code: WRONG_USAGE, message }
  if (error instanceof InterruptedError) return { code: error.exitCode, message }
  const { code, syscall } = error as NodeJS.ErrnoException
  if (code === 'EPIPE') return { code: BROKEN_PIPE }
  const isExpected = [CommandError, VitrineError, CatalogFileError].some((type) => error instanceof type)
  if (isExpected || syscall) return { code: FAILURE, message }
  return { code: FAILURE, message: `internal error: ${message}; set DEBUG=1 to see the stack trace` }
}
