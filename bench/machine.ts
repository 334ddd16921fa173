import { cpus, release, totalmem, type } from 'node:os'

/** What the figures were measured on. */
export function machine(): string {
  const cores = cpus()
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  const model = cores[0]?.model.trim() ?? 'unknown processor'
  return `${cores.length} × ${model}, ${gigabytes} GB, ${type()} ${release()}, Node ${process.versions.node}`
}
