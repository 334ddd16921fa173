import type { EventEmitter } from 'node:events'
import { shutdownOf } from '../graceful-shutdown.ts'
import { openLog } from '../log.ts'
import { openReadServer } from '../running-server.ts'
import type { ServerSettings } from '../server-settings.ts'
import { Channel } from './channel.ts'
import { PORT_VARIABLE, WORKER_VARIABLE } from './worker-process.ts'

/** Signals reach all processes of a terminal or of a systemd unit. Workers wait for the order of the primary process. */
const SIGNALS_OF_PRIMARY = ['SIGINT', 'SIGTERM', 'SIGUSR2'] as const

/**
 * Serves as one worker of a group, with its share of the limits. The process ends when the primary process orders it, or
 * has ended. Throws as `openReadServer` does.
 */
export async function startWorker(settings: ServerSettings, database: string): Promise<void> {
  for (const signal of SIGNALS_OF_PRIMARY) process.on(signal, () => {})
  const log = openLog(settings.logLevel, Number(process.env[WORKER_VARIABLE]))
  const port = Number(process.env[PORT_VARIABLE])
  const primary = new Channel(process as EventEmitter, {
    live: () => 'ok',
    ready: () => server.health.ready().catch(() => 'database unusable'),
    metrics: async () => (await server.collect()).getMetricsAsJSON(),
    stop: () => void shutdown.stop(0),
    retire: async () => {
      log.logger.info('finishing open requests: another worker replaces this one')
      void server.drain(settings.grace).then(() => shutdown.stop(0))
    },
  })
  const health = { live: () => primary.ask<'ok'>('live'), ready: () => primary.ask<'ok'>('ready') }
  const server = await openReadServer({ ...settings, port }, database, log, { healthOfGroup: health })
  const stop = async () => {
    const isComplete = await server.stop()
    await primary.ask('ended', await (await server.collect()).getMetricsAsJSON()).catch(() => {})
    return isComplete
  }
  const shutdown = shutdownOf({ stop, closeConnections: server.closeConnections }, log, settings.grace)
  const url = await server.listen(() => '')
  await primary.ask('listening', url)
}
