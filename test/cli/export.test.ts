// Complete run only: it starts many processes.
import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { lstat, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { openCatalogs } from '@vitrine/engine/database/open'
import { rowsOf } from '../database/rows.ts'
import { load, storeNamed } from '../loading.ts'
import { lines, SHIRT, TEAPOT, WorkingDirectory } from './vitrine.ts'

async function shop(): Promise<WorkingDirectory> {
  const place = await new WorkingDirectory().withStore('a', [SHIRT, TEAPOT])
  await writeFile(place.path('catalog.ndjson'), lines([SHIRT, TEAPOT]))
  return place
}

describe('vitrine export', () => {
  test('writes a file that changes nothing when it is imported again', async () => {
    using place = await shop()
    const { stdout } = await place.run(['export', '--store', 'a'])
    assert.equal(stdout.match(/\n/g)?.length, 2)
    const again = await place.run(['import', '-', '--store', 'a', '--replace', '--json'], {}, stdout)
    const { outcome, unchanged, edition } = JSON.parse(again.stdout)
    assert.deepEqual([outcome, unchanged, edition.number], ['unchanged', 2, 1])
  })

  test('writes the same file after an import into another store', async () => {
    using place = await shop()
    const { stdout: exported } = await place.run(['export', '--store', 'a'])
    await place.run(['import', '-', '--store', 'b', '--create'], {}, exported)
    const { stdout } = await place.run(['export', '--store', 'b'])
    assert.equal(stdout, exported)
  })

  test('writes files of two stores that differ only in derived ids and timestamps', async () => {
    using place = await shop()
    await place.run(['import', 'catalog.ndjson', '--store', 'b', '--create'])
    const [a, b] = await Promise.all(['a', 'b'].map((store) => place.run(['export', '--store', store])))
    assert.notEqual(a!.stdout, b!.stdout)
    assert.equal(withoutDerived(a!.stdout), withoutDerived(b!.stdout))
  })

  test('gzips a file with the name ending .gz', async () => {
    using place = await shop()
    const { code, stdout, stderr } = await place.run(['export', '--store', 'a', '--output', 'a.ndjson.gz'])
    assert.equal(code, 0)
    assert.equal(stdout, '')
    assert.match(stderr, /^exported edition 1 of store a to a\.ndjson\.gz: 2 products\n$/)
    const plain = await place.run(['export', '--store', 'a'])
    assert.equal(gunzipSync(await readFile(place.path('a.ndjson.gz'))).toString(), plain.stdout)
    assert.deepEqual((await readdir(place.path('.'))).sort(), ['a.ndjson.gz', 'catalog.ndjson', 'data'])
  })

  test('does not touch the file if the store does not exist', async () => {
    using place = await shop()
    await writeFile(place.path('old.ndjson'), 'old')
    assert.equal((await place.run(['export', '--store', 'b', '--output', 'old.ndjson', '--overwrite'])).code, 1)
    assert.equal(await readFile(place.path('old.ndjson'), 'utf8'), 'old')
  })

  test('replaces a file only with --overwrite', async () => {
    using place = await shop()
    await writeFile(place.path('old.ndjson'), 'old')
    const args = ['export', '--store', 'a', '--output', 'old.ndjson']
    const { code, stderr } = await place.run(args)
    assert.equal(code, 1)
    assert.equal(stderr, 'vitrine: old.ndjson exists already; name a new file, or replace it with --overwrite\n')
    assert.equal(await readFile(place.path('old.ndjson'), 'utf8'), 'old')
    assert.equal((await place.run([...args, '--overwrite'])).code, 0)
    assert.match(await readFile(place.path('old.ndjson'), 'utf8'), /^\{/)
  })

  test('fails if newer imports remove its edition meanwhile, and says what to do', async () => {
    const products = Array.from({ length: 2000 }, (_, index) => ({ ...SHIRT, slug: `shirt-${index}` }))
    using place = await new WorkingDirectory().withStore('a', products)
    const exporting = place.start(['export', '--store', 'a'])
    const { stdout } = exporting.child
    // The pipe is full soon, so that the export waits.
    stdout!.once('data', () => stdout!.pause())
    await exporting.waitFor(/shirt-/)
    {
      await using catalogs = await openCatalogs(place.path('data/vitrine.db'), 'require')
      for (let number = 0; number < 5; number++)
        await load(catalogs, storeNamed('a').id, [{ ...TEAPOT, name: `Teapot ${number}` }], { replace: true })
      await rowsOf(place.path('data/vitrine.db'), `UPDATE editions SET replaced_at = '2026-01-01T00:00:00.000Z'`)
      await load(catalogs, storeNamed('a').id, [TEAPOT], { replace: true })
    }
    stdout!.resume()
    const { code, stderr } = await exporting.waitForExit()
    assert.equal(code, 1)
    assert.match(stderr, /edition 1 of store a was removed during the export, because newer imports .*; export again/)
  })

  test('writes into a pipe, and replaces neither it nor a link', async () => {
    using place = await shop()
    const { stdout } = await place.run(['export', '--store', 'a'])
    execFileSync('mkfifo', [place.path('pipe')])
    const received = promisify(execFile)('cat', [place.path('pipe')], { timeout: 60_000 })
    const { code, stderr } = await place.run(['export', '--store', 'a', '--output', 'pipe'])
    assert.equal(code, 0, stderr)
    assert.equal((await received).stdout, stdout)
    assert.ok((await lstat(place.path('pipe'))).isFIFO())
    await writeFile(place.path('target'), 'old')
    await symlink('target', place.path('link'))
    assert.equal((await place.run(['export', '--store', 'a', '--output', 'link', '--overwrite'])).code, 0)
    assert.ok((await lstat(place.path('link'))).isSymbolicLink())
    assert.equal(await readFile(place.path('target'), 'utf8'), stdout)
  })

  test('names a file that it cannot write', async () => {
    using place = await shop()
    const { code, stderr } = await place.run(['export', '--store', 'a', '--output', 'no/such/folder.ndjson'])
    assert.equal(code, 1)
    assert.equal(stderr, 'vitrine: cannot write no/such/folder.ndjson: its folder does not exist\n')
    const folder = await place.run(['export', '--store', 'a', '--output', 'data'])
    assert.deepEqual([folder.code, folder.stderr], [1, 'vitrine: cannot write data: it is a folder; name a file\n'])
  })

  test('writes a file that can be imported for a store without products', async () => {
    using place = await shop()
    await place.run(['store', 'add', 'empty', '--name', 'Empty'])
    const { stdout } = await place.run(['export', '--store', 'empty'])
    const { code } = await place.run(['import', '-', '--store', 'empty'], {}, stdout)
    assert.equal(code, 0)
  })

  test('ends silently when its reader closes the pipe', async () => {
    using place = await shop()
    const many = Array.from({ length: 2000 }, (_, number) => ({ ...SHIRT, slug: `shirt-${number}` }))
    await place.run(['import', '-', '--store', 'a'], {}, lines(many))
    const running = place.start(['export', '--store', 'a'])
    await running.waitFor(/red-shirt|shirt-/)
    running.child.stdout!.destroy()
    assert.equal((await running.waitForExit()).stderr, '')
  })
})

/** An export without ids and timestamps. */
function withoutDerived(exported: string): string {
  return exported.replace(/"id":"[^"]*"/g, '').replace(/"(created|updated)At":"[^"]*"/g, '')
}
