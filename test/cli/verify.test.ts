// Complete run only: it starts many processes.
import assert from 'node:assert/strict'
import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { describe, test } from 'node:test'
import { damageTable } from '../database/damage.ts'
import { getJson, SHIRT, TEAPOT, WorkingDirectory } from './vitrine.ts'

/** The header of a SQLite file has 100 bytes. The list of the tables follows. */
const AFTER_HEADER = 100

describe('vitrine verify', () => {
  test('finds nothing in a database that a server is using, and changes no file', async () => {
    using place = await new WorkingDirectory().withStore('a', [SHIRT, TEAPOT])
    const server = place.start(['serve', '--port', '0', '--metrics-port', '0'])
    const [, url] = await server.waitFor(/serving at (\S+);/)
    await getJson(`${url}/store/products`, { 'x-store-id': 'a' })
    const version = () => {
      using db = new DatabaseSync(place.path('data/vitrine.db'))
      return db.prepare('PRAGMA data_version').get()
    }
    const before = version()
    const { code, stdout, stderr } = await place.run(['verify'])
    assert.deepEqual(
      [code, stdout.split('\n'), stderr],
      [
        0,
        ['a: edition 1: 2 products, 3 variants: no damage found', './data/vitrine.db: no damage found in 1 store', ''],
        '',
      ],
    )
    assert.deepEqual(version(), before)
  })

  test('names the stores that a damaged page is of, and what to do', async () => {
    using place = await new WorkingDirectory().withStore('a', [SHIRT])
    damageTable(place.path('data/vitrine.db'), 'documents')
    const { code, stdout, stderr } = await place.run(['verify'])
    assert.equal(code, 1)
    assert.match(stdout, /^\.\/data\/vitrine\.db: database disk image is malformed$/m)
    assert.match(stdout, /^a: the products at positions 0 to 0 cannot be read: database disk image is malformed$/m)
    assert.match(
      stderr,
      /^vitrine: damage found in a; import nothing into \.\/data\/vitrine\.db\. Restore the newest backup/,
    )
    const json = JSON.parse((await place.run(['verify', '--json'])).stdout)
    assert.deepEqual([json.problems.length > 0, json.stores[0].problems.length > 0], [true, true])
  })

  test('tells a market by its store, which has its products', async () => {
    using place = await new WorkingDirectory().withStore('a', [SHIRT])
    await place.run(['store', 'set', 'a', '--currency', 'EUR'])
    await place.run(['market', 'add', 'a', 'de', '--language', 'de', '--currency', 'EUR'])
    assert.deepEqual((await place.run(['verify'])).stdout.split('\n'), [
      'a: edition 2: 1 product, 2 variants: no damage found',
      'market de of store a: edition 2: 1 product, 2 variants: no damage found',
      './data/vitrine.db: no damage found in 1 store',
      '',
    ])
    {
      using db = new DatabaseSync(place.path('data/vitrine.db'))
      db.exec("DELETE FROM documents WHERE store = 'a.de'")
    }
    const { code, stderr } = await place.run(['verify'])
    assert.equal(code, 1)
    assert.match(stderr, /^vitrine: damage found in market de of store a; .* and those of a from an export/s)
    const { stores } = JSON.parse((await place.run(['verify', '--json'])).stdout)
    assert.deepEqual(
      stores.map(({ store, market }: { store: string; market?: string }) => [store, market]),
      [
        ['a', undefined],
        ['a', 'de'],
      ],
    )
  })

  test('of a file that is too damaged to be opened says what to do', async () => {
    using place = await new WorkingDirectory().withStore('a', [SHIRT])
    const file = openSync(place.path('data/vitrine.db'), 'r+')
    writeSync(file, Buffer.alloc(1000, 0xff), 0, 1000, AFTER_HEADER)
    closeSync(file)
    const { code, stderr } = await place.run(['verify'])
    assert.deepEqual([code, /damage found; import nothing/.test(stderr)], [1, true])
  })

  test('of a file that is no database says what to do', async () => {
    using place = new WorkingDirectory()
    writeFileSync(place.path('notes.txt'), 'not a database')
    const { code, stdout, stderr } = await place.run(['verify', '--database', 'notes.txt'])
    const sentence =
      'vitrine: the database notes.txt cannot be used: file is not a database, or its beginning is damaged. ' +
      'Name another one with --database, or restore a backup in which `vitrine verify` finds no damage\n'
    assert.deepEqual([code, stdout, stderr], [1, '', sentence])
  })

  test('is what other commands name when they meet damage', async () => {
    using place = await new WorkingDirectory().withStore('a', [SHIRT])
    damageTable(place.path('data/vitrine.db'), 'documents')
    const hint = /malformed(, or the disk cannot read it)?\. `vitrine verify` says/
    for (const command of [
      ['export', '--store', 'a'],
      ['backup', 'copy.db'],
    ])
      assert.match((await place.run(command)).stderr, hint)
  })
})
