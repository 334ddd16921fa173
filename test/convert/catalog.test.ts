// Complete run only: it computes for seconds.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { deflateRawSync, gzipSync } from 'node:zlib'
import { CatalogFileError } from '@vitrine/catalog/json/file-error'
import { FORMATS } from '@vitrine/convert/formats'
import { CommandError } from '../../packages/vitrine/cli/errors.ts'
import { readFile, table, told, warned } from './catalog-file.ts'

const SHOPIFY = table([{ Handle: 'mug', Title: 'Mug', Vendor: 'Kiln', 'Variant SKU': 'M', 'Variant Price': '9' }])
const WOO = table([{ Type: 'simple', SKU: 'M', Name: 'Mug', Published: '1', 'Regular price': '9' }])
const FEED = table([{ id: 'M', title: 'Mug', link: 'https://shop.example/mug', price: '9 EUR' }], '\t')
const NATIVE = '{"name":"Mug","variants":[{"sku":"M","price":"9"}]}\n'
const XML =
  '<?xml version="1.0"?><rss><channel><item><id>M</id><title>Mug</title><price>9 EUR</price></item></channel></rss>'

const FILES = { shopify: [SHOPIFY], woocommerce: [WOO], google: [FEED, XML], native: [NATIVE, `[${NATIVE}]`] }

describe('a catalog file', () => {
  for (const [format, texts] of Object.entries(FILES)) {
    for (const text of texts) {
      test(`is recognised by its content, gzipped or not, as ${format}: ${text.slice(0, 20)}`, async () => {
        for (const bytes of [Buffer.from(text), Buffer.from(`\ufeff${text}`), gzipSync(text)]) {
          for (const size of [1, 64 * 1024]) {
            const file = await readFile(bytes, {}, size)
            assert.deepEqual([file.format, file.products[0]?.name, file.problems], [format, 'Mug', []])
          }
        }
      })
    }
  }

  test('is read in the named format, or refused with the missing column', async () => {
    const shopify = FORMATS.find(({ name }) => name === 'shopify')
    await assert.rejects(readFile(WOO, { format: shopify }), /Row 1: The header has no column “Handle” or “URL handle”/)
    await assert.rejects(readFile(SHOPIFY, { format: FORMATS.find(({ name }) => name === 'native') }), /looks like CSV/)
  })

  test('may have semicolons, tabs or bars between cells, with or without a line sep= of Excel', async () => {
    for (const delimiter of [';', '\t', '|'])
      for (const text of [
        SHOPIFY.replaceAll(',', delimiter),
        `sep=${delimiter}\r\n${SHOPIFY.replaceAll(',', delimiter)}`,
      ])
        assert.equal((await readFile(text)).products[0]?.name, 'Mug', JSON.stringify(text))
  })

  test('may have any line ends, blank lines and padding', async () => {
    for (const end of ['\r\n', '\r', '\n', ' \n\n'])
      assert.equal((await readFile(SHOPIFY.replaceAll('\n', end))).products[0]?.name, 'Mug', JSON.stringify(end))
    const padded = 'Handle  ,Title ,Vendor,Variant SKU,"Variant Price"  \nmug  ,"Mug"   , "Kiln",M,9  \n'
    assert.equal((await readFile(padded)).products[0]?.name, 'Mug')
  })

  test('has correct line numbers after cells with several lines', async () => {
    for (const end of ['\n', '\r\n']) {
      const rows = [
        'Handle,Title,Body (HTML),Type,Variant Price',
        `a,A,"one${end}two${end}${end}four",x,1`,
        'b,B,,x,no',
        'c,C,,x,no',
      ]
      assert.deepEqual(
        (await readFile(rows.join(end))).problems.map(({ line }) => line),
        [6, 7],
      )
    }
  })

  test('has its descriptions in plain text if the option `html` says so', async () => {
    const html = NATIVE.replace('"variants"', '"description":"<p>Hot &amp; cold</p><p>drinks</p>","variants"')
    assert.equal((await readFile(html)).products[0]?.description, '<p>Hot &amp; cold</p><p>drinks</p>')
    assert.equal((await readFile(html, { html: 'text' })).products[0]?.description, 'Hot & cold\n\ndrinks')
  })
})

const zip = Buffer.concat([Buffer.from('PK\x03\x04\x14\0\x08\0', 'latin1'), deflateRawSync(SHOPIFY)])
const REFUSED: [string, Uint8Array | string, RegExp][] = [
  ['nothing', '', /file is empty/],
  ['white space', '  \n \n', /file is empty/],
  ['a damaged archive', zip, /spreadsheet, or the ZIP archive, is damaged/],
  ['an old spreadsheet', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]), /old Excel/],
  ['a PDF', '%PDF-1.7\n1 0 obj', /PDF document/],
  ['an image', Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]), /PNG image/],
  ['a photograph', Buffer.from([0xff, 0xd8, 0xff, 0xe0]), /JPEG image/],
  ['a web page', '<!DOCTYPE html><html><body>Log in</body></html>', /HTML, perhaps a page/],
  ['XML of another kind', '<catalog/>', /looks like XML/],
  ['a table of something else', 'Date,Amount,Payee\n1,2,3\n', /No column is certain to be the name\. --write-columns/],
  ['prose', 'Dear customers', /does not look like JSON: it begins with "Dear customers"/],
  ['a header and no row', SHOPIFY.split('\n')[0]!, /no row below it/],
  [
    'a cell without end',
    SHOPIFY.replace('mug,Mug', 'mug,"Mug'),
    /Row 2: In the row that begins here a quotation mark opens a cell and none closes/,
  ],
  ['a cell with a stray mark', `${SHOPIFY}jug,"Jug "2" l",Kiln,J,9\n`, /Row 3: .*in the middle of a cell/],
  ['a cell with a mark in it', `${SHOPIFY}jug,15" jug,Kiln,J,9\n`, /Row 3: .*in the middle of a cell/],
  ['a row that is cut off', `${SHOPIFY}jug,Jug,Ki`, /Row 3: The file is cut off: its last row has 3 of 5 cells/],
  [
    'a feed with a swallowed line',
    `${FEED}2\t"Jug\thttps://a.example/jug\t9 EUR\n3\tCup "x"\thttps://a.example/cup\t9 EUR\n`,
    /Row 3: .*opens a cell and none closes/,
  ],
  ['a row longer than can be held', `${SHOPIFY}jug,${'x'.repeat(5e6)},Kiln,J,9\n`, /Row 3: .*longer than 4 MiB/],
  ['more columns than anybody has', `${SHOPIFY.split('\n')[0]}${',x'.repeat(20_000)}\na\n`, /at most 10000/],
]

for (const [name, bytes, message] of REFUSED) {
  test(`${name} is refused with a guess at what it is`, async () => {
    for (const size of [bytes.length > 100_000 ? 4096 : 7, 64 * 1024]) {
      await assert.rejects(readFile(bytes, {}, size), (error) => {
        assert.ok(error instanceof CatalogFileError || error instanceof CommandError, String(error))
        assert.match(error.message, message)
        return true
      })
    }
  })
}

describe('a row with another number of cells than the header', () => {
  test('is a problem if the additional cells are not blank', async () => {
    const file = await readFile(`${SHOPIFY}jug,Jug,Kiln,J,9,extra\ncup,Cup,Kiln,C,9,,\n`)
    assert.deepEqual(told(file), ['3 the row has 6 cells, but the header has 5'])
    assert.deepEqual(
      file.products.map(({ slug }) => slug),
      ['mug', 'cup'],
    )
  })

  test('is read with a warning if cells are missing', async () => {
    const file = await readFile('Handle,Title,Variant Price,Type,Tags\njug,Jug,9\ncup,Cup,9')
    assert.match(warned(file).join('\n'), /^2 the row has 3 cells, but the header has 5; .*\n3 the row has 3 cells/)
    assert.equal(file.products.length, 2)
  })
})
