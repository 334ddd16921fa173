import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { optionsOf, productsIn, readFile } from '../catalog-file.ts'

describe('JSON of other systems', () => {
  test('may call the list of products by a word of another language, beside other fields', async () => {
    for (const list of ['productos', 'Produkte', 'produtos', 'Товары']) {
      const config = { phones: [{ id: 'main', number: '1' }], warranty: '1 month' }
      const file = { config, [list]: [{ id: 1, name: 'Lamp', price: 5 }] }
      const [lamp, ...others] = await productsIn(JSON.stringify(file, null, 2))
      assert.deepEqual([lamp!.name, others], ['Lamp', []], list)
    }
  })

  test('may tell variants apart by a text of their attributes', async () => {
    const variations = (...sizes: string[]) =>
      sizes.map((size, index) => ({ id: 10 + index, sku: 'S', price: '9.50', attributes: `Size: ${size}` }))
    const shirt = { id: 1, name: 'Shirt', sku: 'S', price: '9.50', variations: variations('M', 'L') }
    const [product, ...others] = await productsIn(JSON.stringify([shirt]))
    assert.deepEqual([others, product!.variants.length], [[], 2])
    assert.deepEqual(optionsOf(product!, 1), { size: 'L' })
  })

  test('is asked about if nothing tells the variants of a product apart', async () => {
    const variations = [
      { id: 10, price: '9.50', note: 'a small one' },
      { id: 11, price: '9.90', note: 'a large one' },
    ]
    await assert.rejects(
      readFile(JSON.stringify([{ id: 1, name: 'Shirt', variations }])),
      /No column tells the variants of a product apart.*“option: Size”, and “parent product” the product/,
    )
  })
})
