import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { groupsOf, labelsOf, optionsOf, productsIn, readFile, reasons, table, told } from '../catalog-file.ts'
import { store } from '../reading.ts'
import { ETSY, ETSY_FRENCH, ETSY_GERMAN, ETSY_ITALIAN } from './samples.ts'

const [SPOON] = ETSY as [Record<string, string>]

describe('an Etsy export', () => {
  for (const [language, rows, sku] of [
    ['English', ETSY, 'ash-spoon-rest-oiled'],
    ['French', ETSY_FRENCH, 'SP'],
    ['Italian', ETSY_ITALIAN, 'SP'],
    ['German', ETSY_GERMAN, 'SP'],
  ] as const)
    test(`in ${language} gives a product for each listing`, async () => {
      const file = await readFile(table(rows))
      assert.deepEqual([file.format, file.leftOut, file.problems, file.warnings], ['etsy', [], [], []])
      assert.equal(file.unused.length, 2, 'the types of the variations')
      const [spoon] = file.products
      assert.deepEqual(
        [spoon!.name, spoon!.slug, spoon!.description],
        ['Ash Spoon & Rest', 'ash-spoon-rest', 'Carved\nby hand'],
      )
      assert.deepEqual(
        spoon!.variants.map(({ sku, price, stock }) => [sku, price, stock]),
        [[sku, '18.50', 4]],
      )
      assert.deepEqual(groupsOf(spoon!), { finish: ['Oiled'], length: ['20 cm', '25 cm'], material: ['Ash', 'Oil'] })
      assert.deepEqual(optionsOf(spoon!, 0), { finish: 'Oiled' })
      assert.deepEqual(labelsOf(spoon!), ['ash wood', 'kitchen'])
      assert.deepEqual(
        spoon!.files.map(({ file }) => file.path),
        ['https://img.example/1.jpg', 'https://img.example/2.jpg'],
      )
      const [submission] = file.submissions
      assert.equal('product' in submission! && submission.currency, 'EUR')
    })

  test('may have two listings with the same title', async () => {
    const products = await productsIn(table([SPOON, SPOON]))
    assert.deepEqual(
      products.map(({ slug }) => slug),
      ['ash-spoon-rest', 'ash-spoon-rest-2'],
    )
  })

  test('names each listing that is not imported', async () => {
    const spoon = { ...SPOON, DESCRIPTION: '' }
    const rows = [spoon, { ...spoon, CURRENCY_CODE: 'USD' }, { ...spoon, PRICE: '' }, { ...spoon, TITLE: '' }]
    const file = await readFile(table(rows), { store: { ...store, currency: 'EUR' } })
    assert.deepEqual(reasons(file), ['5 no-title', '3 other-currency', '4 no-price'])
  })

  test('tells what is wrong', async () => {
    assert.deepEqual(told(await readFile(table([{ ...SPOON, PRICE: 'x', QUANTITY: 'many', CURRENCY_CODE: 'EURO' }]))), [
      '2 QUANTITY is "many"',
      '2 CURRENCY_CODE is "EURO"',
      '2 PRICE is "x", which is not a decimal number',
    ])
  })
})
