import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { groupsOf, labelsOf, optionsOf, productsIn, readFile, reasons, table, told, warned } from '../catalog-file.ts'

const TEE = {
  Item: 'Product',
  ID: '77',
  Name: 'Tee &amp; more',
  Type: 'physical',
  SKU: 'TEE',
  Options: '',
  'Inventory Tracking': 'variant',
  'Current Stock': '0',
  Price: '20.00',
  'Retail Price': '25',
  'Sale Price': '0.00',
  'Brand ID': '3',
  Categories: '23;24;Shirts/Tees',
  Description: '<p>Soft.</p>',
  'Product URL': '/soft-tee/',
  'UPC/EAN': '',
  'Is Visible': 'TRUE',
  'Variant Image URL': '',
  'Internal Image URL (Export)': '',
  'Image URL (Import)': '',
  'Image Description': '',
  'Image is Thumbnail': '',
  'Image Sort Order': '',
}
const RED = {
  Item: 'Variant',
  SKU: 'TEE-R',
  Options: 'Type=Swatch|Name=Color|Value=Red[#ff0000]Type=Dropdown|Name=Size|Value=M',
  'Current Stock': '4',
  'UPC/EAN': '4006381333931',
  'Variant Image URL': 'https://i.example/red.jpg',
}
const BLUE = {
  Item: 'Variant',
  SKU: 'TEE-B',
  Options: 'Type=Swatch|Name=Color|Value=Blue | Type=Dropdown|Name=Size|Value=M',
  'Current Stock': '-1',
  Price: '30',
  'Sale Price': '27',
}
const image = (url: string, sort: string, thumbnail: string) => ({
  Item: 'Image',
  'Internal Image URL (Export)': url,
  'Image Description': url === 'b.jpg' ? 'Back' : '',
  'Image Sort Order': sort,
  'Image is Thumbnail': thumbnail,
})

describe('a BigCommerce product CSV', () => {
  test('gives a product the variants and the pictures below it', async () => {
    const rows = [
      TEE,
      RED,
      BLUE,
      image('b.jpg', '2', 'FALSE'),
      image('c.jpg', '1', 'FALSE'),
      image('a.jpg', '9', 'TRUE'),
    ]
    const file = await readFile(table(rows))
    assert.deepEqual([file.format, file.rows, file.leftOut, file.problems], ['bigcommerce', 6, [], []])
    const [tee] = file.products
    assert.deepEqual([tee!.name, tee!.slug, tee!.description], ['Tee & more', 'soft-tee', '<p>Soft.</p>'])
    assert.deepEqual(labelsOf(tee!), ['Shirts', 'Tees < shirts'])
    assert.deepEqual(groupsOf(tee!), { color: ['Red', 'Blue'], size: ['M'] })
    assert.deepEqual(optionsOf(tee!, 1), { color: 'Blue', size: 'M' })
    assert.deepEqual(
      tee!.files.map(({ file: { path, alt } }) => [path, alt]),
      [
        ['a.jpg', undefined],
        ['c.jpg', undefined],
        ['b.jpg', 'Back'],
      ],
    )
    assert.deepEqual(
      tee!.variants.map(({ name, sku, price, listPrice, stock, gtin }) => [name, sku, price, listPrice, stock, gtin]),
      [
        ['Tee & more - Red, M', 'TEE-R', '20.00', '25.00', 4, '4006381333931'],
        ['Tee & more - Blue, M', 'TEE-B', '27.00', '30.00', 0, undefined],
      ],
    )
    assert.equal(tee!.variants[0]!.files[0]!.file.path, 'https://i.example/red.jpg')
    assert.deepEqual(file.unused, ['Type', 'Brand ID'])
  })

  test('gives a product without variants one variant, and the sale price of the product to all', async () => {
    const products = await productsIn(
      table([
        { ...TEE, 'Sale Price': '15', 'Inventory Tracking': 'none' },
        {
          ...TEE,
          ID: '78',
          'Product URL': '',
          'Sale Price': '15',
          'Inventory Tracking': 'product',
          'Current Stock': '9',
        },
        RED,
      ]),
    )
    assert.deepEqual(
      products.map(({ slug, variants }) => [
        slug,
        variants.map(({ price, listPrice, stock }) => [price, listPrice, stock]),
      ]),
      [
        ['soft-tee', [['15.00', '20.00', null]]],
        ['tee-more', [['15.00', '20.00', 9]]],
      ],
    )
  })

  test('leaves out what is not visible, and videos', async () => {
    const video = { Item: 'Video', 'Image Description': 'x' }
    const file = await readFile(
      table([{ ...TEE, 'Is Visible': 'FALSE' }, RED, { ...TEE, ID: '78' }, video, { Item: 'Modifier' }]),
    )
    assert.deepEqual(reasons(file).toSorted(), ['2 unpublished', '3 unpublished', '5 video', '6 other-type'])
    assert.equal(file.products.length, 1)
  })

  test('reports a visibility and a tracking that it does not know', async () => {
    const file = await readFile(table([{ ...TEE, 'Is Visible': 'soon', 'Inventory Tracking': 'daily' }]))
    assert.deepEqual(told(file), ['2 Is Visible is "soon"', '2 Inventory Tracking is "daily"'])
  })
})

test('a BigCommerce file with ids of categories says that their names are missing', async () => {
  const file = await readFile(
    table([
      { ...TEE, Categories: '23;24' },
      { ...TEE, ID: '78', SKU: 'T2' },
    ]),
  )
  assert.deepEqual(warned(file), ['2 Categories has ids of categories, whose names are not in the file'])
  assert.deepEqual(labelsOf(file.products[0]!), [])
})

test('a BigCommerce variant with a price of its own has the retail price of the product, if it has none', async () => {
  const [tee] = await productsIn(table([TEE, RED, { ...BLUE, Price: '22.00', 'Sale Price': '' }]))
  assert.deepEqual(
    tee!.variants.map(({ price, listPrice }) => [price, listPrice]),
    [
      ['20.00', '25.00'],
      ['22.00', '25.00'],
    ],
  )
})
