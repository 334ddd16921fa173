import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Attribute } from '@vitrine/catalog/product'
import { type CatalogFile, droppedIn, readFile, table } from '../catalog-file.ts'

/** An attribute as `weight: number 0.3 kg`. */
const shown = ({ code, type, unit, value }: Attribute) =>
  [`${code}: ${type} ${value}`, unit].filter((part) => part !== undefined).join(' ')
const ofProducts = ({ products }: CatalogFile) => products.map(({ attributes = [] }) => attributes.map(shown))
const ofVariants = ({ products }: CatalogFile) =>
  products.flatMap(({ variants }) => variants.map(({ attributes = [] }) => attributes.map(shown)))

const SHIRT = { Handle: 'shirt', Title: 'Shirt', 'Variant Price': '5.00' }

test('a weight of Shopify is shown in the unit of the shop', async () => {
  const weights = [
    ['300', 'kg', ['weight: number 0.3 kg']],
    ['130.407806375', 'oz', ['weight: number 4.6 oz']],
    ['0.0', 'kg', []],
    ['', '', []],
    ['1/2', 'kg', ['weight: text 1/2']],
    ['300', 'stone', ['weight: number 300 g']],
    ['300', 'l', ['weight: number 300 g']],
    ['33.3333333333', 'lb', ['weight: number 33.333333 g']],
  ] as const
  for (const [grams, unit, expected] of weights) {
    const file = await readFile(table([{ ...SHIRT, 'Variant Grams': grams, 'Variant Weight Unit': unit }]))
    assert.deepEqual(ofVariants(file), [expected], grams)
  }
  const newer = table([{ ...SHIRT, 'Weight value (grams)': '220', 'Weight unit for display': 'g' }])
  assert.deepEqual(ofVariants(await readFile(newer)), [['weight: number 220 g']])
})

test('metafields of Shopify and Matrixify are attributes, and say by their values what they are', async () => {
  const file = await readFile(
    table([
      {
        ...SHIRT,
        'Care (product.metafields.custom.care_label)': 'Wash&nbsp;cold; dry flat',
        'Waterproof (product.metafields.custom.waterproof)': 'true',
        'Sizes (product.metafields.other-app.size)': '42',
        'Since (product.metafields.custom.since)': '2024-02-29',
        'Code (product.metafields.custom.code)': '007',
        'List (product.metafields.custom.list)': '["a","b"]',
        'Box (product.metafields.custom.box)': '{"value":1.5,"unit":"METERS"}',
        'Related (product.metafields.shopify--discovery--product_recommendation.related_products)': 'hat',
        'Metafield: specs.screen_size [number_decimal]': '15.6',
        'Variant Metafield: length [dimension]': '12 cm',
      },
    ]),
  )
  assert.deepEqual(ofProducts(file), [
    [
      'care-label: text Wash cold; dry flat',
      'waterproof: boolean true',
      'other-app-size: number 42',
      'since: date 2024-02-29',
      'code: text 007',
      'list: text a; b',
      'box: number 1.5 METERS',
      'specs-screen-size: number 15.6',
    ],
  ])
  assert.equal(file.products[0]!.attributes![7]!.name, 'Screen size')
  assert.deepEqual(ofVariants(file), [['length: number 12 cm']])
  assert.deepEqual(
    file.unused.map((header) => header.slice(0, 7)),
    ['Related'],
  )
})

test('measures of WooCommerce are attributes in the unit of their header, in any language', async () => {
  const cells = { ID: '1', Type: 'simple', SKU: 'm', Name: 'Mug', Published: '1', 'Regular price': '5' }
  const english = table([
    { ...cells, 'Weight (lbs)': '.5', 'Length (in)': '4', 'Width (in)': '0', 'Height (in)': '2,5' },
  ])
  assert.deepEqual(ofProducts(await readFile(english)), [
    ['weight: number 0.5 lbs', 'length: number 4 in', 'height: number 2.5 in'],
  ])
  const attribute = { 'Attribute 1 name': 'Volume', 'Attribute 1 value(s)': '350 ml' }
  const file = await readFile(table([{ ...cells, ...attribute, 'Weight (kg)': '0.4', 'Attribute 2 name': 'Colour' }]))
  assert.deepEqual(ofProducts(file), [['weight: number 0.4 kg', 'volume: number 350 ml']])
  assert.deepEqual(
    file.products[0]!.optionGroups.map(({ code }) => code),
    ['volume'],
    'it is an option as before',
  )
})

test('measures of the JSON of WooCommerce have the unit that the Store API names', async () => {
  const dimensions = { length: '10', width: '0', height: '2.5' }
  const rest = { id: 1, name: 'Mug', sku: 'm', type: 'simple', regular_price: '5', sale_price: '', attributes: [] }
  const more = { date_on_sale_from: null, stock_status: 'instock', images: [], weight: '0.4', dimensions }
  const file = await readFile(JSON.stringify([{ ...rest, ...more, total_sales: 12 }]))
  assert.deepEqual([file.format, file.dropped, file.unused], ['woocommerce-json', [], []])
  assert.deepEqual(ofProducts(file), [['weight: number 0.4', 'length: number 10', 'height: number 2.5']])
  assert.equal(file.products[0]!.popularity, 12)
  const store = {
    ...{ id: 1, name: 'Mug', type: 'simple', is_purchasable: true, images: [], weight: '0.4', dimensions },
    prices: { price: '500', regular_price: '500', currency_minor_unit: 2, currency_code: 'EUR' },
    ...{ formatted_weight: '0.4 kg', formatted_dimensions: '10 &times; 0 &times; 2.5 cm' },
  }
  assert.deepEqual(ofProducts(await readFile(JSON.stringify([store]))), [
    ['weight: number 0.4 kg', 'length: number 10 cm', 'height: number 2.5 cm'],
  ])
})

test('the number of sales in a file of WooCommerce is the popularity', async () => {
  const cells = { ID: '1', Type: 'simple', SKU: 'm', Name: 'Mug', Published: '1', 'Regular price': '5' }
  for (const header of ['Total sales', 'total_sales', 'Meta: total_sales']) {
    const rows = [
      { ...cells, [header]: '12' },
      { ...cells, ID: '2', SKU: 'n', Name: 'Nut', [header]: '$12.50' },
    ]
    const file = await readFile(table(rows))
    assert.deepEqual([file.products.map(({ popularity }) => popularity), file.unused], [[12, undefined], []], header)
    assert.deepEqual(droppedIn(file), [`3 ${header} is "$12.50"; expected a whole number of 0 or more`])
  }
})

test('details and measures of a Google feed are attributes of the variant', async () => {
  const item = { id: 'mug', title: 'Mug', link: 'https://shop.example/mug', price: '9 USD', product_weight: '3.5 lb' }
  const rows = table([
    {
      ...item,
      'product_detail(section_name:attribute_name:attribute_value)': 'General:Year:2024,Dishwasher safe:true',
    },
  ])
  const expected = [['weight: number 3.5 lb', 'year: number 2024', 'dishwasher-safe: boolean true']]
  assert.deepEqual(ofVariants(await readFile(rows)), expected)
  const detail = (section: string, name: string, value: string) =>
    `<g:product_detail>${section && `<g:section_name>${section}</g:section_name>`}<g:attribute_name>${name}</g:attribute_name><g:attribute_value>${value}</g:attribute_value></g:product_detail>`
  const feed = `<rss xmlns:g="http://base.google.com/ns/1.0"><channel><item><g:id>mug</g:id><g:title>Mug</g:title><g:link>${item.link}</g:link><g:price>9 USD</g:price><g:product_weight>3.5 lb</g:product_weight>${detail('General', 'Year', '2024')}${detail('', 'Dishwasher safe', 'true')}</item></channel></rss>`
  assert.deepEqual(ofVariants(await readFile(feed)), expected)
})

test('a weight of Magento is a number without a unit', async () => {
  const row = {
    sku: 'oar',
    attribute_set_code: 'Default',
    product_type: 'simple',
    name: 'Oar',
    price: '45',
    url_key: 'oar',
  }
  const rows = [
    { ...row, product_online: '1', visibility: 'Catalog, Search', qty: '1', weight: '2.5000' },
    {
      ...row,
      sku: 'pin',
      name: 'Pin',
      url_key: 'pin',
      product_online: '1',
      visibility: 'Catalog, Search',
      weight: '0.0000',
    },
  ]
  const file = await readFile(table(rows))
  assert.deepEqual(ofVariants(file), [['weight: number 2.5'], []])
})
