// Complete run only: it starts many processes.
import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { describe, test } from 'node:test'
import { SCHEMA_VERSION } from '@vitrine/engine/edition/tables'
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
    const tables = `created the tables of schema version ${SCHEMA_VERSION}`
    assert.deepEqual([created.code, created.stdout], [0, `./data/vitrine.db: ${tables}\n`])
    const again = await place.run(['migrate'])
    assert.equal(again.stdout, `./data/vitrine.db: the tables have schema version ${SCHEMA_VERSION}\n`)
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

/** What a command says of tables of another version. */
function refusal(version: number): string {
  const versions = `its schema has version ${version}, this program needs version ${SCHEMA_VERSION}`
  return `${versions}; use the Vitrine that wrote it, or export its stores with that one and import them into a new database with this one\n`
}

const VERSIONS = [SCHEMA_VERSION - 1, SCHEMA_VERSION + 1]
const COMMANDS: readonly [string, ...string[]][] = [
  ['migrate'],
  ['import', '-', '--store', 'a'],
  ['export', '--store', 'a'],
  ['store', 'list'],
  ['serve'],
]

describe('tables of another version', () => {
  test('in a SQLite file are refused by every command and stay unchanged', async () => {
    using place = await new WorkingDirectory().withStore('a', [SHIRT])
    for (const version of VERSIONS) {
      {
        using db = new DatabaseSync(place.path(DATABASE))
        db.exec(`PRAGMA user_version = ${version}`)
      }
      const before = readFileSync(place.path(DATABASE))
      for (const command of COMMANDS) {
        const { code, stderr } = await place.run(command, {}, lines([SHIRT]))
        assert.deepEqual([code, stderr.endsWith(refusal(version))], [1, true], `${command[0]}: ${stderr}`)
      }
      assert.deepEqual(readFileSync(place.path(DATABASE)), before)
      assert.equal((await place.run(['backup', `copy-${version}.db`])).code, 0)
    }
  })

  test('in PostgreSQL are refused by every command', { skip: noDatabases() }, async () => {
    using place = new WorkingDirectory()
    await using database = await freshDatabase()
    const env = { DATABASE_URL: database.url }
    const tables = `schema version ${SCHEMA_VERSION}\n`
    assert.ok((await place.run(['migrate', '--create'], env)).stdout.endsWith(`created the tables of ${tables}`))
    assert.ok((await place.run(['migrate'], env)).stdout.endsWith(`the tables have ${tables}`))
    for (const version of VERSIONS) {
      await query(database.url, `UPDATE vitrine.schema_version SET version = ${version}`)
      for (const command of COMMANDS) {
        const { code, stderr } = await place.run(command, env, lines([SHIRT]))
        assert.deepEqual([code, stderr.endsWith(refusal(version))], [1, true], `${command[0]}: ${stderr}`)
      }
    }
  })
})
