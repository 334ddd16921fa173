import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type PostingList, toPostingList } from '@vitrine/engine/index/posting-list'
import { BoundedCache, type Memory } from '@vitrine/engine/serve/bounded-cache'

const list = (length: number) => toPostingList(Array.from({ length }, (_, index) => index * 100))
const itself = (value: Memory) => value

describe('a bounded cache', () => {
  test('counts a posting list once, however many entries have it', () => {
    const cache = new BoundedCache(100_000)
    const shared = list(1000)
    cache.set('a', { bytes: 0, lists: [shared] }, itself)
    const one = cache.use.bytes
    cache.set('b', { bytes: 0, lists: [shared, shared] }, itself)
    assert.ok(one > 4000)
    assert.ok(cache.use.bytes < one + 4000, `${cache.use.bytes - one} more bytes for an entry with the same list`)
  })

  test('counts what an entry has grown by', () => {
    const cache = new BoundedCache(100_000)
    const lists: PostingList[] = []
    cache.set('a', { bytes: 0, lists }, itself)
    const empty = cache.use.bytes
    cache.peek('a')
    lists.push(list(1000))
    assert.equal(cache.use.bytes, empty + 4000)
  })

  test('makes room for an entry that has grown, and counts nothing of what left', () => {
    const cache = new BoundedCache(20_000)
    const lists: PostingList[] = []
    const shared = list(500)
    cache.set('old', { bytes: 0, lists: [shared] }, itself)
    cache.set('new', { bytes: 0, lists }, itself)
    assert.equal(cache.use.entries, 2)
    cache.peek('new')
    lists.push(shared, list(4200))
    assert.equal(cache.use.entries, 1)
    assert.ok(cache.use.bytes <= 20_000)
    assert.notEqual(cache.peek('new'), undefined)
    cache.clear()
    assert.deepEqual([cache.use.bytes, cache.use.entries], [0, 0])
  })

  test('keeps its other entries if a value is larger than the cache', () => {
    const cache = new BoundedCache(10_000)
    cache.set('small', { bytes: 100 }, itself)
    cache.set('large', { bytes: 0, lists: [list(5000)] }, itself)
    assert.deepEqual([cache.peek('large'), cache.use.entries], [undefined, 1])
  })
})
