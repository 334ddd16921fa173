import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { decodePostings, encodePostings } from '../../src/index/posting-codec.ts'
import {
  applyChanges,
  complement,
  contains,
  filterByColumn,
  intersect,
  intersectionSize,
  lowestPosition,
  maskInRange,
  NO_POSTINGS,
  type PostingList,
  popcount,
  positionsInRange,
  subtract,
  toPostingList,
  toSortedPositions,
  union,
} from '../../src/index/set-algebra.ts'
import { SortedView, SortOrder } from '../../src/index/sort-order.ts'

/** Scattered positions make sparse sets; crowded ones, dense sets. */
const positions = fc.oneof(
  fc.array(fc.nat(5_000_000), { maxLength: 60 }),
  fc.array(fc.nat(90), { maxLength: 60 }),
  fc.array(fc.nat(4000), { minLength: 200, maxLength: 400 }),
)

const numbers = (set: PostingList) => [...toSortedPositions(set)]
const sorted = (values: Iterable<number>) => [...new Set(values)].sort((a, b) => a - b)

describe('sets of positions', () => {
  test('a set holds what it was made of, once each, in order', () => {
    fc.assert(
      fc.property(positions, (values) => {
        const set = toPostingList(values)
        assert.deepEqual(numbers(set), sorted(values))
        assert.equal(set.size, new Set(values).size)
      }),
    )
  })

  test('a set is kept as bits exactly where bits take no more room than the list', () => {
    fc.assert(
      fc.property(positions, (values) => {
        const set = toPostingList(values)
        const words = set.size === 0 ? 0 : (Math.max(...values) >>> 5) + 1
        assert.equal('words' in set, set.size > 0 && set.size >= words)
      }),
    )
  })

  test('intersect, unite and subtract agree with plain sets', () => {
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

  test('a set that a few positions leave and join is the one that is made anew', () => {
    fc.assert(
      fc.property(positions, positions, positions, (a, b, c) => {
        const [inB, inC] = [new Set(b), new Set(c)]
        const expected = sorted([...a.filter((p) => !inB.has(p) || inC.has(p)), ...c])
        assert.deepEqual(applyChanges(toPostingList(a), toPostingList(b), toPostingList(c)), toPostingList(expected))
      }),
    )
  })

  test('what is not in a set, below some position, is the rest', () => {
    fc.assert(
      fc.property(positions, fc.nat(4500), (values, extent) => {
        const inSet = new Set(values)
        const rest = Array.from({ length: extent }, (_, position) => position).filter(
          (position) => !inSet.has(position),
        )
        assert.deepEqual(complement(toPostingList(values), extent), toPostingList(rest))
      }),
    )
  })

  test('those of a set whose number in a column is within bounds are the ones that it is of', () => {
    const column = Uint32Array.from({ length: 5001 }, (_, position) => (position * 7919) % 1000)
    const few = fc.oneof(fc.array(fc.nat(5000), { maxLength: 60 }), fc.array(fc.nat(4000), { minLength: 200 }))
    fc.assert(
      fc.property(few, fc.nat(1000), fc.nat(1000), (values, min, max) => {
        const expected = sorted(values.filter((position) => column[position]! >= min && column[position]! <= max))
        assert.deepEqual(filterByColumn(toPostingList(values), column, min, max), toPostingList(expected))
      }),
    )
  })

  test('what two sets have in common is counted without being made', () => {
    fc.assert(
      fc.property(positions, positions, (a, b) => {
        const [x, y] = [toPostingList(a), toPostingList(b)]
        assert.equal(intersectionSize(x, y), intersect(x, y).size)
      }),
    )
  })

  test('a set gives a part of its positions, and a run of them as bits', () => {
    fc.assert(
      fc.property(positions, fc.nat(200), fc.nat(200), fc.nat(4100), fc.integer({ min: 1, max: 32 }), (...given) => {
        const [values, from, words, first, count] = given
        const set = toPostingList(values)
        const [start, end] = [from * 32, (from + words) * 32]
        assert.deepEqual(
          [...positionsInRange(set, start, new Uint32Array(end - start))],
          sorted(values.filter((position) => position >= start && position < end)),
        )

        const run = Array.from({ length: count }, (_, index) => first + index)
        const bits = run.reduce((sum, position, index) => (contains(set, position) ? sum + 2 ** index : sum), 0)
        assert.equal(maskInRange(set, first, count) >>> 0, bits)
      }),
    )
  })

  test('a set tells what it has, and what is the first of it', () => {
    fc.assert(
      fc.property(positions, fc.nat(4100), (values, position) => {
        const set = toPostingList(values)
        assert.equal(contains(set, position), values.includes(position))
        for (const value of values) assert.ok(contains(set, value))
        if (values.length > 0) assert.equal(lowestPosition(set), Math.min(...values))
      }),
    )
  })

  test('the result of an operation is kept the way a set made of its positions is', () => {
    fc.assert(
      fc.property(positions, positions, (a, b) => {
        for (const result of [intersect, union, subtract].map((operate) =>
          operate(toPostingList(a), toPostingList(b)),
        )) {
          assert.deepEqual(result, toPostingList(numbers(result)))
        }
      }),
    )
  })

  test('what one operation gave is not touched by the next', () => {
    const operations = [intersect, union, subtract]
    fc.assert(
      fc.property(positions, positions, positions, positions, (...given) => {
        const [a, b, c, d] = given.map(toPostingList) as [PostingList, PostingList, PostingList, PostingList]
        const first = operations.map((operate) => operate(a, b))
        const before = first.map(numbers)
        for (const operate of operations) operate(operate(c, d), operate(b, c))
        assert.deepEqual(first.map(numbers), before)
      }),
    )
  })

  test('popcount counts the bits of any word', () => {
    fc.assert(
      fc.property(fc.integer(), (word) => popcount(word) === (word >>> 0).toString(2).replaceAll('0', '').length),
    )
  })
})

describe('bytes', () => {
  test('a set comes back from its bytes, wherever they lie', () => {
    fc.assert(
      fc.property(positions, fc.nat(3), (values, shift) => {
        const set = toPostingList(values)
        const bytes = encodePostings(set)
        const moved = new Uint8Array(bytes.length + shift)
        moved.set(bytes, shift)
        assert.deepEqual(numbers(decodePostings(moved.subarray(shift), set.size)), numbers(set))
      }),
    )
  })

  test('the form of a set on disk is fixed', () => {
    assert.deepEqual([...encodePostings(toPostingList([1, 300]))], [0, 0, 0, 0, 1, 0, 0, 0, 44, 1, 0, 0])
    assert.deepEqual([...encodePostings(toPostingList([0, 1, 31]))], [1, 0, 0, 0, 3, 0, 0, 128])
  })

  test('damaged bytes are refused', () => {
    assert.throws(() => decodePostings(Uint8Array.of(9, 0, 0, 0), 0), /damaged/)
    assert.throws(() => decodePostings(encodePostings(toPostingList([1, 300])), 3), /damaged/)
  })
})

describe('orders', () => {
  const permutation = fc.uniqueArray(fc.nat(3000), { minLength: 1, maxLength: 700 })

  test('a slice is what sorting the set and cutting it gives, for sparse and dense sets and any offset', () => {
    fc.assert(
      fc.property(
        permutation,
        fc.array(fc.nat()),
        fc.nat(800),
        fc.integer({ min: 1, max: 100 }),
        (ranked, picks, offset, limit) => {
          const order = new SortOrder(Uint32Array.from(ranked))
          const chosen = picks.length % 3 === 0 ? ranked : picks.map((pick) => ranked[pick % ranked.length]!)
          const expected = ranked.filter((position) => chosen.includes(position)).slice(offset, offset + limit)
          assert.deepEqual([...new SortedView(toPostingList(chosen), order).slice(offset, limit)], expected)
        },
      ),
    )
  })

  test('a slice of few among many is the same', () => {
    const ranked = Array.from({ length: 20_000 }, (_, rank) => (rank * 7919) % 20_000)
    const order = new SortOrder(Uint32Array.from(ranked))
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.nat(19_999), { maxLength: 40 }),
        fc.nat(45),
        fc.integer({ min: 1, max: 20 }),
        (chosen, offset, limit) => {
          const expected = ranked.filter((position) => chosen.includes(position)).slice(offset, offset + limit)
          assert.deepEqual([...new SortedView(toPostingList(chosen), order).slice(offset, limit)], expected)
        },
      ),
      { numRuns: 50 },
    )
  })

  test('a slice of many among many is the same, at any offset', () => {
    const ranked = Array.from({ length: 20_000 }, (_, rank) => (rank * 7919) % 20_000)
    const chosen = new Set(ranked.filter((position) => position % 7 < 5))
    const expected = ranked.filter((position) => chosen.has(position))
    const made = new SortedView(toPostingList(chosen), new SortOrder(Uint32Array.from(ranked)))
    fc.assert(
      fc.property(fc.nat(expected.length + 5), fc.integer({ min: 1, max: 100 }), (offset, limit) => {
        assert.deepEqual([...made.slice(offset, limit)], expected.slice(offset, offset + limit))
      }),
    )
  })

  test('a slice is the same where the order is made of long runs', () => {
    // Blocks of neighbours, of lengths that end anywhere in a word, in any order: what appending to a catalog gives.
    const blocks = fc.array(fc.integer({ min: 40, max: 300 }), { minLength: 1, maxLength: 12 })
    const picks = fc.array(fc.nat(3599), { maxLength: 1500 })
    fc.assert(
      fc.property(
        blocks,
        fc.boolean(),
        picks,
        fc.nat(2000),
        fc.integer({ min: 1, max: 100 }),
        (lengths, newestFirst, chosen, offset, limit) => {
          let next = 0
          const runs = lengths.map((length) => Array.from({ length }, () => next++))
          const ranked = (newestFirst ? runs.toReversed() : runs).flat()
          const set = new Set(chosen.map((pick) => ranked[pick % ranked.length]!))
          const expected = ranked.filter((position) => set.has(position)).slice(offset, offset + limit)
          const order = new SortOrder(Uint32Array.from(ranked))
          assert.deepEqual([...new SortedView(toPostingList(set), order).slice(offset, limit)], expected)
        },
      ),
      { numRuns: 300 },
    )
  })

  test('ranks made in steps are those made at once', async () => {
    const positions = Uint32Array.from({ length: 1_200_000 }, (_, rank) => 1_200_007 - rank)
    const inSteps = new SortOrder(positions)
    await Promise.all([inSteps.buildRanks(), inSteps.buildRanks()])
    assert.equal(
      Buffer.compare(Buffer.from(inSteps.ranks.buffer), Buffer.from(new SortOrder(positions).ranks.buffer)),
      0,
    )
  })

  test('a slice beyond the end is empty', () => {
    assert.deepEqual([...new SortedView(toPostingList([2]), new SortOrder(Uint32Array.of(2))).slice(1, 20)], [])
    assert.deepEqual([...new SortedView(NO_POSTINGS, new SortOrder(Uint32Array.of(2))).slice(0, 20)], [])
    assert.deepEqual(
      [...new SortedView(toPostingList([2]), new SortOrder(Uint32Array.of(2))).slice(Number.MAX_SAFE_INTEGER, 20)],
      [],
    )
  })
})
