import type { Measurement } from './measure.ts'
import type { Memory } from './server.ts'

/** A Markdown table of rows under a head; all but the first column to the right. */
export function table(head: string[], rows: string[][]): string {
  const rule = head.map((_, column) => (column === 0 ? '---' : '---:'))
  return [head, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

export function measurementTable(measurements: Measurement[]): string {
  return table(
    [
      'request',
      'found',
      'kB',
      'requests/s',
      'raw node:http',
      'raw ±',
      'ratio',
      'p50 ms',
      'p99 ms',
      'raw p99 ms',
      'failures',
    ],
    measurements.map(({ scenario, found, bytes, service, raw, rawSpread, ratio }) => [
      scenario,
      found === undefined ? '' : grouped(found),
      (bytes / 1000).toFixed(1),
      grouped(service.requestsPerSecond),
      grouped(raw.requestsPerSecond),
      `${Math.round(rawSpread * 50)} %`,
      ratio.toFixed(2),
      service.p50.toFixed(2),
      service.p99.toFixed(2),
      raw.p99.toFixed(2),
      String(service.failures),
    ]),
  )
}

/** What servers have in memory, each under its name. */
export function memoryTable(servers: readonly (readonly [string, Memory])[]): string {
  return table(
    ['memory, MB', 'in all', 'its own', 'of files'],
    servers.map(([name, { resident, anonymous, file }]) => [name, ...[resident, anonymous, file].map(grouped)]),
  )
}

/** 12,345 */
export function grouped(value: number): string {
  return Math.round(value).toLocaleString('en-US')
}
