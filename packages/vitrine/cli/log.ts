import { type Logger, pino, stdTimeFunctions } from 'pino'
import { LogOutput } from './log-output.ts'
import { findPrettyPrinter } from './optional-packages.ts'
import type { LogLevel } from './serve/server-settings.ts'

export interface Log {
  readonly logger: Logger
  /** Writes buffered lines. Waits half a second at most for their reader. */
  flush(): Promise<void>
}

const MESSAGE = '{if worker}worker {worker}: {end}{msg}'

/**
 * Opens a log on standard output: readable text on a terminal if pino-pretty is installed, otherwise one JSON object a
 * line, buffered. The lines of a worker have its number.
 */
export async function openLog(level: LogLevel, worker?: number): Promise<Log> {
  const { logger, flush } = await openOutput(level, worker !== undefined)
  return { logger: worker === undefined ? logger : logger.child({ worker }), flush }
}

async function openOutput(level: LogLevel, isShared: boolean): Promise<Log> {
  // This creates the stream of standard output, which makes writes to a pipe return at once.
  const prettyPrinter = process.stdout.isTTY ? await findPrettyPrinter() : undefined
  if (prettyPrinter) {
    const colorize = !process.env.NO_COLOR
    const pretty = prettyPrinter.build({
      sync: true,
      colorize,
      translateTime: 'SYS:HH:MM:ss.l',
      ignore: 'pid,hostname,worker',
      messageFormat: MESSAGE,
    })
    return { logger: pino({ level }, pretty), flush: async () => {} }
  }
  const output = new LogOutput(
    1,
    (lines) => logger.warn(`the log lost ${lines} lines: they could not be written`),
    isShared,
  )
  const formatters = { level: (label: string) => ({ level: label }) }
  const logger = pino({ level, timestamp: stdTimeFunctions.isoTime, formatters }, output)
  return { logger, flush: () => output.flush() }
}
