import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type PostingList, toDense, toPostingList, toSortedPositions } from '@vitrine/engine/index/posting-list'
import {
  applyChanges,
  intersect,
  intersectionSize,
  intersectionSizes,
  subtract,
  unionAll,
} from '@vitrine/engine/index/set-algebra'
import { runAtOnce } from '@vitrine/runtime/steps'
import fc from 'fast-check'
import { positions, sorted } from './posting-lists.ts'

const union = (...sets: PostingList[]) => unionAll(sets)
const numbers = (set: PostingList) => [...toSortedPositions(set)]

test('intersection, union and difference are those of plain sets', () => {
  fc.assert(
    fc.property(positions, positions, positions, (a, b, c) => {
      const [x, y, z] = [toPostingList(a), toPostingList(b), toPostingList(c)]
      const [inB, inC] = [new Set(b), new Set(c)]
      assert.deepEqual(numbers(intersect(x, y, z)), sorted(a.filter((p) => inB.has(p) && inC.has(p))))
      assert.deepEqual(numbers(intersect(z, x, y)), numbers(intersect(x, y, z)))
      assert.deepEqual(numbers(union(x, y, z)), sorted([...a, ...b, ...c]))
      assert.deepEqual(numbers(subtract(x, y)), sorted(a.filter((p) => !inB.has(p))))
    }),
  )
})

test('a changed set equals one made of the changed positions', () => {
  fc.assert(
    fc.property(positions, positions, positions, (a, removed, added) => {
      const [isRemoved, isAdded] = [new Set(removed), new Set(added)]
      const expected = sorted([...a.filter((p) => !isRemoved.has(p) || isAdded.has(p)), ...added])
      assert.deepEqual(
        applyChanges(toPostingList(a), toPostingList(removed), toPostingList(added)),
        toPostingList(expected),
      )
    }),
  )
})

test('the size of an intersection is counted without the intersection', () => {
  fc.assert(
    fc.property(positions, positions, (a, b) => {
      const [x, y] = [toPostingList(a), toPostingList(b)]
      assert.equal(intersectionSize(x, y), intersect(x, y).size)
    }),
  )
})

test('the sizes of many intersections are those of each', () => {
  fc.assert(
    fc.property(positions, fc.array(positions, { maxLength: 5 }), (values, others) => {
      const set = toPostingList(values)
      const lists = others.map(toPostingList)
      const expected = lists.map((list) => intersect(set, list).size)
      for (const form of [set, toDense(set)]) assert.deepEqual([...runAtOnce(intersectionSizes(form, lists))], expected)
    }),
  )
})

test('the result of an operation has the form of a set made of its positions', () => {
  fc.assert(
    fc.property(positions, positions, (a, b) => {
      for (const operation of [intersect, union, subtract]) {
        const result = operation(toPostingList(a), toPostingList(b))
        assert.deepEqual(result, toPostingList(numbers(result)))
      }
    }),
  )
})

test('an operation changes neither its operands nor earlier results', () => {
  const operations = [intersect, union, subtract]
  fc.assert(
    fc.property(positions, positions, positions, positions, (...args) => {
      const sets = args.map(toPostingList) as [PostingList, PostingList, PostingList, PostingList]
      const [a, b, c, d] = sets
      const results = operations.map((operation) => operation(a, b))
      const before = results.map(numbers)
      for (const operation of operations) operation(operation(c, d), operation(b, c))
      assert.deepEqual(results.map(numbers), before)
      assert.deepEqual(sets.map(numbers), args.map(sorted))
    }),
  )
})
