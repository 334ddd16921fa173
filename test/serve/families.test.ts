import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { listOf, positionsOf } from '../../src/postings/positions.ts'
import { Families } from '../../src/serve/families.ts'

const NONE = 0xffffffff
const owner = fc.oneof({ weight: 8, arbitrary: fc.nat(30) }, fc.constant(NONE))
const rising = fc.array(fc.nat(30), { maxLength: 200 }).map((owners) => owners.sort((a, b) => a - b))
const owners = fc.oneof(fc.array(owner, { maxLength: 200 }), rising)

test('variants are visited once each, those of one product together, whatever their order and how many', () => {
  fc.assert(
    fc.property(owners, fc.integer({ min: 1, max: 60 }), (owners, every) => {
      const families = new Families(Uint32Array.from(owners))
      const present = owners.flatMap((owner, variant) => (owner === NONE ? [] : [variant]))
      const asked = positionsOf(present.filter((variant) => variant % every === 0))
      const visited: number[] = []
      const inTurn: number[] = []
      families.forEach(asked, (variant, owner) => {
        assert.equal(owner, owners[variant])
        visited.push(variant)
        if (inTurn.at(-1) !== owner) inTurn.push(owner)
      })
      assert.deepEqual(
        visited.toSorted((a, b) => a - b),
        [...listOf(asked)],
      )
      assert.equal(new Set(inTurn).size, inTurn.length)
    }),
    { numRuns: 500 },
  )
})
