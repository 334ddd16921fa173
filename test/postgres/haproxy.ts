import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Daemon, findProgram, freePort } from './daemon.ts'

/** HAProxy in front of several servers. */
export interface Balancer extends AsyncDisposable {
  readonly url: string
}

/** The reason to skip tests with a load balancer, or false. */
export function noBalancer(): string | false {
  return findProgram('haproxy') === undefined && 'HAProxy is not installed; on Debian: apt-get install haproxy'
}

/**
 * Starts HAProxy in front of these HTTP servers. It sends requests to them in turn, skips a server whose /readyz does not
 * answer 200, and sends a request to another server after a lost connection, an empty answer or a 503.
 */
export async function startBalancer(addresses: readonly string[]): Promise<Balancer> {
  const daemon = new Daemon('KILL')
  const port = await freePort()
  const file = join(daemon.folder, 'haproxy.cfg')
  writeFileSync(file, configuration(port, addresses))
  const url = `http://127.0.0.1:${port}`
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  try {
    await daemon.start(findProgram('haproxy') ?? 'haproxy', ['-db', '-f', file], isReady)
  } catch (error) {
    await daemon[Symbol.asyncDispose]()
    throw error
  }
  return { url, [Symbol.asyncDispose]: () => daemon[Symbol.asyncDispose]() }
}

function configuration(port: number, addresses: readonly string[]): string {
  const servers = addresses.map((address, at) => `  server vitrine-${at} ${new URL(address).host} check`)
  return `
defaults
  mode http
  timeout connect 10s
  timeout check 10s
  timeout client 120s
  timeout server 120s

frontend shops
  bind 127.0.0.1:${port}
  default_backend vitrines

backend vitrines
  balance roundrobin
  option httpchk GET /readyz
  http-check expect status 200
  option redispatch 1
  retries 3
  retry-on conn-failure empty-response 503
  default-server inter 200ms fall 1 rise 1
${servers.join('\n')}
`
}
