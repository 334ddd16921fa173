import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { remote, WorkerClient } from '@vitrine/runtime/worker-rpc'
import { COMPLETE_ONLY } from '../quick.ts'
import type { Counter } from './counter-worker.ts'

const start = (data: number | string) => new WorkerClient(import.meta.url, 'counter-worker', data)

describe('an object in a worker', () => {
  test('executes calls one after another and returns their results', { skip: COMPLETE_ONLY }, async () => {
    await using counter = remote<Counter>(start(1))
    assert.deepEqual(await Promise.all([counter.add(2), counter.add(3), counter.current()]), [3, 6, 6])
  })

  test('can be what a promise resolves to', async () => {
    await using counter = await Promise.resolve(remote<Counter>(start(1)))
    assert.equal(await counter.current(), 1)
  })

  test('moves the word arrays of a result instead of copying them', async () => {
    await using counter = remote<Counter>(start(1))
    assert.deepEqual(await counter.history(), [new Uint32Array([3, 5, 8])])
    assert.equal(await counter.historyLength(), 0)
  })

  test('throws the errors of its methods, with their properties, and goes on', async () => {
    await using counter = remote<Counter>(start(1))
    await assert.rejects(counter.fail('E_BROKEN'), { message: 'the counter is broken', code: 'E_BROKEN' })
    assert.equal(await counter.current(), 1)
  })

  test('fails each call if it could not be opened', async () => {
    const client = start('no counter')
    await assert.rejects(client.call('current'), /no counter/)
    await assert.rejects(client.call('current'), /no counter/)
    await client.terminate()
  })

  test('is disposed of in the worker, which then ends', async () => {
    const client = start(-1)
    await assert.rejects(async () => await remote<Counter>(client)[Symbol.asyncDispose](), /the count is negative/)
    await assert.rejects(client.call('current'), /the worker counter-worker has ended/)
  })

  test('fails the calls that are pending when its worker ends', async () => {
    const client = start(1)
    const pending = client.call('add', 1)
    const rejected = assert.rejects(pending, /has ended/)
    await client.terminate()
    await rejected
  })
})
