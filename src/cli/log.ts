import { type Logger, pino, stdTimeFunctions } from 'pino'
import { build } from 'pino-pretty'
import type { LogLevel } from './server-settings.ts'

export interface Log {
  readonly logger: Logger
  /** Writes buffered lines. */
  flush(): void
}

/** Opens a log on standard output: readable text on a terminal, otherwise one JSON object a line, buffered. */
export function openLog(level: LogLevel): Log {
  if (process.stdout.isTTY) {
    const colorize = !process.env.NO_COLOR
    const pretty = build({ sync: true, colorize, translateTime: 'SYS:HH:MM:ss.l', ignore: 'pid,hostname' })
    return { logger: pino({ level }, pretty), flush: () => {} }
  }
  const destination = pino.destination({ dest: 1, sync: false })
  const formatters = { level: (label: string) => ({ level: label }) }
  return {
    logger: pino({ level, timestamp: stdTimeFunctions.isoTime, formatters }, destination),
    flush: () => destination.flushSync(),
  }
}
