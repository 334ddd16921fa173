/**
 * Preloaded into the server. Answers each message with what the process has done since the last one. A hold is counted in the
 * processor time of the main thread, so that other processes of the machine do not lengthen it.
 */
export interface ProbeReport {
  /** The most processor time of the main thread between two turns of the event loop, in milliseconds. */
  readonly longestHold: number
  /** Processor time of all threads since the start, in milliseconds. */
  readonly processor: number
}

const INTERVAL_MILLISECONDS = 1

if (process.channel) {
  let longestHold = 0
  let last = mainThreadTime()
  const measure = () => {
    const now = mainThreadTime()
    longestHold = Math.max(longestHold, now - last)
    last = now
  }
  setInterval(measure, INTERVAL_MILLISECONDS).unref()
  process.on('message', () => {
    measure()
    const { user, system } = process.cpuUsage()
    process.send!({ longestHold, processor: (user + system) / 1000 } satisfies ProbeReport)
    longestHold = 0
  })
  process.channel.unref()
}

function mainThreadTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
