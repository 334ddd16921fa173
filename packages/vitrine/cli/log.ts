import { type Logger, pino, stdTimeFunctions } from 'pino'
import { build } from 'pino-pretty'
import { LogOutput } from './log-output.ts'
import type { LogLevel } from './server-settings.ts'

export interface Log {
  readonly logger: Logger
  /** Writes buffered lines. Waits half a second at most for their reader. */
  flush(): Promise<void>
}

const MESSAGE = '{if worker}worker {worker}: {end}{msg}'

/**
 * Opens a log on standard output: readable text on a terminal, otherwise one JSON object a line, buffered. The lines of
 * a worker have its number.
 */
export function openLog(level: LogLevel, worker?: number): Log {
  const { logger, flush } = openOutput(level, worker !== undefined)
  return { logger: worker === undefined ? logger : logger.child({ worker }), flush }
}

function openOutput(level: LogLevel, isShared: boolean): Log {
  // This creates the stream of standard output, which makes writes to a pipe return at once.
  if (process.stdout.isTTY) {
    const colorize = !process.env.NO_COLOR
    const pretty = build({
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
