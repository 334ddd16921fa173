import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { TOOLS } from '@vitrine/agents/mcp-tools'
import fc from 'fast-check'
import { COMPLETE_ONLY, cases } from '../../quick.ts'
import { openDemoShop } from '../../server/demo-shop.ts'
import type { Body } from '../../server/shop.ts'
import { assertCorrelation } from '../lookup-correlation.ts'
import { assertSchema, assertUcp } from '../ucp-schemas.ts'
import { callTool, ucp } from './agent-client.ts'

let shop: Awaited<ReturnType<typeof openDemoShop>>
/** Names of the catalog that requests can use. */
let real: { readonly ids: string[]; readonly categories: string[]; readonly options: Body[] }
before(async () => {
  shop = await openDemoShop()
  const { data } = await shop.json('/store/products?limit=100&form=full')
  const { structuredContent } = await callTool(shop, 'list_filters', {})
  real = {
    ids: data.flatMap(({ id, slug, variants }: Body) => [id, slug, variants[0].id, variants[0].sku]),
    categories: structuredContent.categories.map(({ value }: Body) => value),
    options: structuredContent.options.flatMap(({ name, values }: Body) =>
      values.map(({ value }: Body) => ({ name, label: value })),
    ),
  }
})
after(() => shop[Symbol.asyncDispose]())

/** Bytes of an answer that assistants read without cutting it. */
const MAX_ANSWER = 25_000

test('each category counts the products that a search in it finds, with the categories below it', {
  skip: COMPLETE_ONLY,
}, async () => {
  const { categories } = (await callTool(shop, 'list_filters', {})).structuredContent
  assert.deepEqual(categories.find(({ value }: Body) => value === 'Clothing').count, 30)
  for (const { value, count } of categories) {
    const { structuredContent } = await callTool(shop, 'search_catalog', { filters: { categories: [value] } })
    assert.equal(structuredContent.pagination.total_count, count, value)
  }
})

describe('an answer to a search', () => {
  test('has at most 25 kB, whatever the page asks for, and its pages have every product once', {
    skip: COMPLETE_ONLY,
  }, async () => {
    for (const query of ['a', 'cotton', 'tea', 'the']) {
      let catalog: object = { query, pagination: { limit: 50 } }
      const seen: string[] = []
      for (;;) {
        const result = await callTool(shop, 'search_catalog', catalog)
        assert.ok(Buffer.byteLength(JSON.stringify(result)) <= MAX_ANSWER, query)
        const { products, pagination } = result.structuredContent
        seen.push(...products.map(({ id }: Body) => id))
        if (!pagination.has_next_page) {
          assert.equal(seen.length, pagination.total_count)
          assert.equal(new Set(seen).size, seen.length)
          break
        }
        catalog = { query, pagination: { cursor: pagination.cursor } }
      }
    }
  })

  test('has at most 25 kB with as many unknown values as a request can have', async () => {
    const unknown = Array.from({ length: 49 }, (_, index) => `${index} "${'🍵'.repeat(140)}`)
    const categories = [...real.categories.slice(0, 1), ...unknown]
    const result = await callTool(shop, 'search_catalog', { filters: { categories }, pagination: { limit: 50 } })
    assert.ok(result.structuredContent.products.length > 0)
    assert.ok(Buffer.byteLength(JSON.stringify(result)) <= MAX_ANSWER)
  })

  test('of the filters has at most 25 kB', async () => {
    const result = await callTool(shop, 'list_filters', {})
    assert.ok(Buffer.byteLength(JSON.stringify(result)) <= MAX_ANSWER)
  })
})

/** Values as the schema wants them, and now and then anything. */
const mostly = <Value>(right: fc.Arbitrary<Value>): fc.Arbitrary<unknown> =>
  fc.oneof({ arbitrary: right, weight: 12 }, { arbitrary: fc.jsonValue(), weight: 1 })

const optionally = (fields: Record<string, fc.Arbitrary<unknown>>) => fc.record(fields, { requiredKeys: [] })

function requests() {
  const name = mostly(fc.oneof(fc.constantFrom(...real.ids), fc.string(), fc.uuid()))
  const selection = mostly(
    fc.oneof(fc.constantFrom(...real.options), fc.record({ name: fc.string(), label: fc.string() })),
  )
  const amount = mostly(fc.oneof(fc.integer({ min: 0, max: 20_000 }), fc.maxSafeNat(), fc.double()))
  const bound = mostly(fc.oneof(fc.integer(), fc.boolean(), fc.constant('2026-03-14')))
  const attribute = fc.constantFrom('Weight', 'Height')
  const range = mostly(optionally({ name: mostly(attribute), min: bound, max: bound, value: bound }))
  const filters = mostly(
    optionally({
      categories: mostly(
        fc.array(mostly(fc.oneof(fc.constantFrom(...real.categories), fc.string())), { maxLength: 3 }),
      ),
      price: mostly(optionally({ min: amount, max: amount })),
      available: mostly(fc.boolean()),
      options: mostly(fc.array(selection, { maxLength: 3 })),
      attributes: mostly(fc.array(range, { maxLength: 3 })),
    }),
  )
  const words = fc.constantFrom('tea', 'cotton shirt', 'gift', 'taebowl', 'a', '', 'blue or red', '茶')
  const query = mostly(fc.oneof(words, fc.string()))
  const cursor = fc.nat(60).map((offset) => Buffer.from(`${offset}/7`).toString('base64url'))
  const pagination = mostly(optionally({ limit: mostly(fc.integer({ min: 0, max: 60 })), cursor: mostly(cursor) }))
  const context = mostly(optionally({ currency: mostly(fc.constantFrom('EUR', 'eur', 'USD', 'xx')) }))
  return fc.oneof(
    optionally({ query, filters, pagination, context }).map((body) => ['search_catalog', body] as const),
    optionally({ ids: mostly(fc.array(name, { maxLength: 8 })), filters, context }).map(
      (body) => ['lookup_catalog', body] as const,
    ),
    optionally({
      id: name,
      selected: mostly(fc.array(selection, { maxLength: 3 })),
      preferences: mostly(fc.array(mostly(fc.constantFrom('Color', 'Size', 'x')))),
      filters,
      context,
    }).map((body) => ['get_product', body] as const),
    optionally({ query, filters, context }).map((body) => ['list_filters', body] as const),
  )
}

const PATHS = { search_catalog: 'search', lookup_catalog: 'lookup', get_product: 'product' } as const

test('every answer to a random call is what UCP, the schema of the tool and the rules of MCP say, over both transports', {
  skip: COMPLETE_ONLY,
}, async () => {
  let answered = 0
  const numRuns = cases({ quick: 150, complete: 2000 })
  await fc.assert(
    fc.asyncProperty(requests(), async ([tool, body]) => {
      const result = await callTool(shop, tool, body)
      if (result === undefined || result.isError) {
        assert.equal(result?.structuredContent, undefined)
        return
      }
      answered++
      const { structuredContent, content } = result
      assert.deepEqual(JSON.parse(content[0].text), structuredContent)
      assertSchema(TOOLS.find(({ definition }) => definition.name === tool)!.definition.outputSchema, structuredContent)
      if (tool === 'list_filters') return
      assertUcp(structuredContent.ucp.status === 'error' ? 'error' : tool, structuredContent)
      if (tool === 'lookup_catalog') assertCorrelation((body as { ids: string[] }).ids, structuredContent.products)
      const overRest = await ucp(shop, PATHS[tool], body)
      assert.equal(overRest.status, 200)
      if (tool !== 'search_catalog') assert.deepEqual(overRest.body, structuredContent)
      else assertUcp('search_catalog', overRest.body)
    }),
    { numRuns },
  )
  assert.ok(answered > numRuns / 8, `only ${answered} calls were answered`)
})
