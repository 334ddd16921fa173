import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { ERROR_CODES } from '@vitrine/catalog/error'
import { openApiDocument, PROBLEM_EXAMPLES } from '@vitrine/server/openapi/document'
import { exampleOf } from '@vitrine/server/openapi/example-of'
import { COMPONENTS, type ComponentName } from '@vitrine/server/openapi/schemas'
import { PROBLEMS } from '@vitrine/server/problem'
import Type, { type TSchema } from 'typebox'
import Value from 'typebox/value'
import { COMPLETE_ONLY } from '../quick.ts'
import { addMarkets, MARKET_STORE } from './market-shop.ts'
import { type Body, OTHER, openShop, type Shop, STORE } from './shop.ts'

let shop: Shop
before(async () => {
  shop = await openShop()
})
after(() => shop[Symbol.asyncDispose]())

describe('the OpenAPI document', () => {
  test('is openapi.json, which `npm run openapi` writes', async () => {
    const checkedIn = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'))
    assert.deepEqual(checkedIn, JSON.parse(JSON.stringify(await openApiDocument())))
  })

  test('is served with the public URL and the default store', { skip: COMPLETE_ONLY }, async () => {
    const response = await shop.get('/openapi.json')
    assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8')
    assert.deepEqual(await response.json(), JSON.parse(JSON.stringify(await openApiDocument())))
    const publicUrl = 'https://api.shop.example/catalog'
    await using elsewhere = await openShop({ publicUrl, defaultStore: OTHER })
    const document = await elsewhere.json('/openapi.json')
    assert.deepEqual(
      document.servers.map(({ url }: Body) => url),
      [publicUrl, `${publicUrl}/stores/{storeId}`],
    )
    assert.equal(document.servers[1].variables.storeId.default, OTHER)
  })

  test('has the store as an optional security scheme, so that no operation has a parameter for it', async () => {
    const { security, components, paths } = await shop.json('/openapi.json')
    assert.deepEqual(security, [{ StoreId: [] }, {}])
    const { type, in: place, name } = components.securitySchemes.StoreId
    assert.deepEqual([type, place, name], ['apiKey', 'header', 'x-store-id'])
    assert.doesNotMatch(JSON.stringify(paths), /x-store-id|StoreId/)
  })

  test('has the codes of errors as an open enumeration', async () => {
    const { Problem, ErrorCode } = (await shop.json('/openapi.json')).components.schemas
    assert.deepEqual(Problem.properties.code.anyOf, [{ $ref: '#/components/schemas/ErrorCode' }, { type: 'string' }])
    const codes = ERROR_CODES.filter((code) => code !== 'store-exists' && code !== 'invalid-setting')
    assert.deepEqual([ErrorCode.type, ErrorCode.enum], ['string', codes])
  })

  test('has every operation with all its statuses', async () => {
    const { paths } = await shop.json('/openapi.json')
    const operations = Object.entries(paths as Record<string, Body>).map(([path, { get }]) => [path, get.operationId])
    assert.deepEqual(operations, [
      ['/store', 'getStore'],
      ['/store/markets', 'listMarkets'],
      ['/store/changes', 'listChanges'],
      ['/store/products', 'listProducts'],
      ['/store/products/facets', 'getProductFacets'],
      ['/store/products/suggest', 'suggestProducts'],
      ['/store/products/{productId}', 'getProduct'],
      ['/store/labels', 'listLabels'],
      ['/store/labels/{code}', 'getLabel'],
      ['/store/product-variants', 'listVariants'],
      ['/store/product-variants/{variantId}', 'getVariant'],
      ['/store/events', 'streamEvents'],
    ])
    for (const [path, { get }] of Object.entries(paths as Record<string, Body>)) {
      if (path === '/store/events') continue
      const gone = path === '/store/changes' ? ['410'] : []
      assert.deepEqual(Object.keys(get.responses), ['200', '304', '400', '404', ...gone, '500', '503'])
    }
  })
})

/** The components without additional properties, so that a check finds missing and surplus fields. */
const STRICT = Object.fromEntries(Object.entries(COMPONENTS).map(([name, schema]) => [name, strict(schema)]))

function strict(schema: TSchema): TSchema {
  return JSON.parse(JSON.stringify(schema), (key, value) =>
    key !== 'properties' && value?.type === 'object' ? { ...value, additionalProperties: false } : value,
  )
}

function assertIs(name: ComponentName, value: unknown): void {
  const errors = Value.Errors(STRICT, Type.Ref(name), value).map(
    ({ instancePath, message }) => `${instancePath} ${message}`,
  )
  assert.deepEqual(errors, [])
}

const SHOP_SETTINGS = {
  publicName: 'Shop',
  taxIncluded: true,
  language: 'en',
  currency: 'EUR',
  url: 'https://shop.example/',
  productUrl: 'https://shop.example/{slug}',
  hosts: ['shop.example'],
}

describe('the schemas', () => {
  test('match the answers of the operations, with no field more and none less', { skip: COMPLETE_ONLY }, async () => {
    const products = await shop.json('/store/products?limit=100')
    assertIs('ProductPage', products)
    assertIs('ProductPage', await shop.json('/store/products?page=2&limit=3&sortBy=name:ASC'))
    assertIs('ProductPage', await shop.json('/store/products?page=2&limit=3&form=full'))
    assertIs('ProductPage', await shop.json('/store/products?page=2&limit=3&form=card&matches=true'))
    assertIs('VariantPage', await shop.json('/store/product-variants?page=2&limit=3'))
    assertIs('VariantPage', await shop.json('/store/product-variants?search=shirt&limit=3'))
    for (const query of ['', '?search=shirt&label=sale&option=color:red', '?search=nothing-is-called-this']) {
      assertIs('Facets', await shop.json(`/store/products/facets${query}`))
    }
    for (const query of ['', '?search=s', '?search=shrit', '?search=nothing-is-called-this']) {
      assertIs('Suggestions', await shop.json(`/store/products/suggest${query}`))
    }
    const newest = await shop.json('/store/changes')
    assertIs('ChangePage', newest)
    await shop.load(STORE, [{ name: 'Hat', variants: [] }])
    const changes = await shop.json(`/store/changes?since=${newest.meta.to}`)
    assertIs('ChangePage', changes)
    assert.equal(changes.data.length, 1)
    assertIs('LabelList', await shop.json('/store/labels'))
    assertIs('LabelDetail', await shop.json('/store/labels/sale'))
    for (const { id, variants } of products.data.slice(0, 5)) {
      assertIs('ProductDetail', await shop.json(`/store/products/${id}`))
      assertIs('Variant', await shop.json(`/store/product-variants/${variants[0].id}`))
    }
    assertIs('Store', await shop.json('/store'))
    await shop.catalogs.changeStore(OTHER, SHOP_SETTINGS)
    const store = await shop.json('/store', { 'x-store-id': OTHER })
    assertIs('Store', store)
    assert.deepEqual([...Object.keys(store), 'market'], Object.keys(COMPONENTS.Store.properties))
    await addMarkets(shop)
    for (const [name, path] of [
      ['Store', '/store?market=de-at'],
      ['MarketList', '/store/markets'],
      ['ProductPage', '/store/products?market=de-at&form=full'],
    ] as const)
      assertIs(name, await shop.json(path, { 'x-store-id': MARKET_STORE }))
    for (const path of ['/store/products?page=x', '/store/products/1', '/nowhere']) {
      assertIs('Problem', await shop.json(path))
    }
  })

  test('reject wrong answers', async () => {
    const page = await shop.json('/store/products?limit=1')
    const wrong = [
      { ...page, more: 1 },
      { ...page, data: [{ ...page.data[0], files: [] }] },
      { ...page, meta: { ...page.meta, sortBy: [] } },
      { ...page, links: {} },
    ]
    for (const each of wrong) assert.throws(() => assertIs('ProductPage', each))
  })

  test('match the examples', () => {
    for (const name of [
      'Store',
      'MarketList',
      'ProductPage',
      'ProductDetail',
      'FullProduct',
      'Facets',
      'Suggestions',
      'LabelList',
      'ChangePage',
      'VariantPage',
      'Variant',
    ] as const) {
      assertIs(name, exampleOf(COMPONENTS[name]))
    }
    for (const [code, example] of Object.entries(PROBLEM_EXAMPLES)) {
      assertIs('Problem', example)
      assert.equal(example.status, PROBLEMS[code as keyof typeof PROBLEMS].status)
    }
  })
})
