import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { describe, test } from 'node:test'
import { freshDatabase, noDatabases } from '../postgres/databases.ts'
import { query } from '../postgres/sql.ts'
import { lines, SHIRT, WorkingDirectory } from './vitrine.ts'

const DATABASE = 'data/vitrine.db'

describe('vitrine migrate', () => {
  test('creates a database only if it is told to, and its tables once', async () => {
    using place = new WorkingDirectory()
    const missing = await place.run(['migrate'])
    const sentence =
      'vitrine: the database ./data/vitrine.db does not exist; `vitrine migrate --create` creates it, --database names another\n'
    assert.deepEqual([missing.code, missing.stderr, existsSync(place.path('data'))], [1, sentence, false])
    const created = await place.run(['migrate', '--create'])
    assert.deepEqual([created.code, created.stdout], [0, './data/vitrine.db: created the tables of schema version 2\n'])
    const again = await place.run(['migrate'])
    assert.match(again.stdout, /the tables already have schema version 2; nothing changed\n$/)
  })

  test('refuses a folder, and a file that is no database', async () => {
    using place = new WorkingDirectory()
    const folder = await place.run(['migrate', '--database', '.'])
    const sentence = 'vitrine: the database . is a folder; name a file in it, such as vitrine.db\n'
    assert.deepEqual([folder.code, folder.stderr], [1, sentence])
    writeFileSync(place.path('notes.txt'), 'not a database')
    const text = await place.run(['migrate', '--database', 'notes.txt'])
    const reason = /^vitrine: the database notes\.txt cannot be used: file is not a database, .* with --database, /
    assert.equal(text.code, 1)
    assert.match(text.stderr, reason)
  })
})

const NEWER = /its schema has version 3, this program needs version 2; use the program that wrote it\n$/
const COMMANDS: readonly [string, ...string[]][] = [
  ['migrate'],
  ['import', '-', '--store', 'a'],
  ['export', '--store', 'a'],
  ['store', 'list'],
  ['serve'],
]

describe('tables of another version', () => {
  test('that is older are refused with the command that upgrades them', async () => {
    using place = await new WorkingDirectory().withStore('a', [SHIRT])
    {
      using db = new DatabaseSync(place.path(DATABASE))
      db.exec('PRAGMA user_version = 1')
    }
    for (const command of COMMANDS.slice(1)) {
      const { code, stderr } = await place.run(command, {}, lines([SHIRT]))
      assert.equal(code, 1, command[0])
      assert.match(stderr, /its schema has version 1, this program needs version 2; run `vitrine migrate` once\n$/)
    }
  })

  test('in a SQLite file are refused by every command and stay unchanged', async () => {
    using place = await new WorkingDirectory().withStore('a', [SHIRT])
    {
      using db = new DatabaseSync(place.path(DATABASE))
      db.exec('PRAGMA user_version = 3')
    }
    const before = readFileSync(place.path(DATABASE))
    for (const command of COMMANDS) {
      const { code, stderr } = await place.run(command, {}, lines([SHIRT]))
      assert.equal(code, 1, command[0])
      assert.match(stderr, NEWER)
    }
    assert.deepEqual(readFileSync(place.path(DATABASE)), before)
  })

  test('in PostgreSQL are refused by every command', { skip: noDatabases() }, async () => {
    using place = new WorkingDirectory()
    await using database = await freshDatabase()
    const env = { DATABASE_URL: database.url }
    assert.match((await place.run(['migrate', '--create'], env)).stdout, /created the tables of schema version 2\n$/)
    assert.match((await place.run(['migrate'], env)).stdout, /already have schema version 2; nothing changed\n$/)
    await query(database.url, 'UPDATE vitrine.schema_version SET version = 3')
    for (const command of COMMANDS) {
      const { code, stderr } = await place.run(command, env, lines([SHIRT]))
      assert.equal(code, 1, command[0])
      assert.match(stderr, NEWER)
    }
  })
})
