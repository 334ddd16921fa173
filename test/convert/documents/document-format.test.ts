import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { productsIn, readFile, reasons } from '../catalog-file.ts'
import { store } from '../reading.ts'

/** A product of Medusa 2 with a variant for each size. */
function stool(id: string, sizes: readonly string[], prices: readonly object[] = [price('eur', 5)]) {
  const variants = sizes.map((size) => ({
    ...{ id: `${id}-${size}`, title: size, sku: `${id}-${size}`, prices },
    options: [{ value: size, option_id: 'o' }],
  }))
  return { id, title: 'Stool', handle: id, options: [{ id: 'o', title: 'Size' }], variants }
}

const price = (currency_code: string | null, amount: number) => ({ currency_code, amount, rules: {} })
const lines = (...documents: object[]) => documents.map((document) => JSON.stringify(document)).join('\n')

describe('a format of documents', () => {
  test('passes on products in the order of the file, between those that are refused', async () => {
    const { submissions } = await readFile(
      lines(stool('a', ['S']), stool('b', ['S'], [price('eur', -1)]), stool('c', ['S'])),
    )
    assert.deepEqual(
      submissions.map((submission) => [submission.line, 'product' in submission]),
      [
        [1, true],
        [2, false],
        [3, true],
      ],
    )
  })

  test('leaves out the variants of a product that is in the file already, as pages that overlap have it', async () => {
    const file = await readFile(lines(stool('a', ['S', 'M']), stool('b', ['S']), stool('a', ['S', 'M'])))
    assert.deepEqual(reasons(file), ['3 repeated', '3 repeated'])
    assert.deepEqual([file.rows, file.products.length, file.problems], [5, 2, []])
  })

  test('takes text as it is, whatever separates the cells of a table', async () => {
    const inEuro = { store: { ...store, currency: 'EUR' } }
    const category = { id: 'c', name: 'Stools | Oak, new' }
    const product = { ...stool('a', ['S'], [price(null, 5), price('usd', 6)]), categories: [category] }
    const [one] = await productsIn(JSON.stringify(product), inEuro)
    assert.equal(one!.variants[0]!.price, '5.00')
    assert.deepEqual(
      one!.labelValues.map(({ name }) => name),
      ['Stools | Oak, new'],
    )
  })

  test('joins documents that have parts of one product', async () => {
    const lamp = (color: string) => ({
      ...{ id: '7', name: 'Lamp', slug: 'lamp' },
      variantList: {
        totalItems: 2,
        items: [
          {
            ...{ id: color, name: `Lamp ${color}`, sku: color, priceWithTax: 500, currencyCode: 'EUR' },
            options: [{ name: color, group: { name: 'Color' } }],
          },
        ],
      },
    })
    const [one] = await productsIn(lines(lamp('Red'), lamp('Blue')))
    assert.deepEqual(
      one!.variants.map(({ sku }) => sku),
      ['Red', 'Blue'],
    )
  })
})
