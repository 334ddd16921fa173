import { availableParallelism } from 'node:os'
import { setFlagsFromString } from 'node:v8'

/**
 * For imports: collects garbage when the heap has grown to 2.5 times its live size, not 4 times. Little of what an
 * import allocates survives, so collections are cheap, and the heap stays small.
 */
export function limitHeapGrowth(): void {
  setFlagsFromString('--heap-growing-percent=150')
}

/**
 * For servers: schedules garbage collections by total memory, buffers included. By default V8 collects whenever 64 MB of
 * new buffers exist, which is some hundred requests' worth of posting lists that stay in use.
 */
export function countBuffersAsHeap(): void {
  setFlagsFromString('--external-memory-accounted-in-global-limit')
}

/**
 * For servers without a processor to spare: looks for live objects between requests, in the thread that answers them. By
 * default V8 looks in helper threads, four at a time. They then take most of the time of the only processor for a tenth of
 * a second, and requests queue up.
 */
export function markBetweenRequests(workers: number): void {
  if (availableParallelism() <= workers) setFlagsFromString('--no-concurrent-marking')
}
