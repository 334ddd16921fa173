import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'

test('random cases have the seed that the run printed', () => {
  const { SEED } = process.env
  assert.match(String(SEED), /^-?\d+$/)
  assert.equal(fc.readConfigureGlobal().seed, Number(SEED))
  const draw = () => fc.sample(fc.integer(), 20)
  assert.deepEqual(draw(), draw())
})
