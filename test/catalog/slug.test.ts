import assert from 'node:assert/strict'
import { test } from 'node:test'
import { slugify } from '@vitrine/catalog/slug'
import fc from 'fast-check'

const SLUGS: [string, string][] = [
  ['Linen Shirt', 'linen-shirt'],
  ['  Crème -- Brûlée! ', 'creme-brulee'],
  ["Men's l’été", 'mens-lete'],
  ['C++ & C#', 'c-c'],
  ['Größe 38,5', 'grosse-38-5'],
  ['Синяя рубашка', 'синяя-рубашка'],
  ['हिन्दी शर्ट', 'हिन्दी-शर्ट'],
  ['青いシャツ', '青いシャツ'],
  ['¡!', ''],
  ['', ''],
]

for (const [name, slug] of SLUGS) test(`the slug of “${name}” is “${slug}”`, () => assert.equal(slugify(name), slug))

test('a slug has no white space, no capitals and no hyphens at its ends, and slugify leaves it unchanged', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      const slug = slugify(name)
      assert.match(slug, /^(?!-)[^\s:/?#]*$/)
      assert.ok(!slug.endsWith('-'))
      assert.equal(slugify(slug), slug)
    }),
  )
})
