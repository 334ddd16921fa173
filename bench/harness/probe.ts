/** Preloaded with `node --import` into a process under test. At its end, it writes its `ResourceUse` as JSON to file descriptor 3. */
import { writeSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

/** `cpuSeconds` is the processor time of all threads. */
export type ResourceUse = { peakMegabytes: number; cpuSeconds: number }

if (isMainThread) process.on('exit', () => writeSync(3, JSON.stringify(resourceUse())))

function resourceUse(): ResourceUse {
  const { user, system } = process.cpuUsage()
  return { peakMegabytes: Math.round(process.resourceUsage().maxRSS / 1024), cpuSeconds: (user + system) / 1e6 }
}
