import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { groupsOf, labelsOf, productsIn, readFile, reasons, table, told } from '../catalog-file.ts'
import { store } from '../reading.ts'

const OVEN = {
  product_id: '1',
  sku: '',
  name: 'Oven',
  slug: 'hot-oven',
  status: 'active',
  vendor_name: 'Heat Inc',
  brand_name: 'Hot',
  description: '<p>Bakes.</p>',
  tags: 'kitchen, baking',
  labels: 'New',
  price: '0.0',
  compare_at_price: '0.0',
  currency: 'USD',
  available_on: '2026-01-01 00:00:00',
  discontinue_on: '',
  track_inventory: 'true',
  inventory_count: '0',
  inventory_backorderable: 'false',
  image1_src: 'https://i.example/oven.jpg',
  option1_name: '',
  option1_value: '',
  category1: 'Kitchen -> Ovens',
  category2: 'Sale',
  Wattage: '900',
}
const variant = (sku: string, color: string, more: object = {}) => ({
  product_id: '1',
  sku,
  slug: 'hot-oven',
  price: '99.9',
  compare_at_price: '0.0',
  currency: 'USD',
  track_inventory: 'true',
  inventory_count: '3',
  inventory_backorderable: 'false',
  option1_name: 'Color',
  option1_value: color,
  image1_src: `https://i.example/${sku}.jpg`,
  ...more,
})
const dollars = { store: { ...store, currency: 'USD' } }
const inEuro = { store: { ...store, currency: 'EUR' } }

describe('a Spree product CSV', () => {
  test('gives a product the variants with options', async () => {
    const rows = [OVEN, variant('O-R', 'Red'), variant('O-B', 'Blue', { compare_at_price: '120.0', price: '110.5' })]
    const file = await readFile(table(rows))
    assert.deepEqual([file.format, file.rows, file.leftOut, file.problems], ['spree', 3, [], []])
    const [oven] = file.products
    assert.deepEqual([oven!.name, oven!.slug, oven!.description], ['Oven', 'hot-oven', '<p>Bakes.</p>'])
    assert.deepEqual(labelsOf(oven!), ['Kitchen', 'Ovens < kitchen', 'Sale', 'baking', 'New'])
    assert.deepEqual(groupsOf(oven!), { color: ['Red', 'Blue'], brand: ['Hot'], vendor: ['Heat Inc'] })
    assert.deepEqual(
      oven!.variants.map(({ sku, name, price, listPrice, stock, files }) => [
        sku,
        name,
        price,
        listPrice,
        stock,
        files[0]!.file.path,
      ]),
      [
        ['O-R', 'Oven - Red', '99.90', undefined, 3, 'https://i.example/O-R.jpg'],
        ['O-B', 'Oven - Blue', '110.50', '120.00', 3, 'https://i.example/O-B.jpg'],
      ],
    )
    assert.deepEqual(file.unused, ['Wattage'])
    const [submission] = file.submissions
    assert.equal(submission && 'currency' in submission && submission.currency, 'USD')
  })

  test('gives a product without options one variant', async () => {
    const products = await productsIn(
      table([
        { ...OVEN, sku: 'A', price: '5' },
        { ...OVEN, slug: 'b', price: '5', inventory_count: '∞' },
        { ...OVEN, slug: 'c', price: '5', track_inventory: 'false', inventory_count: '7' },
        { ...OVEN, slug: 'd', price: '5', inventory_backorderable: 'true' },
      ]),
    )
    assert.deepEqual(
      products.map(({ variants }) => variants.map(({ sku, stock }) => [sku, stock])),
      [[['A', 0]], [['b', null]], [['c', null]], [['d', null]]],
    )
  })

  test('leaves out what Spree does not show, and says why', async () => {
    const file = await readFile(
      table([
        { ...OVEN, slug: 'a', status: 'draft' },
        { ...OVEN, slug: 'b', status: 'Archived' },
        { ...OVEN, slug: 'c', available_on: '2027-01-01 00:00:00' },
        { ...OVEN, slug: 'd', discontinue_on: '2026-01-01 00:00:00' },
        { ...OVEN, slug: 'e' },
        { ...variant('f', 'Red'), slug: 'f' },
        { ...OVEN, slug: '', product_id: '' },
        OVEN,
        variant('O-R', 'Red', { discontinue_on: '2026-01-01 00:00:00' }),
        variant('O-B', 'Blue', { price: '0.0' }),
      ]),
    )
    assert.deepEqual(reasons(file).toSorted(), [
      '10 unpublished',
      '11 no-price',
      '2 draft',
      '3 archived',
      '4 unpublished',
      '5 unpublished',
      '6 no-price',
      '7 no-title',
      '8 no-product',
      '9 no-variants',
    ])
  })

  test('takes the prices in the currency of the store', async () => {
    const euro = (sku: string, price: string) => ({ sku, slug: 'hot-oven', price, currency: 'EUR' })
    const rows = [OVEN, variant('O-R', 'Red'), variant('O-B', 'Blue'), euro('', '0.0'), euro('O-R', '90')]
    const inDollars = await readFile(table(rows), dollars)
    assert.deepEqual(
      [inDollars.products[0]!.variants.map(({ price }) => price), reasons(inDollars)],
      [
        ['99.90', '99.90'],
        ['5 other-currency', '6 other-currency'],
      ],
    )
    const other = await readFile(table(rows), inEuro)
    assert.deepEqual(
      [other.products[0]!.variants.map(({ sku, price, stock }) => [sku, price, stock]), reasons(other)],
      [[['O-R', '90.00', 3]], ['4 other-currency']],
    )
  })

  test('may be of an earlier version, and have cells that are escaped from spreadsheets', async () => {
    const old = {
      ...{ product_id: '1', sku: "'-A", name: "'=Oven", slug: 'oven', shipping_category: 'Default', price: '5' },
      ...{ description: "'- bakes", dimensions_unit: 'cm', option1_name: 'Size', option1_value: "'+1" },
    }
    const file = await readFile(table([old]))
    assert.deepEqual([file.format, file.problems], ['spree', []])
    const [oven] = file.products
    assert.deepEqual([oven!.name, oven!.description, oven!.variants[0]!.sku], ['=Oven', '- bakes', '-A'])
    assert.deepEqual(groupsOf(oven!), { size: ['+1'] })
  })

  test('reports a status and a time that it cannot read', async () => {
    const file = await readFile(table([{ ...OVEN, price: '5', status: 'paused', available_on: 'soon' }]))
    assert.deepEqual(told(file), ['2 status is "paused"', '2 available_on is "soon"'])
  })
})
