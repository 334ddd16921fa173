import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { groupsOf, labelsOf, optionsOf, productsIn, readFile, reasons, table, told } from '../catalog-file.ts'

const LAMP = {
  sku: 'LAMP',
  _store: '',
  _attribute_set: 'Default',
  _type: 'simple',
  _category: 'Home/Lamps',
  _root_category: 'Default Category',
  color: 'White',
  cost: '3.0000',
  description: '<p>Bright.</p>',
  image: '/l/a/lamp.jpg',
  image_label: 'The lamp',
  manufacturer: 'Lux',
  name: 'Desk lamp',
  price: '49.9000',
  shoe_size: '',
  special_from_date: '2026-06-01 00:00:00',
  special_price: '',
  special_to_date: '',
  status: '1',
  tax_class_id: '2',
  url_key: 'desk-lamp',
  visibility: '4',
  weight: '1.0000',
  qty: '7.0000',
  backorders: '0',
  use_config_backorders: '1',
  is_in_stock: '1',
  manage_stock: '0',
  use_config_manage_stock: '1',
  _media_image: '/l/a/lamp.jpg',
  _media_lable: '',
  _media_is_disabled: '0',
  _super_products_sku: '',
  _super_attribute_code: '',
  _super_attribute_option: '',
  _super_attribute_price_corr: '',
}
const BOOT = {
  ...LAMP,
  sku: 'BOOT',
  _type: 'configurable',
  _category: 'Shoes',
  name: 'Boot',
  color: '',
  price: '100.0000',
  special_price: '80.0000',
  url_key: 'boot',
  _super_products_sku: 'B-41-R',
  _super_attribute_code: 'shoe_size',
  _super_attribute_option: '41',
  _super_attribute_price_corr: '5.0000',
}
const variation = (sku: string, size: string, color: string, weight = '1.0000') => ({
  ...LAMP,
  sku,
  name: sku,
  color,
  shoe_size: size,
  price: '1.0000',
  visibility: '1',
  weight,
  url_key: sku,
})
const continued = (sku: string, size: string, surcharge: string) => ({
  _super_products_sku: sku,
  _super_attribute_code: 'shoe_size',
  _super_attribute_option: size,
  _super_attribute_price_corr: surcharge,
})
const BOOTS = [
  variation('B-41-R', '41', 'Red', '1.5'),
  variation('B-42-R', '42', 'Red', '2'),
  variation('B-42-B', '42', 'Black', '3'),
  BOOT,
  continued('B-42-R', '42', '10.0000%'),
  continued('B-42-B', '42', '10.0000%'),
]

describe('a product CSV of OpenMage', () => {
  test('reads the rows without a sku as part of the product above them', async () => {
    const more = { _category: 'Sale', _media_image: '/l/a/side.jpg', _media_lable: 'From the side' }
    const hidden = { _media_image: '/l/a/secret.jpg', _media_is_disabled: '1' }
    const file = await readFile(table([LAMP, more, hidden]))
    assert.deepEqual([file.format, file.rows, file.leftOut, file.warnings], ['magento1', 3, [], []])
    const [lamp] = file.products
    assert.deepEqual([lamp!.name, lamp!.slug], ['Desk lamp', 'desk-lamp'])
    assert.deepEqual(labelsOf(lamp!), ['Home', 'Lamps < home', 'Sale'])
    assert.deepEqual(groupsOf(lamp!), { color: ['White'], brand: ['Lux'] })
    assert.deepEqual(
      lamp!.files.map(({ file: { path, alt } }) => [path, alt]),
      [
        ['/l/a/lamp.jpg', 'The lamp'],
        ['/l/a/side.jpg', 'From the side'],
      ],
    )
    assert.deepEqual([lamp!.variants[0]!.price, lamp!.variants[0]!.stock], ['49.90', 7])
  })

  test('gives a configurable product its variants, at its own price with the surcharges of their options', async () => {
    const [boot, ...others] = await productsIn(table(BOOTS))
    assert.equal(others.length, 0)
    assert.deepEqual(
      boot!.variants.map(({ sku, price, listPrice }) => [sku, price, listPrice]),
      [
        ['B-41-R', '85.00', '105.00'],
        ['B-42-R', '88.00', '110.00'],
        ['B-42-B', '88.00', '110.00'],
      ],
    )
  })

  test('adds the attributes in which the variants differ, as Magento exports only the last one', async () => {
    const [boot] = await productsIn(table(BOOTS))
    assert.deepEqual(groupsOf(boot!), { 'shoe-size': ['41', '42'], color: ['Red', 'Black'], brand: ['Lux'] })
    assert.deepEqual(optionsOf(boot!, 2), { 'shoe-size': '42', color: 'Black' })
  })

  test('takes no option from a column that every export has', async () => {
    const variants = [variation('B-42-R', '42', 'Red'), variation('B-42-B', '42', 'Red')]
    const rows = variants.map((row, index) => ({ ...row, media_gallery: `/${index}.jpg`, url_path: row.sku }))
    const file = await readFile(table([...rows, BOOT, ...BOOTS.slice(4)]))
    assert.deepEqual(groupsOf(file.products[0]!), { 'shoe-size': ['42'], brand: ['Lux'] })
    assert.deepEqual(reasons(file), ['3 duplicate-options'])
  })

  test('takes an option from the configurable product if the variant has no column for it', async () => {
    const { shoe_size: _, ...withoutColumn } = variation('B-41-R', '41', '')
    const { shoe_size: __, ...boots } = BOOT
    const [boot] = await productsIn(table([withoutColumn, boots]))
    assert.deepEqual(optionsOf(boot!, 0), { 'shoe-size': '41' })
  })

  test('leaves out what Magento does not show, and says why', async () => {
    const file = await readFile(
      table([
        { ...LAMP, status: '2' },
        { _category: 'Sale' },
        { ...LAMP, sku: 'unseen', visibility: '1' },
        { ...LAMP, sku: 'kit', _type: 'bundle' },
        { _category: 'Sale' },
        { ...LAMP, sku: 'mug', url_key: 'mug' },
        { _store: 'fr', name: 'Tasse' },
        { ...LAMP, sku: 'mug' },
      ]),
    )
    assert.deepEqual(reasons(file).toSorted(), [
      '2 unpublished',
      '3 unpublished',
      '4 hidden',
      '5 bundle',
      '6 bundle',
      '8 translation',
      '9 repeated',
    ])
    assert.deepEqual(
      file.products.map(({ name, slug }) => [name, slug]),
      [['Desk lamp', 'mug']],
    )
  })

  test('leaves out a first row that continues nothing', async () => {
    assert.deepEqual(reasons(await readFile(table([{ name: 'x' }, LAMP]))), ['2 no-product'])
  })

  test('reports a surcharge that is no amount', async () => {
    const file = await readFile(table([...BOOTS.slice(0, 4), continued('B-42-R', '42', 'much')]))
    assert.deepEqual(told(file), ['6 _super_attribute_price_corr is "much"'])
  })
})
