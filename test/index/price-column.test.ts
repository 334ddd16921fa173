import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NO_POSTINGS, toPostingList, toSortedPositions } from '@vitrine/engine/index/posting-list'
import { PriceColumn } from '@vitrine/engine/index/price-column'
import fc from 'fast-check'

test('a set is filtered by price', () => {
  const priceOf = (position: number) => (position * 7919) % 1000
  const all = Array.from({ length: 5001 }, (_, position) => position)
  const column = new PriceColumn(all.length)
  for (const [price, variants] of Map.groupBy(all, priceOf)) column.add(toPostingList(variants), price)
  const positions = fc.oneof(fc.array(fc.nat(5000), { maxLength: 60 }), fc.array(fc.nat(4000), { minLength: 200 }))
  fc.assert(
    fc.property(positions, fc.nat(1000), fc.nat(1000), (values, min, max) => {
      const expected = values.filter((position) => priceOf(position) >= min && priceOf(position) <= max)
      assert.deepEqual(column.filter(toPostingList(values), min, max), toPostingList(expected))
    }),
  )
})

test('prices are exact to the cent, beyond 32 bits too, in whatever order they are added', () => {
  const prices = new PriceColumn(8)
  prices.add(toPostingList([3, 900]), 1990)
  prices.add(NO_POSTINGS, 5)
  prices.add(toPostingList([7]), 2 ** 40 + 1)
  prices.add(toPostingList([4]), 0)
  prices.add(toPostingList([5000]), 4_294_967_295)
  const all = toPostingList([3, 4, 7, 900, 5000])
  const within = (min: number, max: number) => [...toSortedPositions(prices.filter(all, min, max))]
  assert.deepEqual(within(1990, 1990), [3, 900])
  assert.deepEqual(within(1991, Number.POSITIVE_INFINITY), [7, 5000])
  assert.deepEqual(within(0, 2 ** 40), [3, 4, 900, 5000])
})
