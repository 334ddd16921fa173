import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { groupsOf, labelsOf, optionsOf, productsIn, readFile, reasons, table, told, warned } from '../catalog-file.ts'

const POSTER = {
  type: 'product',
  product_internal_id: '1001',
  product_sku: 'P',
  product_name: 'Poster',
  product_price: '10',
  product_compare_to_price: '15.00',
  product_is_inventory_tracked: 'true',
  product_quantity: '5',
  product_quantity_out_of_stock_behaviour: 'SHOW',
  product_is_available: 'true',
  product_media_main_image_url: 'https://x.example/a.jpg',
  product_media_main_image_alt: 'A poster',
  product_media_gallery_image_url_1: 'https://x.example/b.jpg',
  product_description: '<p>Nice</p>',
  product_category_1: 'Art / Posters',
  product_category_2: 'Gifts',
  product_brand: 'Acme',
  product_upc: '4006381333931',
  product_weight: '0.5',
  product_option_name: '',
  product_option_value: '',
  product_option_markup: '',
  product_variation_sku: '',
  product_variation_option_Size: '',
  'product_variation_option_{Frame color}': '',
}

const CHILD = { product_internal_id: '1001', product_is_inventory_tracked: 'true' }
const SIZES = ['S', 'L'].map((size) => ({
  ...CHILD,
  type: 'product_option',
  product_option_name: 'Size',
  product_option_value: size,
  product_option_markup: size === 'L' ? '2' : '0',
}))
const SMALL = {
  ...CHILD,
  type: 'product_variation',
  product_quantity: '3',
  product_variation_sku: 'P-S',
  product_variation_option_Size: 'S',
  'product_variation_option_{Frame color}': 'black',
}
const LARGE = { ...SMALL, product_variation_sku: 'P-L', product_variation_option_Size: 'L', product_price: '12.00' }

describe('an Ecwid export', () => {
  test('gives a product for the rows of products, options and variations with the same id', async () => {
    const file = await readFile(table([POSTER, ...SIZES, SMALL, LARGE]))
    assert.deepEqual(
      [file.format, told(file), file.warnings, file.leftOut, file.unused],
      ['ecwid', [], [], [], ['product_weight']],
    )
    const [poster] = file.products
    assert.deepEqual(
      [poster!.name, poster!.slug, poster!.description, labelsOf(poster!)],
      ['Poster', 'poster', '<p>Nice</p>', ['Art', 'Posters < art', 'Gifts']],
    )
    assert.deepEqual(
      poster!.variants.map(({ name, sku, price, listPrice, stock }) => [name, sku, price, listPrice, stock]),
      [
        ['Poster - S, black', 'P-S', '10.00', '15.00', 3],
        ['Poster - L, black', 'P-L', '12.00', undefined, 3],
      ],
    )
    assert.deepEqual(optionsOf(poster!, 1), { size: 'L', 'frame-color': 'black' })
    assert.deepEqual(groupsOf(poster!), { size: ['S', 'L'], 'frame-color': ['black'], brand: ['Acme'] })
    assert.deepEqual(
      poster!.files.map(({ file }) => [file.path, file.alt]),
      [
        ['https://x.example/a.jpg', 'A poster'],
        ['https://x.example/b.jpg', undefined],
      ],
    )
  })

  test('has one variant without variations, whose options are those of the product', async () => {
    const file = await readFile(table([POSTER, ...SIZES]))
    const [poster] = file.products
    assert.deepEqual(
      poster!.variants.map(({ sku, price, stock, gtin }) => [sku, price, stock, gtin]),
      [['P', '10.00', 5, '4006381333931']],
    )
    assert.deepEqual(groupsOf(poster!), { size: ['S', 'L'], brand: ['Acme'] })
    assert.deepEqual(warned(file), [
      '4 product_option_markup is the markup of an option, which the price does not have',
    ])
  })

  test('asks for the price of a variation whose option has a markup', async () => {
    assert.deepEqual(told(await readFile(table([POSTER, ...SIZES, { ...LARGE, product_price: '' }]))), [
      '5 product_price is blank, and the option “L” has a markup of 2',
    ])
  })

  test('tracks no stock if the file says so, or if what is sold out can be ordered', async () => {
    const preorder = { product_quantity: '0', product_quantity_out_of_stock_behaviour: 'ALLOW_PREORDER' }
    for (const cells of [{ product_is_inventory_tracked: 'false' }, preorder]) {
      const [poster] = await productsIn(table([{ ...POSTER, ...cells }]))
      assert.equal(poster!.variants[0]!.stock, null)
    }
  })

  test('leaves out what is not available, has no product, or is neither product, option nor variation', async () => {
    const file = await readFile(
      table([
        POSTER,
        { ...POSTER, product_internal_id: '2', product_is_available: 'false' },
        { ...SMALL, product_internal_id: '2' },
        { ...SMALL, product_internal_id: '3' },
        { type: 'product_file', product_internal_id: '1001' },
        { type: 'category' },
      ]),
    )
    assert.deepEqual(reasons(file).toSorted(), [
      '3 unpublished',
      '4 unpublished',
      '5 no-parent',
      '6 other-type',
      '7 other-type',
    ])
    assert.equal(file.products.length, 1)
  })
})
