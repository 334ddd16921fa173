import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { yieldToEventLoop } from '../../src/runtime/event-loop.ts'

test('of those who wait, one goes on in each turn, in the order in which they came', async () => {
  const order: string[] = []
  const goOn = async (name: string) => {
    for (let step = 0; step < 3; step++) {
      await yieldToEventLoop()
      order.push(name)
    }
  }
  const all = Promise.all(['a', 'b', 'c'].map(goOn))
  for (let passed = 0; order.length < 9; passed = order.length) {
    await turn()
    assert.ok(order.length - passed <= 1)
  }
  await all
  assert.deepEqual(order.slice(0, 3), ['a', 'b', 'c'])
})
