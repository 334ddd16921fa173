import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { BoundedQueue } from '@vitrine/runtime/bounded-queue'

/** A write that ends when the test says so. */
class ControlledWrite {
  started = false
  readonly #end = Promise.withResolvers<void>()

  readonly write = async (): Promise<void> => {
    this.started = true
    await this.#end.promise
  }

  end(): void {
    this.#end.resolve()
  }

  fail(error: Error): void {
    this.#end.reject(error)
  }
}

/** Whether a promise is settled after one turn of the event loop. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false
  const settle = () => {
    settled = true
  }
  promise.then(settle, settle)
  await turn()
  return settled
}

describe('a bounded queue', () => {
  test('executes one write after another, in order', async () => {
    const queue = new BoundedQueue()
    const [first, second, third] = [new ControlledWrite(), new ControlledWrite(), new ControlledWrite()]
    for (const { write } of [first, second, third]) await queue.push(write, 10)
    await turn()
    assert.deepEqual([first.started, second.started, third.started], [true, false, false])
    first.end()
    await turn()
    assert.deepEqual([second.started, third.started], [true, false])
    second.end()
    assert.ok(!(await isSettled(queue.drain())))
    third.end()
    await queue.drain()
  })

  test('starts every write at once if it is pipelined, within its bound', async () => {
    const queue = new BoundedQueue('pipelined')
    const [first, second, third] = [new ControlledWrite(), new ControlledWrite(), new ControlledWrite()]
    for (const { write } of [first, second]) await queue.push(write, 8_000_000)
    const accepted = queue.push(third.write, 8_000_000)
    assert.ok(!(await isSettled(accepted)))
    assert.deepEqual([first.started, second.started, third.started], [true, true, false])
    first.end()
    await accepted
    assert.ok(third.started)
    second.fail(new Error('no'))
    third.end()
    await assert.rejects(queue.drain(), /no/)
  })

  test('makes push wait while too many bytes are queued, and runs work of unknown size alone', async () => {
    const queue = new BoundedQueue()
    const [first, second, third] = [new ControlledWrite(), new ControlledWrite(), new ControlledWrite()]
    await queue.push(first.write, 10_000_000)
    const accepted = queue.push(second.write, 10_000_000)
    assert.ok(!(await isSettled(accepted)))
    first.end()
    await accepted
    const unsized = queue.push(third.write)
    assert.ok(!(await isSettled(unsized)))
    second.end()
    await unsized
    third.end()
    await queue.drain()
  })

  test('starts no write after one that failed, and throws its error', async () => {
    const queue = new BoundedQueue()
    const [first, second] = [new ControlledWrite(), new ControlledWrite()]
    await queue.push(first.write)
    await queue.push(second.write, 0)
    first.fail(new Error('the disk is full'))
    await assert.rejects(queue.drain(), /disk is full/)
    await queue.idle()
    assert.ok(!second.started)
    await queue.push(async () => assert.fail('a write started after a failure'))
    await assert.rejects(queue.drain(), /disk is full/)
  })
})
