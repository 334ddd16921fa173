import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism, constants, getPriority, setPriority } from 'node:os'
import { setFlagsFromString } from 'node:v8'

/**
 * For imports: collects garbage when the heap has grown to 2.5 times its live size, not 4 times. Little of what an
 * import allocates survives, so collections are cheap, and the heap stays small.
 */
export function limitHeapGrowth(): void {
  setFlagsFromString('--heap-growing-percent=150')
}

/**
 * For servers: schedules garbage collections by total memory, buffers included. By default V8 collects whenever 64 MB
 * of new buffers exist, which is some hundred requests' worth of posting lists that stay in use.
 */
export function countBuffersAsHeap(): void {
  setFlagsFromString('--external-memory-accounted-in-global-limit')
}

/**
 * For servers: collects garbage when the heap has grown by 60 %. By default V8 does so after a growth by a quarter to a
 * half, because a server's heap grows slowly. Nearly all of that growth is in the caches, and no garbage. With 200 %, a
 * server with full caches has 0.8 to 0.94 GB instead of 0.6 to 0.73, and takes as much processor time.
 */
export function collectSeldom(): void {
  setFlagsFromString('--heap-growing-percent=60')
}

/**
 * The priority of V8's helper threads beside the thread that answers, as in `nice`. They get a third of its processor.
 */
const HELPER_NICENESS = 10

/**
 * Work for which V8 pauses the program. V8 divides it among helper threads, and the pause lasts until the slowest of
 * them has finished.
 */
const PARALLEL_WORK = ['parallel-scavenge', 'parallel-compaction', 'parallel-pointer-update']

/**
 * For servers without a processor to spare: requests come before V8's helper threads. Up to four helpers look for live
 * objects at once. By default they take most of the processor, and requests queue up. Without helpers, V8 takes so long
 * to find live objects that much is allocated meanwhile, and moving that makes a long pause. So helpers get a lower
 * priority, and are turned off only where that is not possible.
 */
export function putRequestsFirst(workers: number): void {
  if (availableParallelism() > workers) return
  for (const work of PARALLEL_WORK) setFlagsFromString(`--no-${work}`)
  if (!lowerPriorityOfHelpers()) setFlagsFromString('--no-concurrent-marking')
}

/** Returns false if this process cannot find its helper threads: only Linux lists threads. */
function lowerPriorityOfHelpers(): boolean {
  try {
    const helpers = readdirSync(THREADS).filter((id) => isHelper(readFileSync(`${THREADS}/${id}/comm`, 'utf8')))
    const priority = Math.min(getPriority() + HELPER_NICENESS, constants.priority.PRIORITY_LOW)
    for (const id of helpers) setPriority(Number(id), priority)
    return helpers.length > 0
  } catch {
    return false
  }
}

const THREADS = '/proc/self/task'

/** Node 24 calls them V8Worker, and Node 26 node-V8Worker. */
function isHelper(threadName: string): boolean {
  return threadName.trim().endsWith('V8Worker')
}
