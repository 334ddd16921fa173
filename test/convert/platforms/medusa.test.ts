import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { groupsOf, labelsOf, optionsOf, productsIn, readFile, reasons, table, told, warned } from '../catalog-file.ts'
import { store } from '../reading.ts'
import { MEDUSA } from './samples.ts'

const [SMALL, LARGE] = MEDUSA as [Record<string, string>, Record<string, string>]
const inCurrency = (currency: string) => ({ store: { ...store, currency } })
const EURO = inCurrency('EUR')

describe('an export of Medusa 2', () => {
  test('gives a product for the rows with the same handle', async () => {
    const file = await readFile(table(MEDUSA, ';'), inCurrency('USD'))
    assert.deepEqual([file.format, file.leftOut, file.problems, file.warnings], ['medusa', [], [], []])
    assert.deepEqual(file.unused, [
      ...['Product Collection Id', 'Product Category 1', 'Variant Manage Inventory', 'Variant Allow Backorder'],
      'Variant Price Europe [EUR]',
    ])
    const [socks] = file.products
    assert.deepEqual([socks!.name, socks!.slug, socks!.description], ['Wool Socks', 'wool-socks', 'Warm\nand thick'])
    assert.deepEqual(
      socks!.variants.map(({ name, sku, gtin, price, stock }) => [name, sku, gtin, price, stock]),
      [
        ['Wool Socks - Small', 'WS-S', '4006381333931', '14.00', null],
        ['Wool Socks - Large', 'wool-socks-l', undefined, '15.00', null],
      ],
    )
    assert.deepEqual(groupsOf(socks!), { size: ['S', 'L'], material: ['Wool'] })
    assert.deepEqual(optionsOf(socks!, 1), { size: 'L' })
    assert.deepEqual(labelsOf(socks!), ['winter', 'knit'])
    assert.deepEqual(
      socks!.files.map(({ file }) => file.path),
      ['https://img.example/t.jpg', 'https://img.example/u.jpg'],
    )
  })

  test('with prices in several currencies has those of the currency of the store', async () => {
    const file = await readFile(table(MEDUSA), EURO)
    assert.deepEqual(
      file.products[0]!.variants.map(({ price }) => price),
      ['12.50'],
    )
    assert.deepEqual(reasons(file), ['4 other-currency'])
    assert.deepEqual(reasons(await readFile(table(MEDUSA), inCurrency('GBP'))), [
      '2 other-currency',
      '4 other-currency',
    ])
  })

  test('with prices in several currencies has those of the first if the store has none, with a warning', async () => {
    const both = { ...LARGE, 'Variant Price EUR': '13' }
    const file = await readFile(table([SMALL, both]))
    assert.deepEqual(
      file.products[0]!.variants.map(({ price }) => price),
      ['12.50', '13.00'],
    )
    const [submission] = file.submissions
    assert.equal('product' in submission! && submission.currency, 'EUR')
    assert.deepEqual(warned(file), [
      '2 Variant Price USD has prices in USD, which do not count: the store has no currency, and EUR comes first',
    ])
  })

  test('prefers a currency in which all variants have a price', async () => {
    const file = await readFile(table(MEDUSA))
    assert.deepEqual(
      file.products[0]!.variants.map(({ price }) => price),
      ['14.00', '15.00'],
    )
  })

  test('with prices of regions only has these', async () => {
    const { 'Variant Price EUR': _euro, 'Variant Price USD': _dollar, ...row } = SMALL
    const file = await readFile(table([{ ...row, 'Variant Price North 2 [USD]': '9' }]))
    assert.deepEqual(
      [file.products[0]!.variants[0]!.price, file.unused.includes('Variant Price Europe [EUR]'), warned(file)],
      [
        '11.00',
        false,
        [
          '2 Variant Price North 2 [USD] has prices in USD, which do not count: the store has no currency, and EUR comes first',
        ],
      ],
    )
  })

  test('may be a template that lacks most columns', async () => {
    const row = { 'Product Handle': 'a', 'Product Title': 'A', 'Variant Title': 'S', 'Variant Price EUR': '5.50' }
    const more = { 'Variant Option 1 Name': 'Size', 'Variant Thumbnail': 'https://i.example/s.jpg' }
    const file = await readFile(table([{ ...row, ...more }]))
    assert.deepEqual([file.format, file.products[0]!.variants[0]!.files.length], ['medusa', 1])
  })

  test('leaves out what is not published, is deleted, or has no price', async () => {
    const as = (handle: string, cells: Record<string, string>) => ({ ...SMALL, 'Product Handle': handle, ...cells })
    const rows = [
      as('a', { 'Product Status': 'draft' }),
      as('b', { 'Product Status': 'proposed' }),
      as('c', { 'Product Status': 'rejected' }),
      as('d', { 'Product Deleted At': '2026-01-01T00:00:00.000Z' }),
      as('e', { 'Variant Deleted At': '2026-01-01T00:00:00.000Z' }),
      as('f', { 'Variant Price EUR': '', 'Variant Price USD': '' }),
      as('g', { 'Product Title': '' }),
      as('', { 'Product Id': '', 'Product Title': '' }),
      as('h', {}),
      as('h', {}),
    ].map((row) => ({ ...row, 'Product Description': '' }))
    assert.deepEqual(reasons(await readFile(table(rows), EURO)), [
      '9 no-product',
      '2 draft',
      '3 unpublished',
      '4 unpublished',
      '5 archived',
      '6 archived',
      '7 no-price',
      '8 no-title',
      '11 duplicate-options',
    ])
  })

  test('has no options if Medusa made the only one', async () => {
    const option = { 'Variant Option 1 Name': 'Default option', 'Variant Option 1 Value': 'Default option value' }
    const ofShopify = { 'Variant Option 1 Name': 'Title', 'Variant Option 1 Value': 'Default Title' }
    for (const cells of [option, ofShopify]) {
      const [socks] = await productsIn(table([{ ...SMALL, ...cells, 'Product Material': '' }]), EURO)
      assert.deepEqual([groupsOf(socks!), socks!.variants[0]!.name], [{}, 'Wool Socks'])
    }
  })

  test('tells what is wrong', async () => {
    const odd = { 'Product Status': 'constructor', 'Variant Price EUR': '12.345' }
    assert.deepEqual(told(await readFile(table([{ ...LARGE, ...odd }]), EURO)), [
      '2 Product Status is "constructor"',
      '2 Variant Price EUR is "12.345"',
    ])
  })
})
