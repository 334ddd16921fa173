import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { groupsOf, labelsOf, optionsOf, productsIn, readFile, reasons, table, told } from '../catalog-file.ts'

const CAP = {
  sku: 'CAP',
  parent_sku: '',
  locale: 'en',
  attribute_family_code: 'default',
  type: 'simple',
  categories: 'Men/Winter Wear',
  images: 'cap.webp,back.webp',
  name: 'Cap',
  description: '<p>Warm.</p>',
  status: '1',
  visible_individually: '1',
  price: '14.0000',
  special_price: '10',
  special_price_from: '2026-06-01',
  special_price_to: '2026-06-15',
  url_key: 'warm-cap',
  manage_stock: '1',
  inventories: 'default=100,north-store=5',
  configurable_variants: '',
}
const COAT = {
  ...CAP,
  sku: 'COAT',
  type: 'configurable',
  name: 'Coat',
  price: '',
  special_price: '',
  url_key: 'coat',
  inventories: '',
  configurable_variants: 'sku=C-M,color=Red,coat_size=M|sku=C-L,color=Red,coat_size=L',
}
const variant = (sku: string, more: object = {}) => ({
  ...CAP,
  sku,
  parent_sku: 'COAT',
  name: `Coat ${sku}`,
  visible_individually: '0',
  special_price: '',
  url_key: sku,
  ...more,
})

describe('a Bagisto product CSV', () => {
  test('gives a simple product one variant', async () => {
    const file = await readFile(table([CAP]))
    assert.deepEqual([file.format, file.leftOut, file.warnings, file.problems], ['bagisto', [], [], []])
    const [cap] = file.products
    assert.deepEqual([cap!.name, cap!.slug, cap!.description], ['Cap', 'warm-cap', '<p>Warm.</p>'])
    assert.deepEqual(labelsOf(cap!), ['Men', 'Winter Wear'])
    assert.deepEqual(
      cap!.files.map(({ file: { path } }) => path),
      ['cap.webp', 'back.webp'],
    )
    assert.deepEqual(
      cap!.variants.map(({ sku, price, listPrice, stock }) => [sku, price, listPrice, stock]),
      [['CAP', '10.00', '14.00', 105]],
    )
  })

  test('gives a configurable product its variants, in any order of the rows', async () => {
    const [coat, ...others] = await productsIn(table([variant('C-M'), COAT, variant('C-L')]))
    assert.equal(others.length, 0)
    assert.deepEqual([coat!.name, coat!.slug], ['Coat', 'coat'])
    assert.deepEqual(groupsOf(coat!), { color: ['Red'], 'coat-size': ['M', 'L'] })
    assert.deepEqual(optionsOf(coat!, 1), { color: 'Red', 'coat-size': 'L' })
    assert.deepEqual(
      coat!.variants.map(({ sku, name, price }) => [sku, name, price]),
      [
        ['C-M', 'Coat C-M', '14.00'],
        ['C-L', 'Coat C-L', '14.00'],
      ],
    )
  })

  test('leaves out what Bagisto does not show, and says why', async () => {
    const file = await readFile(
      table([
        { ...CAP, sku: 'off', status: '0' },
        { ...CAP, sku: 'unseen', visible_individually: '0' },
        { ...CAP, sku: 'set', type: 'grouped' },
        { ...CAP, sku: 'kit', type: 'bundle' },
        { ...CAP, sku: 'seat', type: 'booking' },
        { ...CAP, parent_sku: 'gone' },
        COAT,
        variant('C-M'),
        variant('C-L', { status: '0' }),
        { ...COAT, locale: 'fr', name: 'Manteau' },
        variant('C-M'),
      ]),
    )
    assert.deepEqual(reasons(file).toSorted(), [
      '10 unpublished',
      '11 translation',
      '12 repeated',
      '2 unpublished',
      '3 hidden',
      '4 grouped',
      '5 bundle',
      '6 other-type',
      '7 no-parent',
    ])
    assert.deepEqual(
      file.products.map(({ name, variants }) => [name, variants.length]),
      [['Coat', 1]],
    )
  })

  test('gives no stock that is not tracked, and 0 without inventories', async () => {
    const products = await productsIn(
      table([
        { ...CAP, manage_stock: '0' },
        { ...CAP, sku: 'b', url_key: 'b', inventories: '' },
      ]),
    )
    assert.deepEqual(
      products.map(({ variants }) => variants[0]!.stock),
      [null, 0],
    )
  })

  test('reports a status and an inventory that it cannot read', async () => {
    const file = await readFile(
      table([
        { ...CAP, status: 'on' },
        { ...CAP, sku: 'b', inventories: 'default=1,000' },
        { ...CAP, sku: 'c', inventories: 'many' },
      ]),
    )
    assert.deepEqual(told(file), ['2 status is "on"', '3 inventories is "1,000"', '4 inventories is "many"'])
  })

  test('of an earlier version has one quantity', async () => {
    const { inventories: _, ...old } = CAP
    const [cap] = await productsIn(table([{ ...old, qty: '100' }]))
    assert.equal(cap!.variants[0]!.stock, 100)
  })
})
