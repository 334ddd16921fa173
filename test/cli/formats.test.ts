// Complete run only: it starts many processes.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { LEFT_OUT_REASONS } from '@vitrine/catalog/left-out'
import { FORMATS } from '@vitrine/convert/formats'
import { table } from '../convert/catalog-file.ts'
import { getJson, WorkingDirectory } from './vitrine.ts'

const JUG = {
  Handle: 'jug',
  Title: 'Jug',
  'Body (HTML)': '<p>Holds <b>water</b></p>',
  Type: 'Jugs',
  'Variant Price': '19.90',
}
const DRAFTS = Array.from({ length: 12 }, (_, index) => ({ ...JUG, Handle: `draft-${index}`, Status: 'draft' }))
const SHOPIFY = table([JUG, ...DRAFTS, { ...JUG, Handle: 'free', 'Variant Price': '' }])
const IMPORT = ['import', 'export.csv', '--store', 'a', '--max-left-out', '95%']

async function shop(content: string | Uint8Array = SHOPIFY): Promise<WorkingDirectory> {
  const place = await new WorkingDirectory().withStore('a')
  await writeFile(place.path('export.csv'), content)
  return place
}

async function editionOf(place: WorkingDirectory) {
  return JSON.parse((await place.run(['store', 'show', 'a', '--json'])).stdout).edition.number
}

describe('vitrine formats', () => {
  test('lists each format with the meaning of its columns', async () => {
    using place = new WorkingDirectory()
    const { code, stdout } = await place.run(['formats'])
    assert.equal(code, 0)
    assert.match(stdout, /^shopify: Shopify product CSV\n {2}Handle · URL handle\n {6}the slug; /m)
    assert.match(stdout, /^woocommerce: [\s\S]*Attribute N value\(s\)[\s\S]*^google: [\s\S]*item_group_id/m)
    const formats = JSON.parse((await place.run(['formats', '--json'])).stdout)
    assert.deepEqual(
      formats.map(({ name }: { name: string }) => name),
      FORMATS.map(({ name }) => name),
    )
  })
})

test('docs/formats.md explains every format and every reason to leave a row out', async () => {
  const docs = await readFile(new URL('../../docs/formats.md', import.meta.url), 'utf8')
  for (const name of [...Object.keys(LEFT_OUT_REASONS), ...FORMATS.map((format) => format.name)])
    assert.ok(docs.includes(`\`${name}\``), name)
})

describe('vitrine import of a file from a shop', () => {
  test('prints the left-out rows with reasons, rows and products', async () => {
    using place = await shop()
    const { code, stdout, stderr } = await place.run(IMPORT)
    assert.equal(code, 0)
    assert.match(
      stderr,
      /^left out: 12 rows, since the product is a draft: rows 3 \(draft-0\), 4 \(draft-1\), .*, 12 \(draft-9\), and 2 more$/m,
    )
    assert.match(stderr, /^left out: 1 row, since it has no price: row 15 \(free\)$/m)
    assert.match(stdout, /^created +1\n[\s\S]*^rows +14, 13 of them left out$/m)
    const again = await place.run([...IMPORT, '--json'])
    const { format, rows, leftOut, outcome } = JSON.parse(again.stdout)
    assert.deepEqual([format, rows, outcome], ['shopify', 14, 'unchanged'])
    assert.deepEqual(
      leftOut.map(({ reason, count, lines }: Record<string, unknown>) => [reason, count, lines]),
      [
        ['draft', 12, [3, 4, 5, 6, 7, 8, 9, 10, 11, 12]],
        ['no-price', 1, [15]],
      ],
    )
    assert.deepEqual(leftOut[0].places[9], { line: 12, row: 12, product: 'draft-9' })
    assert.equal(leftOut[0].places.length, 10)
  })

  test('names each column that is not used', async () => {
    const extra = { 'Variant Fulfillment Service': 'manual', 'Gift Card': 'FALSE', 'Cost per item': '' }
    using place = await shop(table([{ ...JUG, ...extra }]))
    const { stderr } = await place.run(IMPORT)
    assert.match(stderr, /^not used: 2 columns \(Variant Fulfillment Service, Gift Card\)$/m)
    const { unused } = JSON.parse((await place.run([...IMPORT, '--json'])).stdout)
    assert.deepEqual(unused, ['Variant Fulfillment Service', 'Gift Card'])
  })

  test('counts the values that are dropped, one line for each column and reason', async () => {
    const rows = Array.from({ length: 12 }, (_, n) => ({
      ...{ ...JUG, Handle: `jug-${n}`, 'Variant Barcode': '123', 'Variant Compare At Price': n === 7 ? '5' : '' },
    }))
    using place = await shop(table(rows))
    const { code, stdout, stderr } = await place.run([...IMPORT, '--report', 'report.ndjson'])
    assert.equal(code, 0)
    assert.match(stdout, /^created +12$/m)
    const gtin = 'a GTIN of 8, 12, 13 or 14 digits with the right check digit'
    const price = 'a price above the price of the variant'
    const lines = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
    const rowList = lines.map((line) => `${line} (jug-${line - 2})`).join(', ')
    assert.deepEqual(
      stderr.split('\n').filter((line) => line.startsWith('dropped')),
      [
        `dropped: 12 values of column F "Variant Barcode"; expected ${gtin}: rows ${rowList}, and 2 more`,
        `dropped: 1 value of column G "Variant Compare At Price"; expected ${price}: row 9 (jug-7)`,
      ],
    )
    const report = (await readFile(place.path('report.ndjson'), 'utf8')).trim().split('\n')
    const dropped = report.map((line) => JSON.parse(line)).filter(({ kind }) => kind === 'dropped')
    assert.equal(dropped.length, 13)
    const [wrong, right] = ['is "5", and the price is "19.90"', price]
    const where = { line: 9, row: 9, column: 'G', product: 'jug-7', path: 'Variant Compare At Price' }
    assert.deepEqual(dropped[8], { kind: 'dropped', ...where, wrong, right })
    const json = JSON.parse((await place.run([...IMPORT, '--json'])).stdout)
    assert.deepEqual(
      json.dropped.map(({ places: _, ...counted }: Record<string, unknown>) => counted),
      [
        { field: 'Variant Barcode', expected: gtin, count: 12, lines },
        { field: 'Variant Compare At Price', expected: price, count: 1, lines: [9] },
      ],
    )
    assert.deepEqual(json.dropped[1].places, [{ line: 9, row: 9, column: 'G', product: 'jug-7' }])
  })

  test('tells a warning that many rows share once, with their count', async () => {
    const rows = Array.from({ length: 12 }, (_, n) => ({ ...JUG, Handle: `jug-${n}`, 'Variant Price': '0' }))
    using place = await shop(table(rows))
    const { stderr } = await place.run([...IMPORT, '--dry-run'])
    const warnings = stderr.split('\n').filter((line) => line.startsWith('warning'))
    assert.equal(warnings.length, 1)
    const start =
      'warning: 12 times, column E "Variant Price" is 0: shoppers see that it costs nothing: rows 2 (jug-0), 3 (jug-1)'
    assert.ok(warnings[0]!.startsWith(start), warnings[0])
    assert.ok(warnings[0]!.endsWith(', 11 (jug-9), and 2 more'), warnings[0])
    const { warnings: first, warningCount, repeated } = JSON.parse((await place.run([...IMPORT, '--json'])).stdout)
    assert.deepEqual([first.length, warningCount, repeated.length, repeated[0].count], [10, 12, 1, 12])
  })

  test('writes all findings to the report, also of a refused file', async () => {
    using place = await shop(table([JUG, ...DRAFTS, { ...JUG, Handle: 'x', Shelf: '1', 'Variant Price': 'no' }]))
    const { code, stderr } = await place.run([...IMPORT, '--report', 'report.ndjson'])
    assert.equal(code, 1)
    assert.match(
      stderr,
      /^row 15, column E "Variant Price" \(x\) is "no", which is not a decimal number; expected a price/m,
    )
    const report = (await readFile(place.path('report.ndjson'), 'utf8'))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    assert.deepEqual(report[0], { kind: 'not-used', column: 'Shelf' })
    assert.deepEqual(report[1], { kind: 'left-out', line: 3, row: 3, reason: 'draft', product: 'draft-0' })
    assert.deepEqual([report.length, report.at(-1).kind, report.at(-1).line], [14, 'problem', 15])
    assert.equal(await editionOf(place), 0)
  })

  test('serves the imported products', async () => {
    using place = await shop()
    assert.equal((await place.run([...IMPORT, '--html', 'text'])).code, 0)
    const server = place.start(['serve', '--port', '0', '--metrics-port', '0'])
    const [, url] = await server.waitFor(/serving at (\S+);/)
    const { body } = await getJson(`${url}/store/products?label=jugs`, { 'x-store-id': 'a' })
    assert.deepEqual([body.meta.totalItems, body.data[0].slug, body.data[0].description], [1, 'jug', 'Holds water'])
    assert.deepEqual([body.data[0].variants[0].price, body.data[0].variants[0].sku], ['19.90', 'jug'])
  })

  test('uses the given format and encoding', async () => {
    using place = await shop(Buffer.from(SHOPIFY.replace('Jug', 'Krüg'), 'latin1'))
    const wrong = await place.run([...IMPORT, '--format', 'woocommerce'])
    assert.equal(wrong.code, 1)
    assert.match(wrong.stderr, /^vitrine: export\.csv: Line 1: The header has no column “Type”|no column “Name”/m)
    assert.equal((await place.run([...IMPORT, '--format', 'spreadsheet'])).code, 2)
    assert.equal((await place.run([...IMPORT, '--encoding', 'morse'])).code, 2)
    assert.equal((await place.run([...IMPORT, '--encoding', 'latin1', '--format', 'shopify'])).code, 0)
    assert.match((await place.run(['export', '--store', 'a'])).stdout, /"name":"Krüg"/)
  })

  test('maps columns by the file of --columns', async () => {
    using place = await shop(table([{ Typ: 'simple', Bezeichnung: 'Krug', Nummer: 'k', 'Preis, normal': '5' }]))
    assert.match((await place.run(IMPORT)).stderr, /^export\.csv is of no known format\./)
    const names = { typ: 'Type', Bezeichnung: 'Name', Nummer: 'SKU', 'Preis, normal': 'Regular price' }
    await writeFile(place.path('columns.json'), JSON.stringify(names))
    const { code, stderr } = await place.run([...IMPORT, '--format', 'woocommerce', '--columns', 'columns.json'])
    assert.equal(code, 0, stderr)
    await writeFile(place.path('columns.json'), '["Type"]')
    const wrong = await place.run([...IMPORT, '--columns', 'columns.json'])
    assert.match(wrong.stderr, /^vitrine: columns\.json must contain a JSON object such as/m)
  })

  for (const [what, content, expected] of [
    [
      'a web page',
      '<!doctype html><title>Sign in</title>',
      /export\.csv: The file looks like HTML, .* Nothing was changed\.$/m,
    ],
    [
      'a damaged archive',
      'PK\x03\x04',
      /export\.csv: The spreadsheet, or the ZIP archive, is damaged or cut off\. .* Nothing was changed\.$/m,
    ],
    ['cut off', SHOPIFY.slice(0, -30), /export\.csv: Row 15: The file is cut off: .* Nothing was changed\.$/m],
  ] as const) {
    test(`refuses a file that is ${what}`, async () => {
      using place = await shop(content)
      const { code, stderr } = await place.run([...IMPORT, '--replace'])
      assert.equal(code, 1)
      assert.match(stderr, expected)
      assert.equal(await editionOf(place), 0)
    })
  }

  test('can be interrupted while it groups rows', async () => {
    using place = await shop()
    const running = place.start(['import', '-', '--store', 'a'])
    const input = running.child.stdin!.on('error', () => {})
    input.write(SHOPIFY.repeat(1000))
    // All but what the pipe holds has been read, and the input has no end yet.
    await once(input, 'drain')
    running.child.kill('SIGINT')
    const { code, stderr } = await running.waitForExit()
    assert.equal(code, 130)
    assert.match(stderr, /interrupted; nothing was changed/)
  })

  test('names a report that cannot be written', async () => {
    using place = await shop()
    const { code, stderr } = await place.run([...IMPORT, '--report', 'nowhere/report.ndjson'])
    assert.equal(code, 1)
    assert.match(stderr, /^vitrine: cannot write the report to nowhere\/report\.ndjson: /m)
  })
})
