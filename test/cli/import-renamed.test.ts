// Complete run only: it starts many processes.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { lines, SHIRT, TEAPOT, WorkingDirectory } from './vitrine.ts'

const RENAMED = { ...SHIRT, slug: 'crimson-shirt' }

test('vitrine import says which products have a new slug, and which of them it recognised by a sku', async () => {
  using place = await new WorkingDirectory().withStore('a', [
    SHIRT,
    { ...TEAPOT, id: '6f0e1c9a-0d3b-4e5f-8a7b-1c2d3e4f5a6b' },
  ])
  const pot = { ...TEAPOT, id: '6f0e1c9a-0d3b-4e5f-8a7b-1c2d3e4f5a6b', slug: 'kettle' }
  writeFileSync(place.path('catalog.ndjson'), lines([pot, RENAMED]))
  const args = ['import', 'catalog.ndjson', '--store', 'a']
  const tried = JSON.parse((await place.run([...args, '--dry-run', '--json'])).stdout)
  assert.deepEqual([tried.renamed, tried.recognised.length], [2, 1])

  const { code, stdout, stderr } = await place.run([...args, '--report', 'report.ndjson'])
  assert.equal(code, 0)
  assert.match(stdout, /^created +0\nchanged +2\nunchanged +0\nremoved +0\n/)
  assert.match(stderr, /^new slugs: 2 products; requests with the old slug still find them$/m)
  assert.match(
    stderr,
    /^line 2: slug \(Red Shirt\) is "crimson-shirt": it is the product "red-shirt" of the store, by its sku "RS-S"$/m,
  )
  assert.deepEqual(JSON.parse(readFileSync(place.path('report.ndjson'), 'utf8').split('\n')[0]!), {
    kind: 'recognised',
    line: 2,
    product: 'Red Shirt',
    from: 'red-shirt',
    to: 'crimson-shirt',
    sku: 'RS-S',
  })
  assert.match((await place.run(args)).stdout, /nothing to change/)
  const exported = (await place.run(['export', '--store', 'a'])).stdout.trim().split('\n')
  assert.deepEqual(exported.map((line) => JSON.parse(line).formerSlugs).sort(), [['red-shirt'], ['teapot']])
})

test('a renamed handle of a Shopify export is the same product', async () => {
  using place = await new WorkingDirectory().withStore('a')
  const csv = (handle: string) =>
    `Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price,Status\n${handle},Linen Shirt,Size,S,LS-S,30.00,active\n`
  writeFileSync(place.path('old.csv'), csv('linen-shirt'))
  writeFileSync(place.path('new.csv'), csv('washed-linen-shirt'))
  await place.run(['import', 'old.csv', '--store', 'a'])
  const { stdout, stderr } = await place.run(['import', 'new.csv', '--store', 'a'])
  assert.match(stdout, /now at edition 2: 1 product, 1 variant\n/)
  assert.match(
    stderr,
    /slug.* \(Linen Shirt\) is "washed-linen-shirt": it is the product "linen-shirt" of the store, by/,
  )
})

test('a file of another shop does not fit because its skus happen to be the same', async () => {
  using place = await new WorkingDirectory().withStore('a')
  const numbered = (name: string) =>
    Array.from({ length: 12 }, (_, number) => ({
      name: `${name} ${number}`,
      variants: [{ sku: `${number}`, price: 1 }],
    }))
  writeFileSync(place.path('jugs.ndjson'), lines(numbered('Jug')))
  writeFileSync(place.path('cups.ndjson'), lines(numbered('Cup')))
  await place.run(['import', 'jugs.ndjson', '--store', 'a'])
  const args = ['import', 'cups.ndjson', '--store', 'a']
  const added = await place.run(args)
  assert.match(
    added.stderr,
    /nothing was changed: none of the 12 products of the file is in the store, .*--max-new 100%/,
  )
  const replaced = await place.run([...args, '--replace'])
  assert.match(replaced.stderr, /nothing was changed: 12 of 12 products .* --max-removed 100% allows it/)
  const allowed = await place.run([...args, '--max-new', '100%', '--json'])
  assert.deepEqual([allowed.code, JSON.parse(allowed.stdout).renamed], [0, 12])
})
