import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { verifyEdition } from '@vitrine/engine/edition/verify-edition'
import { SHIRT, TEAPOT } from '../cli/vitrine.ts'
import { DATABASES } from '../database/databases.ts'
import { rowsOf } from '../database/rows.ts'
import { loadAndSee, storeNamed } from '../loading.ts'

const A = storeNamed('a')

/** What a statement damages, and what is said of it. The store has the products 0 and 1, and the variants 0 to 2. */
const DAMAGES: readonly (readonly [sql: string, found: RegExp])[] = [
  [
    "DELETE FROM documents WHERE form = 'summary' AND position = 1",
    /^the product at position 1 has no document summary$/,
  ],
  [
    "UPDATE documents SET body = '{' WHERE form = 'detail' AND position = 1",
    /product at position 1 is not readable JSON$/,
  ],
  ['UPDATE variants SET product = 0 WHERE position = 2', /^the variant at position 2 has no document variant$/],
  ['DELETE FROM products WHERE position = 0', /^the product at position 0 has no row$/],
  ['DELETE FROM variants WHERE position = 2', /^the variant at position 2 has no row$/],
  [
    "DELETE FROM positions WHERE kind = 'product' AND position = 1",
    /^the id .* of the product at position 1 leads to nothing$/,
  ],
  [
    "DELETE FROM orders WHERE name = 'price:ASC' AND kind = 'product'",
    /^the order price:ASC has 0 products, 0 of them different, and 2 are/,
  ],
  ["DELETE FROM orders WHERE name = 'owner'", /^0 variants have a product, and 3 are expected$/],
  [
    "DELETE FROM postings WHERE kind = 'product' AND chunk = 'label:shirts'",
    /^label:shirts counts 1 products, and its list has 0$/,
  ],
  ["UPDATE facet_values SET name = '{' WHERE term = 'label:shirts'", /^the labels and options cannot be read: /],
]

async function all(sentences: AsyncIterable<string>): Promise<string[]> {
  const list: string[] = []
  for await (const sentence of sentences) list.push(sentence)
  return list
}

for (const { database, open, hasAddress, skip } of DATABASES)
  describe(`verifying an edition in ${database}`, { skip }, () => {
    test('finds nothing in an intact edition, or in one without products', async () => {
      await using opened = await open()
      await opened.catalogs.addStore(A)
      assert.deepEqual(await all(verifyEdition(await opened.catalogs.current(A.id))), [])
      await loadAndSee(opened, A.id, [SHIRT, TEAPOT])
      const read: number[] = []
      const found = verifyEdition(await opened.editions.current(A.id), (count) => read.push(count))
      assert.deepEqual([await all(found), read], [[], [2, 3]])
    })

    for (const [sql, expected] of hasAddress ? DAMAGES : [])
      test(`finds the damage of ${sql}`, async () => {
        await using opened = await open()
        await opened.catalogs.addStore(A)
        await loadAndSee(opened, A.id, [SHIRT, TEAPOT])
        await rowsOf(opened.address, sql)
        const found = await all(verifyEdition(await opened.editions.current(A.id)))
        assert.ok(
          found.some((sentence) => expected.test(sentence)),
          found.join('\n'),
        )
      })
  })
