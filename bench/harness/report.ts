import { writeFile } from 'node:fs/promises'
import { cpus, release, totalmem, type } from 'node:os'
import type { ProcessMemory } from './server-process.ts'

export type Machine = { processor: string; cores: number; gigabytes: number; system: string; node: string }

export function thisMachine(): Machine {
  const cores = cpus()
  return {
    processor: cores[0]?.model.trim() ?? 'unknown processor',
    cores: cores.length,
    gigabytes: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${release()}`,
    node: process.versions.node,
  }
}

export function describeMachine({ processor, cores, gigabytes, system, node }: Machine): string {
  return `${cores} × ${processor}, ${gigabytes} GB, ${system}, Node ${node}`
}

/** The date and the machine, as the first line of a report. */
export function describeRun(): string {
  return `${new Date().toISOString().slice(0, 10)}, ${describeMachine(thisMachine())}`
}

/** Writes the figures of a run, with the date and the machine, if a file is named. */
export async function writeJson(file: string | undefined, figures: object): Promise<void> {
  if (file !== undefined) await writeFile(file, `${JSON.stringify({ run: describeRun(), ...figures }, null, 2)}\n`)
}

/** A Markdown table. All columns but the first are aligned to the right. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const rule = head.map((_, column) => (column === 0 ? '---' : '---:'))
  return [head, rule, ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

export function memoryTable(servers: readonly (readonly [name: string, ProcessMemory])[]): string {
  return table(
    ['memory, MB', 'total', 'private', 'file cache'],
    servers.map(([name, { resident, anonymous, file }]) => [name, ...[resident, anonymous, file].map(formatInteger)]),
  )
}

/** 12,345 */
export function formatInteger(value: number): string {
  return Math.round(value).toLocaleString('en-US')
}

/** The median, or the lower of the two middle numbers. */
export function median(numbers: readonly number[]): number {
  return percentile(numbers, 0.5)
}

/** The nearest-rank percentile, for example of the 0.99 fraction. */
export function percentile(numbers: readonly number[], fraction: number): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(sorted.length * fraction) - 1))]!
}

export function megabytes(bytes: number): number {
  return Math.round(bytes / 1e6)
}

export function secondsSince(started: number): number {
  return (performance.now() - started) / 1000
}
