import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SLUG_LIMIT, UniqueSlugs } from '@vitrine/catalog/native/identifiers'
import fc from 'fast-check'
import { firstFree } from '../../first-free.ts'
import { COMPLETE_ONLY } from '../../quick.ts'

test('a made slug is the first free one', () => {
  const steps = fc.array(fc.tuple(fc.boolean(), fc.constantFrom('a', 'a-2', 'a-3', 'a-2-2', 'b')))
  fc.assert(
    fc.property(steps, (all) => {
      const slugs = new UniqueSlugs()
      const model = new Map<string, number>()
      for (const [line, [given, name]] of all.entries()) {
        const slug = given ? name : firstFree(name, (candidate) => model.has(candidate))
        if (given) assert.equal(slugs.claim(name, line), model.get(name))
        else assert.equal(slugs.make(name, line), slug)
        if (!model.has(slug)) model.set(slug, line)
      }
    }),
  )
})

test('a hundred thousand products with one name take linear time', { skip: COMPLETE_ONLY }, () => {
  const slugs = new UniqueSlugs()
  for (let line = 1; line < 100_000; line++) slugs.make('Shirt', line)
  assert.equal(slugs.make('Shirt', 1), 'shirt-100000')
})

test('made slugs keep within the limit and consist of whole characters', () => {
  const slugs = new UniqueSlugs()
  const name = `${'x'.repeat(SLUG_LIMIT - 11)}\u{20000}\u{20000}`
  const first = slugs.make(name, 1)
  assert.ok(first.isWellFormed())
  assert.ok(slugs.make(name, 2).length <= SLUG_LIMIT)
})
