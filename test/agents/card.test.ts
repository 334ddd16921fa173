import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { bytesTwice, cardOf, featuredOf } from '@vitrine/agents/card'
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

describe('a product of a list', () => {
  test('has the beginning of its description, to the end of a word', () => {
    const text = 'word '.repeat(100)
    const { plain, html } = cardOf(product({ description: { plain: text, html: text } }), variant('v', true)).product
      .description
    assert.ok(plain.length <= 300 && plain.endsWith('word…'), plain)
    assert.equal(html, undefined)
  })

  test('never has half a character', () => {
    const { plain } = cardOf(product({ description: { plain: '🍵'.repeat(300) } }), variant('v', true)).product
      .description
    assert.ok(plain.isWellFormed())
  })

  test('has the picture of its variant, or else its own first one', () => {
    const media = ['a', 'b'].map((url) => ({ type: 'image', url }))
    const urls = (shown: UcpVariant) => cardOf(product({ media }), shown).product.media!.map(({ url }) => url)
    assert.deepEqual([urls(variant('v', true, 'own')), urls(variant('v', true))], [['own'], ['a']])
  })

  test('has up to 20 values of an option, without their ids', () => {
    const values = Array.from({ length: 30 }, (_, index) => ({ id: `id-${index}`, label: String(index) }))
    const [option] = cardOf(product({ options: [{ name: 'Size', values }] }), variant('v', true)).product.options!
    assert.deepEqual([option!.values.length, option!.values[0]], [20, { label: '0' }])
  })

  test('has the first variant that is available, or else the first', () => {
    const [soldOut, inStock] = [variant('sold out', false), variant('in stock', true)]
    assert.equal(featuredOf([soldOut, inStock]), inStock)
    assert.equal(featuredOf([soldOut]), soldOut)
    assert.equal(featuredOf([]), undefined)
  })

  test('counts the bytes that an answer needs for it, as an object and as text', () => {
    const value = { text: 'a "quoted" 茶' }
    const json = JSON.stringify(value)
    const answer = JSON.stringify({ text: json, structuredContent: value })
    assert.equal(bytesTwice(value), Buffer.byteLength(answer) - '{"text":,"structuredContent":}'.length)
  })
})
