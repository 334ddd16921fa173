import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { groupsOf, labelsOf, productsIn, readFile, reasons, table, told, warned } from '../catalog-file.ts'

const MUG = {
  'Item Type': 'Product',
  'Product ID': '5',
  'Product Name': 'Mug',
  'Product Code/SKU': 'MUG',
  'Brand Name': 'Clay',
  'Product Description': '<p>Holds tea.</p>',
  Price: '10.0000',
  'Retail Price': '12.00',
  'Sale Price': '0.00',
  'Allow Purchases?': 'Y',
  'Product Visible?': 'Y',
  'Track Inventory': 'by option',
  'Current Stock Level': '0',
  Category: 'Kitchen/Mugs;Gifts\\/More',
  'Product Image File - 1': 'm/back.jpg',
  'Product Image Sort - 1': '1',
  'Product Image File - 2': 'm/front.jpg',
  'Product Image URL - 2': 'https://i.example/front.jpg',
  'Product Image Description - 2': 'Front',
  'Product Image Is Thumbnail - 2': 'Y',
  'Product URL': 'https://shop.example/clay-mug/',
  'Stop Processing Rules': 'N',
}
const sku = (code: string, name: string, stock: string) => ({
  'Item Type': '  SKU',
  'Product Name': name,
  'Product Code/SKU': code,
  'Current Stock Level': stock,
})
const rule = (name: string, price: string, more: object = {}) => ({
  'Item Type': '  Rule',
  'Product Name': name,
  'Product Code/SKU': '',
  Price: price,
  ...more,
})
const SKUS = [
  sku('M-R-L', '[CS]Color=Red:#ff0000,[RT]Size=Large, tall', '3'),
  sku('M-R-S', '[CS]Color=Red:#ff0000,[RT]Size=Small', '2'),
  sku('M-B-S', '[CS]Color=Blue:https://i.example/b.png,[RT]Size=Small', '1'),
]

describe('a BigCommerce product CSV of the older export', () => {
  test('gives a product the skus below it', async () => {
    const file = await readFile(table([MUG, ...SKUS]))
    assert.deepEqual([file.format, file.leftOut, file.warnings, file.problems], ['bigcommerce-legacy', [], [], []])
    const [mug] = file.products
    assert.deepEqual([mug!.name, mug!.slug, mug!.description], ['Mug', 'clay-mug', '<p>Holds tea.</p>'])
    assert.deepEqual(labelsOf(mug!), ['Kitchen', 'Mugs < kitchen', 'Gifts/More'])
    assert.deepEqual(groupsOf(mug!), { color: ['Red', 'Blue'], size: ['Large, tall', 'Small'], brand: ['Clay'] })
    assert.deepEqual(
      mug!.files.map(({ file: { path, alt } }) => [path, alt]),
      [
        ['https://i.example/front.jpg', 'Front'],
        ['m/back.jpg', undefined],
      ],
    )
    assert.deepEqual(
      mug!.variants.map(({ sku: code, price, listPrice, stock }) => [code, price, listPrice, stock]),
      [
        ['M-R-L', '10.00', '12.00', 3],
        ['M-R-S', '10.00', '12.00', 2],
        ['M-B-S', '10.00', '12.00', 1],
      ],
    )
  })

  test('changes the prices by the rules for the options or the sku', async () => {
    const rules = [
      rule('[CS]Color=Red:#ff0000', '[ADD]2'),
      rule('[RT]Size=Large, tall', '[REMOVE]1.50', {
        'Product Image File - 1': 'm/large.jpg',
        'Stop Processing Rules': 'Y',
      }),
      rule('', '[FIXED]99', { 'Product Code/SKU': 'M-R-L' }),
      rule('', '[FIXED]7', { 'Product Code/SKU': 'M-B-S', 'Allow Purchases?': 'N' }),
      rule('[CS]Color=Green:#00ff00', '[ADD]3'),
    ]
    const file = await readFile(table([MUG, ...SKUS, ...rules]))
    assert.deepEqual(
      file.products[0]!.variants.map(({ price, stock, files }) => [price, stock, files[0]?.file.path]),
      [
        ['10.50', 3, 'm/large.jpg'],
        ['12.00', 2, undefined],
        ['7.00', 0, undefined],
      ],
    )
    assert.deepEqual(warned(file), ['10 Product Name has a rule for no sku of the product, and is not used'])
  })

  test('has rules for several options of a group', async () => {
    const rules = [rule('[RT]Size=Small,Size=Medium,[CS]Color=Red:#ff0000', '[ADD]5')]
    const [mug] = await productsIn(table([MUG, ...SKUS, ...rules]))
    assert.deepEqual(
      mug!.variants.map(({ price }) => price),
      ['10.00', '15.00', '10.00'],
    )
  })

  test('reports a rule whose price cannot be read', async () => {
    const file = await readFile(table([MUG, ...SKUS, rule('[RT]Size=Small', '[ADD]ten'), rule('[RT]Size=Small', '5')]))
    assert.deepEqual(told(file), ['6 Price is "[ADD]ten"', '7 Price is "5"'])
  })

  test('gives a product without skus one variant, with its sale price', async () => {
    const [mug] = await productsIn(
      table([{ ...MUG, 'Sale Price': '8', 'Track Inventory': 'by product', 'Current Stock Level': '6' }]),
    )
    assert.deepEqual(
      mug!.variants.map(({ sku: code, price, listPrice, stock }) => [code, price, listPrice, stock]),
      [['MUG', '8.00', '10.00', 6]],
    )
  })

  test('leaves out what is not visible, and gives no stock to what cannot be bought', async () => {
    const rows = [
      { ...MUG, 'Product Visible?': 'N' },
      ...SKUS,
      { ...MUG, 'Product ID': '6', 'Allow Purchases?': 'N', 'Track Inventory': 'none' },
      { 'Item Type': 'Gift' },
    ]
    const file = await readFile(table(rows))
    assert.deepEqual(
      reasons(file).toSorted(),
      ['2', '3', '4', '5'].map((line) => `${line} unpublished`).concat('7 other-type'),
    )
    assert.equal(file.products[0]!.variants[0]!.stock, 0)
  })
})

/** A row of the template “Default”, without the rows of skus and rules. */
const BOWL = {
  'Product ID': '9',
  'Product Type': 'P',
  Code: 'BOWL',
  Name: 'Bowl',
  Brand: 'Clay',
  Description: '<p>Round.</p>',
  'Cost Price': '3.00',
  'Retail Price': '12.00',
  'Sale Price': '8.00',
  'Calculated Price': '8.0000',
  'Allow Purchases': 'Y',
  'Product Visible': 'Y',
  'Product Inventoried': 'Y',
  'Stock Level': '4',
  'Category Details': 'Category Name: Bowls, Category Path: Kitchen/Bowls|Category Name: Sale, Category Path: Sale',
  Images:
    'Product Image File: a/bowl.jpg, Product Image URL: https://i.example/bowl.jpg|Product Image File: a/side.jpg, Product Image URL: https://i.example/side.jpg',
  'Product URL': '/round-bowl/',
}

describe('a BigCommerce product CSV of other templates', () => {
  test('gives each row of the template “Default” a product', async () => {
    const file = await readFile(table([BOWL, { ...BOWL, 'Product ID': '10', Code: 'B2', 'Product Inventoried': 'N' }]))
    assert.deepEqual([file.format, told(file), warned(file), reasons(file)], ['bigcommerce-legacy', [], [], []])
    assert.deepEqual(file.unused, ['Product Type', 'Cost Price'])
    const [bowl, other] = file.products
    assert.deepEqual(
      [bowl!.name, bowl!.slug, labelsOf(bowl!)],
      ['Bowl', 'round-bowl', ['Kitchen', 'Bowls < kitchen', 'Sale']],
    )
    assert.deepEqual(groupsOf(bowl!), { brand: ['Clay'] })
    assert.deepEqual(
      bowl!.files.map(({ file: { path } }) => path),
      ['https://i.example/bowl.jpg', 'https://i.example/side.jpg'],
    )
    assert.deepEqual(
      [bowl!, other!].map(({ variants: [variant] }) => [
        variant!.sku,
        variant!.price,
        variant!.listPrice,
        variant!.stock,
      ]),
      [
        ['BOWL', '8.00', '12.00', 4],
        ['B2', '8.00', '12.00', null],
      ],
    )
  })

  test('may write 1 and 0 for yes and no', async () => {
    const mug = { ...MUG, 'Track Inventory': 'by product', 'Current Stock Level': '3', 'Allow Purchases?': '0' }
    const file = await readFile(
      table([
        { ...mug, 'Product Visible?': '1' },
        { ...mug, 'Product ID': '6', 'Product Visible?': '0' },
      ]),
    )
    assert.deepEqual([told(file), reasons(file)], [[], ['3 unpublished']])
    assert.equal(file.products[0]!.variants[0]!.stock, 0)
  })
})
