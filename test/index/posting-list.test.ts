import assert from 'node:assert/strict'
import { test } from 'node:test'
import { popcount } from '@vitrine/engine/index/bits'
import { decodePostings, encodePostings } from '@vitrine/engine/index/posting-codec'
import {
  contains,
  highestPosition,
  lowestPosition,
  maskInRange,
  positionsInRange,
  toDense,
  toPostingList,
  toSortedPositions,
} from '@vitrine/engine/index/posting-list'
import { chunksOf } from '@vitrine/engine/index/steps'
import { STEP } from '@vitrine/runtime/steps'
import fc from 'fast-check'
import { COMPLETE_ONLY } from '../quick.ts'
import { positions, sorted } from './posting-lists.ts'

test('a set has the positions that it was made of, once each, in order', () => {
  fc.assert(
    fc.property(positions, (values) => {
      const set = toPostingList(values)
      assert.deepEqual([...toSortedPositions(set)], sorted(values))
      assert.equal(set.size, new Set(values).size)
    }),
  )
})

test('a set is a bit set exactly where that takes no more memory than the list', () => {
  fc.assert(
    fc.property(positions, (values) => {
      const set = toPostingList(values)
      const words = set.size === 0 ? 0 : (Math.max(...values) >>> 5) + 1
      assert.equal('words' in set, set.size > 0 && set.size >= words)
    }),
  )
})

test('a set knows its positions, the lowest and the highest', () => {
  fc.assert(
    fc.property(positions, fc.nat(4100), (values, position) => {
      const made = toPostingList(values)
      for (const set of [made, toDense(made)]) {
        assert.equal(contains(set, position), values.includes(position))
        for (const value of values) assert.ok(contains(set, value))
        if (values.length === 0) continue
        assert.equal(lowestPosition(set), Math.min(...values))
        assert.equal(highestPosition(set), Math.max(...values))
      }
    }),
  )
})

test('a range of a set is read as positions or as a mask', { skip: COMPLETE_ONLY }, () => {
  fc.assert(
    fc.property(positions, fc.nat(200), fc.nat(200), fc.nat(4100), fc.integer({ min: 1, max: 32 }), (...args) => {
      const [values, from, words, first, count] = args
      const set = toPostingList(values)
      const [start, end] = [from * 32, (from + words) * 32]
      assert.deepEqual(
        [...positionsInRange(set, start, new Uint32Array(end - start))],
        sorted(values.filter((position) => position >= start && position < end)),
      )
      const mask = Array.from({ length: count }, (_, index) => 2 ** index)
        .filter((_, index) => contains(set, first + index))
        .reduce((sum, bit) => sum + bit, 0)
      assert.equal(maskInRange(set, first, count) >>> 0, mask)
    }),
  )
})

test('the chunks of a set together are the set, and none is longer than a step', { skip: COMPLETE_ONLY }, () => {
  for (const every of [1, 3, 100]) {
    const values = Uint32Array.from({ length: 50_000 }, (_, index) => index * every)
    const chunks = [...chunksOf(toPostingList(values)).map((chunk) => [...chunk])]
    assert.ok(chunks.length > 1 && chunks.every(({ length }) => length <= STEP))
    assert.deepEqual(chunks.flat(), [...values])
  }
})

test('a set is the same after it was encoded and decoded, wherever its bytes lie', () => {
  fc.assert(
    fc.property(positions, fc.nat(3), (values, shift) => {
      const set = toPostingList(values)
      const bytes = encodePostings(set)
      const moved = new Uint8Array(bytes.length + shift)
      moved.set(bytes, shift)
      assert.deepEqual([...toSortedPositions(decodePostings(moved.subarray(shift), set.size))], sorted(values))
    }),
  )
})

test('the stored form of a set is fixed', () => {
  assert.deepEqual([...encodePostings(toPostingList([1, 300]))], [0, 0, 0, 0, 1, 0, 0, 0, 44, 1, 0, 0])
  assert.deepEqual([...encodePostings(toPostingList([0, 1, 31]))], [1, 0, 0, 0, 3, 0, 0, 128])
})

test('damaged bytes are refused', () => {
  assert.throws(() => decodePostings(Uint8Array.of(9, 0, 0, 0), 0), /damaged/)
  assert.throws(() => decodePostings(encodePostings(toPostingList([1, 300])), 3), /damaged/)
})

test('popcount counts the bits of any word', () => {
  fc.assert(fc.property(fc.integer(), (word) => popcount(word) === (word >>> 0).toString(2).replaceAll('0', '').length))
})
