import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fromSorted, toPostingList } from '@vitrine/engine/index/posting-list'
import { ValueColumn } from '@vitrine/engine/index/value-column'
import { runAtOnce } from '@vitrine/runtime/steps'
import fc from 'fast-check'
import { COMPLETE_ONLY } from '../quick.ts'

/** Pairs of a variant and its value; the product of a variant is a third of it, in another order. */
const PRODUCTS = 700
const productOf = (variant: number) => (Math.floor(variant / 3) * 7919) % PRODUCTS
const productOfVariant = Uint32Array.from({ length: PRODUCTS * 3 }, (_, variant) => productOf(variant))
const pairs = fc.uniqueArray(fc.tuple(fc.nat(PRODUCTS * 3 - 1), fc.integer({ min: -4, max: 6 })), {
  selector: ([variant]) => variant,
  maxLength: 500,
  size: 'max',
})
const positions = (most: number) =>
  fc.oneof(
    fc.constant(undefined),
    fc.array(fc.nat(most)),
    fc.array(fc.nat(most), { minLength: 400, maxLength: 900, size: 'max' }),
  )

function listsOf(pairs: readonly (readonly [position: number, value: number])[]) {
  return [...Map.groupBy(pairs, ([, value]) => value)].map(([value, same]) => ({
    value,
    postings: toPostingList(same.map(([position]) => position)),
  }))
}

test('the values of products are those that their matching variants have', { skip: COMPLETE_ONLY }, () => {
  fc.assert(
    fc.property(pairs, positions(PRODUCTS - 1), positions(PRODUCTS * 3 - 1), (pairs, products, variants) => {
      const column = runAtOnce(ValueColumn.build(listsOf(pairs), productOfVariant))
      const all = productOfVariant.map((_, variant) => variant)
      const counted = variants === undefined ? fromSorted(all) : toPostingList(variants)
      const { lowest, min, max } = runAtOnce(column.valuesOf(products && toPostingList(products), counted))
      const matching = pairs.filter(
        ([variant]) => (products?.includes(productOf(variant)) ?? true) && (variants?.includes(variant) ?? true),
      )
      const byProduct = Map.groupBy(matching, ([variant]) => productOf(variant))
      const expected = [...byProduct].sort(([a], [b]) => a - b).map(([, same]) => Math.min(...same.map(([, v]) => v)))
      assert.deepEqual([...lowest], expected)
      const values = matching.map(([, value]) => value)
      assert.deepEqual([min, max], [Math.min(...values), Math.max(...values)])
    }),
  )
})

test('a column of products needs no variants, and takes 12 bytes for a pair', () => {
  const lists = listsOf([
    [5, 20],
    [900_000, -3],
    [5, 10],
  ])
  lists.push({ value: 7, postings: toPostingList([]) })
  const column = runAtOnce(ValueColumn.build([...lists, { value: 20, postings: toPostingList([7]) }]))
  assert.equal(column.bytes, 4 * 12)
  const valuesOf = (products?: number[]) => {
    const { lowest, min, max } = runAtOnce(column.valuesOf(products && toPostingList(products)))
    return [[...lowest], min, max]
  }
  assert.deepEqual(valuesOf(), [[10, 20, -3], -3, 20])
  assert.deepEqual(valuesOf([5]), [[10], 10, 20])
  assert.deepEqual(valuesOf([4, 6, 8]), [[], Infinity, -Infinity])
})
