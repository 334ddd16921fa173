import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { createVitrine, PRODUCT_SORTS, queryOf, VARIANT_SORTS } from '@vitrine/client'
import fc from 'fast-check'
import { cases } from '../quick.ts'
import { openShop, type Shop, STORE } from '../server/shop.ts'

const DOCUMENT = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'))

/** The query parameters of a path, with their schemas. */
function parametersAt(path: string): [string, { readonly enum?: string[] }][] {
  return DOCUMENT.paths[path].get.parameters.flatMap(({ name, in: place, schema }: Record<string, string>) =>
    place === 'query' ? [[name, schema]] : [],
  )
}

let server: Shop
before(async () => {
  server = await openShop()
})
after(() => server[Symbol.asyncDispose]())

describe('the query in an address', () => {
  const read = (address: string) => queryOf(new URLSearchParams(address))

  test('has the parameters of a list that it may have, with their types', () => {
    const address =
      'search=shirt&page=2&limit=24&minPrice=5&maxPrice=49.90&inStock=true&onSale=true&sortBy=price:ASC&searchIn=name,sku' +
      '&label=sale&label=new&within=clothing&optionGroup=color&option=color:red&attribute=weight:..500g' +
      '&id=7d444840-9dc0-11d1-b245-5ffdce74fad2&slug=a&sku=b&gtin=4006381333931&mpn=c&externalId=gid://shopify/Product/1' +
      '&related=7d444840-9dc0-11d1-b245-5ffdce74fad2'
    const query = read(address)
    assert.deepEqual([query.page, query.inStock, query.label], [2, true, ['sale', 'new']])
    assert.deepEqual(query.searchIn, ['name', 'sku'])
    const names = parametersAt('/store/products').map(([name]) => name)
    const ofTheShop = ['form', 'matches', 'explain', 'market']
    assert.deepEqual(Object.keys(query).sort(), names.filter((name) => !ofTheShop.includes(name)).sort())
  })

  test('leaves out what is no parameter, and what is wrong', () => {
    assert.deepEqual(read('utm_source=mail&form=full&minPrice=abc&page=0&inStock=false&sortBy=size&id=1&search='), {})
    assert.deepEqual(read('page=x&page=3&label=&label=tea&searchIn=all,brand'), {
      page: 3,
      label: ['tea'],
      searchIn: ['all'],
    })
    assert.deepEqual(read('__proto__=1&constructor=2'), {})
  })

  test('has the beginning of a search that is too long', () => {
    assert.deepEqual(read(`search=${'ab'.repeat(300)}`), { search: 'ab'.repeat(100) })
  })

  test('may have names of arrays, as the service takes them', () => {
    const address = 'option[]=size:m&option[0]=size:l&option=size:s&label[1]=sale&search[]=tea'
    assert.deepEqual(read(address), { label: ['sale'], option: ['size:m', 'size:l', 'size:s'] })
  })

  test('is never refused by the service', async () => {
    const shop = createVitrine({ url: server.address, store: STORE, strict: true })
    const names = parametersAt('/store/products').map(([name]) => name)
    const hostile = [
      '',
      '0',
      '-1',
      '1e9',
      '9'.repeat(30),
      'true',
      'all',
      'name,sku',
      'x'.repeat(300),
      '\0',
      '%',
      '5.001',
      '.5',
    ]
    const value = fc.oneof(fc.constantFrom(...hostile, ...PRODUCT_SORTS), fc.string({ unit: 'binary', maxLength: 12 }))
    const pairs = fc.array(fc.tuple(fc.constantFrom(...names.filter((name) => name !== 'attribute'), 'other'), value))
    await fc.assert(
      fc.asyncProperty(pairs, async (address) => {
        const page = await shop.products.list(queryOf(new URLSearchParams(address)))
        assert.ok(Array.isArray(page.data))
      }),
      { numRuns: cases({ quick: 40, complete: 500 }) },
    )
  })
})

test('the lists of orders are those of the service', () => {
  for (const [path, sorts] of [
    ['/store/products', PRODUCT_SORTS],
    ['/store/product-variants', VARIANT_SORTS],
  ] as const) {
    const schema = parametersAt(path).find(([name]) => name === 'sortBy')![1]
    assert.deepEqual([...sorts].sort(), [...schema.enum!].sort())
  }
})

describe('a parameter that the service does not have', () => {
  const query = { lable: 'sale', utm_source: 'mail' } as object

  test('is named, without the option strict', async () => {
    const ignored: string[][] = []
    const shop = createVitrine({ url: server.address, store: STORE, onIgnored: (names) => ignored.push(names) })
    await shop.products.list(query)
    await shop.products.list({})
    assert.deepEqual(
      ignored.map((names) => names.sort()),
      [['lable', 'utm_source']],
    )
  })

  test('is an error with it', async () => {
    const shop = createVitrine({ url: server.address, store: STORE, strict: true })
    await assert.rejects(shop.products.list(query), { code: 'invalid-parameter', message: /did you mean label/ })
    await shop.products.list({ inStock: false, onSale: false })
  })
})
