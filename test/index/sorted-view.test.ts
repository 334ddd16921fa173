import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { NO_POSTINGS, toPostingList } from '@vitrine/engine/index/posting-list'
import { SortOrder } from '@vitrine/engine/index/sort-order'
import { SortedView } from '@vitrine/engine/index/sorted-view'
import { runAtOnce } from '@vitrine/runtime/steps'
import fc from 'fast-check'
import { COMPLETE_ONLY } from '../quick.ts'

/** An order of so many positions without runs. */
const shuffled = (count: number) => Array.from({ length: count }, (_, rank) => (rank * 7919) % count)

describe('a slice of a set in a sort order', () => {
  const permutation = fc.uniqueArray(fc.nat(3000), { minLength: 1, maxLength: 700 })

  test('is the slice of the sorted set, for sparse and dense sets and any offset', () => {
    fc.assert(
      fc.property(
        permutation,
        fc.array(fc.nat()),
        fc.nat(800),
        fc.integer({ min: 1, max: 100 }),
        (order, picks, offset, limit) => {
          const chosen = picks.length % 3 === 0 ? order : picks.map((pick) => order[pick % order.length]!)
          const expected = order.filter((position) => chosen.includes(position)).slice(offset, offset + limit)
          assert.deepEqual([...viewOf(chosen, order).slice(offset, limit)], expected)
        },
      ),
    )
  })

  test('is the same for few positions among many', () => {
    const order = shuffled(20_000)
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.nat(19_999), { maxLength: 40 }),
        fc.nat(45),
        fc.integer({ min: 1, max: 20 }),
        (chosen, offset, limit) => {
          const expected = order.filter((position) => chosen.includes(position)).slice(offset, offset + limit)
          assert.deepEqual([...viewOf(chosen, order).slice(offset, limit)], expected)
        },
      ),
      { numRuns: 50 },
    )
  })

  test('is the same for many positions among many', () => {
    const order = shuffled(20_000)
    const expected = order.filter((position) => position % 7 < 5)
    const view = viewOf(expected, order)
    fc.assert(
      fc.property(fc.nat(expected.length + 5), fc.integer({ min: 1, max: 100 }), (offset, limit) => {
        assert.deepEqual([...view.slice(offset, limit)], expected.slice(offset, offset + limit))
      }),
    )
  })

  test('is the same in an order of long runs, as appending to a catalog makes', () => {
    const lengths = fc.array(fc.integer({ min: 40, max: 300 }), { minLength: 1, maxLength: 12 })
    const picks = fc.array(fc.nat(3599), { maxLength: 1500 })
    fc.assert(
      fc.property(
        lengths,
        fc.boolean(),
        picks,
        fc.nat(2000),
        fc.integer({ min: 1, max: 100 }),
        (lengths, newestFirst, picks, offset, limit) => {
          let next = 0
          const runs = lengths.map((length) => Array.from({ length }, () => next++))
          const order = (newestFirst ? runs.toReversed() : runs).flat()
          const chosen = new Set(picks.map((pick) => order[pick % order.length]!))
          const expected = order.filter((position) => chosen.has(position)).slice(offset, offset + limit)
          assert.deepEqual([...viewOf(chosen, order).slice(offset, limit)], expected)
        },
      ),
      { numRuns: 300 },
    )
  })

  test('is empty beyond the end', () => {
    assert.deepEqual([...viewOf([2], [2]).slice(1, 20)], [])
    assert.deepEqual([...viewOf([2], [2]).slice(Number.MAX_SAFE_INTEGER, 20)], [])
    assert.deepEqual([...new SortedView(NO_POSTINGS, new SortOrder(Uint32Array.of(2))).slice(0, 20)], [])
  })
})

describe('the cost of a slice', () => {
  const PAGE = 20
  const order = shuffled(100_000)
  const lists = {
    'a dense set': order.filter((position) => position % 3 === 0),
    'a sparse set': order.filter((position) => position % 40 === 0),
  }
  for (const [name, expected] of Object.entries(lists)) {
    test(`near the start is that of a few steps along the order, for ${name}`, () => {
      const counting = new CountingOrder(order)
      const view = new SortedView(toPostingList(expected), counting)
      assert.deepEqual([...view.slice(0, PAGE)], expected.slice(0, PAGE))
      const stepsToPageEnd = order.indexOf(expected[PAGE - 1]!) + 1
      assert.equal(counting.ranksUsed, 0)
      // The positions of the page are read once more.
      assert.equal(counting.positionsRead, stepsToPageEnd + PAGE)
    })

    test(`at the end does not depend on the offset, for ${name}`, () => {
      const counting = new CountingOrder(order)
      const view = new SortedView(toPostingList(expected), counting)
      for (let page = 1; page <= 3; page++) {
        const offset = expected.length - page * PAGE
        assert.deepEqual([...view.slice(offset, PAGE)], expected.slice(offset, offset + PAGE))
        // The ranks are sorted once; from then on only the page is read.
        assert.equal(counting.ranksUsed, 1)
        assert.equal(counting.positionsRead, page * PAGE)
      }
    })
  }
})

test('ranks built in steps are those built at once', { skip: COMPLETE_ONLY }, () => {
  const positions = Uint32Array.from({ length: 1_200_000 }, (_, rank) => 1_200_007 - rank)
  const order = new SortOrder(positions)
  assert.ok([...order.buildRanks()].length > 20)
  const ranks = order.ranks
  for (let position = 0; position < ranks.length; position++)
    assert.equal(ranks[position], position < 8 ? 0xffffffff : 1_200_007 - position)
  assert.equal(runAtOnce(order.buildRanks()).length, ranks.length)
})

function viewOf(chosen: Iterable<number>, order: readonly number[]): SortedView {
  return new SortedView(toPostingList(chosen), new SortOrder(Uint32Array.from(order)))
}

/** Counts how often a position of the order is read, and its ranks are asked for. */
class CountingOrder extends SortOrder {
  positionsRead = 0
  ranksUsed = 0

  constructor(order: readonly number[]) {
    const counter: { order?: CountingOrder } = {}
    const positions = new Proxy(Uint32Array.from(order), {
      get(target, key) {
        if (typeof key === 'string' && /^\d+$/.test(key) && counter.order) counter.order.positionsRead++
        return Reflect.get(target, key)
      },
    })
    super(positions)
    runAtOnce(this.buildRanks())
    assert.deepEqual(this.runs, [])
    counter.order = this
  }

  override get ranks(): Uint32Array {
    this.ranksUsed++
    return super.ranks
  }
}
