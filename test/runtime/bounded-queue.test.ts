import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { BoundedQueue } from '../../src/runtime/bounded-queue.ts'

/** Work that ends when it is told to, and notes when it begins. */
class Piece {
  begun = false
  readonly #end = Promise.withResolvers<void>()

  readonly work = async (): Promise<void> => {
    this.begun = true
    await this.#end.promise
  }

  end(): void {
    this.#end.resolve()
  }

  fail(error: Error): void {
    this.#end.reject(error)
  }
}

/** Whether a promise is settled after a turn of the event loop. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false
  const settle = () => {
    settled = true
  }
  promise.then(settle, settle)
  await turn()
  return settled
}

describe('work a step behind', () => {
  test('begins in order, one piece after the other', async () => {
    const behind = new BoundedQueue()
    const [first, second, third] = [new Piece(), new Piece(), new Piece()]
    for (const { work } of [first, second, third]) await behind.push(work, 10)
    await turn()
    assert.deepEqual([first.begun, second.begun, third.begun], [true, false, false])
    first.end()
    await turn()
    assert.deepEqual([second.begun, third.begun], [true, false])
    second.end()
    assert.ok(!(await isSettled(behind.drain())))
    third.end()
    await behind.drain()
  })

  test('begins at once for who does one thing after the other anyway, within its room', async () => {
    const behind = new BoundedQueue(true)
    const [first, second, third] = [new Piece(), new Piece(), new Piece()]
    for (const { work } of [first, second]) await behind.push(work, 8_000_000)
    const taken = behind.push(third.work, 8_000_000)
    assert.ok(!(await isSettled(taken)))
    assert.deepEqual([first.begun, second.begun, third.begun], [true, true, false])
    first.end()
    await taken
    assert.ok(third.begun)
    second.fail(new Error('no'))
    third.end()
    await assert.rejects(behind.drain(), /no/)
  })

  test('is not taken before there is room for it', async () => {
    const behind = new BoundedQueue()
    const [first, second, third] = [new Piece(), new Piece(), new Piece()]
    await behind.push(first.work, 10_000_000)
    const taken = behind.push(second.work, 10_000_000)
    assert.ok(!(await isSettled(taken)))
    first.end()
    await taken
    const unsized = behind.push(third.work)
    assert.ok(!(await isSettled(unsized)))
    second.end()
    await unsized
    third.end()
    await behind.drain()
  })

  test('stops at what fails, and says so to whoever comes next', async () => {
    const behind = new BoundedQueue()
    const [first, second] = [new Piece(), new Piece()]
    await behind.push(first.work)
    await behind.push(second.work, 0)
    first.fail(new Error('the disk is full'))
    await assert.rejects(behind.drain(), /disk is full/)
    await behind.idle()
    assert.ok(!second.begun)
    await behind.push(async () => assert.fail('nothing goes on after a failure'))
    await assert.rejects(behind.drain(), /disk is full/)
  })
})
