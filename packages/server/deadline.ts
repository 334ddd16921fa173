import { VitrineError } from '@vitrine/catalog/error'
import type { MaybePromise } from '@vitrine/engine/edition/maybe-promise'
import type { Admission } from './admission.ts'

/**
 * The time until the deadline is counted in this many parts, one timer after another. If the process gets no processor
 * time for a while, only one part passes.
 */
const PARTS = 10

/** An event loop that spends more of its time than this on work is busy. */
const BUSY = 0.5

type Utilization = ReturnType<typeof performance.eventLoopUtilization>

/** The result of the work. Throws `overloaded` or `database-unusable` if it takes longer than `milliseconds`. */
export function withDeadline<Result>(
  work: MaybePromise<Result>,
  milliseconds: number,
  admission: Admission,
): MaybePromise<Result> {
  if (!(work instanceof Promise)) return work
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined
    let left = PARTS
    // Measured from the end of the first part on, so that quick work costs no more.
    let start: Utilization | undefined
    const startPart = () => {
      timer = setTimeout(endPart, milliseconds / PARTS)
    }
    const endPart = () => {
      start ??= performance.eventLoopUtilization()
      if (--left > 0) startPart()
      else reject(errorSince(start, admission))
    }
    // Most work ends in this turn of the event loop, and an immediate that is taken back costs less than a timer.
    const nextTurn = setImmediate(startPart)
    work.then(resolve, reject).then(() => {
      clearImmediate(nextTurn)
      clearTimeout(timer)
    })
  })
}

/**
 * The result of work that may wait in the queue of expensive requests. The time until the deadline begins with the
 * work, not with the wait. Rejects at the deadline, but the work counts as running until it has ended.
 */
export function runQueued<Result>(
  work: () => MaybePromise<Result>,
  milliseconds: number,
  admission: Admission,
  isAbandoned: () => boolean,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const execute = async () => {
      const working = work()
      Promise.resolve(withDeadline(working, milliseconds, admission)).then(resolve, reject)
      await working
    }
    admission.run(execute, isAbandoned).catch(reject)
  })
}

/** An event loop that was idle waited for the database. One that was busy had too much to compute. */
function errorSince(start: Utilization, admission: Admission): VitrineError {
  if (performance.eventLoopUtilization(start).utilization > BUSY) return admission.refuse('past-deadline')
  return new VitrineError('database-unusable', 'the database did not answer before the deadline')
}
