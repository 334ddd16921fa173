import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { groupsOf, labelsOf, optionsOf, productsIn, readFile, reasons, table, told, warned } from '../catalog-file.ts'
import { SQUARE } from './samples.ts'

const [SHORT, LONG, TOWEL] = SQUARE as [Record<string, string>, Record<string, string>, Record<string, string>]
const SOLD = { ...LONG, 'Enabled North Pier': 'Y' }

describe('a Square item library', () => {
  test('gives a product for the rows with the same item name', async () => {
    const file = await readFile(table([SHORT, TOWEL, SOLD]))
    assert.deepEqual([file.format, file.leftOut, file.problems], ['square', [], []])
    assert.deepEqual(file.unused, ['Item Type', 'Stockable', 'Stock Alert Enabled North Pier', 'Tax - Sales (6%)'])
    const [apron, towel] = file.products
    assert.deepEqual([apron!.name, apron!.slug, apron!.description], ['Linen Apron', 'linen-apron', 'With two pockets'])
    assert.deepEqual(
      apron!.variants.map(({ name, sku, gtin, price, listPrice, stock }) => [name, sku, gtin, price, listPrice, stock]),
      [
        ['Linen Apron - Short', 'APR-S', '4006381333931', '25.50', '30.00', 7],
        ['Linen Apron - Long', 'APR-L', undefined, '35.00', undefined, 0],
      ],
    )
    assert.deepEqual(groupsOf(apron!), { variation: ['Short', 'Long'] })
    assert.deepEqual(labelsOf(apron!), ['Kitchen', 'Textiles < kitchen', 'Gifts'])
    assert.deepEqual([towel!.variants[0]!.name, towel!.variants[0]!.stock], ['Tea Towel', null])
    assert.deepEqual([groupsOf(towel!), labelsOf(towel!)], [{}, ['Textiles']])
    assert.deepEqual(warned(file), ['4 Current Quantity North Pier is -2 and counts as 0'])
  })

  test('has the options of an item, if it has some', async () => {
    const sized = (row: Record<string, string>, size: string) => ({
      ...row,
      'Option Name 1': 'Size',
      'Option Value 1': size,
      'Customer-facing Name': 'Apron for cooks',
    })
    const [apron] = await productsIn(table([sized(SHORT, '60 cm'), sized(SOLD, '90 cm')]))
    assert.equal(apron!.name, 'Apron for cooks')
    assert.deepEqual(groupsOf(apron!), { size: ['60 cm', '90 cm'] })
    assert.deepEqual(optionsOf(apron!, 1), { size: '90 cm' })
  })

  test('names each row that is not for sale', async () => {
    const rows = [
      { ...TOWEL, Archived: 'Y' },
      { ...TOWEL, Sellable: 'N' },
      { ...TOWEL, 'Enabled North Pier': 'N' },
      { ...TOWEL, 'Square Online Item Visibility': 'hidden' },
      { ...TOWEL, 'Square Online Item Visibility': 'Unavailable' },
      { ...TOWEL, Price: 'variable' },
      { ...TOWEL, Price: '' },
      { ...TOWEL, 'Item Name': '' },
      TOWEL,
    ]
    const file = await readFile(table(rows))
    assert.deepEqual(reasons(file), [
      '9 no-title',
      '2 archived',
      '3 unpublished',
      '4 unpublished',
      '5 unlisted',
      '6 unpublished',
      '7 no-price',
      '8 no-price',
    ])
    assert.deepEqual(
      file.products.map(({ name }) => name),
      ['Tea Towel'],
    )
  })

  test('has the texts of its first variation, also if that one is not sold', async () => {
    const [apron] = await productsIn(table([{ ...SHORT, Sellable: 'N' }, SOLD]))
    assert.deepEqual([apron!.slug, apron!.description, apron!.variants.length], ['linen-apron', 'With two pockets', 1])
    assert.deepEqual(labelsOf(apron!), ['Kitchen', 'Textiles < kitchen', 'Gifts'])
  })

  test('has no sale if the online sale price is the price', async () => {
    const { dropped, products } = await readFile(table([{ ...TOWEL, 'Online Sale Price': '9.00' }]))
    assert.deepEqual([dropped, products[0]!.variants[0]!.price], [[], '9.00'])
  })

  test('keeps the id of a variant by its token', async () => {
    const [before] = await productsIn(table([TOWEL]))
    const [after] = await productsIn(table([{ ...TOWEL, 'Item Name': 'Cloth', SKU: 'CL' }]))
    assert.equal(after!.variants[0]!.id, before!.variants[0]!.id)
  })

  test('may be of an older release, with one column for the quantity', async () => {
    const old = {
      Token: 'T1',
      'Item Name': 'Rye Loaf',
      Description: '',
      Category: 'Bread',
      SKU: '',
      'Variation Name': 'Regular',
      Price: '4.50',
      'Current Quantity': '6',
      'New Quantity': '',
    }
    const [loaf] = await productsIn(table([old]))
    assert.deepEqual([loaf!.variants[0]!.sku, loaf!.variants[0]!.stock, labelsOf(loaf!)], ['rye-loaf', 6, ['Bread']])
  })

  test('tells what is wrong', async () => {
    const odd = { 'Square Online Item Visibility': 'constructor', 'Current Quantity Store 2': '1,000', Archived: 'so' }
    assert.deepEqual(told(await readFile(table([{ ...TOWEL, ...odd, Price: '1,234' }]))), [
      '2 Archived is "so"',
      '2 Square Online Item Visibility is "constructor"',
      '2 Current Quantity North Pier is "1,000"',
      '2 Price is "1,234", which has a comma',
    ])
  })
})
