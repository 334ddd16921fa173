// Complete run only: it damages files at random.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { CatalogFileError } from '@vitrine/catalog/json/file-error'
import fc from 'fast-check'
import { CommandError } from '../../packages/vitrine/cli/errors.ts'
import { cases } from '../quick.ts'
import { type CatalogFile, readFile, table } from './catalog-file.ts'
import { ETSY, MEDUSA, SQUARE, SQUARESPACE, VENDURE, WIX_V1 } from './platforms/samples.ts'
import { SMALL_FILES } from './platforms/small-files.ts'
import { workbook } from './spreadsheet/workbook-file.ts'

const SHOPIFY = table([
  {
    Handle: 'a',
    Title: 'Ä "A"',
    'Body (HTML)': '<p>x,\ny</p>',
    Tags: 'r, s',
    'Option1 Name': 'Size',
    'Option1 Value': 'S',
    'Variant SKU': 'A-S',
    'Variant Price': '1.50',
    'Image Src': 'https://i.example/a.jpg',
  },
  { Handle: 'a', 'Option1 Value': 'M', 'Variant SKU': 'A-M', 'Variant Price': '2' },
  { Handle: 'b', Title: 'B', 'Option1 Name': 'Title', 'Option1 Value': 'Default Title', 'Variant Price': '3' },
])
const WOO = table([
  {
    ID: '1',
    Type: 'variable',
    SKU: 'a',
    Name: 'Ä',
    Published: '1',
    'Regular price': '',
    Parent: '',
    Categories: 'A > B, C',
    'Attribute 1 name': 'Size',
    'Attribute 1 value(s)': 'S, M',
  },
  {
    ID: '2',
    Type: 'variation',
    SKU: 'a-s',
    Name: 'A',
    Published: '1',
    'Regular price': '5',
    Parent: 'id:1',
    'Attribute 1 name': 'Size',
    'Attribute 1 value(s)': 'S',
  },
  { ID: '3', Type: 'simple', SKU: 'b', Name: 'B', Published: '1', 'Regular price': '6', Categories: 'D' },
])
const TSV = table(
  [
    { id: '1', title: 'Ä Red', link: 'https://s.example/a', price: '1 EUR', item_group_id: 'g', color: 'Red' },
    { id: '2', title: 'Ä Blue', link: 'https://s.example/a', price: '1 EUR', item_group_id: 'g', color: 'Blue' },
  ],
  '\t',
)
const XML = `<?xml version="1.0" encoding="utf-8"?>
<rss xmlns:g="http://base.google.com/ns/1.0"><channel><item><g:id>1</g:id><title><![CDATA[Ä]]></title>
<link>https://s.example/a</link><g:price>1 EUR</g:price><g:product_type>A &gt; B</g:product_type></item></channel></rss>`
const NATIVE = '[{"name":"Ä","variants":[{"sku":"1","price":"1.50","productOptions":{"size":"S"}}]},\n{"name":"B"}]'
const ANY = table(
  [
    {
      Artikel: 'Ä',
      Preis: '5,00 €',
      Größe: 'S',
      Bild: 'https://i.example/a.jpg',
      Status: 'aktiv',
      Kategorie: 'A > B; C',
    },
    { Artikel: 'B', Preis: '6,00 €', Größe: 'M', Bild: '-', Status: 'aktiv', Kategorie: 'A > B; C' },
  ],
  ';',
)
const JSON_LIST =
  '{"count":2,"items":[{"title":"Ä","price":{"amount":5},"tags":["a"]},\n{"title":"B","price":{"amount":6}}]}'
const FILES = {
  ...SMALL_FILES,
  ...{ shopify: SHOPIFY, woocommerce: WOO, tsv: TSV, xml: XML, native: NATIVE, table: ANY, json: JSON_LIST },
  ...{ squarespace: table(SQUARESPACE), wix: table(WIX_V1), square: table(SQUARE) },
  ...{ etsy: table(ETSY), medusa: table(MEDUSA), vendure: table(VENDURE) },
}

/** Reads a file; undefined if it is refused. Any other error fails the test. */
async function attempt(bytes: Uint8Array, size?: number): Promise<CatalogFile | undefined> {
  try {
    return await readFile(bytes, { yes: true }, size)
  } catch (error) {
    assert.ok(error instanceof CatalogFileError || error instanceof CommandError, String(error))
    return undefined
  }
}

/** Words with a special meaning in JavaScript, spreadsheets, CSV, XML or JSON. */
const word = fc.oneof(
  fc.constantFrom(
    '__proto__',
    'constructor',
    'toString',
    '=cmd()',
    '-1',
    '1e9',
    '19,90',
    'NaN',
    '"',
    '""',
    "'",
    '\\',
    '>',
    ',',
  ),
  fc.constantFrom(
    '\0',
    '\u2028',
    '\ufeff',
    '\ud800',
    '<',
    '&',
    ']]>',
    '<!--',
    '{',
    '[',
    '\t',
    '\n',
    '\r\n',
    ';',
    'id:1',
    '\\,',
  ),
  fc.string({ maxLength: 12, unit: 'binary' }),
)

describe('a damaged file is read, or refused with a CatalogFileError:', () => {
  for (const [name, text] of Object.entries(FILES)) {
    const original = Buffer.from(text)

    test(`${name} with flipped bytes, cut off or gzipped`, async () => {
      const flips = fc.array(fc.tuple(fc.nat(original.length - 1), fc.integer({ min: 1, max: 255 })), { maxLength: 4 })
      await fc.assert(
        fc.asyncProperty(flips, fc.nat(original.length), fc.boolean(), async (places, cut, packed) => {
          const bytes = Buffer.from(original.subarray(0, cut % 3 === 0 ? cut : original.length))
          for (const [at, mask] of places) if (at < bytes.length) bytes[at]! ^= mask
          await attempt(packed ? gzipSync(bytes) : bytes, 7)
        }),
        { numRuns: cases({ quick: 100, complete: 100 }) },
      )
    })

    test(`${name} with special words inserted`, async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(fc.nat(text.length), word), { minLength: 1, maxLength: 4 }),
          async (words) => {
            let other = text
            for (const [at, inserted] of words) other = other.slice(0, at) + inserted + other.slice(at)
            await attempt(Buffer.from(other))
          },
        ),
        { numRuns: cases({ quick: 100, complete: 100 }) },
      )
    })

    test(`${name} cut off is refused, or loses only what was cut`, async () => {
      const { products } = await readFile(text, { yes: true })
      for (let length = 1; length < original.length; length += 7) {
        const file = await attempt(original.subarray(0, length))
        const known = new Set(products.map(({ id }) => id))
        if (file)
          assert.ok(
            file.products.length <= products.length &&
              file.products.filter(({ id }) => known.has(id)).length <= known.size,
          )
      }
    })
  }

  test('a workbook with flipped bytes, in its archive or in its parts', async () => {
    const sheet = {
      name: 'S',
      rows: [
        ['Name', 'Price', 'Size'],
        ['Hat', 5, 'S'],
        ['Hat', 6, 'M'],
      ],
      merged: ['A2:A3'],
    }
    for (const isStored of [false, true]) {
      const original = workbook({ sheets: [sheet], formats: ['0.00'], isStored })
      const flips = fc.array(fc.tuple(fc.nat(original.length - 1), fc.integer({ min: 1, max: 255 })), { maxLength: 4 })
      await fc.assert(
        fc.asyncProperty(flips, async (places) => {
          const bytes = Buffer.from(original)
          for (const [at, mask] of places) bytes[at]! ^= mask
          await attempt(bytes, 100)
        }),
        { numRuns: cases({ quick: 100, complete: 100 }) },
      )
    }
  })

  test('tables with any cells', async () => {
    const headers = [
      'Handle',
      'Title',
      'Option1 Name',
      'Option1 Value',
      'Variant SKU',
      'Variant Price',
      'Tags',
      'Status',
      '__proto__',
      'constructor',
    ]
    const cell = fc.oneof(word, fc.constantFrom('a', 'b', '', '', '5', 'Size', 'S'))
    const row = fc.array(cell, { minLength: headers.length, maxLength: headers.length })
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 6 }), async (rows) => {
        const quoted = [headers, ...rows].map((cells) =>
          cells.map((text) => `"${text.replaceAll('"', '""')}"`).join(','),
        )
        await attempt(Buffer.from(quoted.join('\n')))
      }),
      { numRuns: cases({ quick: 100, complete: 100 }) },
    )
    assert.equal(Object.hasOwn(Object.prototype, 'name'), false)
  })
})

test('every row of a file is served, or reported with its line', async () => {
  const row = fc.record({
    Handle: fc.constantFrom('a', 'b', 'c', ''),
    Title: fc.constantFrom('A', 'B', ''),
    'Option1 Name': fc.constantFrom('Size', ''),
    'Option1 Value': fc.constantFrom('S', 'M', 'L', ''),
    'Variant Price': fc.constantFrom('1', '2.50', 'no', ''),
    Status: fc.constantFrom('active', '', '', 'draft', 'odd'),
    Published: fc.constantFrom('TRUE', '', '', 'FALSE'),
    'Image Src': fc.constantFrom('', 'https://i.example/1.jpg', 'https://i.example/2.jpg'),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 12 }), async (rows) => {
      const numbered = rows.map((cells, index) => ({
        ...cells,
        'Variant SKU': cells['Variant Price'] && `sku-${index}`,
      }))
      const file = await readFile(table(numbered))
      const served = new Set(file.products.flatMap(({ variants }) => variants.map(({ sku }) => sku)))
      const refused = new Set(
        file.submissions
          .flatMap((one) => ('problems' in one ? one.problems : []))
          .map(({ line }) => numbered[line - 2]!.Handle.toLowerCase()),
      )
      const leftOut = new Set(file.leftOut.map(({ line }) => line))
      assert.equal(leftOut.size, file.leftOut.length, 'a row is left out only once')
      const slugs = new Set(file.products.map(({ slug }) => slug))
      for (const [index, cells] of numbered.entries()) {
        const sold = cells['Variant Price'] !== '' || cells['Option1 Value'] !== ''
        const found = sold ? served.has(`sku-${index}`) : slugs.has(cells.Handle)
        const told = leftOut.has(index + 2) || refused.has(cells.Handle.toLowerCase())
        assert.ok(found || told, `line ${index + 2}: ${JSON.stringify(cells)}`)
        assert.ok(!(leftOut.has(index + 2) && sold && served.has(`sku-${index}`)), 'not both')
      }
    }),
    { numRuns: cases({ quick: 500, complete: 500 }) },
  )
})

describe('a file that tries to exhaust memory', () => {
  /** The peak of additional memory while a file is read, in bytes. */
  async function peakOf(bytes: Uint8Array): Promise<number> {
    const before = process.memoryUsage.rss()
    let peak = before
    const watching = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage.rss())
    }, 5)
    await attempt(bytes)
    clearInterval(watching)
    return Math.max(peak, process.memoryUsage.rss()) - before
  }

  const header = 'Handle,Title,Type,Vendor,Variant Price\n'
  for (const [what, make] of [
    ['a cell that does not end', () => `${header}a,"${'x'.repeat(2e8)}`],
    ['a row of nothing but commas', () => `${header}${','.repeat(1e8)}`],
    ['blank lines', () => `${header}${'\n'.repeat(3e6)}`],
    ['a line of JSON', () => `{"name":"${'x'.repeat(2e8)}`],
    ['nested JSON arrays', () => '['.repeat(1e8)],
    ['an element that does not end', () => `<rss><item><id>${'x'.repeat(2e8)}`],
    ['nested elements', () => '<rss>'.repeat(2e7)],
  ] as const) {
    test(`is refused within a fixed amount: ${what}, gzipped`, async () => {
      const packed = gzipSync(make(), { level: 1 })
      assert.ok((await peakOf(packed)) < 250e6)
    })
  }
})
