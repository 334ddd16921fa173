import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DocumentBuffer } from '@vitrine/engine/index/document-buffer'
import fc from 'fast-check'
import { COMPLETE_ONLY, cases } from '../quick.ts'

const KB = 1024
const MAX_BYTES = 1024 * KB

/** Documents of a kilobyte to a fifth of the buffer, so that new ones soon push others out. */
const STEP = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      set: fc.integer({ min: 1, max: 3 }),
      key: fc.oneof(fc.nat(30), fc.nat(0xffff_ffff)),
      length: fc.oneof(fc.nat(4 * KB), fc.nat(256 * KB + 10)),
    }),
  },
  { weight: 1, arbitrary: fc.record({ removed: fc.integer({ min: 1, max: 3 }), from: fc.nat(30) }) },
)

function nameOf(set: number, key: number): string {
  return `${set} ${key}`
}

test('gives each document as it was added or not at all, and what was added last, within its bytes', {
  skip: COMPLETE_ONLY,
}, () => {
  const steps = fc.array(STEP, { minLength: 1, maxLength: 60, size: 'max' })
  fc.assert(
    fc.property(steps, (all) => {
      const buffer = new DocumentBuffer(MAX_BYTES)
      const added = new Map<string, Buffer>()
      let count = 0
      for (const step of all) {
        if ('removed' in step) {
          buffer.remove(step.removed, 1, (key) => key >= step.from)
          for (let key = step.from; key <= 30; key++) assert.ok(!buffer.has(step.removed, key))
          continue
        }
        const { set, key, length } = step
        count++
        const document = Buffer.alloc(length, count)
        const before = buffer.get(set, key)
        buffer.add(set, key, document)
        if (!before && length < 256 * KB) {
          added.set(nameOf(set, key), document)
          assert.ok(buffer.has(set, key), 'the newest is there')
        }
        assert.ok(buffer.bytes <= MAX_BYTES)
        const there: number[] = []
        for (let other = 0; other <= 30; other++) {
          const copy = buffer.get(set, other)
          if (!copy) continue
          there.push(other)
          assert.ok(copy.equals(added.get(nameOf(set, other))!), `document ${other} of set ${set}`)
        }
        const keys = Uint32Array.from(there).reverse()
        const expected = [...keys].map((other) => added.get(nameOf(set, other))!.toString('latin1')).join()
        if (keys.length > 0) assert.equal(buffer.joined(set, keys)!.toString('latin1'), expected)
      }
    }),
    { numRuns: cases({ quick: 30, complete: 300 }) },
  )
})

test('copies neighbours together, and documents in any other order', () => {
  const buffer = new DocumentBuffer(MAX_BYTES)
  const texts = ['{"a":1}', '{"b":22}', '{"c":333}', '{"d":4444}']
  for (const [key, text] of texts.entries()) buffer.add(1, key, Buffer.from(`..${text}..`).subarray(2, -2))
  for (const keys of [[0, 1, 2, 3], [3, 2, 1, 0], [1, 2], [0, 2, 3], [2]])
    assert.equal(buffer.joined(1, Uint32Array.from(keys))!.toString(), keys.map((key) => texts[key]).join())
  assert.equal(buffer.joined(1, Uint32Array.of(0, 4)), undefined)
  assert.equal(buffer.joined(2, Uint32Array.of(0)), undefined)
})

test('has nothing without room for a segment', () => {
  for (const bytes of [0, 1, 100 * KB]) {
    const buffer = new DocumentBuffer(bytes)
    buffer.add(1, 1, Buffer.from('{}'))
    assert.equal(buffer.has(1, 1), false)
    assert.equal(buffer.get(1, 1), undefined)
    assert.equal(buffer.bytes, 0)
  }
})
