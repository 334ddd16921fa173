import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { CHANGE_BITS, decodeChanges, encodeChanges, ProductChanges } from '@vitrine/engine/edition/product-changes'
import fc from 'fast-check'
import { cases } from '../quick.ts'

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
  test('are read as they were written, at any positions', () => {
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
    const both = changesOf(first)
    both.follow(changesOf(then))
    const expected = [created, created, 0, removed, ANY, prices, prices | texts, removed, texts, created]
    assert.deepEqual(bitsOf(both, 10), expected)
  })

  test('lead back if they are turned round', () => {
    const changes = changesOf({ 0: created, 2: removed, 3: prices })
    assert.deepEqual(bitsOf(changes.inverse(), 4), [removed, 0, created, prices])
    const none = changesOf({ 0: created })
    none.follow(none.inverse())
    assert.deepEqual(none.counts(), { created: 0, changed: 0, removed: 0 })
  })
})
