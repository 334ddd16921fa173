import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { BloomFilter } from '@vitrine/engine/index/bloom-filter'

describe('a Bloom filter', () => {
  test('has no text at first', () => {
    assert.equal(new BloomFilter().mayContain('a'), false)
  })

  test('has all added texts, and few false positives', () => {
    const filter = new BloomFilter()
    const textsFrom = (from: number) => Array.from({ length: 20_000 }, (_, index) => `thing ${from + index}`)
    for (const text of textsFrom(0)) filter.add(text)
    assert.ok(textsFrom(0).every((text) => filter.mayContain(text)))
    assert.ok(textsFrom(20_000).filter((text) => filter.mayContain(text)).length < 200)
  })
})
