import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { cents, createVitrine, type FullProductPage, RequestError, type Vitrine } from '@vitrine/client'
import { OTHER, openShop, type Shop, STORE } from '../server/shop.ts'

let server: Shop
let shop: Vitrine
before(async () => {
  server = await openShop()
  shop = createVitrine({ url: server.address, store: STORE })
})
after(() => server[Symbol.asyncDispose]())

describe('lists', () => {
  test('come as pages, with what the service says of them', async () => {
    const page = await shop.products.list({ limit: 10, sortBy: 'price:ASC' })
    assert.deepEqual(page.data, (await server.json('/store/products?limit=10&sortBy=price:ASC')).data)
    assert.deepEqual(page.meta, { itemsPerPage: 10, totalItems: 25, currentPage: 1, totalPages: 3 })
    assert.equal(page.links.next, '?page=2&limit=10&sortBy=price:ASC')
  })

  test('lead from page to page, and no further', async () => {
    const { products, variants } = shop
    const second = { limit: 20, page: 2 }
    assert.deepEqual(await products.next(await products.list({ limit: 20 })), await products.list(second))
    assert.deepEqual(await variants.next(await variants.list({ limit: 20, page: 1 })), await variants.list(second))
    assert.equal(await products.next(await products.list(second)), undefined)
    assert.equal(await variants.next(await variants.list({ limit: 100 })), undefined)
  })

  test('lead on from a page that was stored as text, in another client too', async () => {
    const stored = JSON.stringify(await shop.products.list({ form: 'full', limit: 10, search: 'shirt' }))
    const other = createVitrine({ url: `${server.address}/stores/${STORE}` })
    const next = await other.products.next(JSON.parse(stored) as FullProductPage)
    assert.deepEqual(next, await shop.products.list({ form: 'full', limit: 10, search: 'shirt', page: 2 }))
  })

  test('of options send each option with its group', async () => {
    const products = async (query: string) => (await server.json(`/store/products?${query}`)).data
    const { data } = await shop.products.list({ option: { color: ['red', 'blue'], size: 's', fit: undefined } })
    assert.deepEqual(data, await products('option=color:red&option=color:blue&option=size:s'))
    assert.deepEqual((await shop.products.list({ option: 'color:red' })).data, await products('option=color:red'))
  })

  test('give products in full, on the next page too, and the products nearest to one', async () => {
    const page = await shop.products.list({ form: 'full', limit: 10 })
    const next = await shop.products.next(page)
    const inFull = (await server.json('/store/products?form=full&limit=20')).data
    assert.deepEqual([page.data[0], next!.data[0]], [inFull[0], inFull[10]])
    const related = page.data[0]!.id
    const { data } = await shop.products.list({ related })
    assert.deepEqual(data, (await server.json(`/store/products?related=${related}`)).data)
  })

  test('give all their items, over all pages', async () => {
    const names: string[] = []
    for await (const { name } of shop.products.each({ limit: 7, sortBy: 'name:ASC' })) names.push(name)
    assert.equal(names.length, 25)
    assert.deepEqual(names, names.toSorted())
    const lengths: number[] = []
    for await (const { data } of shop.variants.pages({ limit: 40 })) lengths.push(data.length)
    assert.deepEqual(lengths, [40, 40, 20])
  })

  test('of no ids, slugs, skus, GTINs, part numbers or external ids are errors, because the service would return everything', async () => {
    for (const query of [{ sku: [] }, { id: [] }, { slug: [] }, { gtin: [] }, { mpn: [] }, { externalId: [] }]) {
      await assert.rejects(shop.products.list(query), { code: 'invalid-parameter', message: /is an empty list/ })
    }
    assert.equal((await shop.products.list({ label: [] })).meta.totalItems, 25)
  })
})

test('everything that the service answers is plain data', async () => {
  const { products, variants } = shop
  const page = await products.list({ limit: 2 })
  const answers: object[] = [page, await products.list({ form: 'full' }), await variants.list()]
  for await (const next of products.pages({ limit: 20 })) answers.push(next)
  answers.push(await products.get(page.data[0]!.id), await products.facets(), await products.suggest({ search: 'sh' }))
  answers.push(await variants.get(page.data[0]!.variants[0]!.id), await shop.store(), await shop.labels())
  for (const answer of answers) {
    // A clone loses accessors and prototypes, and throws at functions. `deepEqual` compares prototypes.
    assert.deepEqual(structuredClone(answer), answer)
    assert.deepEqual(JSON.parse(JSON.stringify(answer)), answer)
    assert.deepEqual(Object.values(Object.getOwnPropertyDescriptors(answer)).filter(isAccessor), [])
  }
})

function isAccessor({ get, set }: PropertyDescriptor): boolean {
  return get !== undefined || set !== undefined
}

describe('single reads', () => {
  test('give a product in full by id and by slug', async () => {
    const product = await shop.products.bySlug('shirt-07')
    assert.deepEqual([product], (await server.json('/store/products?slug=shirt-07&form=full')).data)
    assert.deepEqual(await shop.products.get(product!.id), await server.json(`/store/products/${product!.id}`))
    // A route without the parameter gives undefined.
    for (const slug of ['no-such-shirt', '', 'a'.repeat(300), 'a\0b', undefined as unknown as string])
      assert.equal(await shop.products.bySlug(slug), undefined, slug)
  })

  test('give the store and its labels', async () => {
    assert.deepEqual(await shop.store(), await server.json('/store'))
    assert.deepEqual(await shop.labels(), (await server.json('/store/labels')).data)
    assert.deepEqual(await shop.labels({ kind: ['tag', 'category'] }), [])
    assert.deepEqual(await shop.label('sale'), await server.json('/store/labels/sale'))
    for (const code of ['hats', 'a/b', '']) await assert.rejects(shop.label(code), { code: 'label-not-found' }, code)
  })

  test('give a variant, facets and suggestions', async () => {
    const { data } = await shop.variants.list({ sku: 'S07-Blue-S' })
    assert.deepEqual(await shop.variants.get(data[0]!.id), data[0])
    assert.deepEqual(
      await shop.products.facets({ label: 'sale' }),
      await server.json('/store/products/facets?label=sale'),
    )
    assert.deepEqual(
      await shop.products.suggest({ search: 'sh' }),
      await server.json('/store/products/suggest?search=sh'),
    )
  })

  test('of a text that is no id ask nothing: it could name another operation', async () => {
    for (const id of ['facets', 'suggest', '..', '']) {
      await assert.rejects(shop.products.get(id), { code: 'invalid-id', status: 400, message: /must be a UUID/ })
    }
  })
})

test('an error of the service has its code, its status and the wrong parameters', async () => {
  const error = await shop.products.list({ page: -1 }).catch((error) => error)
  assert.ok(error instanceof RequestError)
  const { code, status, errors, message, requestId } = error
  assert.deepEqual([code, status, errors.map(({ parameter }) => parameter)], ['invalid-parameter', 400, ['page']])
  assert.match(message, /^page must be a whole number/)
  assert.match(requestId!, /^\w+-\w+$/)
  const other = createVitrine({ url: server.address, store: OTHER })
  const [product] = (await shop.products.list({ limit: 1 })).data
  await assert.rejects(other.products.get(product!.id), { code: 'product-not-found', status: 404 })
})

test('the store may be in the address, under a slash or none', async () => {
  for (const url of [`${server.address}/stores/${OTHER}`, `${server.address}/stores/${OTHER}/`]) {
    const store = createVitrine({ url })
    assert.equal((await store.products.list()).data[0]!.name, 'Elsewhere')
    assert.equal((await store.variants.list({ limit: 1 })).meta.totalItems, 1)
  }
})

test('an address without a scheme is refused, with one that would do', () => {
  for (const url of ['', 'catalog.example', 'localhost:3000', 'ftp://catalog.example']) {
    assert.throws(() => createVitrine({ url }), {
      name: 'TypeError',
      message: /^url is ".*"; write an address such as/,
    })
  }
})

test('an empty store is refused, since the service would choose one', () => {
  assert.throws(() => createVitrine({ url: 'https://catalog.example', store: '' }), {
    name: 'TypeError',
    message: 'store is ""; write the id of a store, or leave store out',
  })
})

test('equal queries have equal keys, whatever the order of their names', () => {
  const key = shop.products.key({ label: ['a', 'b'], option: { color: 'red' }, search: undefined })
  assert.deepEqual(key, ['vitrine', server.address, STORE, '/store/products', '?label=a&label=b&option=color%3Ared'])
  assert.deepEqual(shop.products.key({ option: ['color:red'], label: ['a', 'b'] }), key)
  assert.notDeepEqual(shop.products.key({ label: ['b', 'a'] }), key)
})

test('prices become whole hundredths, and nothing else does', () => {
  assert.deepEqual(['0.07', '49.90', '90071992547409.91'].map(cents), [7, 4990, Number.MAX_SAFE_INTEGER])
  for (const text of ['49.9', '49', '', '-1.00', '1,00', '1e3.00', '٤.٩٠']) assert.throws(() => cents(text), TypeError)
})
