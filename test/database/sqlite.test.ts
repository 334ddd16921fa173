import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, test } from 'node:test'
import { VitrineError } from '../../src/catalog/error.ts'
import { openSqliteCatalogs } from '../../src/database/sqlite/catalogs.ts'
import { openSqliteEditions } from '../../src/database/sqlite/editions.ts'
import { temporaryFolder } from '../temporary.ts'

describe('a SQLite file', () => {
  test('a file that holds the tables of another program is refused, and stays as it is', async () => {
    using folder = temporaryFolder()
    const path = join(folder.path, 'other.db')
    const contents = () => readFileSync(path)
    using other = new DatabaseSync(path)
    other.exec('CREATE TABLE notes (text TEXT)')
    const before = contents()
    assert.throws(() => openSqliteCatalogs(path), /tables of another program/)
    assert.throws(() => openSqliteEditions(path), /tables of another program/)
    assert.deepEqual(contents(), before)
  })

  test('a database of a newer program is refused', async () => {
    using folder = temporaryFolder()
    const path = join(folder.path, 'newer.db')
    await openSqliteCatalogs(path)[Symbol.asyncDispose]()
    {
      using raw = new DatabaseSync(path)
      raw.exec('PRAGMA user_version = 99')
    }
    for (const open of [openSqliteCatalogs, openSqliteEditions]) {
      assert.throws(
        () => open(path),
        (error: unknown) => error instanceof VitrineError && error.code === 'database-unusable',
      )
    }
  })
})
