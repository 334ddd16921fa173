import type { EventEmitter } from 'node:events'
import type { HealthStatus } from '@vitrine/server/monitoring'
import { openLog } from '../../log.ts'
import { shutdownOf } from '../graceful-shutdown.ts'
import { openReadServer } from '../running-server.ts'
import type { ServerSettings } from '../server-settings.ts'
import { Channel } from './channel.ts'
import { limitConnectionAge } from './connection-age.ts'
import { PORT_VARIABLE, WORKER_VARIABLE } from './worker-process.ts'

/**
 * Signals reach all processes of a terminal or of a systemd unit. Workers wait for the order of the primary process.
 */
const SIGNALS_OF_PRIMARY = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR2'] as const

/** Often enough that connections spread over the workers within a minute, and too seldom to cost anything. */
const MAX_CONNECTION_AGE_MILLISECONDS = 60_000

/**
 * Serves as one worker of a group, with its share of the limits. The process ends when the primary process orders it,
 * or has ended. Throws as `openReadServer` does.
 */
export async function startWorker(settings: ServerSettings, database: string): Promise<void> {
  for (const signal of SIGNALS_OF_PRIMARY) process.on(signal, () => {})
  const log = await openLog(settings.logLevel, Number(process.env[WORKER_VARIABLE]))
  const port = Number(process.env[PORT_VARIABLE])
  const primary = new Channel(process as EventEmitter, {
    live: () => 'ok',
    ready: () => server.health.ready(),
    metrics: async () => (await server.collect()).getMetricsAsJSON(),
    stores: (page: number) => server.stores(page),
    stop: () => void shutdown.stop(0),
    retire: async () => {
      log.logger.info('finishing open requests: another worker replaces this one')
      void server.drain(settings.grace).then(() => shutdown.stop(0))
    },
  })
  const ask = (question: string) =>
    primary.ask<HealthStatus>(question).catch((): HealthStatus => 'a worker does not answer')
  const healthOfGroup = { live: () => ask('live'), ready: () => ask('ready') }
  const server = await openReadServer({ ...settings, port }, database, log, { healthOfGroup })
  limitConnectionAge(server.http, MAX_CONNECTION_AGE_MILLISECONDS)
  const stop = async () => {
    const isComplete = await server.stop()
    await primary.ask('ended', await (await server.collect()).getMetricsAsJSON()).catch(() => {})
    return isComplete
  }
  const shutdown = shutdownOf({ stop, closeConnections: server.closeConnections }, log, settings.grace)
  const url = await server.listen()
  log.logger.info('ready')
  await primary.ask('listening', url)
}
