import assert from 'node:assert/strict'
import { test } from 'node:test'
import { numberInName, publicationName } from '@vitrine/engine/edition/publication-name'

test('a name holds the number of its publication', () => {
  for (const number of [1, 35, 36, 1_000_000, 2_147_483_647]) {
    const name = publicationName({ number, publishedAt: '2026-11-23T10:00:00.000Z' })
    assert.equal(numberInName(name), number)
  }
})

test('the same number at another time has another name', () => {
  const [first, second] = ['2026-11-23T10:00:00.000Z', '2026-11-23T10:00:00.001Z'].map((publishedAt) =>
    publicationName({ number: 7, publishedAt }),
  )
  assert.notEqual(first, second)
})

test('a text that is no name has no number', () => {
  for (const text of ['', '7', '7-', '-mbx1k2ar', '0-mbx1k2ar', '7-MBX', '7-mbx-1', '7 -mbx', 'zzzzzzzzzz-1'])
    assert.equal(numberInName(text), undefined, text)
})
