import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cardOf, withInputs, withInputsOfEach } from '@vitrine/agents/card'
import { splicedAnswer } from '@vitrine/agents/catalog'
import { bytesOf, type JsonPart, jsonOf } from '@vitrine/agents/json-part'
import type { UcpProduct, UcpVariant } from '@vitrine/agents/ucp-product'
import fc from 'fast-check'
import { cases } from '../quick.ts'

/** Texts with what JSON escapes, once and twice, and with halves of characters. */
const TEXT = fc
  .array(fc.oneof(fc.constantFrom('"', '\\', '\u2028', '\0', '\n', '🍵', '\ud83c', '\udf75', '}]}'), fc.string()))
  .map((parts) => parts.join(''))

const VARIANT = fc.record({ id: fc.uuid(), sku: TEXT, title: TEXT, description: fc.record({ plain: TEXT }) })

const PRODUCT = fc.record({
  ...{ id: fc.uuid(), handle: TEXT, title: TEXT, description: fc.record({ plain: TEXT }) },
  tags: fc.array(TEXT, { maxLength: 3 }),
  media: fc.array(fc.record({ type: fc.constant('image'), url: TEXT }), { minLength: 1, maxLength: 2 }),
  options: fc.array(fc.record({ name: TEXT, values: fc.array(fc.record({ label: TEXT })) }), { maxLength: 2 }),
  variants: fc.uniqueArray(VARIANT, { minLength: 1, maxLength: 4, selector: ({ id }) => id }),
})

const INPUTS = fc.array(fc.record({ id: TEXT, match: fc.constantFrom('exact' as const, 'featured' as const) }))

function json(parts: readonly JsonPart[]): string {
  return Buffer.concat(parts.map((part) => part.json)).toString()
}

/** The parts as a JSON text within a JSON text. */
function escaped(parts: readonly JsonPart[]): string {
  return `"${Buffer.concat(parts.map((part) => part.escaped))}"`
}

test('spliced answers are what JSON.stringify gives of their products, also as a text', () => {
  const property = (drawn: readonly object[], inputs: NonNullable<UcpVariant['inputs']>, message: string) => {
    const products = drawn as unknown as UcpProduct[]
    const cards = products.map((product) => cardOf(product, product.variants))
    const parsed = cards.map((card) => JSON.parse(json([card])))
    const parts = cards.map((card, index) => {
      const { variants } = products[index]!
      const inputsOfEach = new Map(variants.map(({ id }) => [id, inputs]))
      return variants.length === 1 ? withInputs(card, inputs) : [withInputsOfEach(card, inputsOfEach)]
    })
    const expected = parsed.map((product) => {
      return { ...product, variants: product.variants.map((variant: object) => ({ ...variant, inputs })) }
    })
    const others = { messages: [{ content: message }] }
    const answer = splicedAnswer('capability', parts, others)
    const { ucp } = JSON.parse(json(answer))
    assert.equal(json(answer), JSON.stringify({ ucp, products: expected, ...others }))
    assert.equal(escaped(answer), JSON.stringify(json(answer)))
    for (const [index, { id, title, variants }] of products.entries()) {
      const shown = parsed[index]
      assert.deepEqual([shown.id, shown.title.toWellFormed()], [id, title.toWellFormed()])
      assert.equal(shown.variants.at(-1).sku, variants.at(-1)!.sku)
    }
  }
  fc.assert(fc.property(fc.array(PRODUCT, { maxLength: 4 }), INPUTS, TEXT, property), {
    numRuns: cases({ quick: 50, complete: 300 }),
  })
})

test('a list without products and other fields is complete', () => {
  assert.deepEqual(JSON.parse(json(splicedAnswer('capability', [], {}))).products, [])
})

test('the size of a part is what an answer of MCP needs for it, as an object and as text', () => {
  const part = jsonOf({ text: 'a "quoted" 茶' })
  const answer = JSON.stringify({ text: `${json([part])},`, structuredContent: 0 })
  const { length } = Buffer.from(answer + json([part]))
  assert.equal(bytesOf(part), length + ','.length - '{"text":"","structuredContent":0}'.length)
})
