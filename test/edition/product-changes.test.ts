import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { CHANGE_BITS, decodeChanges, encodeChanges, ProductChanges } from '@vitrine/engine/edition/product-changes'
import fc from 'fast-check'
import { COMPLETE_ONLY, cases } from '../quick.ts'

const { texts, prices, removed, created } = CHANGE_BITS
const ANY = removed - 1

function changesOf(bits: Readonly<Record<number, number>>): ProductChanges {
  const changes = new ProductChanges()
  for (const [position, each] of Object.entries(bits)) changes.set(Number(position), each)
  return changes
}

function bitsOf(changes: ProductChanges, length: number): number[] {
  return Array.from({ length }, (_, position) => changes.at(position))
}

describe('changes of products', () => {
  test('are read as they were written, at any positions', { skip: COMPLETE_ONLY }, () => {
    const bits = fc.constantFrom(1, 2, 3, 32, 63, 64, 128)
    const property = fc.property(fc.dictionary(fc.nat(200_000).map(String), bits, { maxKeys: 300 }), (entries) => {
      const changes = changesOf(entries)
      const read = decodeChanges(encodeChanges(changes))
      assert.deepEqual(read.lists(), changes.lists())
      assert.deepEqual(read.counts(), changes.counts())
    })
    fc.assert(property, { numRuns: cases({ quick: 20, complete: 200 }) })
    const all = new ProductChanges()
    for (let position = 0; position < 300_000; position++) all.set(position, position % 3 === 0 ? prices : texts)
    const bytes = encodeChanges(all)
    assert.deepEqual(decodeChanges(bytes).lists(), all.lists())
    assert.throws(() => decodeChanges(bytes.subarray(0, -1)), /damaged/)
    assert.throws(() => decodeChanges(bytes.subarray(0, 5)), /damaged/)
  })

  test('take some bytes for one product, and for a run of them', () => {
    const run = changesOf({})
    for (let position = 1000; position < 100_000; position++) run.set(position, created)
    const sizes = [changesOf({ 70000: prices }), run].map((changes) => encodeChanges(changes).length)
    assert.deepEqual(sizes, [12, 16])
  })

  test('that follow each other are one change, or none', () => {
    const first = { 0: created, 1: created, 2: created, 3: removed, 4: removed, 5: prices, 6: prices, 7: prices }
    const then = { 1: prices, 2: removed, 4: created, 6: texts, 7: removed, 8: texts, 9: created }
    const both = changesOf(then)
    both.precede(changesOf(first).lists())
    const expected = [created, created, 0, removed, ANY, prices, prices | texts, removed, texts, created]
    assert.deepEqual(bitsOf(both, 10), expected)
  })

  test('are the same together, from the first on and from the last on', () => {
    const { exists, gone } = { exists: [0, prices, texts | prices, removed], gone: [0, created] }
    const chain = fc.array(fc.nat(3), { maxLength: 8 }).map((choices) => {
      let isThere = choices.length % 2 === 0
      return choices.map((choice) => {
        const bits = isThere ? exists[choice]! : gone[choice % 2]!
        isThere = bits === created || (isThere && bits !== removed)
        return bits
      })
    })
    const property = fc.property(fc.array(chain, { minLength: 1, maxLength: 5 }), (chains) => {
      let forward = new ProductChanges()
      const backward = new ProductChanges()
      const steps = Array.from({ length: 8 }, (_, step) =>
        changesOf(Object.fromEntries(chains.map((chain, position) => [position, chain[step] ?? 0]))).lists(),
      )
      for (const step of steps) {
        const later = new ProductChanges()
        for (const lists of [step, forward.lists()]) later.precede(lists)
        forward = later
      }
      for (const step of steps.toReversed()) backward.precede(step)
      assert.deepEqual(bitsOf(backward, 5), bitsOf(forward, 5))
    })
    fc.assert(property, { numRuns: cases({ quick: 50, complete: 1000 }) })
  })

  test('lead back if they are turned round', () => {
    const changes = changesOf({ 0: created, 2: removed, 3: prices })
    assert.deepEqual(bitsOf(changes.inverse(), 4), [removed, 0, created, prices])
    const none = changesOf({ 0: created }).inverse()
    none.precede(none.inverse().lists())
    assert.deepEqual(none.counts(), { created: 0, changed: 0, removed: 0 })
  })
})
