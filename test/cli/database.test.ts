import assert from 'node:assert/strict'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { databaseExists, openCatalogs, openEditions } from '../../src/database/open.ts'
import { storeNamed } from '../loading.ts'
import { temporaryFolder } from '../temporary.ts'

describe('a database, by its name', () => {
  test('is the same file however it is written', async () => {
    using folder = temporaryFolder()
    const path = join(folder.path, 'a b.db')
    {
      await using catalogs = openCatalogs(path, 'make')
      await catalogs.addStore(storeNamed('a'))
    }
    for (const name of [path, `file:${path}`, `sqlite:${path}`, `sqlite://${path}`, pathToFileURL(path).href]) {
      await using editions = openEditions(name)
      assert.equal((await editions.list()).length, 1, name)
    }
  })

  for (const name of ['postgres://db.example/shop', 'postgresql://db.example/shop']) {
    test(`${name} is refused until there is something behind it`, () => {
      assert.throws(() => openEditions(name), { code: 'database-unusable', message: /SQLite only/ })
    })
  }

  for (const name of ['mysql://db.example/shop', ':memory:', '', 'sqlite:']) {
    test(`${JSON.stringify(name)} is none`, () => {
      assert.throws(() => openCatalogs(name, 'make'), { code: 'database-unusable', message: /names no database/ })
    })
  }

  test('is made only when that is asked for', () => {
    using folder = temporaryFolder()
    const path = join(folder.path, 'new.db')
    assert.equal(databaseExists(path), false)
    assert.throws(() => openEditions(path), { code: 'database-unusable', message: /there is no database at/ })
    assert.throws(() => openCatalogs(path, 'refuse'), { code: 'database-unusable', message: /there is no database at/ })
    assert.equal(existsSync(path), false)
  })

  test('that cannot be made is refused in a sentence', () => {
    using folder = temporaryFolder()
    writeFileSync(join(folder.path, 'file'), '')
    const below = join(folder.path, 'file', 'new.db')
    assert.throws(() => openCatalogs(below, 'make'), { code: 'database-unusable', message: /cannot be made/ })
  })
})

describe('the server', () => {
  test('cannot write to its database', async () => {
    using folder = temporaryFolder()
    const path = join(folder.path, 'catalogs.db')
    {
      await using catalogs = openCatalogs(path, 'make')
      await catalogs.addStore(storeNamed('a'))
    }
    await using editions = openEditions(path)
    const { db } = editions as unknown as { db: DatabaseSync }
    for (const statement of [
      "DELETE FROM stores WHERE store = 'a'",
      'CREATE TABLE more (a)',
      'PRAGMA user_version = 9',
    ]) {
      assert.throws(() => db.exec(statement), /attempt to write a readonly database/)
    }
    assert.equal((await editions.list()).length, 1)
  })
})
