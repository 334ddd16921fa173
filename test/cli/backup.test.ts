// Complete run only: it starts many processes.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { getJson, lines, SHIRT, TEAPOT, WorkingDirectory } from './vitrine.ts'

describe('vitrine backup', () => {
  test('copies what was imported while a server holds the file open', async () => {
    using place = await new WorkingDirectory().withStore('a')
    await writeFile(place.path('catalog.ndjson'), lines([SHIRT]))
    await place.run(['import', 'catalog.ndjson', '--store', 'a'])
    const server = place.start(['serve', '--port', '0', '--metrics-port', '0'])
    const [, url] = await server.waitFor(/serving at (\S+);/)
    await getJson(`${url}/store/products`, { 'x-store-id': 'a' })
    await writeFile(place.path('catalog.ndjson'), lines([SHIRT, TEAPOT]))
    await place.run(['import', 'catalog.ndjson', '--store', 'a'])
    const { code, stdout } = await place.run(['backup', 'copy.db'])
    assert.deepEqual([code, stdout], [0, 'copied ./data/vitrine.db to copy.db\n'])
    const exported = async (...options: string[]) => (await place.run(['export', '--store', 'a', ...options])).stdout
    assert.equal(await exported('--database', 'copy.db'), await exported())
    assert.match(await exported('--database', 'copy.db'), /\n\{.*\n$/)
    assert.equal((await place.run(['rollback', 'a', '--database', 'copy.db'])).code, 0)
    assert.equal((await place.run(['import', 'catalog.ndjson', '--store', 'a', '--database', 'copy.db'])).code, 0)
  })

  test('keeps a file that exists, and leaves none behind where there is no database', async () => {
    using place = await new WorkingDirectory().withStore('a')
    await writeFile(place.path('copy.db'), 'mine')
    const kept = await place.run(['backup', 'copy.db'])
    assert.deepEqual(
      [kept.code, kept.stderr],
      [1, 'vitrine: cannot write the copy to copy.db: it exists; name a file that does not\n'],
    )
    const nowhere = await place.run(['backup', 'no/such/folder.db'])
    assert.equal(
      nowhere.stderr,
      'vitrine: cannot write the copy to no/such/folder.db: the folder no/such does not exist\n',
    )
    const none = await place.run(['backup', 'other.db', '--database', 'nowhere.db'])
    assert.match(none.stderr, /^vitrine: the database nowhere\.db does not exist/)
    assert.equal(existsSync(place.path('other.db')), false)
  })

  test('that was put beside the log of another file is refused by commands, and read without that log', async () => {
    using place = await new WorkingDirectory().withStore('a')
    await writeFile(place.path('catalog.ndjson'), lines([SHIRT]))
    await place.run(['backup', 'copy.db'])
    const server = place.start(['serve', '--port', '0', '--metrics-port', '0'])
    await server.waitFor(/serving at/)
    await place.run(['import', 'catalog.ndjson', '--store', 'a'])
    server.child.kill('SIGKILL')
    await server.waitForExit()
    await rename(place.path('copy.db'), place.path('data/vitrine.db'))
    const foreign = /^vitrine: .*vitrine\.db-wal and .*vitrine\.db-shm belong to another file.*delete both/
    for (const command of [['store', 'list'], ['backup', 'other.db'], ['migrate'], ['export', '--store', 'a']]) {
      const { code, stderr } = await place.run(command)
      assert.equal(code, 1, command[0])
      assert.match(stderr, foreign)
    }
    for (const ending of ['-wal', '-shm']) await rm(place.path(`data/vitrine.db${ending}`))
    assert.equal((await place.run(['export', '--store', 'a'])).stdout, '[]\n')
  })

  test('removes what an earlier backup into the folder left that was killed', async () => {
    using place = await new WorkingDirectory().withStore('a')
    const leftovers = ['vitrine.db.unfinished-backup', 'vitrine.db.unfinished-backup-journal']
    for (const name of leftovers) await writeFile(place.path(name), 'half')
    assert.equal((await place.run(['backup', 'copy.db'])).code, 0)
    assert.deepEqual(
      [...leftovers, 'copy.db'].map((name) => existsSync(place.path(name))),
      [false, false, true],
    )
  })

  test('names the tool for a PostgreSQL database', async () => {
    using place = new WorkingDirectory()
    const { code, stderr } = await place.run(['backup', 'copy.db', '--database', 'postgres://127.0.0.1:1/shop'])
    assert.deepEqual([code, /pg_dump --schema=vitrine/.test(stderr)], [1, true])
  })
})
