import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { indexedProduct, termsOf } from '@vitrine/engine/publish/terms'

const red = { id: 'r', name: 'Red', code: 'red' }
const brand = { id: 'k', name: 'Kiln', code: 'kiln' }
const variant = {
  name: 'Cup',
  price: '5.00',
  productOptions: [red],
  labelValues: [{ code: 'sale', name: 'Sale' }],
  files: [],
}
const cup = {
  ...{ name: 'Cup', slug: 'cup', description: '<b>Blue</b> rim', files: [] },
  labelValues: [{ code: 'mugs', name: 'Mugs', parent: 'kitchen' }],
  optionGroups: [
    { code: 'color', name: 'Color', options: [red] },
    { code: 'brand', name: 'Brand', options: [brand] },
  ],
  variants: [
    { ...variant, sku: 'A', stock: 0 },
    { ...variant, sku: 'B', stock: null },
  ],
}

describe('the terms of a product', () => {
  test('are those of its name, text, labels, options and offers', () => {
    const { product, variants } = termsOf(indexedProduct(cup))
    const price = ['price:d3', 'price:500e0', 'price:50e1', 'price:5e2']
    const options = ['option:color:red', 'option:red', 'option:brand:kiln', 'option:kiln']
    assert.deepEqual(
      new Set(product.flat()),
      new Set([
        ...['label:mugs', 'parent:mugs:kitchen', 'kind:category:mugs', 'group:color', 'group:brand', ...options],
        ...['name:cup', 'text:blue', 'text:rim', ...price, 'stock:in'],
      ]),
    )
    assert.deepEqual(new Set(variants[0]!.flat()), new Set([...options, 'label:sale', 'name:cup', 'text:a', ...price]))
    assert.deepEqual(new Set(variants[1]!.flat()).has('stock:in'), true)
  })

  test('follow from the fields that the worker gets', () => {
    const sent = JSON.parse(JSON.stringify(indexedProduct(cup)))
    assert.deepEqual(Object.keys(sent), [
      'name',
      'description',
      'slugOrPictureText',
      'labelValues',
      'optionGroups',
      'variants',
    ])
    assert.deepEqual(termsOf(sent), termsOf(indexedProduct(cup)))
  })

  test('are of words in the slug, in names of picture files and in alt texts that no field has', () => {
    const wordsOf = (slug: string, paths: readonly string[], alts: readonly string[] = []) => {
      const file = { path: '/own.jpg', originalName: 'My Teapot.JPEG', alt: 'Cup on a shelf' }
      const variants = cup.variants.map((each) => ({ ...each, files: [{ file }] }))
      const files = [...paths.map((path) => ({ file: { path } })), ...alts.map((alt) => ({ file: { path: '/', alt } }))]
      const terms = termsOf(indexedProduct({ ...cup, slug, files, variants })).product.flat()
      return terms.filter((term) => term.startsWith('rest:')).map((term) => term.slice('rest:'.length))
    }
    const always = ['own', 'my', 'teapot', 'on', 'a', 'shelf']
    const added = (slug: string, paths: readonly string[], alts?: readonly string[]) =>
      wordsOf(slug, paths, alts).filter((word) => !always.includes(word))
    assert.deepEqual(wordsOf('cup', []), always)
    assert.deepEqual(added('blue-cup-kiln-red-mugs-drinking', []), ['drinking'])
    assert.deepEqual(added('cup', ['https://images.example/a.b/Espresso_Cup-800x600.webp?v=12#top']), ['espresso'])
    assert.deepEqual(added('cup', ['/Krug%20Gr%C3%BCn.png', '/100%.png']), ['krug', 'grun'])
    assert.deepEqual(
      added('cup', ['/deadbeef-cafe-4abc-8abc-abcdefabcd12.jpg', '/IMG_2041.jpg', '/Front2.jpg', '/a?b=/c']),
      ['img'],
    )
    assert.deepEqual(added('cup', [], ['Hand-thrown, 2 in blue']), ['hand', 'thrown', 'in'])
  })

  test('are the same groups for variants of the same name and price', () => {
    const [first, second] = termsOf(indexedProduct(cup)).variants
    const shared = first!.filter((group) => second!.includes(group))
    assert.deepEqual(shared.flat().includes('name:cup') && shared.flat().includes('price:500e0'), true)
  })
})
