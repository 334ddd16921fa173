/**
 * Loaded with `node --import` before a server: tells the process that started it, whenever that sends a message, for how
 * long the event loop was held since the last time.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

export type Inside = {
  /** The longest time, in milliseconds, in which nothing else was done. */
  longestBlock: number
  /** Processor time so far, in microseconds, of all threads. */
  cpu: number
}

/** Milliseconds between two looks; a look that comes later by more was held up. */
const RESOLUTION = 1

if (isMainThread && process.channel) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION })
  delay.enable()
  process.on('message', () => {
    process.send!({ longestBlock: Math.max(0, delay.max / 1e6 - RESOLUTION), cpu: cpuTime() } satisfies Inside)
    delay.reset()
  })
  process.channel.unref()
}

function cpuTime(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}
