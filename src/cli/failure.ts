import { CommanderError } from 'commander'
import { VitrineError } from '../catalog/error.ts'
import { CatalogFileError } from '../import/file-error.ts'

/** What keeps a command from doing what it was asked, in a sentence that says what would be right. Nothing was changed. */
export class Refusal extends Error {}

/** A command line, or an environment, that cannot be meant. One line for each thing that is wrong. */
export class Misuse extends Error {}

/** The operator, or the system, stopped the command. */
export class Interruption extends Error {
  readonly signal: NodeJS.Signals

  constructor(signal: NodeJS.Signals) {
    super('interrupted; nothing was changed')
    this.signal = signal
  }
}

/** How a command that failed ends: what it says, if anything is left to say, and the exit code. */
export interface Ending {
  readonly code: number
  readonly message?: string
}

const DONE = 0
const REFUSED = 1
const MISUSED = 2
const BROKEN_PIPE = 141

/** 1: refused, nothing was changed. 2: wrong usage. 128 and the number of a signal: stopped by it. */
export function endingOf(error: unknown): Ending {
  // Cleaning up after a failure failed too: the first one is the reason.
  if (error instanceof SuppressedError) return endingOf(error.suppressed)
  // Commander has printed its help, or its complaint, already.
  if (error instanceof CommanderError) return { code: error.exitCode === 0 ? DONE : MISUSED }
  if (!(error instanceof Error)) return { code: REFUSED, message: String(error) }
  const { message } = error
  if (error instanceof Misuse) return { code: MISUSED, message }
  if (error instanceof Interruption) return { code: error.signal === 'SIGINT' ? 130 : 143, message }
  if (error instanceof Refusal || error instanceof VitrineError || error instanceof CatalogFileError) {
    return { code: REFUSED, message }
  }
  const { code, syscall } = error as NodeJS.ErrnoException
  if (code === 'EPIPE') return { code: BROKEN_PIPE }
  if (code === 'ERR_SQLITE_ERROR') return { code: REFUSED, message: `the database cannot be used: ${message}` }
  if (syscall) return { code: REFUSED, message }
  return { code: REFUSED, message: `a fault in Vitrine: ${message}; set DEBUG=1 to see where` }
}
