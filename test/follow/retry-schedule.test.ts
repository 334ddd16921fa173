import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { RetrySchedule } from '@vitrine/follow/retry-schedule'

const HOURS = 3_600_000

/** The pauses in seconds after so many failures of one publication. */
function pauses(schedule: RetrySchedule, count: number, retryAfter: number, random: number): number[] {
  let now = 0
  return Array.from({ length: count }, () => {
    const pause = schedule.failed('a', now, retryAfter, random)
    now += pause
    assert.equal(schedule.dueAt('a'), now)
    return pause / 1000
  })
}

describe('the retry schedule', () => {
  test('is that of Standard Webhooks, and then once a day', () => {
    const schedule = new RetrySchedule(0, 0)
    assert.equal(schedule.dueAt('a'), 0)
    const hours = [2, 5, 10, 14, 20, 24].map((hours) => hours * 3600)
    assert.deepEqual(pauses(schedule, 9, 0, 0), [5, 300, 1800, ...hours])
    assert.equal(schedule.isOver, false)
    assert.deepEqual(
      pauses(schedule, 3, 0, 0),
      [24, 24, 24].map((hours) => hours * 3600),
    )
    assert.equal(schedule.isOver, true)
  })

  test('spreads the attempts, and none is early', () => {
    assert.deepEqual(pauses(new RetrySchedule(0, 0), 2, 0, 1), [6, 360])
  })

  test('heeds the pause that the receiver asks for, and that of the operator', () => {
    assert.deepEqual(pauses(new RetrySchedule(0, 0), 3, 60_000, 0), [60, 300, 1800])
    assert.deepEqual(pauses(new RetrySchedule(12_000, 0), 3, 1000, 0), [12, 300, 1800])
  })

  test('begins again with a newer publication, which waits for the first pause', () => {
    const schedule = new RetrySchedule(0, 0)
    for (const now of [0, 5000, 400_000]) schedule.failed('a', now, 0, 0)
    assert.deepEqual([schedule.dueAt('a'), schedule.dueAt('b')], [400_000 + 1_800_000, 405_000])
    assert.equal(schedule.failed('b', 405_000, 0, 0), 5000)
  })

  test('tries one newer publication in a pause that the receiver asked for', () => {
    const schedule = new RetrySchedule(0, 0)
    assert.equal(schedule.failed('a', 0, HOURS, 0), HOURS)
    assert.deepEqual([schedule.dueAt('a'), schedule.dueAt('b')], [HOURS, 5000])
    assert.equal(schedule.failed('b', 5000, HOURS, 0), HOURS)
    assert.deepEqual([schedule.dueAt('b'), schedule.dueAt('c')], [5000 + HOURS, 5000 + HOURS])
    // The pause is over.
    assert.equal(schedule.failed('c', 5000 + HOURS, HOURS, 0), HOURS)
    assert.equal(schedule.dueAt('d'), 10_000 + HOURS)
  })

  test('waits after a success only as long as the operator says', () => {
    const schedule = new RetrySchedule(12_000, 3000)
    assert.equal(schedule.dueAt('a'), 3000)
    schedule.failed('a', 3000, 0, 0)
    schedule.succeeded(20_000)
    assert.deepEqual([schedule.dueAt('a'), schedule.dueAt('b')], [32_000, 32_000])
    assert.equal(schedule.failed('a', 40_000, 0, 0), 12_000)
  })
})
