import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { describe, test } from 'node:test'
import { openEditions } from '../../src/database/open.ts'
import { Workplace } from '../cli/vitrine.ts'
import { exportOfVersion1, putVersion1 } from './version-1.ts'

const DATABASE = 'data/vitrine.db'

/** A place with a file of version 1 that was upgraded; the old one is beside it. */
async function upgraded(): Promise<Workplace> {
  const place = new Workplace()
  putVersion1(place.path(DATABASE))
  const { code, stderr } = await place.run(['migrate'])
  assert.equal(code, 0, stderr)
  return place
}

/** What a query gives in the old file, and in the new one. */
function inBoth(place: Workplace, sql: string) {
  return [`${DATABASE}.version-1`, DATABASE].map((name) => {
    using db = new DatabaseSync(place.path(name), { readOnly: true })
    return db.prepare(sql).all()
  }) as [Record<string, unknown>[], Record<string, unknown>[]]
}

const CURRENT = (table: string) => `
  FROM ${table} JOIN stores s ON s.store = ${table}.store AND since <= s.edition AND until > s.edition`

describe('a file of version 1 that was upgraded', () => {
  for (const store of ['harbour', 'garden'] as const) {
    test(`exports of ${store} what the older program exported, line by line`, async () => {
      using place = await upgraded()
      const { stdout } = await place.run(['export', '--store', store])
      assert.deepEqual(stdout.split('\n'), exportOfVersion1(store).split('\n'))
    })
  }

  test('has every store with its settings, also those that have nothing', async () => {
    using place = await upgraded()
    const [before, after] = inBoth(place, 'SELECT store, settings FROM stores ORDER BY store')
    assert.deepEqual(after, before)
    await using editions = await openEditions(place.path(DATABASE))
    const found = new Map((await editions.list()).map(({ store, edition }) => [String(store.id), edition]))
    assert.deepEqual([...found.keys()], ['closed', 'empty', 'garden', 'harbour'])
    for (const [store, number] of [
      ['empty', 0],
      ['closed', 2],
    ] as const) {
      assert.deepEqual([found.get(store)!.number, found.get(store)!.productCount], [number, 0])
    }
  })

  test('counts its editions on, and says when they were published', async () => {
    using place = await upgraded()
    const sql = `SELECT s.store, e.edition, e.published_at, e.products, e.variants FROM stores s JOIN editions e
      ON e.store = s.store AND e.edition = s.edition WHERE e.products > 0 ORDER BY s.store`
    const [before, after] = inBoth(place, sql)
    assert.equal(before.length, 2)
    assert.deepEqual(
      after.map((row) => ({ ...row })),
      before.map((row) => ({ ...row, edition: (row.edition as number) + 1 })),
    )
  })

  test('gives everything the position that it had, also what is gone for now', async () => {
    using place = await upgraded()
    const sql = `SELECT p.* FROM positions p JOIN stores s ON s.store = p.store
      WHERE position < iif(kind = 'product', product_positions, variant_positions) AND s.store IN ('harbour', 'garden')
      ORDER BY p.store, kind, position`
    const [before, after] = inBoth(place, sql)
    assert.deepEqual(after, before)
  })

  test('sorts as before, ties included', async () => {
    using place = await upgraded()
    const [before, after] = inBoth(
      place,
      `SELECT orders.store, kind, name, positions ${CURRENT('orders')}
      WHERE s.store IN ('harbour', 'garden') AND name NOT LIKE 'highestPrice%' ORDER BY 1, 2, 3`,
    )
    assert.ok(before.length > 20)
    assert.deepEqual(after, before)
  })

  test('has nothing of the import that was cut off', async () => {
    using place = await upgraded()
    const [before, after] = inBoth(place, "SELECT count(*) AS count FROM positions WHERE store = 'harbour'")
    assert.ok((before[0]!.count as number) > 250 && (after[0]!.count as number) < 60)
    const [journaled, journaledNow] = inBoth(place, 'SELECT count(*) AS count FROM journal')
    assert.ok((journaled[0]!.count as number) > 0)
    assert.equal(journaledNow[0]!.count, 0)
  })

  test('takes its own exports for what it has', async () => {
    using place = await upgraded()
    for (const store of ['harbour', 'garden'] as const) {
      const { stdout } = await place.run(
        ['import', '-', '--store', store, '--replace', '--json'],
        {},
        exportOfVersion1(store),
      )
      assert.equal(JSON.parse(stdout).outcome, 'unchanged')
    }
  })

  test('holds what a new database holds that the exports were imported into', async () => {
    using place = await upgraded()
    for (const store of ['harbour', 'garden'] as const) {
      const made = ['import', '-', '--store', store, '--create', '--database', 'new.db']
      assert.equal((await place.run(made, {}, exportOfVersion1(store))).code, 0)
    }
    const terms = (name: string) => {
      using db = new DatabaseSync(place.path(name), { readOnly: true })
      return db
        .prepare(
          `SELECT postings.store, kind, term, size ${CURRENT('postings')} WHERE s.store IN ('harbour', 'garden')
          ORDER BY 1, 2, 3`,
        )
        .all()
    }
    assert.ok(terms('new.db').length > 100)
    assert.deepEqual(terms(DATABASE), terms('new.db'))
  })
})
