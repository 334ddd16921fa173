import assert from 'node:assert/strict'
import { test } from 'node:test'
import { storeId } from '../../src/catalog/store.ts'

test('a store id is 1–64 letters, digits, hyphens and underscores', () => {
  for (const value of ['a', 'Demo_1-x', 'x'.repeat(64)]) assert.equal(storeId(value), value)
  for (const value of ['', 'x'.repeat(65), 'a b', 'a/b', 'ä', 'a\n', 'a.b']) assert.equal(storeId(value), undefined)
})
