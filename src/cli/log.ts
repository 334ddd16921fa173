import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino'
import { build } from 'pino-pretty'
import type { LogLevel } from './server-settings.ts'

/** A log on standard output: for people where somebody watches, else one JSON object a line. */
export interface Log {
  readonly logger: Logger
  /** Writes what is not written yet: lines are gathered where nobody watches. */
  flush(): void
}

export function openLog(level: LogLevel): Log {
  if (process.stdout.isTTY) return { logger: pino({ level }, forPeople()), flush: () => {} }
  const destination = pino.destination({ dest: 1, sync: false })
  const options = {
    level,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  }
  return { logger: pino(options, destination), flush: () => destination.flushSync() }
}

function forPeople(): DestinationStream {
  return build({ sync: true, colorize: !process.env.NO_COLOR, translateTime: 'SYS:HH:MM:ss.l', ignore: 'pid,hostname' })
}
