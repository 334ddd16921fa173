import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ContentChanges, ContentVersions } from '@vitrine/engine/edition/content-versions'
import type { EditionSummary } from '@vitrine/engine/edition/rows'
import type { RowChange } from '@vitrine/engine/edition/storage'

const edition = (number: number): EditionSummary => ({
  ...{ number, publishedAt: `2026-01-0${number + 1}T00:00:00.000Z` },
  ...{ productCount: 10 + number, variantCount: 20 },
})

/** The versions of an edition, after that of the one before it and these changes. */
function after(before: ContentVersions, number: number, ...changes: RowChange[]): ContentVersions {
  const noted = new ContentChanges()
  for (const change of changes) noted.note(change)
  return new ContentVersions(edition(number), before.after(noted, edition(number)))
}

const lists = (...chunks: string[]): RowChange => ({
  put: 'postings',
  rows: chunks.map((chunk) => ['product', chunk, new Uint8Array()]),
})

/** The parts that are the same in both. */
function same(a: ContentVersions, b: ContentVersions, parts: readonly string[]): string[] {
  return parts.filter((part) => a.of(part) === b.of(part))
}

describe('the versions of the content of an edition', () => {
  const empty = new ContentVersions(edition(0), null)
  const PARTS = ['products', 'documents card', 'documents detail', 'orders product price:ASC', 'facet_values'] as const

  test('are new for the parts whose rows are written or ended', () => {
    const first = after(empty, 1, { put: 'products', rows: [[0, '', 0]] })
    const second = after(
      first,
      2,
      { put: 'documents', rows: [['card', 0, '{}']] },
      { end: 'facet_values', group: [], items: ['label:shoes'] },
      { journal: 'product', run: 0, positions: new Uint32Array() },
    )
    assert.deepEqual(same(empty, first, PARTS), PARTS.slice(1))
    assert.deepEqual(same(first, second, PARTS), ['products', 'documents detail', 'orders product price:ASC'])
  })

  test('are new for the lists that changed, and for their prefix', () => {
    const all = ['postings product label:a', 'postings product label:b', 'postings variant label:a']
    const prefixes = ['postings product label', 'postings product price', 'postings variant label']
    const first = after(empty, 1, lists('label:a', 'label:b'))
    const second = after(first, 2, lists('label:a', 'label:a 0000f000'))
    const third = after(second, 3, lists('price:1'))
    assert.deepEqual(same(first, second, [...all, ...prefixes]), [...all.slice(1), ...prefixes.slice(1)])
    assert.deepEqual(same(second, third, [...all, ...prefixes]), [...all, prefixes[0], prefixes[2]])
    assert.deepEqual(same(first, third, all), all.slice(1))
  })

  test('are new for all lists of a prefix if many have changed, at once or one by one', () => {
    const many = Array.from({ length: 65 }, (_, number) => `label:${number}`)
    const first = after(empty, 1, lists('label:other', ...many.slice(0, 2)))
    assert.deepEqual(same(first, after(first, 2, lists(...many)), ['postings product label:other']), [])
    let versions = first
    for (const [index, chunk] of many.slice(0, 62).entries()) versions = after(versions, 2 + index, lists(chunk))
    assert.deepEqual(same(first, versions, ['postings product label:other']), ['postings product label:other'])
    for (const chunk of many.slice(62)) versions = after(versions, 9, lists(chunk))
    assert.deepEqual(same(first, versions, ['postings product label:other']), [])
  })

  test('differ for what is no row: the edition itself, and its numbers of products and variants', () => {
    const [first, second] = [after(empty, 1), after(empty, 2)]
    assert.deepEqual(same(first, second, ['edition', 'counts', 'products']), ['products'])
    assert.deepEqual(same(first, after(empty, 1), ['edition', 'counts']), ['edition', 'counts'])
  })

  test('are those of the edition alone if nothing is known', () => {
    const unknown = new ContentVersions(edition(2), null)
    assert.deepEqual(same(empty, unknown, [...PARTS, 'postings product label:a']), [])
  })
})
