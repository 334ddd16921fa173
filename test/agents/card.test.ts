import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { cardOf, featuredOf, withInputs } from '@vitrine/agents/card'
import type { UcpProduct, UcpVariant } from '@vitrine/agents/ucp-product'

function variant(id: string, available: boolean, media?: string): UcpVariant {
  return {
    id,
    availability: { available },
    ...(media ? { media: [{ type: 'image', url: media }] } : {}),
  } as unknown as UcpVariant
}

function product(fields: object): UcpProduct {
  return { id: 'p', description: { plain: 'Soft' }, ...fields } as unknown as UcpProduct
}

/** The product of the card with one variant. */
function shown(fields: object, only = variant('v', true)): UcpProduct {
  return JSON.parse(Buffer.from(cardOf(product(fields), [only]).json).toString())
}

describe('a product of a list', () => {
  test('has the beginning of its description, to the end of a word', () => {
    const text = 'word '.repeat(100)
    const { plain, html } = shown({ description: { plain: text, html: text } }).description
    assert.ok(plain.length <= 300 && plain.endsWith('word…'), plain)
    assert.equal(html, undefined)
  })

  test('never has half a character', () => {
    const { plain } = shown({ description: { plain: '🍵'.repeat(300) } }).description
    assert.ok(plain.isWellFormed())
  })

  test('has the picture of its variant, or else its own first one', () => {
    const media = ['a', 'b'].map((url) => ({ type: 'image', url }))
    const urls = (only: UcpVariant) => shown({ media }, only).media!.map(({ url }) => url)
    assert.deepEqual([urls(variant('v', true, 'own')), urls(variant('v', true))], [['own'], ['a']])
  })

  test('has up to 20 values of an option, without their ids', () => {
    const values = Array.from({ length: 30 }, (_, index) => ({ id: `id-${index}`, label: String(index) }))
    const [option] = shown({ options: [{ name: 'Size', values }] }).options!
    assert.deepEqual([option!.values.length, option!.values[0]], [20, { label: '0' }])
  })

  test('has the first variant that is available, or else the first', () => {
    const [soldOut, inStock] = [variant('sold out', false), variant('in stock', true)]
    assert.equal(featuredOf([soldOut, inStock]), inStock)
    assert.equal(featuredOf([soldOut]), soldOut)
    assert.equal(featuredOf([]), undefined)
  })

  test('takes the names that lead to its variant, in both forms', () => {
    const inputs = [{ id: 'a "quoted" 茶', match: 'featured' as const }]
    const card = cardOf(product({ media: [{ type: 'image', url: 'a' }] }), [variant('v', true)])
    const parts = withInputs(card, inputs)
    const json = Buffer.concat(parts.map((part) => part.json)).toString()
    const expected = JSON.parse(Buffer.from(card.json).toString())
    expected.variants[0].inputs = inputs
    assert.deepEqual(JSON.parse(json), expected)
    assert.equal(JSON.parse(`"${Buffer.concat(parts.map(({ escaped }) => escaped))}"`), json)
  })
})
