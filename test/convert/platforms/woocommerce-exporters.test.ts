import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { groupsOf, labelsOf, optionsOf, productsIn, readFile, reasons, table, told } from '../catalog-file.ts'

/** A product as the Product CSV Import Suite and similar plugins write it. */
const LAMP = {
  ...{ post_title: 'Lamp', post_name: 'desk-lamp', ID: '7', post_status: 'publish', post_parent: '0', sku: 'LAMP' },
  ...{ post_content: '<p>Shines.</p>', post_excerpt: 'Short', manage_stock: 'no', stock: '0', stock_status: 'instock' },
  ...{ regular_price: '', sale_price: '', 'tax:product_type': 'variable', parent_sku: '' },
  ...{ 'tax:product_cat': 'Home > Light|Sale, winter', 'tax:product_tag': 'desk|warm' },
  images: 'https://img.example/a.jpg ! alt : A lamp ! title : a | https://img.example/b.jpg',
  ...{ 'attribute:pa_size': 'Extra Large|M', 'attribute_data:pa_size': '0|1|1', 'meta:attribute_pa_size': '' },
}
const LARGE = {
  ...{ post_title: 'Variation #8 of Lamp', ID: '8', post_status: 'publish', post_parent: '7', sku: 'LAMP-XL' },
  ...{
    manage_stock: 'yes',
    stock: '3',
    regular_price: '30',
    sale_price: '25',
    'meta:attribute_pa_size': 'extra-large',
  },
}
const MEDIUM = { ...LARGE, ID: '9', post_parent: '0', parent_sku: 'LAMP', sku: 'LAMP-M', 'meta:attribute_pa_size': 'm' }

/** As WP All Export writes it. */
const VASE = {
  ...{ id: '4', Title: 'Vase', Content: '<p>Holds.</p>', 'Post Type': 'product', 'Product Type': 'variable' },
  ...{ 'Product categories': 'Home>Decor', 'Product tags': 'clay', Sku: 'VASE', Price: '9', 'Regular Price': '' },
  ...{ 'Sale Price': '', 'Stock Status': 'instock', Stock: '', 'Image URL': 'https://img.example/v.jpg' },
  ...{ 'Attribute Value (pa_color)': 'Red|Blue', Status: 'publish', Slug: 'clay-vase', 'Parent Product ID': '0' },
}
const RED = {
  ...{ id: '5', Title: 'Vase - Red', 'Post Type': 'product_variation', 'Product Type': 'simple', Sku: 'VASE-R' },
  ...{ 'Regular Price': '9', 'Stock Status': 'outofstock', 'Attribute Value (pa_color)': 'Red', Status: 'publish' },
  ...{ 'Parent Product ID': '4' },
}

describe('a table with the columns of the Product CSV Import Suite', () => {
  test('gives the products and variants of the CSV of WooCommerce', async () => {
    const file = await readFile(table([LAMP, LARGE, MEDIUM]))
    assert.deepEqual([file.format, file.rows, file.problems, file.leftOut], ['woocommerce', 3, [], []])
    assert.deepEqual(file.unused, ['attribute_data:pa_size'])
    const [lamp] = file.products
    assert.deepEqual([lamp!.name, lamp!.slug, lamp!.description], ['Lamp', 'desk-lamp', '<p>Shines.</p>'])
    assert.deepEqual(labelsOf(lamp!), ['Home', 'Light < home', 'Sale, winter', 'desk', 'warm'])
    assert.deepEqual(groupsOf(lamp!), { size: ['Extra Large', 'M'] })
    assert.deepEqual(
      lamp!.files.map(({ file }) => file.path),
      ['https://img.example/a.jpg', 'https://img.example/b.jpg'],
    )
    assert.deepEqual(
      lamp!.variants.map(({ name, sku, price, listPrice, stock }) => [name, sku, price, listPrice, stock]),
      [
        ['Lamp - Extra Large', 'LAMP-XL', '25.00', '30.00', 3],
        ['Lamp - M', 'LAMP-M', '25.00', '30.00', 3],
      ],
    )
  })

  test('leaves out what is not public, and has no stock that is not managed', async () => {
    const cup = { ...LAMP, 'tax:product_type': 'simple', regular_price: '5', 'attribute:pa_size': '' }
    const file = await readFile(
      table([
        { ...cup, ID: '1', sku: 'A' },
        { ...cup, ID: '2', sku: 'B', post_status: 'draft' },
        { ...cup, ID: '3', sku: 'C', post_status: 'private' },
        { ...cup, ID: '4', sku: 'D', post_name: 'sold-out', stock_status: 'outofstock' },
      ]),
    )
    assert.deepEqual(reasons(file), ['3 draft', '4 private'])
    assert.deepEqual(
      file.products.map(({ variants }) => variants[0]!.stock),
      [null, 0],
    )
  })

  test('has problems under its own headers and in its own columns', async () => {
    const file = await readFile(table([{ ...LAMP, 'tax:product_type': 'simple', regular_price: 'five' }]))
    assert.deepEqual(told(file), ['2 regular_price is "five", which is not a decimal number'])
    assert.equal(file.problems[0]!.column, 'L')
  })
})

test('a table of WP All Export gives the same, with the attributes by their values', async () => {
  const [vase] = await productsIn(table([VASE, RED]))
  assert.deepEqual([vase!.name, vase!.slug, labelsOf(vase!)], ['Vase', 'clay-vase', ['Home', 'Decor < home', 'clay']])
  assert.deepEqual(optionsOf(vase!, 0), { color: 'Red' })
  const [red] = vase!.variants
  assert.deepEqual([red!.name, red!.price, red!.stock], ['Vase - Red', '9.00', 0])
})
