// Complete run only: it starts many processes.
import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { test } from 'node:test'
import { WorkingDirectory } from './vitrine.ts'

const FIRST = 'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price,Status\nhat,Hat,Size,S,H-S,10,active\n'
const SECOND =
  'Handle,Title,Variant Price,Option1 Name,Option1 Value,Variant SKU,Status\nhat,,11,Size,M,H-M,active\nbag,Bag,much,,,B,active\ncap,Cap,5,,,C,draft\n'

async function shop(files: Readonly<Record<string, string>>): Promise<WorkingDirectory> {
  const place = await new WorkingDirectory().withStore('a')
  for (const [name, text] of Object.entries(files)) await writeFile(place.path(name), text)
  return place
}

test('vitrine import reads the parts of an export as one catalog, and names the file of each finding', async () => {
  using place = await shop({ 'one.csv': FIRST, 'two.csv': SECOND })
  const { code, stdout, stderr } = await place.run(['import', 'one.csv', 'two.csv', '--store', 'a', '--skip-invalid'])
  assert.equal(code, 0)
  assert.match(stderr, /^reading one\.csv and two\.csv$/m)
  assert.match(stderr, /^left out: 1 row, since the product is a draft: row 4 of two\.csv \(cap\)$/m)
  assert.match(stderr, /^row 3 of two\.csv, column C "Variant Price" \(bag\) is "much"/m)
  assert.match(stdout, /^rows +4, /m)
  assert.match(stdout, /edition 1: 1 product, 2 variants$/m)
})

test('vitrine import reads files with the same name, each with its own columns', async () => {
  using place = await shop({})
  await mkdir(place.path('old'))
  await mkdir(place.path('new'))
  await writeFile(place.path('old/p.csv'), 'Handle,Title,Variant SKU,Variant Price,Status\nhat,Hat,H,10,active\n')
  await writeFile(
    place.path('new/p.csv'),
    'Status,Variant Price,Variant SKU,Title,Handle\ndraft,5,C,Cap,cap\nactive,7,B,Bag,bag\n',
  )
  const { stdout, stderr } = await place.run(['import', 'old/p.csv', 'new/p.csv', '--store', 'a'])
  assert.match(stderr, /^left out: 1 row, since the product is a draft: row 2 of new\/p\.csv \(cap\)$/m)
  assert.match(stdout, /edition 1: 2 products, 2 variants$/m)
})

test('vitrine import refuses files that are not of one catalog', async () => {
  const gallery = 'Product ID*;Attribute (Name:Type:Position)*;Value (Value:Position)*\n1;Size:select:0;S:0\n'
  const mine = 'Artikel,VK\nHemd,19\n'
  using place = await shop({ 'one.csv': FIRST, 'two.csv': gallery, 'three.csv': mine })
  const errorOf = async (...args: string[]) => {
    const { code, stderr } = await place.run(['import', ...args, '--store', 'a'])
    return [code, stderr.replace(/^[\s\S]*vitrine: /, '').trim()]
  }
  assert.deepEqual(await errorOf('one.csv', 'two.csv'), [
    1,
    'one.csv is a Shopify product CSV, and two.csv is a PrestaShop product CSV, with headers in English, French, German, Polish or Spanish. Import them one after the other. Nothing was changed.',
  ])
  assert.match((await errorOf('one.csv', 'three.csv'))[1] as string, /^three\.csv: The file is of no format of which/)
  assert.deepEqual(await errorOf('one.csv', 'gone.csv'), [
    1,
    'file gone.csv does not exist; expected a catalog file, or - for standard input',
  ])
  assert.deepEqual(await errorOf('one.csv', '-'), [2, 'standard input cannot be combined with other sources'])
  assert.deepEqual(await errorOf('one.csv', 'two.csv', '--only', 'price'), [
    2,
    '--only reads one file, and 2 are named',
  ])
})
