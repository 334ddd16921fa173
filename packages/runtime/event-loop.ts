import { setImmediate as nextTurn } from 'node:timers/promises'
import { STEP, type Steps } from './steps.ts'

/** The latest turn of the event loop that a computation waits for. */
let lastTurn: Promise<void> = Promise.resolve()

/** The number of computations that wait for a turn. */
let waiting = 0

/** Whether a long computation is under way. */
export function isComputing(): boolean {
  return waiting > 0
}

/**
 * Cooperative scheduling: lets other work run between two steps of a long computation. Only one of all waiting
 * computations continues in each turn of the event loop. One request may have half a dozen of them; if they continued
 * together, they would block the event loop together.
 */
export async function yieldToEventLoop(): Promise<void> {
  lastTurn = lastTurn.then(() => nextTurn())
  waiting++
  await lastTurn
  waiting--
}

/** The cost of all steps since the last of them yielded. */
let costSinceYield = 0

/** Adds the cost of a step, in positions visited, and yields to the event loop if all since the last time cost 1 ms. */
export async function yieldByCost(cost: number): Promise<void> {
  costSinceYield += cost
  if (costSinceYield < STEP) return
  await yieldToEventLoop()
  costSinceYield = 0
}

/** Milliseconds. */
const MAX_SLICE = 2

/** When work of unknown cost began in this turn of the event loop. */
let sliceStart: number | undefined

/**
 * Yields to the event loop if 2 ms have passed since the first call in this turn. For work of unknown cost, such as
 * reading a database in this process.
 */
export async function yieldByTime(): Promise<void> {
  if (!isSliceOver()) return
  await yieldToEventLoop()
  isSliceOver()
}

function isSliceOver(): boolean {
  if (sliceStart !== undefined) return performance.now() - sliceStart >= MAX_SLICE
  sliceStart = performance.now()
  setImmediate(() => {
    sliceStart = undefined
  })
  return false
}

/**
 * Starts a task for each item, and yields by time in between. Tasks that wait for another machine thus wait at the same
 * time, and tasks that compute at once do not block the event loop together. Returns their results in order.
 */
export async function mapYielding<Item, Result>(
  items: Iterable<Item>,
  start: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const tasks: Promise<Result>[] = []
  await yieldByTime()
  for (const item of items) {
    const task = start(item)
    // `Promise.all` throws it.
    task.catch(() => {})
    tasks.push(task)
    await yieldByTime()
  }
  return await Promise.all(tasks)
}

/** Runs a long computation, and yields by cost between its steps. */
export async function runYielding<Result>(steps: Steps<Result>): Promise<Result> {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    await yieldByCost(value)
  }
}
