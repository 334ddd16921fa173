import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { VariantPatch } from '@vitrine/catalog/submission'
import { readPatchFile } from '@vitrine/convert/read-patch-file'
import { productsIn, readFile, readFiles, table } from './catalog-file.ts'
import { SMALL_FILES } from './platforms/small-files.ts'
import { chunked, collected } from './reading.ts'
import { workbookOf, zip } from './spreadsheet/workbook-file.ts'

const SHOPIFY = SMALL_FILES.shopify!

describe('a ZIP archive with one catalog is read as that catalog', () => {
  const archives: readonly (readonly [string, Buffer])[] = [
    ['by itself', zip({ 'products_export.csv': SHOPIFY })],
    ['not compressed', zip({ 'products_export.csv': SHOPIFY }, {}, true)],
    [
      'in a folder, beside other files',
      zip({
        'agents/feeds/': '',
        'agents/feeds/Products.CSV': SHOPIFY,
        'agents/feeds/read me.txt': 'x',
        'agents/feeds/a.jpg': 'x',
      }),
    ],
    ['as a Mac writes it', zip({ 'products.csv': SHOPIFY, '__MACOSX/._products.csv': 'x' })],
    ['that is gzipped itself', gzipSync(zip({ 'products.csv': SHOPIFY }))],
  ]
  for (const [name, bytes] of archives)
    test(name, async () => {
      const { format, products } = await readFile(bytes)
      assert.deepEqual([format, products.map((product) => product.slug)], ['shopify', ['a']])
    })

  test('of XML and of JSON', async () => {
    const feed = '<rss><channel><item><id>1</id><title>Hat</title><price>5 EUR</price></item></channel></rss>'
    assert.equal((await productsIn(zip({ 'feed.xml': feed })))[0]!.name, 'Hat')
    assert.equal((await readFile(zip({ 'products.json': SMALL_FILES['shopify-json']! }))).format, 'shopify-json')
  })

  test('with guessed columns', async () => {
    assert.equal((await readFile(zip({ 'list.csv': 'SKU,Name,Price\nH,Hat,5\nC,Cap,6\n' }))).format, 'table')
  })

  test('beside other files of the catalog', async () => {
    const second = table([{ Handle: 'b', Title: 'B', 'Variant Price': '5' }])
    const { products } = await readFiles({ 'one.zip': zip({ 'one.csv': SHOPIFY }), 'two.csv': second })
    assert.deepEqual(
      products.map(({ slug }) => slug),
      ['a', 'b'],
    )
  })

  test('of prices and stocks', async () => {
    const bytes = zip({ 'stock.csv': 'sku,stock\nA,5\n' })
    const options = { only: ['stock'] as const, onWarning: () => {}, onLeftOut: () => {} }
    const patches = await collected(readPatchFile(chunked(bytes), options))
    assert.deepEqual(
      patches.map((patch) => [(patch as VariantPatch).sku, (patch as VariantPatch).stock]),
      [['A', 5]],
    )
  })
})

describe('a ZIP archive is refused, with what to do, if it', () => {
  const refusals: readonly (readonly [string, Buffer, RegExp])[] = [
    [
      'has no catalog',
      zip({ 'a.jpg': 'x' }),
      /with no file that ends in \.csv, .*: a\.jpg\. Unzip it, and import the catalog/,
    ],
    [
      'has several',
      zip({ 'a.csv': SHOPIFY, 'b.csv': SHOPIFY }),
      /a ZIP archive with 2 tables .*: a\.csv, b\.csv\. Unzip it/,
    ],
    [
      'has a workbook',
      zip({ 'a.xlsx': workbookOf([['Name'], ['x']]) }),
      /with no file that ends .*: a\.xlsx\. Unzip it/,
    ],
    ['has another archive', zip({ 'a.csv': zip({ 'a.csv': 'x' }) }), /looks like a ZIP archive/],
    ['is empty', zip({}), /an empty ZIP archive/],
    ['has a password', withPassword(zip({ 'a.csv': SHOPIFY })), /has a password\. Unzip it first/],
    ['is cut off', zip({ 'a.csv': SHOPIFY }).subarray(0, 100), /damaged or cut off/],
  ]
  for (const [name, bytes, message] of refusals)
    test(name, async () => {
      await assert.rejects(readFile(bytes), message)
    })
})

/** The archive with the flag of an encrypted file in its directory. */
function withPassword(archive: Buffer): Buffer {
  const entry = archive.indexOf('PK\x01\x02')
  archive[entry + 8]! |= 1
  return archive
}
