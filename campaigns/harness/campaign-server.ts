import { readFileSync } from 'node:fs'
import type { Running, WorkingDirectory } from '../../test/cli/vitrine.ts'
import { until } from '../../test/database/until.ts'
import { PUBLIC_URL } from '../../test/failure/catalog-versions.ts'
import { freePort } from '../../test/postgres/daemon.ts'

/** A `vitrine serve` in a process of its own. The workplace ends it when it is disposed of. */
export interface CampaignServer {
  readonly url: string
  readonly port: number
  readonly running: Running
}

/**
 * Starts `vitrine serve` and waits until `path` answers 200: by default until it is ready. It logs errors only. Throws if it ends
 * before.
 */
export async function startCampaignServer(
  workplace: WorkingDirectory,
  database: string,
  {
    port,
    options = [],
    path = '/readyz',
  }: { readonly port?: number; readonly options?: readonly string[]; readonly path?: string } = {},
): Promise<CampaignServer> {
  const chosen = port ?? (await freePort())
  const listen = ['--port', String(chosen), '--metrics-port', '0', '--public-url', PUBLIC_URL]
  const running = workplace.start(['serve', ...listen, '--log-level', 'error', ...options], { DATABASE_URL: database })
  const url = `http://127.0.0.1:${chosen}`
  await until(async () => {
    if (hasEnded(running)) throw new Error(`the server did not start: ${running.stdout}${running.stderr}`)
    return await isReady(url, path)
  })
  return { url, port: chosen, running }
}

export function hasEnded({ child }: Running): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

/** Whether a load balancer would send requests its way: /readyz answers 200. */
export async function isReady(url: string, path = '/readyz'): Promise<boolean> {
  return await fetch(`${url}${path}`, { signal: AbortSignal.timeout(10_000) }).then(
    ({ ok }) => ok,
    () => false,
  )
}

/** The private memory of a process in MB, from Linux. Mapped files are not part of it. */
export function privateMegabytes({ child }: Running): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
  return Number(/RssAnon:\s+(\d+)/.exec(status)![1]) / 1024
}
