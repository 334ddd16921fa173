import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readFile, reasons, table, told, warned } from '../catalog-file.ts'

type Row = Readonly<Record<string, string>>

function xml(rows: readonly Row[]): string {
  const element = ([name, text]: [string, string]) => `<${name}>${text}</${name}>`
  return `<items>${rows.map((row) => `<item>${Object.entries(row).map(element).join('')}</item>`).join('')}</items>`
}

/** The same rows as a table, as JSON and as XML. */
function files(rows: readonly Row[]): string[] {
  return [table(rows), JSON.stringify(rows), xml(rows)]
}

/** Cups with a sku, a name and a price, and with the cells of each. */
function cups(...rows: readonly Row[]): Row[] {
  return rows.map((cells, index) => ({ sku: `s${index}`, name: `Cup ${index}`, price: '5', ...cells }))
}

async function stocksOf(text: string): Promise<(number | null)[]> {
  return (await readFile(text)).products.map(({ variants }) => variants[0]!.stock)
}

describe('a second column that says what is for sale', () => {
  test('counts beside a status, if its header is a status itself', async () => {
    for (const header of ['販売中', 'for sale', 'En venta']) {
      const rows = cups(
        { status: 'active', [header]: '1' },
        { status: 'active', [header]: '0' },
        { status: 'inactive', [header]: '1' },
      )
      for (const text of [table(rows), JSON.stringify(rows)]) {
        const file = await readFile(text)
        assert.deepEqual([file.products.length, reasons(file).length], [1, 2], header)
      }
    }
  })

  test('is asked about if a part of its header is a status', async () => {
    for (const [header, yes, no] of [
      ['販売フラグ', '1', '0'],
      ['廃番フラグ', '0', '1'],
      ['Still active?', 'yes', 'no'],
    ] as const) {
      const rows = cups({ status: 'active', [header]: yes }, { status: 'active', [header]: no })
      await assert.rejects(readFile(table(rows)), new RegExp(`not for sale: “${header.replace('?', '\\?')}”`))
    }
    const withBlank = cups({ 'Still active?': 'yes' }, { 'Still active?': 'no' }, { 'Still active?': '' })
    await assert.rejects(readFile(table(withBlank)), /not for sale: “Still active\?”/)
  })

  test('is asked about if it is called “on sale” and says yes of most, without a sale price', async () => {
    const rows = cups({ 'on sale': '1' }, { 'on sale': '1' }, { 'on sale': '0' })
    for (const text of files(rows.map(({ 'on sale': on_sale, ...row }) => ({ ...row, on_sale: on_sale! }))))
      await assert.rejects(readFile(text), /“on_sale” may say which products are not for sale/)
    const reduced = rows.map((row) => ({ ...row, 'sale price': '4' }))
    assert.equal((await readFile(table(reduced))).products.length, 3)
    assert.equal(
      (await readFile(table(cups({ 'on sale': '0' }, { 'on sale': '0' }, { 'on sale': '1' })))).products.length,
      3,
    )
  })

  test('is asked about if it says yes or nothing', async () => {
    const rows = cups({ published: 'Yes' }, { published: '' }, { published: 'Yes' })
    for (const text of files(rows))
      await assert.rejects(
        readFile(text),
        /“published” is "Yes" or blank, and products for which it is blank are served/,
      )
    assert.equal((await readFile(table(rows), { yes: true })).products.length, 3)
    const told = cups({ published: 'Yes' }, { published: '' }, { published: 'No' })
    assert.equal((await readFile(table(told))).products.length, 2)
    // Only the first row of a product says it, and a heading has no price.
    const shirt = (cells: Row) => ({ handle: 'shirt', name: '', price: '5', ...cells })
    const variants = [
      shirt({ name: 'Shirt', size: 'S', published: 'Yes' }),
      shirt({ size: 'M', published: '' }),
      { handle: 'cap', name: 'Cap', price: '6', size: '', published: 'Yes' },
      { handle: '', name: 'Prices of May', price: '', size: '', published: '' },
    ]
    assert.equal((await readFile(table(variants))).products.length, 2)
  })
})

describe('a stock that is not understood', () => {
  test('is asked about', async () => {
    for (const stock of ['24m:0;18m:0;12m:0', 'S=0, M=3', '{"S": 0}', '0 / 3 / 5', 'bald wieder da']) {
      const rows = cups({ sizes: '24m;18m;12m', stock }, { sizes: '24m;18m', stock })
      for (const text of stock.includes('{') ? [table(rows)] : files(rows))
        await assert.rejects(readFile(text), /“stock” has .* not understood as a stock/, stock)
    }
    const packed = cups({ quantity: 'S:0;M:3' }, { quantity: 'S:0;M:0' })
    await assert.rejects(readFile(table(packed)), /“quantity” has "S:0;M:3"/)
    const inList = [{ name: 'Cup', price: 5, stock: [0, 4, 3], sizes: ['S', 'M', 'L'] }]
    await assert.rejects(readFile(JSON.stringify(inList)), /“stock” has/)
  })

  test('is not, if another column has it or it is a pack', async () => {
    const beside = cups({ stock: '3', availability: '2-3 days' }, { stock: '0', availability: '5 days' })
    assert.deepEqual(await stocksOf(table(beside)), [3, 0])
    assert.deepEqual(await stocksOf(table(cups({ quantity: '250 g' }, { quantity: '1 kg' }))), [null, null])
    assert.deepEqual(await stocksOf(table(cups({ quantity: 'Pack of 6' }, { quantity: 'Pack of 12' }))), [null, null])
  })

  test('is a problem if most others are understood', async () => {
    const words = ['available', 'sold out', 'available', 'ask Tom', '7', '0']
    const file = await readFile(table(cups(...words.map((text) => ({ 'in stock': text })))), {
      columns: new Map([['in stock', 'in stock']]),
    })
    assert.deepEqual(told(file), ['5 in stock is "ask Tom"'])
    assert.equal(file.products.filter(({ variants }) => variants[0]!.stock === 0).length, 2)
  })
})

test('of several stocks, the one counts that says what is left', async () => {
  for (const [total, left] of [
    ['Total Quantity', 'Current Quantity'],
    ['Quantity', 'Available quantity'],
    ['Stock', 'On hand'],
    ['Stock total', 'Stock disponible'],
    ['total_stock', 'current_stock'],
  ] as const) {
    const rows = cups({ [total]: '10', [left]: '0' }, { [total]: '8', [left]: '3' })
    assert.deepEqual(await stocksOf(table(rows)), [0, 3], left)
    assert.deepEqual(await stocksOf(JSON.stringify(rows)), [0, 3], left)
    assert.deepEqual(
      await stocksOf(
        table(
          rows.map(({ sku, name, price, ...stocks }) => ({
            sku: sku!,
            name: name!,
            price: price!,
            [left]: stocks[left]!,
            [total]: stocks[total]!,
          })),
        ),
      ),
      [0, 3],
    )
  }
  const variants = [
    { size: 'S', price: 5, stock: 0 },
    { size: 'M', price: 5, stock: 2 },
  ]
  const shirt = { id: 1, title: 'Shirt', currency: 'EUR', available_quantity: 2, variants }
  const file = await readFile(JSON.stringify([shirt, { id: 2, title: 'Cap', price: 5 }]))
  assert.deepEqual(
    file.products[0]!.variants.map(({ stock }) => stock),
    [0, 2],
  )
})

describe('goods with the same number', () => {
  const others = Array.from({ length: 30 }, (_, index) => ({
    sku: `B${index}`,
    name: `Bag ${index}`,
    price: '5',
    ean: '',
  }))
  const HAT = { sku: 'A', name: 'Hat', price: '5', ean: '4006381333931' }
  const SCARF = { sku: 'A', name: 'Scarf', price: '9', ean: '5901234123457' }

  test('are several products, and told', async () => {
    for (const rows of [
      [HAT, SCARF, ...others],
      [HAT, { ...HAT, price: '6' }, SCARF, ...others],
      [HAT, SCARF, ...others].map((row) => ({ ...row, parent_sku: '' })),
      [HAT, SCARF, { ...HAT, sku: 'C', name: 'Coat', ean: '' }, ...others].map((row) => ({
        ...row,
        parent_sku: row.sku === 'A' ? 'G' : '',
      })),
      [HAT, SCARF, ...others].map((row) => ({ ...row, color: row.sku === 'A' ? 'red' : `color of ${row.name}` })),
    ]) {
      for (const text of files(rows)) {
        const file = await readFile(text, { yes: true })
        const sold = file.products.map(({ name }) => name)
        assert.deepEqual([sold.includes('Hat'), sold.includes('Scarf')], [true, true])
        assert.match(warned(file).join('\n'), /is "(?:A|G)" in rows with other names: they are several products/)
        assert.equal(reasons(file).length, rows.length === 33 && rows[1]!.name === 'Hat' ? 1 : 0)
      }
    }
  })

  test('are variants of one product if their names or options say so', async () => {
    const sizes = ['S', 'M'].flatMap((size) => [
      { ...HAT, size },
      { ...SCARF, size },
    ])
    const columns = new Map(
      Object.entries({ sku: 'sku', name: 'name', price: 'price', ean: 'gtin', size: 'option: Size' }),
    )
    const file = await readFile(table([...sizes, ...others]), { columns })
    const [hat, scarf] = ['Hat', 'Scarf'].map((name) => file.products.find((product) => product.name.startsWith(name))!)
    assert.deepEqual([hat!.variants.length, scarf!.variants.length, file.leftOut.length], [2, 2, 0])
  })
})
