import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { CommandError } from './errors.ts'

/**
 * Listens and returns the server's URL on this machine. Tries the ports in order; 0 is any free port. Throws
 * `CommandError` that names the options to change: `--host` and `--port`, after the dashes with the prefix.
 */
export async function listen(
  app: FastifyInstance,
  host: string,
  ports: readonly number[],
  optionPrefix: '' | 'metrics-',
  logLine: (url: string) => string,
): Promise<string> {
  const [port, ...others] = ports
  try {
    await app.listen({ host, port: port!, listenTextResolver: logLine })
    return urlOf(host, (app.addresses()[0] as AddressInfo).port)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE' && others.length > 0) return await listen(app, host, others, optionPrefix, logLine)
    throw listenError(error as Error, host, port!, `--${optionPrefix}`)
  }
}

/** Wildcard addresses cannot be opened in a browser, so the URL names localhost instead. */
function urlOf(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

function listenError(error: NodeJS.ErrnoException, host: string, port: number, option: string): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new CommandError(
        `port ${port} on ${host} is in use; choose another with ${example(`${option}port ${port + 1}`)}, or stop the program that uses it`,
      )
    case 'EACCES':
      return new CommandError(`no permission to use port ${port}; choose 1024 or higher with ${option}port`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new CommandError(
        `${host} is not an address of this machine; choose another with ${option}host, such as 127.0.0.1`,
      )
    default:
      return error
  }
}

/** How to give the option. npm passes on only what follows two dashes. */
function example(option: string): string {
  return process.env.npm_lifecycle_event === 'start' ? `npm start -- ${option}` : option
}
