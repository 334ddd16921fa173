import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { Refusal } from './failure.ts'

/** Where a server should listen, and which options say so, for a complaint to name. */
export interface Place {
  readonly host: string
  readonly hostOption: string
  /** Tried in turn; 0 is any that is free. */
  readonly ports: readonly [number, ...number[]]
  readonly portOption: string
}

/**
 * Has the server listen, and gives its address as people on this machine can open it. `announce` gives the line that is
 * logged. Throws a `Refusal` that says what else to try.
 */
export async function listen(app: FastifyInstance, place: Place, announce: (url: string) => string): Promise<string> {
  const { host, ports } = place
  for (const [attempt, port] of ports.entries()) {
    try {
      await app.listen({ host, port, listenTextResolver: announce })
      return urlOf(host, (app.addresses()[0] as AddressInfo).port)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code !== 'EADDRINUSE' || attempt === ports.length - 1) throw complaint(place, port, error as Error)
    }
  }
  throw new Error('unreachable: there is at least one port')
}

/** An address that means "all of this machine's" is none that can be opened. */
function urlOf(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}

function complaint({ host, hostOption, portOption }: Place, port: number, error: NodeJS.ErrnoException): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new Refusal(`port ${port} on ${host} is in use; choose another with ${portOption}, or 0 for a free one`)
    case 'EACCES':
      return new Refusal(`port ${port} may not be used; choose one of 1024 or more with ${portOption}`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new Refusal(`${host} is no address of this machine; choose another with ${hostOption}, such as 127.0.0.1`)
    default:
      return error
  }
}
