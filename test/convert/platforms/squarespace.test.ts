import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { groupsOf, labelsOf, optionsOf, productsIn, readFile, reasons, table, told, warned } from '../catalog-file.ts'
import { SQUARESPACE } from './samples.ts'

const [CANDLE, LARGE] = SQUARESPACE as [Record<string, string>, Record<string, string>]

describe('a Squarespace export', () => {
  test('gives a product for the rows from one product id to the next', async () => {
    const file = await readFile(table(SQUARESPACE))
    assert.deepEqual([file.format, file.leftOut, file.problems, file.warnings], ['squarespace', [], [], []])
    assert.deepEqual(file.unused, ['Product Type [Non Editable]', 'Product Page'])
    const [candle] = file.products
    assert.deepEqual(
      [candle!.name, candle!.slug, candle!.description],
      ['Beeswax Candle', 'beeswax-candle-x1', '<p class="">Burns <em>long</em></p>'],
    )
    assert.deepEqual(groupsOf(candle!), { size: ['Small', 'Large'] })
    assert.deepEqual(
      candle!.variants.map(({ name, sku, price, listPrice, stock }) => [name, sku, price, listPrice, stock]),
      [
        ['Beeswax Candle - Small', 'SQ100', '9.50', '12.00', 7],
        ['Beeswax Candle - Large', 'SQ101', '20.00', undefined, null],
      ],
    )
    assert.deepEqual(optionsOf(candle!, 1), { size: 'Large' })
    assert.deepEqual(labelsOf(candle!), ['light', 'candles < light', 'gifts', 'beeswax', 'slow'])
    assert.deepEqual(
      candle!.files.map(({ file }) => file.path),
      ['https://img.example/a.jpg', 'https://img.example/b.jpg'],
    )
  })

  test('keeps its ids if a title and a sku change', async () => {
    const [before] = await productsIn(table(SQUARESPACE))
    const [after] = await productsIn(table([{ ...CANDLE, Title: 'Tall Candle', SKU: 'NEW' }, LARGE]))
    assert.deepEqual([after!.id, after!.variants[0]!.id], [before!.id, before!.variants[0]!.id])
    assert.notEqual(after!.variants[0]!.id, after!.variants[1]!.id)
  })

  test('leaves out products that are hidden or have no title, with their variants', async () => {
    const untitled = { ...CANDLE, 'Product ID [Non Editable]': '9', 'Product URL': 'x', Title: '' }
    const file = await readFile(table([{ ...CANDLE, Visible: 'No' }, LARGE, untitled, LARGE]))
    assert.deepEqual(reasons(file), ['2 unpublished', '3 unpublished', '4 no-title', '5 no-title'])
  })

  test('does not give a variant to the product before a row that cannot be read', async () => {
    const [header, ...lines] = table(SQUARESPACE).trimEnd().split('\n')
    const file = await readFile([header, lines[0], `${lines[0]},surplus`, lines[1]].join('\n'))
    assert.deepEqual(reasons(file), ['4 no-product'])
    assert.deepEqual(file.products[0]!.variants.length, 1)
  })

  test('may name categories without paths, and give two store pages a product with the same URL', async () => {
    const other = { ...CANDLE, 'Product ID [Non Editable]': '9', 'Variant ID [Non Editable]': 'v9', Categories: 'Wax' }
    const products = await productsIn(table([CANDLE, other]))
    assert.deepEqual(
      products.map(({ slug }) => slug),
      ['beeswax-candle-x1', 'beeswax-candle'],
    )
    assert.deepEqual(labelsOf(products[1]!), ['Wax', 'beeswax', 'slow'])
  })

  test('tells what is wrong', async () => {
    const odd = { 'On Sale': 'perhaps', Stock: '1,000', Price: '1,234' }
    assert.deepEqual(told(await readFile(table([{ ...CANDLE, ...odd }]))), [
      '2 On Sale is "perhaps"',
      '2 Stock is "1,000"',
      '2 Price is "1,234", which has a comma',
    ])
    assert.deepEqual(warned(await readFile(table([{ ...CANDLE, Stock: '-2' }]))), ['2 Stock is -2 and counts as 0'])
  })
})
