import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { lines, SHIRT, TEAPOT, WorkingDirectory } from './vitrine.ts'

describe('vitrine store add', () => {
  test('creates the store and the database', async () => {
    using place = new WorkingDirectory()
    const added = await place.run(['store', 'add', 'books', '--name', 'Books'])
    assert.equal(added.code, 0)
    assert.match(added.stdout, /^created store books; /)
    assert.ok(existsSync(place.path('data/vitrine.db')))

    const shown = await place.run(['store', 'show', 'books', '--json'])
    const { id, name, taxRate, edition } = JSON.parse(shown.stdout)
    assert.deepEqual([id, name], ['books', 'Books'])
    assert.deepEqual([taxRate.name, taxRate.rate, taxRate.isDefault], ['No tax', 0, true])
    assert.deepEqual([edition.number, edition.productCount, edition.variantCount], [0, 0, 0])
  })

  test('stores the tax rate', async () => {
    using place = new WorkingDirectory()
    await place.run(['store', 'add', 'a', '--name', 'A', '--tax-rate', '7.5', '--tax-name', 'MwSt'])
    const { taxRate } = JSON.parse((await place.run(['store', 'show', 'a', '--json'])).stdout)
    assert.deepEqual([taxRate.name, taxRate.rate, taxRate.isDefault], ['MwSt', 7.5, true])
  })

  test('refuses an existing store', async () => {
    using place = new WorkingDirectory()
    await place.run(['store', 'add', 'a', '--name', 'A'])
    const { code, stderr } = await place.run(['store', 'add', 'a', '--name', 'B'])
    assert.equal(code, 1)
    assert.match(stderr, /^vitrine: there is already a store a; `vitrine store show a` shows it\n$/)
    assert.equal(JSON.parse((await place.run(['store', 'show', 'a', '--json'])).stdout).name, 'A')
  })
})

describe('vitrine store list and show', () => {
  test('print stores as text and as JSON', async () => {
    using place = new WorkingDirectory()
    await writeFile(place.path('catalog.ndjson'), lines([SHIRT, TEAPOT]))
    await place.run(['store', 'add', 'b', '--name', 'B'])
    await place.run(['import', 'catalog.ndjson', '--store', 'a', '--create', '--name', 'Shop A'])

    const list = await place.run(['store', 'list'])
    assert.match(
      list.stdout,
      /^ID +NAME +EDITION +PRODUCTS +VARIANTS +PUBLISHED\na +Shop A +1 +2 +3 .*\nb +B +0 +0 +0 .*\n$/,
    )
    const json = JSON.parse((await place.run(['store', 'list', '--json'])).stdout)
    assert.deepEqual(
      json.map((store: { id: string; edition: { productCount: number } }) => [store.id, store.edition.productCount]),
      [
        ['a', 2],
        ['b', 0],
      ],
    )
    const show = await place.run(['store', 'show', 'a'])
    assert.match(show.stdout, /tax rate +No tax, 0 %\n[\s\S]*products +2\nvariants +3\n$/)
  })

  test('refuse an unknown store', async () => {
    using place = new WorkingDirectory()
    await place.run(['store', 'add', 'a', '--name', 'A'])
    for (const args of [
      ['store', 'show', 'nobody'],
      ['store', 'remove', 'nobody', '--yes'],
      ['export', '--store', 'nobody'],
    ]) {
      const { code, stderr } = await place.run(args)
      assert.equal(code, 1)
      assert.match(stderr, /^vitrine: there is no store nobody; `vitrine store list` lists all stores\n$/)
    }
  })
})

describe('vitrine store remove', () => {
  test('refuses to run without a terminal and without --yes', async () => {
    using place = await new WorkingDirectory().withStore('a')
    const { code, stderr } = await place.run(['store', 'remove', 'a'], {}, 'y\n')
    assert.equal(code, 1)
    assert.match(
      stderr,
      /^vitrine: nothing was removed: there is no terminal to ask on; --yes skips the question “Remove store a .* and its 0 products\?”\n$/,
    )
    assert.equal((await place.run(['store', 'show', 'a'])).code, 0)
  })

  test('removes the store and its products with --yes', async () => {
    using place = new WorkingDirectory()
    await writeFile(place.path('catalog.ndjson'), lines([SHIRT]))
    await place.run(['import', 'catalog.ndjson', '--store', 'a', '--create'])
    assert.equal((await place.run(['store', 'remove', 'a', '--yes'])).code, 0)
    assert.equal((await place.run(['store', 'show', 'a'])).code, 1)
    const again = await place.run(['import', 'catalog.ndjson', '--store', 'a', '--create', '--json'])
    assert.equal(JSON.parse(again.stdout).created, 1)
  })
})
