import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { optionsOf, readFile, table } from '../catalog-file.ts'

/** Rows by which columns are guessed, and which leave a column blank. */
const BEFORE = 1000

type Cells = Readonly<Record<string, string>>

/** 1,001 products, of which only the last one has the additional cells. */
function rowsWith(last: Cells, before: Cells = {}): Cells[] {
  const row = (index: number) => ({ sku: `s${index}`, name: `Cup ${index}`, price: '5' })
  const rows = Array.from({ length: BEFORE }, (_, index) => ({ ...row(index), ...before }))
  return [...rows, { ...row(BEFORE), ...last }]
}

/** The same as JSON, so long that the beginning of the file does not have the last product. */
function json(rows: readonly Cells[]): string {
  return JSON.stringify(rows.map((row) => ({ ...row, description: 'A cup of clay. '.repeat(25) })))
}

function xml(rows: readonly Cells[]): string {
  const element = ([name, text]: [string, string]) => `<${name}>${text}</${name}>`
  return `<items>${rows.map((row) => `<item>${Object.entries(row).map(element).join('')}</item>`).join('\n')}</items>`
}

describe('a column whose first 1,000 cells are blank', () => {
  test('counts if it says what is for sale', async () => {
    const late = (name: string, cells: Cells) => ({ sku: name, name, price: '5', ...cells })
    const file = await readFile(
      table([
        ...rowsWith({}),
        late('a', { hidden: '1' }),
        late('b', { Gesperrt: 'ja' }),
        late('c', { Online: 'nein' }),
        late('d', { deleted_at: '2026-01-02' }),
        late('e', { stock: '0' }),
        late('f', { stock: 'ausverkauft' }),
        late('g', { 'sold out': 'yes' }),
        late('h', { 'in stock': 'no', stock: '7' }),
        late('i', { 'sale price': '4' }),
        late('j', { size: 'L' }),
      ]),
    )
    assert.deepEqual(
      file.leftOut.map(({ product, reason }) => [product, reason]),
      ['a', 'b', 'c', 'd'].map((name) => [name, 'unpublished']),
    )
    const lasts = file.products.slice(-6)
    assert.deepEqual(
      lasts.map(({ variants: [variant] }) => [variant!.price, variant!.listPrice, variant!.stock]),
      [...Array.from({ length: 4 }, () => ['5.00', undefined, 0]), ['4.00', '5.00', null], ['5.00', undefined, null]],
    )
    assert.deepEqual(optionsOf(lasts[5]!, 0), { size: 'L' })
  })

  test('stops the import if it is not used and has a value that may hide a product', async () => {
    const file = table(rowsWith({ 'Hidden from app': 'x' }))
    await assert.rejects(readFile(file, { yes: true }), /Row 1002: .*“Hidden from app”.*"x".*--columns/)
    const named = (becomes: string) => readFile(file, { columns: new Map([['hidden from app', becomes]]) })
    assert.equal((await named('not used')).products.length, BEFORE + 1)
    assert.equal((await named('hidden')).products.length, BEFORE)
    const same = table(rowsWith({ 'Hidden from app': 'yes' }, { 'Hidden from app': 'no' }))
    await assert.rejects(readFile(same), /“Hidden from app”/)
    const again = table(rowsWith({ 'Hidden from app': 'no' }, { 'Hidden from app': 'no' }))
    assert.equal((await readFile(again)).products.length, BEFORE + 1)
  })

  test('is not what a file for --columns has to name', async () => {
    const columns = new Map(['sku', 'name', 'price'].map((name) => [name, name]))
    const order = new Map([...columns, ['customer', 'not used']])
    const rows = [{ sku: 'a', name: 'Cup', price: '5', customer: 'Acme', stock: '' }]
    assert.equal((await readFile(table(rows), { columns: order })).products.length, 1)
  })

  test('stops the import if another value makes it an option', async () => {
    const file = table(rowsWith({ platform: 'Etsy' }, { platform: 'Ebay' }))
    await assert.rejects(readFile(file), /“platform” is "Etsy" here/)
  })

  test('does not answer what other columns are asked about', async () => {
    const places = table(rowsWith({}, { stock_berlin: '3', stock_paris: '4', stock: '' }))
    await assert.rejects(readFile(places), /stocks in several places/)
  })
})

describe('a field that only later objects have', () => {
  test('counts if the beginning of the file shows it', async () => {
    for (const text of [JSON.stringify(rowsWith({ hidden: 'yes' })), xml(rowsWith({ hidden: 'yes' }))])
      assert.equal((await readFile(text)).products.length, BEFORE)
  })

  test('stops the import if it may say what is not for sale', async () => {
    for (const [field, text] of [
      ['hidden', 'true'],
      ['gesperrt', 'ja'],
      ['stock', '0'],
      ['salePrice', '4'],
      ['size', 'L'],
    ] as const) {
      const file = json(rowsWith({ [field]: text }))
      await assert.rejects(readFile(file, { yes: true }), new RegExp(`“${field}”.*--columns`), field)
    }
    const unused = { columns: new Map([['hidden', 'not used']]) }
    assert.equal((await readFile(json(rowsWith({ hidden: 'true' })), unused)).products.length, BEFORE + 1)
    const hidden = { columns: new Map([['ishidden', 'hidden']]) }
    assert.equal((await readFile(json(rowsWith({ isHidden: 'true' })), hidden)).products.length, BEFORE)
    await assert.rejects(
      readFile(xml(rowsWith({ hidden: '1' }, { description: 'A cup of clay. '.repeat(25) }))),
      /“hidden”/,
    )
  })

  test('is only told if it says nothing of that', async () => {
    const file = await readFile(json(rowsWith({ glaze: 'matt', hidden: 'false' })))
    assert.deepEqual([file.products.length, file.unused], [BEFORE + 1, ['glaze', 'hidden']])
    const nested = JSON.parse(json(rowsWith({ last: 'yes' }))).map(({ last, ...row }: { last?: string }) =>
      last ? { ...row, attributes: { color: 'red' } } : row,
    )
    assert.deepEqual((await readFile(JSON.stringify(nested))).unused, ['attributes.color'])
    const second = await readFile(json(rowsWith({ quantity: '7', stock: '3' }, { stock: '3' })))
    assert.deepEqual([second.products.length, second.unused], [BEFORE + 1, ['quantity']])
  })
})
