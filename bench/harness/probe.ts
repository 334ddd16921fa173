/**
 * Preloaded with `node --import` into a process under test. In a process with an IPC channel it answers each message with
 * a `ProbeReport`. In any other process it writes its `ResourceUse` as JSON to file descriptor 3 at exit.
 */
import { writeSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

export type ProbeReport = {
  /** The longest time since the last report, in milliseconds, for which the event loop was blocked. */
  longestBlock: number
  /** Processor time of all threads since the start, in microseconds. */
  cpu: number
}

export type ResourceUse = { peakMegabytes: number; cpuSeconds: number }

/** Milliseconds between two samples of the event loop. */
const RESOLUTION = 1

if (isMainThread) {
  if (process.channel) answerMessages()
  else process.on('exit', () => writeSync(3, JSON.stringify(resourceUse())))
}

function answerMessages(): void {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION })
  delay.enable()
  process.on('message', () => {
    process.send!({ longestBlock: Math.max(0, delay.max / 1e6 - RESOLUTION), cpu: cpuTime() } satisfies ProbeReport)
    delay.reset()
  })
  process.channel!.unref()
}

function resourceUse(): ResourceUse {
  return { peakMegabytes: Math.round(process.resourceUsage().maxRSS / 1024), cpuSeconds: cpuTime() / 1e6 }
}

function cpuTime(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}
