import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { derivedId, uuid } from '@vitrine/catalog/uuid'
import fc from 'fast-check'

test('a UUID may be in upper or lower case, and becomes lower case', () => {
  assert.equal(uuid('6F0E1C9A-0D3B-4E5F-8A7B-1C2D3E4F5A6B'), '6f0e1c9a-0d3b-4e5f-8a7b-1c2d3e4f5a6b')
  const id = '6f0e1c9a-0d3b-4e5f-8a7b-1c2d3e4f5a6b'
  for (const value of [
    '',
    id.slice(1),
    `${id}0`,
    `{${id}}`,
    `urn:uuid:${id}`,
    id.replaceAll('-', ''),
    id.replace('f', 'g'),
    ` ${id}`,
    `${id}\n`,
  ]) {
    assert.equal(uuid(value), undefined, value)
  }
})

/** The namespace of derived ids. If it changed, all derived ids would change. */
const NAMESPACE = '6d1c7f0a52b34c869a5ef0c4d7a1b2e9'

test('a derived id is a UUID of version 5: SHA-1 of the namespace and the name, with version and variant set', () => {
  fc.assert(
    fc.property(fc.string(), fc.array(fc.string({ unit: 'grapheme' })), (store, key) => {
      const digest = createHash('sha1')
        .update(NAMESPACE, 'hex')
        .update([store, ...key].join('\0'))
        .digest()
      digest[6] = (digest[6]! & 0x0f) | 0x50
      digest[8] = (digest[8]! & 0x3f) | 0x80
      const id = derivedId(store, ...key)
      assert.equal(id.replaceAll('-', ''), digest.toString('hex', 0, 16))
      assert.equal(uuid(id), id)
      assert.match(id, /^.{8}-.{4}-5.{3}-[89ab].{3}-.{12}$/)
    }),
  )
})

test('derived ids never change, and differ between stores and keys', () => {
  assert.equal(derivedId('demo', 'product', 'shirt'), '28256d9a-0aa1-5a13-93bc-4288a8c4b53a')
  assert.notEqual(derivedId('demo', 'product', 'shirt'), derivedId('demo2', 'product', 'shirt'))
  assert.notEqual(derivedId('demo', 'product', 'shirt'), derivedId('demo', 'variant', 'shirt'))
  assert.notEqual(derivedId('demo', 'ab', 'c'), derivedId('demo', 'a', 'bc'))
})
