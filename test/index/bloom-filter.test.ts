import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { BloomFilter } from '../../src/index/bloom-filter.ts'

describe('texts that were seen', () => {
  test('are none at first', () => {
    assert.equal(new BloomFilter().mayContain('a'), false)
  })

  test('are never forgotten, and few others are mistaken for them', () => {
    const seen = new BloomFilter()
    const textsFrom = (from: number) => Array.from({ length: 20_000 }, (_, index) => `thing ${from + index}`)
    for (const text of textsFrom(0)) seen.add(text)
    assert.ok(textsFrom(0).every((text) => seen.mayContain(text)))
    assert.ok(textsFrom(20_000).filter((text) => seen.mayContain(text)).length < 200)
  })
})
