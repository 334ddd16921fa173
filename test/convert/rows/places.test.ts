import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { FindingPlace } from '@vitrine/catalog/submission'
import { readFile } from '../catalog-file.ts'

const HEADER = 'Handle,Title,Body (HTML),Variant SKU,Variant Price,Status'

const place = ({ row, line, column, product }: FindingPlace) => `${row} ${line} ${column} ${product}`

describe('a finding in a table', () => {
  test('has the row and the column of a spreadsheet: blank lines count, line breaks in a cell do not', async () => {
    const rows = [
      HEADER,
      'hat,Hat,"Warm',
      '',
      'and soft",H,5,active',
      '',
      'cap,Cap,Light,C,no,active',
      'x,X,,X,5,draft',
    ]
    for (const end of ['\n', '\r\n']) {
      const { problems, leftOut } = await readFile(rows.join(end))
      assert.deepEqual(problems.map(place), ['4 6 E cap'])
      assert.deepEqual(leftOut.map(place), ['5 7 undefined x'])
    }
  })

  test('does not count the line that names the delimiter, which a spreadsheet does not show', async () => {
    const { problems } = await readFile('sep=;\nHandle;Title;Variant Price\nhat;Hat;no\n')
    assert.deepEqual(problems.map(place), ['2 3 C hat'])
  })

  test('names columns beyond Z', async () => {
    const unused = Array.from({ length: 700 }, (_, n) => `c${n}`)
    const { problems } = await readFile(`Handle,Title,${unused.join(',')},Variant Price\nhat,Hat${','.repeat(701)}no\n`)
    assert.deepEqual(problems.map(place), ['2 2 AAA hat'])
  })

  test('has its place also if it is about a dropped value, a warning or the complete row', async () => {
    const file = `${HEADER},Variant Barcode
hat,Hat,,H,0,active,123
hat,Bonnet,,H2,5,active,
cap,Cap,,C,5,active,,,7
`
    const { dropped, warnings, problems } = await readFile(file)
    assert.deepEqual(dropped.map(place), ['2 2 G hat'])
    assert.deepEqual(problems.map(place), ['4 4 undefined undefined'])
    assert.deepEqual(
      warnings.map((warning) => `${place(warning)}: ${warning.message}`),
      [
        '3 3 B hat: is "Bonnet", but in row 2 the product with this handle is "Hat", which counts',
        '2 2 E hat: is 0: shoppers see that it costs nothing',
      ],
    )
  })

  test('that ends the reading has its row, and its line if that differs', async () => {
    await assert.rejects(readFile(`${HEADER}\nhat,Hat,"a\nb",H,5,active\ncap,"Cap,,C,5,active\n`), /Row 3, on line 4: /)
  })
})

test('a finding in JSON or XML has a line and the name of the product, and no row', async () => {
  const json = await readFile('\n{"name":"Hat","variants":[{"sku":"H","price":-1}]}\n')
  assert.deepEqual(json.problems.map(place), ['undefined 2 undefined Hat'])
  const feed = '<rss><channel>\n<item><id>H</id><title>Hat</title><price>no</price></item></channel></rss>'
  assert.deepEqual((await readFile(feed)).problems.map(place), ['undefined 2 undefined H'])
})

describe('a name or a sku', () => {
  for (const [text, message] of [
    ['#N/A', /^is "#N\/A", the error of a formula/],
    ['#VALUE!', /the error of a formula/],
    ['#WERT!', /the error of a formula/],
    ['######', /a column is too narrow/],
    ['1.23457E+12', /that a spreadsheet has shortened; format the column as text/],
  ] as const) {
    test(`causes a warning if it is ${text}, and is served`, async () => {
      const { warnings, products } = await readFile(`${HEADER}\nhat,${text},,H,5,active\ncap,Cap,,${text},5,active\n`)
      assert.deepEqual(warnings.map(place), ['2 2 B hat', '3 3 D cap'])
      for (const warning of warnings) assert.match(warning.message, message)
      assert.deepEqual([products[0]!.name, products[1]!.variants[0]!.sku], [text, text])
    })
  }

  test('causes no warning if it only looks a little like one', async () => {
    const { warnings } = await readFile(`${HEADER}\nhat,#love,,1E5,5,active\ncap,C# 5,,# 1,5,active\n`)
    assert.deepEqual(warnings, [])
  })
})

test('a problem quotes a price as it is in the file, or the number beside a currency', async () => {
  const { problems } = await readFile(`${HEADER}\nhat,Hat,,H,20 000Fcfa,active\n`)
  assert.match(problems[0]!.wrong, /^is "20 000Fcfa"/)
  const feed = await readFile('id\ttitle\tlink\tprice\n1\tHat\thttps://a.example/hat\t1,234 USD\n')
  assert.match(feed.problems[0]!.wrong, /^is "1,234", which has a comma/)
})
