import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  droppedIn,
  groupsOf,
  labelsOf,
  optionsOf,
  productsIn,
  readFile,
  reasons,
  table,
  told,
  warned,
} from '../catalog-file.ts'

const LAMP = {
  sku: 'LAMP',
  store_view_code: '',
  attribute_set_code: 'Light',
  product_type: 'simple',
  categories: 'Default Category/Home/Lamps,Default Category/Sale,Default Category/Bed, Bath',
  name: 'Desk lamp &amp; shade',
  description: '<p>Bright.</p>',
  product_online: '1',
  tax_class_name: 'Taxable Goods',
  visibility: 'Catalog, Search',
  price: '49.900000',
  special_price: '39.900000',
  special_price_from_date: '6/14/26',
  special_price_to_date: '6/15/26',
  url_key: 'desk-lamp',
  base_image: '/l/a/lamp.jpg',
  base_image_label: 'The lamp',
  additional_images: '/l/a/lamp.jpg,/l/a/side.jpg,/l/a/secret.jpg,no_selection',
  additional_image_labels: ',From the side,,',
  hide_from_product_page: '/l/a/secret.jpg',
  additional_attributes: 'color=White,cost=12.00,manufacturer=Lux, Ltd,GTIN=4006381333931',
  qty: '7.0000',
  is_in_stock: '1',
  manage_stock: '1',
  use_config_manage_stock: '1',
  allow_backorders: '0',
  use_config_backorders: '1',
}
const row = (sku: string, more: object = {}) => ({ ...LAMP, sku, url_key: sku, additional_attributes: '', ...more })
const TEE_S = row('TEE-S', { visibility: 'Not Visible Individually', name: 'Tee-S', price: '15', special_price: '' })
const TEE_M = {
  ...TEE_S,
  sku: 'tee-m',
  name: 'Tee-M',
  qty: '0.0000',
  allow_backorders: '1',
  use_config_backorders: '0',
}
const TEE = row('TEE', {
  product_type: 'configurable',
  name: 'Tee',
  price: '',
  qty: '',
  configurable_variations: 'sku=TEE-S,size=S,shirt_fit=Slim|sku=TEE-M,size=M,shirt_fit=Slim',
  configurable_variation_labels: 'size=Shirt size',
  additional_attributes: 'manufacturer=Knit',
})

describe('a Magento 2 product CSV', () => {
  test('gives a simple product one variant', async () => {
    const file = await readFile(table([LAMP]))
    assert.deepEqual([file.format, file.leftOut, file.warnings, file.problems], ['magento', [], [], []])
    const [lamp] = file.products
    assert.deepEqual([lamp!.name, lamp!.slug, lamp!.description], ['Desk lamp & shade', 'desk-lamp', '<p>Bright.</p>'])
    assert.deepEqual(labelsOf(lamp!), ['Home', 'Lamps < home', 'Sale', 'Bed, Bath'])
    assert.deepEqual(groupsOf(lamp!), { color: ['White'], brand: ['Lux, Ltd'] })
    assert.deepEqual(
      lamp!.files.map(({ file: { path, alt } }) => [path, alt]),
      [
        ['/l/a/lamp.jpg', 'The lamp'],
        ['/l/a/side.jpg', 'From the side'],
      ],
    )
    const [variant] = lamp!.variants
    assert.deepEqual(
      [variant!.sku, variant!.price, variant!.listPrice, variant!.stock, variant!.gtin],
      ['LAMP', '39.90', '49.90', 7, '4006381333931'],
    )
  })

  const labelsOfAll = async (...categories: readonly string[]) =>
    (await productsIn(table(categories.map((paths, index) => row(`P${index}`, { categories: paths }))))).map(labelsOf)

  test('has the labels of categories below a root that all paths share', async () => {
    assert.deepEqual(await labelsOfAll('Shop/Gear/Bags,Shop/Sale', 'Shop/Men', ''), [
      ['Gear', 'Bags < gear', 'Sale'],
      ['Men'],
      [],
    ])
    assert.deepEqual(await labelsOfAll('Default Category/Gear,Outlet/Sale', 'Default Category'), [
      ['Gear', 'Outlet', 'Sale < outlet'],
      [],
    ])
  })

  test('has the labels of the first level too, if the paths have no root', async () => {
    assert.deepEqual(await labelsOfAll('Gear/Bags', 'Men/Shirts,Gear'), [
      ['Gear', 'Bags < gear'],
      ['Men', 'Shirts < men', 'Gear'],
    ])
    assert.deepEqual(await labelsOfAll('Gear/Bags', 'Gear'), [['Gear', 'Bags < gear'], ['Gear']])
  })

  test('gives a configurable product the variants that it names, in any order of the rows', async () => {
    const [tee, ...others] = await productsIn(table([TEE_S, TEE_M, TEE]))
    assert.equal(others.length, 0)
    assert.deepEqual([tee!.name, tee!.slug], ['Tee', 'TEE'])
    assert.deepEqual(groupsOf(tee!), { 'shirt-size': ['S', 'M'], 'shirt-fit': ['Slim'], brand: ['Knit'] })
    assert.deepEqual(optionsOf(tee!, 1), { 'shirt-size': 'M', 'shirt-fit': 'Slim' })
    assert.deepEqual(
      tee!.variants.map(({ name, sku, price, stock }) => [name, sku, price, stock]),
      [
        ['Tee-S', 'TEE-S', '15.00', 7],
        ['Tee-M', 'tee-m', '15.00', null],
      ],
    )
    const ids = async (rows: (typeof LAMP)[]) => (await productsIn(table(rows)))[0]!.variants.map(({ id }) => id)
    assert.deepEqual(await ids([TEE, TEE_S, TEE_M]), await ids([TEE_M, TEE, TEE_S]))
  })

  test('gives a variant to each configurable product that names it', async () => {
    const set = { ...TEE, sku: 'SET', url_key: 'set', configurable_variations: 'sku=TEE-S,size=S' }
    const products = await productsIn(table([TEE, TEE_S, TEE_M, set]))
    assert.deepEqual(
      products.map(({ slug, variants }) => [slug, variants.map(({ sku }) => sku)]),
      [
        ['TEE', ['TEE-S', 'tee-m']],
        ['set', ['TEE-S']],
      ],
    )
  })

  test('leaves out what Magento does not show, and says why', async () => {
    const file = await readFile(
      table([
        row('off', { product_online: '2' }),
        row('unseen', { visibility: 'Not Visible Individually' }),
        row('kit', { product_type: 'bundle' }),
        row('group', { product_type: 'grouped' }),
        row('card', { product_type: 'giftcard' }),
        { ...TEE, product_online: '2' },
        TEE_S,
        { ...TEE_M, visibility: 'Catalog' },
        row('none', { ...TEE, sku: 'none', configurable_variations: 'sku=gone,size=S' }),
        LAMP,
        { ...LAMP, store_view_code: 'fr', name: 'Lampe' },
        LAMP,
      ]),
    )
    assert.deepEqual(reasons(file).toSorted(), [
      '10 no-variants',
      '12 translation',
      '13 repeated',
      '2 unpublished',
      '3 hidden',
      '4 bundle',
      '5 grouped',
      '6 other-type',
      '7 unpublished',
      '8 hidden',
    ])
    assert.deepEqual(
      file.products.map(({ name, variants }) => [name, variants[0]!.sku]),
      [
        ['Tee-M', 'tee-m'],
        ['Desk lamp & shade', 'LAMP'],
      ],
    )
  })

  test('takes the texts of all store views, wherever their row is', async () => {
    const file = await readFile(table([{ ...LAMP, store_view_code: 'fr', name: 'Lampe' }, LAMP]))
    assert.deepEqual(reasons(file), ['2 translation'])
    assert.equal(file.products[0]!.name, 'Desk lamp & shade')
  })

  test('names variants that are not in the file', async () => {
    assert.deepEqual(warned(await readFile(table([TEE, TEE_S]))), [
      '2 configurable_variations names variants that are not in the file: TEE-M',
    ])
  })

  test('gives the sale price during the sale, whatever the order of day and month', async () => {
    const sale = (from: string, to: string) =>
      row(`${from}-${to}`.replaceAll('/', '.'), {
        special_price_from_date: from,
        special_price_to_date: to,
      })
    const dates = [
      ['', '2026-06-15 00:00:00'],
      ['14/06/2026', '30/06/2026'],
      ['1.6.26', ''],
      ['', '5/6/25'],
      ['1/1/30', ''],
      ['5/7/26', ''],
    ] as const
    const file = await readFile(table(dates.map(([from, to]) => sale(from, to))))
    const prices = file.products.map(({ variants }) => variants[0]!.price)
    assert.deepEqual(prices, ['39.90', '39.90', '39.90', '49.90', '49.90', '49.90'])
    assert.deepEqual(droppedIn(file), [
      '7 special_price is "39.90", and its dates cannot be read; expected dates of the sale such as 2026-03-14',
    ])
  })

  test('gives no stock that is not tracked, and 0 for what is not in stock', async () => {
    const stocks = [
      { use_config_manage_stock: '0', manage_stock: '0' },
      { is_in_stock: '0' },
      { qty: '-2' },
      { qty: '' },
      { qty: '0', allow_backorders: '2', use_config_backorders: '0' },
      { qty: '0', allow_backorders: '2' },
    ]
    const products = await productsIn(table(stocks.map((stock, index) => row(`S${index}`, stock))))
    assert.deepEqual(
      products.map(({ variants }) => variants[0]!.stock),
      [null, 0, 0, null, null, 0],
    )
  })

  test('reports an unknown status and a stock that may be one or a thousand', async () => {
    const file = await readFile(table([row('a', { product_online: 'maybe' }), row('b', { qty: '1,000' })]))
    assert.deepEqual(told(file), ['2 product_online is "maybe"', '3 qty is "1,000"'])
  })

  test('rounds prices with more decimals as the shop shows them', async () => {
    const [product] = await productsIn(table([row('a', { price: '16.528926', special_price: '' })]))
    assert.equal(product!.variants[0]!.price, '16.53')
  })

  test('has a tax rate of 0 % without a tax class', async () => {
    const [product] = await productsIn(table([row('a', { tax_class_name: 'None' })]))
    assert.equal(product!.variants[0]!.taxRate?.rate, 0)
  })
})

test('the list of products that Magento exports is refused with advice', async () => {
  const row = {
    ID: '3',
    Name: 'Lamp',
    Type: 'Simple Product',
    'Attribute Set': 'Default',
    SKU: 'L',
    Price: '€9.00',
    Visibility: 'Catalog, Search',
    Status: 'Enabled',
    Websites: 'Main',
  }
  await assert.rejects(readFile(table([row])), /list of products .* System > Data Transfer > Export/)
})

test('texts for search engines are read', async () => {
  const [lamp] = await productsIn(table([{ ...LAMP, meta_title: 'Lamps', meta_description: 'Bright.' }]))
  assert.deepEqual(lamp!.seo, { title: 'Lamps', description: 'Bright.' })
})
