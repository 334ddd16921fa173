import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { verifyLog } from '@vitrine/engine/edition/verify-log'
import { SHIRT, TEAPOT } from '../cli/vitrine.ts'
import { collected } from '../convert/reading.ts'
import { SHARED_DATABASES } from '../database/databases.ts'
import { rowsOf } from '../database/rows.ts'
import { load, storeNamed } from '../loading.ts'

const A = storeNamed('a')

/** What a statement damages, and what is said of it. There are the publications 1 to 3, of the editions 1 to 3. */
const DAMAGES: readonly (readonly [sql: string, found: string])[] = [
  ['DELETE FROM publications WHERE number = 3', 'the newest publication, 2, is of edition 2, and edition 3 is current'],
  ['DELETE FROM publications WHERE number = 2', 'publication 3 follows publication 1'],
  ['DELETE FROM publications', 'no publication is of edition 3, which is current'],
  [
    'UPDATE publications SET edition = 1 WHERE number = 2',
    'publication 3 begins at edition 2, and the one before it ends at edition 1',
  ],
  [
    'UPDATE publications SET created = 7 WHERE number = 1',
    'publication 1 counts 7 products created, 0 changed and 0 removed, and its lists have 1, 0 and 0',
  ],
  [
    "DELETE FROM positions WHERE position = 0 AND kind = 'product'",
    'the log of publications names a product at position 0, which has no id',
  ],
]

for (const { database, open, skip } of SHARED_DATABASES)
  describe(`verifying the log of publications in ${database}`, { skip }, () => {
    for (const [sql, expected] of DAMAGES)
      test(`finds the damage of ${sql}, unless the store was published meanwhile`, async () => {
        await using opened = await open()
        await opened.catalogs.addStore(A)
        for (const products of [[SHIRT], [TEAPOT], [{ ...SHIRT, name: 'Skirt' }]])
          await load(opened.catalogs, A.id, products)
        const edition = await opened.catalogs.current(A.id)
        const found = async (isCurrent: boolean) => await collected(verifyLog(edition, async () => isCurrent))
        assert.deepEqual(await found(true), [])
        await rowsOf(opened.address, sql)
        assert.ok((await found(true)).includes(expected), (await found(true)).join('\n'))
        assert.equal((await found(false)).includes(expected), !expected.endsWith('is current'))
      })

    test('finds lists that cannot be read', async () => {
      await using opened = await open()
      await opened.catalogs.addStore(A)
      await load(opened.catalogs, A.id, [SHIRT, TEAPOT])
      const bytes = database === 'postgres' ? "'\\x000000000300'::bytea" : "x'000000000300'"
      await rowsOf(opened.address, `UPDATE publications SET changes = ${bytes}`)
      const edition = await opened.catalogs.current(A.id)
      const found = await collected(verifyLog(edition, async () => true))
      assert.equal(found.length, 1)
      assert.match(found[0]!, /^the products of publication 1 cannot be read: .* is damaged/)
    })
  })
