import assert from 'node:assert/strict'
import { test } from 'node:test'
import { derivedFields } from '@vitrine/catalog/derived-fields'
import type { OptionGroup, Product, Variant } from '@vitrine/catalog/product'
import { renderCard } from '@vitrine/engine/publish/render-card'

const ADDRESS = 'https://cdn.shop.example/files/a-rather-long-name-of-a-picture-as-shops-have-them.jpg?v=1712345678'

/** A product whose groups have so many options, with a variant and a picture for each option of the first group. */
function product(name: string, description: string, groups: Readonly<Record<string, number>>): Product {
  const optionGroups = Object.entries(groups).map(([code, count]) => ({
    ...{ id: code, name: code.toUpperCase(), code },
    options: Array.from({ length: count }, (_, index) => ({
      ...{ id: `${code}${index}`, name: `${code} ${index}`, code: `${code}-${index}` },
    })),
  })) as unknown as OptionGroup[]
  const picture = (number: number) => ({ id: '', priority: 0, file: { path: `${ADDRESS}&n=${number}`, mimeType: '' } })
  const variants = (optionGroups[0]?.options ?? []).map((option, index) => ({
    ...{ price: '9.00', stock: 0, productOptions: [option], files: [picture(index)] },
  })) as unknown as Variant[]
  return {
    ...{ id: '7d444840-9dc0-41d1-b245-5ffdce74fad2', name, slug: 'slug', description, variants, files: [] },
    ...{ createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z', optionGroups, labelValues: [] },
  } as unknown as Product
}

const card = (shown: Product) => renderCard(shown, derivedFields(shown))

test('a card of a product with many options has as many of each group as it has room for, and their count', () => {
  const text = card(product('Shirt', 'Soft cotton. '.repeat(100), { color: 40, size: 12, length: 3 }))
  assert.ok(Buffer.byteLength(text) <= 1200, `${Buffer.byteLength(text)} bytes`)
  const { optionGroups } = JSON.parse(text)
  assert.deepEqual(
    optionGroups.map(({ code, count }: { code: string; count: number }) => [code, count]),
    [
      ['color', 40],
      ['size', 12],
      ['length', 3],
    ],
  )
  for (const { options } of optionGroups) assert.ok(options.length >= 3, text)
})

test('options have their pictures where the options of a group differ in them and there is room', () => {
  const [color] = JSON.parse(card(product('Shirt', '', { color: 3 }))).optionGroups
  assert.deepEqual(
    color.options.map(({ picture }: { picture?: object }) => picture),
    [0, 1, 2].map((number) => ({ path: `${ADDRESS}&n=${number}` })),
  )
  const same = product('Shirt', '', { color: 3 })
  const alike = { ...same, variants: same.variants.map((variant) => ({ ...variant, files: same.variants[0]!.files })) }
  assert.equal(card(alike).match(/"picture"/g)?.length, 1)
})

test('the brand is a text of the card and no option group', () => {
  const { brand, optionGroups } = JSON.parse(card(product('Shirt', '', { brand: 1 })))
  assert.deepEqual([brand, optionGroups], ['brand 0', []])
})

test('external ids come beside the bytes of a card: that of the product, and that of an only variant', () => {
  const externalId = 'x'.repeat(255)
  const shirt = product('Shirt', 'Soft cotton. '.repeat(100), { color: 40 })
  const plain = card(shirt)
  const variants = shirt.variants.map((variant) => ({ ...variant, externalId: '7' }))
  const { externalId: shown, ...others } = JSON.parse(card({ ...shirt, externalId, variants }))
  assert.equal(shown, externalId)
  assert.deepEqual(others, JSON.parse(plain))
  const { variantExternalId } = JSON.parse(card({ ...shirt, variants: variants.slice(0, 1) }))
  assert.equal(variantExternalId, '7')
})

test('texts in scripts of three bytes leave room for options', () => {
  const text = card(product('衬衫'.repeat(20), '柔软的棉布。'.repeat(200), { color: 10 }))
  assert.ok(Buffer.byteLength(text) <= 1200, `${Buffer.byteLength(text)} bytes`)
  assert.ok(JSON.parse(text).optionGroups[0].options.length >= 2, text)
})
