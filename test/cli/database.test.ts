import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { databaseExists, openCatalogs, openEditions, publicName } from '@vitrine/engine/database/open'
import { openReader } from '@vitrine/engine/database/sqlite/reader'
import { storeNamed } from '../loading.ts'
import { temporaryFolder } from '../temporary.ts'
import { WorkingDirectory } from './vitrine.ts'

test('a password never shows in the name of a database, even if it is not encoded', () => {
  assert.equal(
    publicName('postgres://me:pa/s?s@w@db.example:5432/shop?sslmode=require'),
    'postgres://db.example:5432/shop',
  )
})

describe('the name of a database', () => {
  test('is a path, or a file: or sqlite: URL', async () => {
    using folder = temporaryFolder()
    const path = join(folder.path, 'a b.db')
    {
      await using catalogs = await openCatalogs(path, 'create')
      await catalogs.addStore(storeNamed('a'))
    }
    for (const name of [path, `file:${path}`, `sqlite:${path}`, `sqlite://${path}`, pathToFileURL(path).href]) {
      await using editions = await openEditions(name)
      assert.equal((await editions.list()).length, 1, name)
    }
  })

  for (const name of ['postgres://127.0.0.1:1/shop', 'postgresql://shop:secret@127.0.0.1:1/shop?sslmode=disable']) {
    test(`${name} is a server, and errors do not show its password`, async () => {
      // On a busy machine, the time for a connection may be over before the refusal is read.
      const expected = {
        code: 'database-unusable',
        message:
          /^the database at postgres(ql)?:\/\/127\.0\.0\.1:1\/shop does not answer: (connect ECONNREFUSED|timeout expired)/,
      }
      await assert.rejects(openEditions(name), expected)
      await assert.rejects(openCatalogs(name, 'create'), expected)
      await assert.rejects(databaseExists(name), expected)
    })
  }

  for (const name of ['postgres://127.0.0.1:1', 'postgres:shop', 'postgres://127.0.0.1:1/']) {
    test(`${name} is refused, since it lacks a database`, async () => {
      const expected = {
        code: 'database-unusable',
        message: /names no database of a PostgreSQL server; an address such/,
      }
      await assert.rejects(openEditions(name), expected)
    })
  }

  for (const name of ['mysql://db.example/shop', ':memory:', '', 'sqlite:']) {
    test(`${JSON.stringify(name)} is refused`, async () => {
      await assert.rejects(openCatalogs(name, 'create'), { code: 'database-unusable', message: /names no database/ })
    })
  }

  test('the error about an address of another kind of database does not have its password', async () => {
    await assert.rejects(openCatalogs('mysql://shop:se/cr@et@db.example/shop', 'create'), {
      message:
        '"mysql://…@db.example/shop" names no database; a path such as ./data/vitrine.db does, or an address such as postgres://reader@db.example:5432/shop',
    })
  })

  test('creates the file only if requested', async () => {
    using folder = temporaryFolder()
    const path = join(folder.path, 'new.db')
    assert.equal(await databaseExists(path), false)
    await assert.rejects(openEditions(path), { code: 'database-unusable', message: /the database \S+ does not exist/ })
    await assert.rejects(openCatalogs(path, 'require'), {
      code: 'database-unusable',
      message: /the database \S+ does not exist/,
    })
    assert.equal(existsSync(path), false)
  })

  test('is refused if the file cannot be created', async () => {
    using folder = temporaryFolder()
    writeFileSync(join(folder.path, 'file'), '')
    const below = join(folder.path, 'file', 'new.db')
    await assert.rejects(openCatalogs(below, 'create'), { code: 'database-unusable', message: /cannot be made/ })
  })
})

describe('the server', () => {
  test('opens its database read-only', async () => {
    using folder = temporaryFolder()
    const path = join(folder.path, 'catalogs.db')
    {
      await using catalogs = await openCatalogs(path, 'create')
      await catalogs.addStore(storeNamed('a'))
    }
    const reader = openReader(path)
    for (const statement of [
      "DELETE FROM stores WHERE store = 'a'",
      'CREATE TABLE more (a)',
      'PRAGMA user_version = 9',
    ]) {
      assert.throws(() => reader.db.exec(statement), /attempt to write a readonly database/)
    }
    assert.equal(reader.list().length, 1)
    reader.close()
  })
})

/**
 * Root may write everywhere, until it gives up that capability. To run as another user would not do: that one may not be able to
 * enter the folder of this checkout.
 */
const AS_OTHERS =
  process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-dac_override', '--inh-caps=-dac_override'] : []
const mayWriteAll =
  AS_OTHERS.length > 0 &&
  spawnSync(AS_OTHERS[0]!, [...AS_OTHERS.slice(1), 'true']).status !== 0 &&
  'root may write everywhere, and setpriv, which could take that from it, does not work here'

test('a server in a folder that it cannot write to says so', { skip: mayWriteAll }, async () => {
  using place = await new WorkingDirectory().withStore('a')
  const folder = place.path('data')
  chmodSync(folder, 0o555)
  const program = resolve(import.meta.dirname, '../../packages/vitrine/bin/vitrine.js')
  const serve = [process.execPath, program, 'serve', '--database', `${folder}/vitrine.db`, '--port', '0']
  const [command, ...args] = [...AS_OTHERS, ...serve] as const
  const { status, stderr } = spawnSync(command!, args, { encoding: 'utf8' })
  chmodSync(folder, 0o755)
  const reason = `the folder ${folder} is read-only; SQLite writes the index of its log there`
  assert.deepEqual([status, stderr], [1, `vitrine: the database ${folder}/vitrine.db cannot be used: ${reason}\n`])
})
