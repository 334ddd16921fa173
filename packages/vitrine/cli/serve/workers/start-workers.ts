import cluster from 'node:cluster'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { createMetrics } from '@vitrine/server/metrics'
import { createMonitoringServer } from '@vitrine/server/monitoring'
import { openLog } from '../../log.ts'
import { shutDownOnSignal, shutdownOf } from '../graceful-shutdown.ts'
import { listenForMonitoring, warnOfOtherMetricsPort } from '../listen.ts'
import { operatorPage } from '../operator-page.ts'
import type { ServerSettings } from '../server-settings.ts'
import { WorkerGroup } from './worker-group.ts'

/**
 * Starts the workers and the monitoring server, in the primary process, which answers no other requests. Throws
 * `CommandError` if a worker cannot start: the worker has printed the reason.
 */
export async function startWorkers(settings: ServerSettings, database: string): Promise<void> {
  // All workers accept from one socket of the system, and the primary process sees no connection (decision 45).
  cluster.schedulingPolicy = cluster.SCHED_NONE
  const log = await openLog(settings.logLevel)
  const { logger } = log
  const metrics = createMetrics()
  const port = settings.port || (await freePort(settings.host))
  const group = new WorkerGroup({ ...settings, port }, logger, metrics, () => void shutdown.stop(1))
  const sources = {
    health: group,
    collect: () => group.collect(),
    stores: (page: number) => group.stores(page),
  }
  const monitoring = createMonitoringServer({ ...sources, resources: [operatorPage(sources, settings, database)] })
  const stop = async () => {
    const isComplete = await group.stop()
    await monitoring.close()
    return isComplete
  }
  const closeConnections = () => {
    group.closeConnections()
    monitoring.server.closeAllConnections()
  }
  // Workers keep the grace period. This one is for a worker that cannot.
  const shutdown = shutdownOf({ stop, closeConnections }, log, settings.grace + 5)
  shutDownOnSignal(shutdown, logger, settings.shutdownDelay, () => group.announceStop())
  process.on('SIGUSR2', () => void group.replaceAll())
  try {
    const monitoringUrl = await listenForMonitoring(monitoring, settings)
    const url = await group.start()
    logger.info(`serving at ${url}; metrics and health at ${monitoringUrl}; ${settings.workers} workers`)
    warnOfOtherMetricsPort(settings, monitoringUrl, logger)
  } catch (error) {
    await stop()
    await log.flush()
    throw error
  }
}

/** A free port. With port 0, workers that start after all others have ended would get another one. */
async function freePort(host: string): Promise<number> {
  const server = createServer().listen(0, host)
  // The workers will say what is wrong with the host.
  if (!(await once(server, 'listening').catch(() => undefined))) return 0
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
