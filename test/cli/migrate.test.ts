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
  const remedy =
    version < SCHEMA_VERSION
      ? 'copy its stores into a new database: `vitrine migrate --from <this> --database <new>`'
      : 'export its stores with that one and import them into a new database with this one'
  return `${versions}; use the Vitrine that wrote it, or ${remedy}\n`
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

describe('vitrine migrate --from', () => {
  const older = (place: WorkingDirectory) => {
    using db = new DatabaseSync(place.path(DATABASE))
    db.exec(`PRAGMA user_version = ${SCHEMA_VERSION - 1}; CREATE TABLE sizes (store TEXT)`)
  }
  const migrate = ['migrate', '--from', DATABASE, '--database', 'new.db'] as const

  test('copies the stores of an older version into a new database, and says what it did', async () => {
    using place = await (await new WorkingDirectory().withStore('a', [SHIRT])).withStore('b')
    older(place)
    const before = readFileSync(place.path(DATABASE))
    const first = await place.run(migrate)
    const variants = SHIRT.variants.length
    const size = `1 product, ${variants} variant${variants === 1 ? '' : 's'}`
    assert.deepEqual(
      [first.code, first.stdout, first.stderr],
      [0, `a: ${size}, edition 2\nb: 0 products, 0 variants, edition 1\n`, ''],
    )
    const again = await place.run([...migrate, '--json'])
    const counts = { productCount: 1, variantCount: variants }
    assert.deepEqual(JSON.parse(again.stdout), {
      database: 'new.db',
      stores: [
        { store: 'a', outcome: 'unchanged', edition: 2, ...counts },
        { store: 'b', outcome: 'unchanged', edition: 1, productCount: 0, variantCount: 0 },
      ],
    })
    assert.equal((await place.run(migrate)).stdout.split('\n')[0], `a: ${size}, edition 2, copied before`)
    assert.deepEqual(readFileSync(place.path(DATABASE)), before)
    const report = await place.run(['import', '-', '--store', 'a', '--database', 'new.db'], {}, lines([SHIRT]))
    assert.match(report.stdout, /unchanged/)
  })

  test('goes on after it was killed', async () => {
    using place = await (await new WorkingDirectory().withStore('a', [SHIRT])).withStore('b', [SHIRT])
    older(place)
    const killed = place.start(migrate)
    await killed.waitFor(/^a: /m)
    killed.child.kill('SIGKILL')
    await killed.waitForExit()
    const { code, stdout } = await place.run(migrate)
    assert.equal(code, 0)
    assert.match(stdout, /^a: 1 product, .*, copied before\nb: 1 product, /)
    assert.equal((await place.run(['verify', '--database', 'new.db'])).code, 0)
  })

  test('refuses the same database, a newer one, one that does not exist, and --json alone', async () => {
    using place = await new WorkingDirectory().withStore('a', [SHIRT])
    const run = async (...args: string[]) => {
      const { code, stderr } = await place.run(['migrate', ...args])
      return [code, stderr]
    }
    assert.deepEqual(await run('--from', DATABASE, '--database', DATABASE), [
      2,
      `vitrine: --from and --database both name ${DATABASE}; name a new database\n`,
    ])
    assert.deepEqual(await run('--json'), [2, 'vitrine: --json is for copying stores; add --from\n'])
    assert.match(
      String(await run('--from', 'none.db', '--database', 'new.db')),
      /^1,vitrine: the database none\.db does not exist/,
    )
    {
      using db = new DatabaseSync(place.path(DATABASE))
      db.exec(`PRAGMA user_version = ${SCHEMA_VERSION + 1}`)
    }
    assert.match(
      String(await run('--from', DATABASE, '--database', 'new.db')),
      new RegExp(`its schema has version ${SCHEMA_VERSION + 1}, and this program only knows version ${SCHEMA_VERSION}`),
    )
    assert.equal(existsSync(place.path('new.db')), false)
  })
})
