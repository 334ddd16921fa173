import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Kind, Term } from '@vitrine/engine/edition/term'
import { toPostingList, toSortedPositions } from '@vitrine/engine/index/posting-list'
import { type PostingChange, PostingStaging, type TermChanges } from '@vitrine/engine/publish/posting-staging'
import fc from 'fast-check'

const change = (kind: Kind, term: Term, added: readonly number[], removed: readonly number[] = []): PostingChange => ({
  kind,
  term,
  added: toPostingList(added),
  removed: toPostingList(removed),
})

const shown = ({ kind, term, added, removed }: PostingChange) => [
  kind,
  term,
  [...toSortedPositions(added)],
  [...toSortedPositions(removed)],
]

function listsOf(staging: PostingStaging): TermChanges[] {
  const lists: TermChanges[] = []
  for (const batch of staging.batches()) lists.push(...batch)
  return lists
}

describe('staged posting changes', () => {
  test('come back sorted by list, those of one list in the order of adding', () => {
    using staging = new PostingStaging()
    const many = Array.from({ length: 5_000 }, (_, index) => index * 3)
    staging.add([
      change('variant', 'label:z', [1]),
      change('product', 'label:é', [1, 2]),
      change('product', 'label:z', many, [9_000]),
    ])
    staging.add([change('product', 'label:z', [7], [1]), change('product', 'label:\\x41', [4])])
    staging.add([change('product', 'label:é', [], [2])])
    assert.deepEqual(
      listsOf(staging).map((changes) => changes.map(shown)),
      [
        [['product', 'label:\\x41', [4], []]],
        [
          ['product', 'label:z', many, [9_000]],
          ['product', 'label:z', [7], [1]],
        ],
        [
          ['product', 'label:é', [1, 2], []],
          ['product', 'label:é', [], [2]],
        ],
        [['variant', 'label:z', [1], []]],
      ],
    )
  })

  test('of prefix lists come back only as removals, on request', () => {
    using staging = new PostingStaging()
    staging.add([change('product', 'nameprefix:sh', [], [3]), change('product', 'name:shirt', [], [3])])
    staging.add([change('product', 'nameprefix:sh', [], [4, 5])])
    assert.deepEqual(
      staging.prefixRemovals('product', 'nameprefix:sh').map((removed) => [...toSortedPositions(removed)]),
      [[3], [4, 5]],
    )
    assert.deepEqual(staging.prefixRemovals('variant', 'nameprefix:sh'), [])
    assert.deepEqual(
      listsOf(staging).map(([first]) => first.term),
      ['name:shirt'],
    )
  })

  test('come back complete, whatever they are', () => {
    const positions = fc.uniqueArray(fc.nat(100_000), { maxLength: 50 })
    const term = fc.string({ unit: 'grapheme', maxLength: 8 }).map((word): Term => `text:${word}`)
    const kind = fc.constantFrom<Kind>('product', 'variant')
    const runs = fc.array(fc.array(fc.tuple(kind, term, positions, positions), { maxLength: 20 }), { maxLength: 6 })
    fc.assert(
      fc.property(runs, (arbitraryRuns) => {
        using staging = new PostingStaging()
        const changes = arbitraryRuns.map((run) =>
          run.map(([kind, term, added, removed]) => change(kind, term, added, removed)),
        )
        for (const run of changes) staging.add(run)
        const key = ({ kind, term }: PostingChange) => `${kind} ${term}`
        const expected = Map.groupBy(changes.flat(), key)
        const lists = listsOf(staging)
        assert.equal(lists.length, expected.size)
        for (const list of lists) assert.deepEqual(list.map(shown), expected.get(key(list[0]))!.map(shown))
      }),
    )
  })
})
