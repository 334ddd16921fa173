import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Warning } from '@vitrine/catalog/submission'
import { parseFormatCode } from '@vitrine/convert/spreadsheet/number-format'
import { readSpreadsheet } from '@vitrine/convert/spreadsheet/read-spreadsheet'
import { unpack } from '@vitrine/convert/unpack'
import { COMPLETE_ONLY } from '../../quick.ts'
import { readFile } from '../catalog-file.ts'
import { chunked, collected } from '../reading.ts'
import { type TestCell, workbook, workbookOf, zip } from './workbook-file.ts'

/** The rows of a workbook, each as “number: cells”, and the warnings. */
async function rowsOf(bytes: Buffer, sheet?: string) {
  const warnings: Warning[] = []
  const options = { sheet, onWarning: (warning: Warning) => warnings.push(warning) }
  const { workbook } = await unpack(chunked(bytes, 1000))
  const rows = await collected(readSpreadsheet(workbook!, options))
  return { rows: rows.map(({ line, cells }) => `${line}: ${cells.join('|')}`), warnings }
}

/** The text of one cell, in a workbook with one number format. */
async function shown(cell: TestCell, format = 'General', countsFrom1904 = false): Promise<string> {
  const sheets = [{ name: 'S', rows: [['Name'], ['x', cell]] }]
  const { rows } = await rowsOf(workbook({ sheets, formats: [format], countsFrom1904 }))
  return rows[1]!.replace('2: x', '').replace('|', '')
}

const styled = (number: number) => ({ attributes: 's="1"', xml: `<v>${number}</v>` })

describe('the rows of a spreadsheet', () => {
  test('have the numbers of the sheet, and the texts of cells in shared strings or in the cells', async () => {
    for (const sharesStrings of [true, false]) {
      const rows = [['Name', 'Price'], [], ['Soap & “Co” <b>', 5], [undefined, 6.5]]
      const sheets = [{ name: 'S', rows, firstRow: 3 }]
      assert.deepEqual((await rowsOf(workbook({ sheets, sharesStrings }))).rows, [
        '3: Name|Price',
        '5: Soap & “Co” <b>|5',
        '6: |6.5',
      ])
    }
  })

  test('come from the first visible sheet with two rows, or from the one that is named', async () => {
    const rows = [['Name'], ['Soap']]
    const file = workbook({
      sheets: [
        { name: 'Secret', rows, state: 'hidden' },
        { name: 'Cover', rows: [['Price list']] },
        { name: 'Soaps', rows },
        { name: 'Oils', rows: [['Name'], ['Oil']] },
      ],
    })
    assert.deepEqual((await rowsOf(file)).rows, ['1: Name', '2: Soap'])
    assert.deepEqual((await rowsOf(file, 'oils')).rows, ['1: Name', '2: Oil'])
    await assert.rejects(rowsOf(file, 'Teas'), /no sheet “Teas”\. It has “Secret”, “Cover”, “Soaps”, “Oils”/)
  })

  test('come from the first sheet with products, below a cover of several rows, and the report says so', async () => {
    const cover = [
      ['Acme Ltd', 'Wholesale'],
      ['Prices of', 'May'],
      ['Contact', 'sales@x.example'],
    ]
    const products = [
      ['SKU', 'Name', 'Price'],
      ['H', 'Hat', '5'],
    ]
    const sheets = [
      { name: 'Cover', rows: cover },
      { name: 'Items', rows: products },
      { name: 'Old', rows: products },
    ]
    const { products: read, warnings } = await readFile(workbook({ sheets }), { yes: true })
    assert.deepEqual(
      [read.map(({ name }) => name), warnings.map(({ message }) => message)],
      [['Hat'], ['has the sheets “Cover”, “Items”, “Old”; “Items” is read, and --sheet names another']],
    )
    const first = await readFile(workbook({ sheets: sheets.slice(1) }), { yes: true })
    assert.deepEqual([first.products.length, first.warnings], [1, []])
  })

  test('show numbers as the sheet does, without the noise of binary numbers', async () => {
    assert.equal(await shown(0.1 + 0.2), '0.3')
    assert.equal(await shown(4006381333931), '4006381333931')
    assert.equal(await shown(styled(23.788100000000004), '#,##0.00 "€"'), '23.79')
    assert.equal(await shown(styled(1.005), '0.00'), '1.01')
    assert.equal(await shown(styled(-1234.5), '_-* #,##0.00\\ [$€-407]_-;-* #,##0.00'), '-1234.50')
    assert.equal(await shown(styled(42), '00000'), '00042')
    assert.equal(await shown(styled(0.195), '0.0%'), '19.5%')
    assert.equal(await shown(styled(12345), '0.00E+00'), '12345')
  })

  test('show dates as ISO 8601, counted from 1900 or 1904', async () => {
    assert.equal(await shown(styled(46096), 'dd/mm/yyyy'), '2026-03-15')
    assert.equal(await shown(styled(46096.5), '[$-409]m/d/yy h:mm AM/PM;@'), '2026-03-15T12:00:00')
    assert.equal(await shown(styled(1), 'd.m.yyyy'), '1900-01-01')
    assert.equal(await shown(styled(44634), 'yyyy-mm-dd', true), '2026-03-15')
    assert.equal(await shown({ attributes: 't="d"', xml: '<v>2026-03-15T00:00:00</v>' }), '2026-03-15')
  })

  test('have the values of formulas, truth values, and text in several runs', async () => {
    assert.equal(await shown({ attributes: 't="str"', xml: '<f>A1&amp;B1</f><v>Soap_x000D_red</v>' }), 'Soap\rred')
    assert.equal(await shown({ attributes: '', xml: '<f>1+1</f><v>2</v>' }), '2')
    assert.equal(await shown({ attributes: 't="b"', xml: '<v>1</v>' }), 'TRUE')
    const runs = '<is><r><rPr><b/></rPr><t>調</t></r><r><t>味料</t></r><rPh sb="0" eb="1"><t>チョウ</t></rPh></is>'
    assert.equal(await shown({ attributes: 't="inlineStr"', xml: runs }), '調味料')
  })

  test('have blank cells where the sheet shows an error, which is told', async () => {
    const missing = { attributes: 't="e"', xml: '<f>VLOOKUP(1,2)</f><v>#N/A</v>' }
    const { rows, warnings } = await rowsOf(
      workbookOf([
        ['Name', 'Price'],
        ['Soap', missing],
        ['Oil', missing],
      ]),
    )
    assert.deepEqual(rows, ['1: Name|Price', '2: Soap', '3: Oil'])
    assert.deepEqual(
      warnings.map(({ line, path, message }) => `${line} ${path} ${message}`),
      ['2 the sheet has 2 cells with errors such as #N/A, which count as blank'],
    )
  })

  test('repeat a cell that is merged over several rows', async () => {
    const rows = [
      ['Name', 'Size'],
      ['Shirt', 'S'],
      [undefined, 'M'],
      [undefined, 'L'],
      ['Hat', 'One'],
    ]
    const sheets = [{ name: 'S', rows, merged: ['A2:A4', 'A1:B1'] }]
    assert.deepEqual((await rowsOf(workbook({ sheets }))).rows.slice(1), [
      '2: Shirt|S',
      '3: Shirt|M',
      '4: Shirt|L',
      '5: Hat|One',
    ])
  })

  test('are read if all elements have a prefix and no cell has a reference', async () => {
    const sheet =
      '<x:worksheet xmlns:x="x"><x:sheetData><x:row><x:c t="inlineStr"><x:is><x:t>Name</x:t></x:is></x:c></x:row><x:row><x:c><x:v>1</x:v></x:c><x:c><x:v>2</x:v></x:c></x:row></x:sheetData></x:worksheet>'
    const relation = (id: string, type: string, target: string) =>
      `<Relationships><Relationship Id="${id}" Type="http://x/${type}" Target="${target}"/></Relationships>`
    const file = zip({
      '_rels/.rels': relation('a', 'officeDocument', '/xl/book.xml'),
      'xl/book.xml':
        '<x:workbook xmlns:x="x" xmlns:rel="r"><x:sheets><x:sheet name="A" rel:id="b"/></x:sheets></x:workbook>',
      'xl/_rels/book.xml.rels': relation('b', 'worksheet', 'Sheets/One.xml'),
      'xl/sheets/one.xml': sheet,
    })
    assert.deepEqual((await rowsOf(file)).rows, ['1: Name', '2: 1|2'])
  })
})

describe('a file that is no spreadsheet, or a bad one, is refused with what to do:', () => {
  const refusals: readonly (readonly [string, Buffer, RegExp])[] = [
    ['an .ods file', zip({ mimetype: 'x', 'content.xml': '<x/>' }), /OpenDocument.*save it as \.xlsx/],
    ['a Numbers document', zip({ 'Index/Document.iwa': 'x' }), /Apple Numbers document\. Export it as CSV or Excel/],
    ['an .xlsb workbook', zip({ 'xl/workbook.bin': 'x' }), /binary Excel workbook/],
    ['a Word document', zip({ 'word/document.xml': '<x/>' }), /a Word or PowerPoint document/],
    ['a workbook that is cut off', workbookOf([['Name'], ['x']]).subarray(0, 700), /damaged or cut off/],
    ['a workbook without rows', workbookOf([['Name']]), /No visible sheet of the workbook has a header and a row/],
    ['XML that is not well formed', zip({ 'xl/workbook.xml': '<workbook><sheets>' }), /damaged|no sheet/],
  ]
  for (const [name, bytes, message] of refusals)
    test(name, async () => {
      await assert.rejects(rowsOf(bytes), message)
    })

  test('a part that pretends to be larger or smaller than it is', async () => {
    const files = { 'xl/workbook.xml': '<workbook/>' }
    await assert.rejects(rowsOf(zip(files, { 'xl/workbook.xml': 2 ** 31 })), /larger than 64 MiB/)
    await assert.rejects(rowsOf(zip(files, { 'xl/workbook.xml': 3 })), /damaged or cut off/)
  })

  test('a cell that does not end', { skip: COMPLETE_ONLY }, async () => {
    const sheet = `<worksheet><sheetData><row r="1"><c r="A1" t="str"><v>${'x'.repeat(6_000_000)}`
    const relation = '<Relationships><Relationship Id="a" Type="http://x/worksheet" Target="s.xml"/></Relationships>'
    const book = '<workbook xmlns:r="r"><sheets><sheet name="A" r:id="a"/></sheets></workbook>'
    const file = zip({ 'xl/workbook.xml': book, 'xl/_rels/workbook.xml.rels': relation, 'xl/s.xml': sheet })
    await assert.rejects(rowsOf(file), /longer than 4 MiB/)
  })
})

test('a format code says how its numbers are shown', () => {
  assert.deepEqual(parseFormatCode('[Red]0.000;-0.0'), { kind: 'decimal', decimals: 3, digits: 1 })
  assert.deepEqual(parseFormatCode('"Price: "0'), { kind: 'decimal', decimals: 0, digits: 1 })
  assert.deepEqual(parseFormatCode('mmm "of" yyyy'), { kind: 'date' })
  assert.deepEqual(parseFormatCode('[h]:mm'), { kind: 'date' })
  assert.deepEqual(parseFormatCode('# ?/?'), { kind: 'general' })
  assert.deepEqual(parseFormatCode('@'), { kind: 'general' })
})
