import { once } from 'node:events'
import { createServer } from 'node:net'
import type { HttpServer } from '@vitrine/server/http-server'
import type { Logger } from 'pino'
import { CommandError } from '../errors.ts'
import { startCommand } from '../options.ts'
import type { ServerSettings } from './server-settings.ts'

/**
 * Listens and returns the server's URL on this machine. Tries the ports in order; 0 is any free port. Throws
 * `CommandError` that names the options to change: `--host` and `--port`, after the dashes with the prefix.
 */
export async function listen(
  server: HttpServer,
  host: string,
  ports: readonly number[],
  optionPrefix: '' | 'metrics-',
): Promise<string> {
  const [port, ...others] = ports
  try {
    await server.listen({ host, port: port! })
    return urlOf(host, server.port)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE' && others.length > 0) return await listen(server, host, others, optionPrefix)
    throw listenError(error as Error, host, port!, optionPrefix)
  }
}

/** Throws `CommandError` if a server could not listen now, so that a command finds that out before its work. */
export async function checkListening({ host, port, metricsHost, metricsPort }: ServerSettings): Promise<void> {
  await tryListening(host, port, '')
  if (metricsPort !== undefined) await tryListening(metricsHost, metricsPort, 'metrics-')
}

async function tryListening(host: string, port: number, optionPrefix: '' | 'metrics-'): Promise<void> {
  const probe = createServer()
  try {
    await once(probe.listen({ host, port }), 'listening')
    await once(probe.close(), 'close')
  } catch (error) {
    throw listenError(error as Error, host, port, optionPrefix)
  }
}

const MAX_PORT = 65_535
const DEFAULT_METRICS_PORT = 9464

/** Listens for metrics and health checks, and returns the URL. Throws `CommandError` as `listen` does. */
export function listenForMonitoring(server: HttpServer, { metricsHost, metricsPort }: ServerSettings): Promise<string> {
  const ports = metricsPort === undefined ? [DEFAULT_METRICS_PORT, 0] : [metricsPort]
  return listen(server, metricsHost, ports, 'metrics-')
}

export function warnOfOtherMetricsPort({ metricsPort }: ServerSettings, monitoringUrl: string, logger: Logger): void {
  if (metricsPort !== undefined || monitoringUrl.endsWith(`:${DEFAULT_METRICS_PORT}`)) return
  logger.warn(`port ${DEFAULT_METRICS_PORT} is in use: metrics and health are at ${monitoringUrl}`)
}

/** Wildcard addresses cannot be opened in a browser, so the URL names localhost instead. */
function urlOf(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

function listenError(error: NodeJS.ErrnoException, host: string, port: number, prefix: '' | 'metrics-'): Error {
  const other = port < MAX_PORT ? port + 1 : port - 1
  const choosePort = `choose another with \`${startCommand(`--${prefix}port ${other}`)}\``
  switch (error.code) {
    case 'EADDRINUSE':
      return new CommandError(`port ${port} on ${host} is in use; ${choosePort}, or stop the program that uses it`)
    case 'EACCES':
      return new CommandError(`no permission to use port ${port}; ${choosePort}`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new CommandError(
        `${host} is not an address of this machine; choose another with --${prefix}host, such as 127.0.0.1`,
      )
    default:
      return error
  }
}
