import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmodSync, existsSync, linkSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, test } from 'node:test'
import { promisify } from 'node:util'
import { addGardens, change, exportOfVersion1, putVersion1 } from '../database/version-1.ts'
import { freshDatabase, noDatabases } from '../postgres/databases.ts'
import { query } from '../postgres/sql.ts'
import { getJson, lines, SHIRT, surroundings, Workplace } from './vitrine.ts'

const DATABASE = 'data/vitrine.db'
const RUN_MIGRATE = /its schema has version 1, this program knows version 4; `vitrine migrate` upgrades it\n$/

/** A place whose database was made by a program of version 1. */
function oldShop(): Workplace {
  const place = new Workplace()
  putVersion1(place.path(DATABASE))
  return place
}

/** The files beside the database, its lock apart. */
function files(place: Workplace): string[] {
  return readdirSync(dirname(place.path(DATABASE)))
    .filter((name) => !name.includes('-lock'))
    .sort()
}

function bytes(place: Workplace, name = DATABASE): Buffer {
  return readFileSync(place.path(name))
}

describe('vitrine migrate', () => {
  test('makes a database, and says when nothing is to do', async () => {
    using place = new Workplace()
    const made = await place.run(['migrate'])
    assert.deepEqual([made.code, made.stdout], [0, './data/vitrine.db has the tables of version 4 now\n'])
    const again = await place.run(['migrate'])
    assert.match(again.stdout, /has the tables of version 4 already; nothing was done\n$/)
  })

  test('upgrades a file of version 1, keeps it beside the new one, and says so', async () => {
    using place = oldShop()
    const before = bytes(place)
    const { code, stdout, stderr } = await place.run(['migrate'])
    assert.equal(code, 0)
    assert.match(
      stdout,
      /^\.\/data\/vitrine\.db went from version 1 to version 4; as it was, it is kept as .*version-1\n$/,
    )
    assert.match(stderr, /^\.\/data\/vitrine\.db has the tables of version 1, which are upgraded now\n/)
    assert.match(stderr, /^upgrading store harbour \(4 of 4\): 10 products$/m)
    assert.deepEqual(files(place), ['vitrine.db', 'vitrine.db.version-1'])
    assert.deepEqual(bytes(place, `${DATABASE}.version-1`), before)
    assert.match((await place.run(['migrate'])).stdout, /nothing was done/)
  })

  test('leaves the new file to whom the old one belonged', async () => {
    using place = oldShop()
    chmodSync(place.path(DATABASE), 0o640)
    await place.run(['migrate'])
    assert.equal(statSync(place.path(DATABASE)).mode & 0o777, 0o640)
  })

  test('takes over what lies in the log of a file', async () => {
    using place = oldShop()
    using old = new DatabaseSync(place.path(DATABASE))
    old.exec(`UPDATE stores SET settings = json_set(settings, '$.name', 'In the log') WHERE store = 'empty'`)
    assert.ok(statSync(place.path(`${DATABASE}-wal`)).size > 0)
    assert.equal((await place.run(['migrate'])).code, 0)
    assert.match((await place.run(['store', 'show', 'empty'])).stdout, /In the log/)
  })

  test('what was upgraded is served: lists, misspelt searches, facets', async () => {
    using place = oldShop()
    await place.run(['migrate'])
    const server = place.start(['serve', '--port', '0', '--metrics-port', '0'])
    const [, url] = await server.said(/"msg":"serving at (http:\/\/\S+);/)
    const get = async (path: string) => (await getJson(`${url}/store/${path}`, { 'x-store-id': 'harbour' })).body
    const { meta, data } = await get('products?sortBy=createdAt:DESC')
    assert.equal(meta.totalItems, 10)
    const first = JSON.parse(exportOfVersion1('harbour').split('\n')[0]!)
    assert.deepEqual([data[0].id, data[0].name], [first.id, first.name])
    assert.equal((await get('products?search=fishr%20jersy')).meta.totalItems, 3)
    assert.equal((await get('product-variants?minPrice=300&maxPrice=400')).meta.totalItems, 1)
    const { labels } = await get('products/facets')
    assert.ok(labels.some(({ code, count }: { code: string; count: number }) => code === 'knitwear' && count === 3))
  })
})

describe('a file of an older version', () => {
  for (const command of [
    ['serve', '--port', '0', '--metrics-port', '0'],
    ['export', '--store', 'harbour'],
    ['store', 'list'],
    ['store', 'show', 'harbour'],
    ['store', 'add', 'more', '--name', 'More'],
    ['store', 'remove', 'empty', '--yes'],
    ['import', '-', '--store', 'harbour', '--dry-run'],
  ]) {
    test(`is refused by ${command.slice(0, 2).join(' ')}, with what to do`, async () => {
      using place = oldShop()
      const before = bytes(place)
      const { code, stdout, stderr } = await place.run(command, {}, lines([SHIRT]))
      assert.deepEqual([code, stdout], [1, ''])
      assert.match(stderr, RUN_MIGRATE)
      assert.deepEqual(bytes(place), before)
    })
  }

  test('is upgraded by an import, which says so and then does what it was asked', async () => {
    using place = oldShop()
    const { code, stdout, stderr } = await place.run(['import', '-', '--store', 'garden', '--json'], {}, lines([SHIRT]))
    assert.equal(code, 0)
    const { created, edition } = JSON.parse(stdout)
    assert.deepEqual([created, edition.number, edition.productCount], [1, 4, 11])
    assert.match(
      stderr,
      /^\.\/data\/vitrine\.db went from version 1 to version 4; as it was, it is kept as .*\nreading/m,
    )
    assert.deepEqual(files(place), ['vitrine.db', 'vitrine.db.version-1'])
  })
})

describe('an upgrade that does not come to its end', () => {
  for (const [signal, expected] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGKILL', null],
  ] as const) {
    test(`by ${signal} leaves the file as it was, and the next one begins anew`, async () => {
      using place = oldShop()
      addGardens(place.path(DATABASE), 80)
      const before = bytes(place)
      const migrating = place.start(['migrate'])
      await migrating.said(/upgrading store garden-10\d /)
      migrating.child.kill(signal)
      const { code, stderr } = await migrating.ended()
      assert.equal(code, expected)
      assert.deepEqual(bytes(place), before)
      if (signal === 'SIGKILL') assert.ok(files(place).includes('vitrine.db.upgrading'))
      else {
        assert.match(stderr, /vitrine: interrupted; nothing was changed\n$/)
        assert.deepEqual(files(place), ['vitrine.db'])
      }
      assert.equal((await place.run(['migrate'])).code, 0)
      assert.deepEqual(files(place), ['vitrine.db', 'vitrine.db.version-1'])
      assert.equal((await place.run(['export', '--store', 'harbour'])).stdout, exportOfVersion1('harbour'))
    })
  }

  test('for want of room leaves the file as it was', { skip: process.platform === 'win32' }, async () => {
    using place = oldShop()
    addGardens(place.path(DATABASE), 20)
    const before = bytes(place)
    const program = resolve(import.meta.dirname, '../../bin/vitrine.js')
    const limited = `ulimit -f 700; exec "${process.execPath}" "${program}" migrate --database "${place.path(DATABASE)}"`
    await assert.rejects(promisify(execFile)('sh', ['-c', limited], { env: surroundings() }), {
      code: 1,
      stderr:
        /stays as it was, since its upgrade failed: .*; the upgrade needs as much room again as the file takes\n$/,
    })
    assert.deepEqual(bytes(place), before)
    assert.deepEqual(files(place), ['vitrine.db'])
    assert.equal((await place.run(['migrate'])).code, 0)
  })

  test('between two names of the old file is made up for', async () => {
    using place = oldShop()
    linkSync(place.path(DATABASE), place.path(`${DATABASE}.version-1`))
    writeFileSync(place.path(`${DATABASE}.upgrading`), 'whatever')
    assert.equal((await place.run(['migrate'])).code, 0)
    assert.deepEqual(files(place), ['vitrine.db', 'vitrine.db.version-1'])
  })

  test('does not begin where an older file is kept already', async () => {
    using place = oldShop()
    writeFileSync(place.path(`${DATABASE}.version-1`), 'precious')
    const { code, stderr } = await place.run(['migrate'])
    assert.equal(code, 1)
    assert.match(stderr, /vitrine\.db\.version-1 is there already, .* move it elsewhere first\n$/)
    assert.equal(bytes(place, `${DATABASE}.version-1`).toString(), 'precious')
    assert.deepEqual(files(place), ['vitrine.db', 'vitrine.db.version-1'])
  })
})

describe('an upgrade and others', () => {
  test('waits for an import that is under way, and the import that comes after it needs no other', async () => {
    using place = oldShop()
    using importing = new DatabaseSync(place.path(`${DATABASE}-lock`))
    importing.exec('BEGIN EXCLUSIVE')
    const both = [place.start(['migrate']), place.start(['import', '-', '--store', 'garden'])] as const
    both[1].child.stdin!.end(lines([SHIRT]))
    for (const one of both) await one.said(/under way: waiting until it has ended/)
    assert.match((await place.run(['store', 'list'])).stderr, RUN_MIGRATE)
    importing.exec('ROLLBACK')
    const ended = await Promise.all(both.map((one) => one.ended()))
    assert.deepEqual(
      ended.map(({ code }) => code),
      [0, 0],
    )
    assert.equal(ended.filter(({ stderr, stdout }) => /went from version 1/.test(stderr + stdout)).length, 1)
    assert.match((await place.run(['store', 'show', 'garden'])).stdout, /products +11/)
  })

  test('nobody else writes to the old file meanwhile, and who reads it goes on', async () => {
    using place = oldShop()
    addGardens(place.path(DATABASE), 80)
    using reader = new DatabaseSync(place.path(DATABASE), { readOnly: true })
    using writer = new DatabaseSync(place.path(DATABASE), { timeout: 0 })
    const count = () => reader.prepare('SELECT count(*) AS count FROM stores').get()!.count
    const stores = count()
    const migrating = place.start(['migrate'])
    await migrating.said(/upgrading store garden-10\d /)
    assert.throws(() => writer.exec(`DELETE FROM stores WHERE store = 'empty'`), /locked/)
    assert.equal(count(), stores)
    assert.equal((await migrating.ended()).code, 0)
    assert.equal(count(), stores)
  })
})

describe('an upgrade refuses what it would lose', () => {
  const cases = [
    [
      'a document that today’s checks refuse',
      `UPDATE documents SET body = json_set(body, '$.price', '-5') WHERE store = 'garden' AND form = 'variant' AND position = 2`,
      /product [0-9a-f-]{36}: variants\[0\]\.price is "-5", which is negative; expected a price/,
    ],
    [
      'a document that is cut off',
      `UPDATE documents SET body = substr(body, 1, 50) WHERE store = 'garden' AND form = 'detail' AND position = 2`,
      /the documents of the product [0-9a-f-]{36} cannot be read: .*JSON/,
    ],
    [
      'a document that is not there',
      `DELETE FROM documents WHERE store = 'garden' AND form = 'variant' AND position = 2`,
      /the documents of the product [0-9a-f-]{36} cannot be read/,
    ],
    [
      'a product that is not there',
      `DELETE FROM products WHERE store = 'garden' AND position = 2`,
      /9 products and 18 variants were found, but 10 products and 20 variants were published/,
    ],
  ] as const
  for (const [what, sql, sentence] of cases) {
    test(what, async () => {
      using place = oldShop()
      change(place.path(DATABASE), sql)
      const before = bytes(place)
      const { code, stdout, stderr } = await place.run(['migrate'])
      assert.deepEqual([code, stdout], [1, ''])
      assert.match(stderr, /^vitrine: store garden cannot be upgraded; the database stays as it was$/m)
      assert.match(stderr, sentence)
      assert.deepEqual(bytes(place), before)
      assert.deepEqual(files(place), ['vitrine.db'])
    })
  }
})

const NEWER = /its schema has version 5, this program knows version 4; use the program that wrote it, or a newer one\n$/
const COMMANDS: readonly [string, ...string[]][] = [
  ['migrate'],
  ['import', '-', '--store', 'a'],
  ['export', '--store', 'a'],
  ['store', 'list'],
  ['serve'],
]

describe('tables of a newer version', () => {
  test('in a SQLite file are refused by all, and stay as they are', async () => {
    using place = await new Workplace().withStore('a', [SHIRT])
    change(place.path(DATABASE), 'PRAGMA user_version = 5')
    const before = bytes(place)
    for (const command of COMMANDS) {
      const { code, stderr } = await place.run(command, {}, lines([SHIRT]))
      assert.equal(code, 1, command[0])
      assert.match(stderr, NEWER)
    }
    assert.deepEqual(bytes(place), before)
    assert.equal(existsSync(place.path(`${DATABASE}.upgrading`)), false)
  })

  test('in PostgreSQL are refused by all, and so are older ones', { skip: noDatabases() }, async () => {
    using place = new Workplace()
    await using database = await freshDatabase()
    const env = { DATABASE_URL: database.url }
    assert.match((await place.run(['migrate'], env)).stdout, /has the tables of version 4 now\n$/)
    assert.match((await place.run(['migrate'], env)).stdout, /has the tables of version 4 already; nothing was done\n$/)
    for (const [version, sentence] of [
      [5, NEWER],
      [1, /version 1, this program knows version 4; export its stores with the program that wrote it/],
    ] as const) {
      await query(database.url, `UPDATE vitrine.schema_version SET version = ${version}`)
      for (const command of COMMANDS) {
        const { code, stderr } = await place.run(command, env, lines([SHIRT]))
        assert.equal(code, 1, command[0])
        assert.match(stderr, sentence)
      }
    }
  })
})
