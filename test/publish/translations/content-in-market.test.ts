import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Product } from '@vitrine/catalog/product'
import { contentInMarket } from '@vitrine/engine/publish/translations/content-in-market'
import { accepted } from '../../convert/reading.ts'

/** What a product of a file says of a product of the store; both have a sku, a price and the name `Shirt` or `Hemd`. */
async function translated(stored: object, own: object, hasSlug = false) {
  const before = await accepted({ name: 'Shirt', variants: [{ sku: 'S', price: '9.00' }], ...stored })
  const product = await accepted({ name: 'Hemd', variants: [{ sku: 'S', price: '8.00' }], ...own })
  const { content, unmatched } = contentInMarket(before as Product, { product, hasSlug })
  const { name, variants, ...others } = content
  return { name, variants, others, unmatched }
}

describe('what a product of a file says of one of the store in a market', () => {
  test('its texts and prices, and its slug if the file states it', async () => {
    const own = { description: 'Kühl', slug: 'hemd', seo: { title: 'Hemden' } }
    const { name, variants, others, unmatched } = await translated({}, own, true)
    assert.deepEqual([name, others, unmatched], ['Hemd', own, []])
    assert.deepEqual(variants, { S: { name: 'Hemd', price: '8.00' } })
    assert.equal((await translated({}, own)).others.slug, undefined)
  })

  test('prices of skus that the product of the store has', async () => {
    const own = [
      { sku: 'S', price: '8.00', listPrice: '9.50', name: 'Klein', stock: 3 },
      { sku: 'X', price: '1.00' },
    ]
    const { variants, unmatched } = await translated({}, { variants: own })
    assert.deepEqual(variants, { S: { name: 'Klein', price: '8.00', listPrice: '9.50' } })
    assert.deepEqual(unmatched, ['variants'])
  })

  test('its external ids that the store does not have', async () => {
    const stored = { externalId: '1', variants: [{ sku: 'S', price: '9.00', externalId: '11' }] }
    const own = { externalId: '2', variants: [{ sku: 'S', price: '8.00', externalId: '21' }] }
    const { others, variants } = await translated(stored, own)
    assert.deepEqual([others.externalId, variants!.S!.externalId], ['2', '21'])
    const same = await translated(stored, stored)
    assert.deepEqual([same.others, same.variants], [{}, { S: { name: 'Hemd', price: '9.00' } }])
    assert.deepEqual((await translated(stored, {})).others, {})
  })

  test('names of labels by code, and by place if the others are as many', async () => {
    const stored = { labelValues: ['Sale', 'Shirts', 'Linen'] }
    const same = await translated(stored, { labelValues: ['Hemden', 'Leinen', 'SALE'] })
    assert.deepEqual(same.others.labelValues, { sale: 'SALE', shirts: 'Hemden', linen: 'Leinen' })
    assert.deepEqual(same.unmatched, [])
    const fewer = await translated(stored, { labelValues: ['Hemden', 'SALE'] })
    assert.deepEqual([fewer.others.labelValues, fewer.unmatched], [{ sale: 'SALE' }, ['labelValues']])
  })

  test('no name of a tag for a category', async () => {
    const stored = {
      labelValues: [
        { name: 'Shirts', kind: 'category' },
        { name: 'Linen', kind: 'tag' },
      ],
    }
    const own = {
      labelValues: [
        { name: 'Leinen', kind: 'tag' },
        { name: 'Hemden', kind: 'category' },
      ],
    }
    assert.deepEqual((await translated(stored, own)).others.labelValues, { shirts: 'Hemden', linen: 'Leinen' })
  })

  test('names of options by the variant with the sku, whatever the order of the options', async () => {
    const variants = (group: string, ...options: readonly (readonly [sku: string, option: string])[]) => ({
      variants: options.map(([sku, option]) => ({ sku, price: '9.00', productOptions: { [group]: option } })),
    })
    const stored = variants('Color', ['R', 'Red'], ['B', 'Blue'])
    const { others, unmatched } = await translated(stored, variants('Farbe', ['B', 'Blau'], ['R', 'Rot']))
    assert.deepEqual(others, { optionGroups: { color: { name: 'Farbe', options: { red: 'Rot', blue: 'Blau' } } } })
    assert.deepEqual(unmatched, [])
    const other = await translated(stored, variants('Farbe', ['R', 'Rot'], ['X', 'Lila']))
    assert.deepEqual(other.others, { optionGroups: { color: { name: 'Farbe', options: { red: 'Rot' } } } })
    assert.deepEqual(other.unmatched, ['variants', 'optionGroups'])
  })

  test('names of options of the product as a whole by their places', async () => {
    const groups = (names: readonly string[]) => ({
      optionGroups: [{ name: 'Material', options: names.map((name) => ({ name })) }],
    })
    const { others, unmatched } = await translated(groups(['Linen', 'Wool']), groups(['Leinen', 'Wolle']))
    assert.deepEqual(others.optionGroups, {
      material: { name: 'Material', options: { linen: 'Leinen', wool: 'Wolle' } },
    })
    assert.deepEqual(unmatched, [])
    const fewer = await translated(groups(['Linen', 'Wool']), groups(['Leinen']))
    assert.deepEqual(fewer.unmatched, ['optionGroups'])
  })

  test('names of attributes by code, values of text, and alt texts by path', async () => {
    const picture = (path: string, alt: string) => ({ file: { path, alt } })
    const stored = {
      attributes: [
        { code: 'material', value: 'Linen' },
        { code: 'weight', value: 2 },
      ],
      files: [picture('/a.jpg', 'A shirt')],
    }
    const own = {
      attributes: [
        { code: 'material', name: 'Stoff', value: 'Leinen' },
        { code: 'weight', name: 'Gewicht', value: 3 },
        { code: 'pflege', value: 'kalt' },
      ],
      files: [picture('/a.jpg', 'Ein Hemd'), picture('/b.jpg', 'Noch eins')],
    }
    const { others, unmatched } = await translated(stored, own)
    assert.deepEqual(others, {
      attributes: { material: { name: 'Stoff', value: 'Leinen' }, weight: { name: 'Gewicht' } },
      files: { '/a.jpg': { alt: 'Ein Hemd' } },
    })
    assert.deepEqual(unmatched, ['attributes', 'files'])
  })

  test('no value of an attribute that differs by variant', async () => {
    const variants = (one: string, other: string) => ({
      variants: [['S', one] as const, ['M', other] as const].map(([sku, value]) => ({
        ...{ sku, price: '9.00', attributes: [{ code: 'scent', value }] },
      })),
    })
    const { others, unmatched } = await translated(variants('Rose', 'Sage'), variants('Rose', 'Salbei'))
    assert.deepEqual([others, unmatched], [{ attributes: { scent: { name: 'scent' } } }, ['attributes']])
  })
})
