import assert from 'node:assert/strict'
import { test } from 'node:test'
import { productsIn, table } from '../catalog-file.ts'

const WOO = { ID: '1', Type: 'simple', SKU: 'A', Name: 'Hat', Published: '1', 'Regular price': '5' }
const WOO_JSON = {
  id: 1,
  name: 'Hat',
  slug: 'hat',
  type: 'simple',
  status: 'publish',
  sku: 'A',
  regular_price: '5',
  sale_price: '',
  date_on_sale_from: null,
  stock_status: 'instock',
  attributes: [],
  images: [],
}
const VARIANT = { id: 1, title: 'Default Title', option1: 'Default Title', price: '5', inventory_management: null }

const FILES: Readonly<Record<string, string>> = {
  'Magento, in a column': table([
    {
      sku: 'A',
      product_type: 'simple',
      attribute_set_code: 'Default',
      name: 'Hat',
      price: '5',
      url_key: 'hat',
      mpn: 'N-1',
    },
  ]),
  'Magento, in the other attributes': table([
    {
      sku: 'A',
      product_type: 'simple',
      attribute_set_code: 'Default',
      name: 'Hat',
      price: '5',
      url_key: 'hat',
      additional_attributes: 'mpn=N-1,size=M',
    },
  ]),
  PrestaShop: table(
    [
      {
        'Product ID': '1',
        'Active (0/1)': '1',
        'Name *': 'Hat',
        'Categories (x,y,z...)': 'Hats',
        'Price tax included': '5',
        'Reference #': 'A',
        MPN: 'N-1',
      },
    ],
    ';',
  ),
  WooCommerce: table([{ ...WOO, 'Meta: _wc_gla_mpn': 'N-1' }]),
  'WooCommerce JSON': JSON.stringify([{ ...WOO_JSON, meta_data: [{ key: '_mpn', value: 'N-1' }] }]),
  'Shopify JSON': JSON.stringify({
    products: [
      {
        id: 1,
        title: 'Hat',
        handle: 'hat',
        body_html: '',
        product_type: '',
        variants: [{ ...VARIANT, metafields: [{ namespace: 'mm-google-shopping', key: 'mpn', value: 'N-1' }] }],
      },
    ],
  }),
}

for (const [name, file] of Object.entries(FILES))
  test(`the part number of a variant is read from ${name}`, async () => {
    const [hat] = await productsIn(file)
    assert.equal(hat!.variants[0]!.mpn, 'N-1')
  })
