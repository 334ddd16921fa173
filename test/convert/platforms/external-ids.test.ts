import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { productsIn, readFile, table } from '../catalog-file.ts'
import { MEDUSA, SQUARE, SQUARESPACE, WIX_V1, WIX_V3 } from './samples.ts'
import { SMALL_FILES } from './small-files.ts'

const gid = (type: string, number: number) => `gid://shopify/${type}/${number}`

const SHOPIFY = { handle: 'hat', title: 'Hat', vendor: '', productType: '', tags: [] }
const SHOPIFY_VARIANT = { id: gid('ProductVariant', 2), title: 'Default Title', sku: 'H', price: '5.00' }
const BULK = [
  { id: gid('Product', 1), ...SHOPIFY },
  { ...SHOPIFY_VARIANT, __parentId: gid('Product', 1) },
]
const WOO = { Type: 'variation', Published: '1', Parent: 'id:7', 'Attribute 1 name': 'Size', 'Regular price': '5' }
const SPREE = { compare_at_price: '', option1_name: '', track_inventory: '', currency: 'USD', status: 'active' }

/** The external id of the first product of each file, and those of its variants; null where there is none. */
const FILES: Readonly<
  Record<string, readonly [file: string, product: string | null, variants: readonly (string | null)[]]>
> = {
  'Shopify JSON': [SMALL_FILES['shopify-json']!, '1', ['2']],
  'Shopify GraphQL': [
    JSON.stringify([{ id: gid('Product', 1), ...SHOPIFY, variants: { nodes: [SHOPIFY_VARIANT] } }]),
    ...([gid('Product', 1), [gid('ProductVariant', 2)]] as const),
  ],
  'a bulk operation of Shopify': [
    BULK.map((line) => JSON.stringify(line)).join('\n'),
    ...([gid('Product', 1), [gid('ProductVariant', 2)]] as const),
  ],
  Matrixify: [
    table([
      {
        ...{ ID: '7801', Handle: 'hat', Title: 'Hat', 'Variant ID': '4101', 'Option1 Name': 'Size' },
        ...{ 'Option1 Value': 'S', 'Variant Price': '5' },
      },
      { ID: '7801', Handle: 'hat', 'Variant ID': '4102', 'Option1 Value': 'M', 'Variant Price': '5' },
    ]),
    ...(['7801', ['4101', '4102']] as const),
  ],
  'Shopify CSV': [SMALL_FILES.shopify!, null, [null]],
  'WooCommerce CSV, a simple product': [SMALL_FILES.woocommerce!, '1', ['1']],
  'WooCommerce CSV, a product with variations': [
    table([
      { ID: '7', Type: 'variable', Name: 'Hat', Published: '1' },
      { ...WOO, ID: '8', SKU: 'S', 'Attribute 1 value(s)': 'S' },
      { ...WOO, ID: '9', SKU: 'M', 'Attribute 1 value(s)': 'M' },
    ]),
    ...(['7', ['8', '9']] as const),
  ],
  'WooCommerce JSON': [SMALL_FILES['woocommerce-json']!, '1', ['1']],
  'Medusa CSV': [table(MEDUSA), 'prod_01', ['variant_1', 'variant_2']],
  'Medusa JSON': [SMALL_FILES['medusa-json']!, 'p', ['v']],
  'Vendure JSON': [SMALL_FILES['vendure-json']!, '1', ['2']],
  'Vendure JSON without ids': [SMALL_FILES['vendure-json']!.replaceAll(/"id":"\d",/g, ''), null, [null]],
  PrestaShop: [SMALL_FILES.prestashop!, '1', [null]],
  BigCommerce: [
    table([
      { Item: 'Product', ID: '77', Name: 'Hat', SKU: 'a', Options: '', 'Inventory Tracking': 'variant', Price: '5' },
      { Item: 'Variant', ID: '78', SKU: 'a-s', Options: 'Type=Dropdown|Name=Size|Value=S' },
    ]),
    ...(['77', ['78']] as const),
  ],
  Ecwid: [SMALL_FILES.ecwid!, '1', [null]],
  eBay: [SMALL_FILES.ebay!, '1', [null]],
  Shopware: [SMALL_FILES.shopware!.replaceAll('a', 'A'), 'A', ['b']],
  Spree: [table([{ product_id: '5', slug: 'hat', name: 'Hat', sku: 'h', price: '5', ...SPREE }]), '5', [null]],
  Square: [table(SQUARE), null, ['AAAABBBBCCCCDDDDEEEE1111']],
  Squarespace: [table(SQUARESPACE), '5f00aa', ['v-1', 'v-2']],
  'Wix, with a handle that it made': [table(WIX_V1), 'product_7d1f', [null, null]],
  'Wix, with a handle of a merchant': [table(WIX_V3), null, [null, null]],
  'any table': [
    table([{ Name: 'Hat', Price: '5', SKU: 'h', 'Shopify ID': '77', 'Shopify Variant ID': '78' }]),
    ...(['77', ['78']] as const),
  ],
  Google: [SMALL_FILES.google!, null, [null]],
  Magento: [SMALL_FILES.magento!, null, [null, null]],
}

describe('the external ids, as the platform writes them, are read from', () => {
  for (const [name, [file, product, variants]] of Object.entries(FILES))
    test(name, async () => {
      const [first] = await productsIn(file)
      assert.deepEqual(
        [first!.externalId ?? null, first!.variants.map(({ externalId = null }) => externalId)],
        [product, variants],
      )
    })
})

test('a wrong external id is dropped under the name of its column', async () => {
  const id = 'x'.repeat(256)
  const rows = [{ ID: id, Handle: 'hat', Title: 'Hat', 'Variant ID': id, 'Option1 Value': 'S', 'Variant Price': '5' }]
  const { products, dropped } = await readFile(table(rows))
  assert.equal(products[0]!.externalId, undefined)
  assert.deepEqual(dropped.map(({ path }) => path).sort(), ['ID', 'Variant ID'])
})
