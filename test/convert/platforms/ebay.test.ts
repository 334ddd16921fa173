import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { groupsOf, labelsOf, readFile, reasons, table, told } from '../catalog-file.ts'

const PAINT = {
  'Item number': '318000000001',
  Title: 'Paint, 15 ml',
  'Variation details': 'Color=Red;Blue|Size=15 ml',
  'Custom label (SKU)': '',
  'Available quantity': '6',
  Format: 'FIXED_PRICE',
  Currency: 'USD',
  'Start price': '19.99',
  'Current price': '19.99',
  'eBay category 1 name': 'Paint',
  'eBay category 1 number': '123',
  'P:UPC': 'Does not apply',
  'P:EAN': '4006381333931',
}
const RED = {
  ...PAINT,
  'Variation details': 'Color=Red|Size=15 ml',
  'Custom label (SKU)': 'RED',
  'Available quantity': '2',
}
const BLUE = {
  ...RED,
  'Variation details': 'Color=Blue|Size=15 ml',
  'Custom label (SKU)': '',
  'Current price': '21.99',
}
const BRUSH = { ...RED, 'Item number': '318000000002', Title: 'Brush', 'Variation details': '' }

describe('active listings of eBay', () => {
  test('are one product for each item number, with its variations', async () => {
    const file = await readFile(table([PAINT, RED, BLUE, BRUSH]))
    assert.deepEqual([file.format, told(file), file.leftOut], ['ebay', [], []])
    const [paint, brush] = file.products
    assert.deepEqual(
      paint!.variants.map(({ name, sku, price, stock }) => [name, sku, price, stock]),
      [
        ['Paint, 15 ml - Red, 15 ml', 'RED', '19.99', 2],
        ['Paint, 15 ml - Blue, 15 ml', '318000000001-blue-15-ml', '21.99', 2],
      ],
    )
    assert.deepEqual(groupsOf(paint!), { color: ['Red', 'Blue'], size: ['15 ml'] })
    assert.deepEqual(labelsOf(paint!), ['Paint'])
    assert.deepEqual([brush!.variants[0]!.sku, brush!.variants[0]!.gtin], ['RED', '4006381333931'])
    const [submission] = file.submissions
    assert.equal('currency' in submission! && submission.currency, 'USD')
  })

  test('describe a listing with a single variation in its first row', async () => {
    const only = { ...PAINT, 'Variation details': 'Size=15 ml' }
    const file = await readFile(table([only, { ...RED, 'Variation details': 'Size=15 ml' }]))
    assert.deepEqual([file.leftOut, file.products[0]!.variants.map(({ sku }) => sku)], [[], ['RED']])
  })

  test('are left out if they are auctions, and wrong if their options cannot be read', async () => {
    const file = await readFile(
      table([
        { ...BRUSH, Format: 'AUCTION' },
        { ...RED, 'Variation details': 'Red' },
      ]),
    )
    assert.deepEqual([reasons(file), told(file)], [['2 other-type'], ['3 Variation details is "Red"']])
  })
})
