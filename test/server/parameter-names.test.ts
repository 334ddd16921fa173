import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { COMPLETE_ONLY } from '../quick.ts'
import { type Body, openShop, type Shop, STORE } from './shop.ts'

let shop: Shop
before(async () => {
  shop = await openShop()
})
after(() => shop[Symbol.asyncDispose]())

const NOWHERE = '00000000-0000-4000-8000-000000000000'

describe('the name of a parameter', () => {
  test('may be written as that of an array, in every operation and for every parameter', {
    skip: COMPLETE_ONLY,
  }, async () => {
    const [first, second] = (await shop.json('/store/products?limit=2&page=3')).data
    const variants = `${first.variants[0].id} ${second.variants[1].id}`.split(' ')
    for (const [list, name, ...values] of [
      ['products', 'label', 'sale', 'nothing'],
      ['products', 'option', 'color:red', 'size:m'],
      ['products', 'optionGroup', 'color'],
      ['products', 'id', first.id, second.id],
      ['products', 'page', '2'],
      ['products', 'sortBy', 'price:ASC'],
      ['products/facets', 'label', 'sale', 'nothing'],
      ['products/facets', 'option', 'color:red'],
      ['products/facets', 'facetLimit', '1'],
      ['product-variants', 'id', ...variants],
      ['product-variants', 'sku', 'S07-Blue-S', 'S08-Red-M'],
      ['product-variants', 'product', first.id],
      ['product-variants', 'inStock', 'true'],
    ]) {
      const query = (suffix: (index: number) => string) =>
        values.map((value, index) => `${name}${suffix(index)}=${encodeURIComponent(value!)}`).join('&')
      const expected = await shop.json(`/store/${list}?${query(() => '')}`)
      const unfiltered = await shop.json(`/store/${list}`)
      assert.notDeepEqual(expected, unfiltered)
      const forms = [() => '[]', () => '%5B%5D', (index: number) => `[${index}]`, (index: number) => `%5b${index}%5D`]
      for (const form of forms) assert.deepEqual(await shop.json(`/store/${list}?${query(form)}`), expected)
    }
  })

  test('may be written in several ways in one request', async () => {
    const { links, meta } = await shop.json('/store/products?label=sale&label[]=none&label[7]=other&limit=[]&limit[]=2')
    assert.equal(meta, undefined)
    assert.equal(links, undefined)
    const mixed = await shop.json('/store/products?label=none&label[]=sale&label[7]=other&limit[0]=2')
    assert.equal(mixed.meta.totalItems, 5)
    assert.equal(mixed.links.current, '?page=1&limit=2&label=none&label=sale&label=other')
  })

  test('counts in every form against the number of values', async () => {
    const { errors } = await shop.json('/store/products?page[]=1&page[0]=2')
    assert.deepEqual(errors, [{ parameter: 'page', detail: 'must be given only once, not 2 times' }])
  })

  test('has no other brackets', async () => {
    const response = await shop.get('/store/products?label[a]=sale&label[]x=sale&[]=sale&limit=1')
    assert.equal(((await response.json()) as Body).meta.totalItems, 25)
    assert.equal(response.headers.get('ignored-parameters'), 'label%5Ba%5D, label%5B%5Dx')
  })
})

describe('an unknown parameter', () => {
  test('is ignored and named in a header, which cached answers, HEAD and 304 have too', async () => {
    const [product] = (await shop.json('/store/products?limit=1')).data
    for (const path of [
      '/store/products',
      '/store/products/facets',
      '/store/product-variants',
      `/store/products/${product.id}`,
      `/store/product-variants/${product.variants[0].id}`,
    ]) {
      const plain = await shop.get(path)
      assert.equal(plain.headers.get('ignored-parameters'), null)
      assert.equal(plain.headers.get('vary'), 'x-store-id, Accept-Encoding')
      for (const request of [{}, { 'if-none-match': '*' }]) {
        const first = await shop.ask({ path: `${path}?lable=a&q=b&q=c&other[]=`, headers: headersWith(request) })
        const head = await shop.ask({
          method: 'HEAD',
          path: `${path}?lable=a&q=b&q=c&other[]=`,
          headers: headersWith(request),
        })
        const cached = await shop.ask({ path: `${path}?lable=a&q=b&q=c&other[]=`, headers: headersWith(request) })
        for (const { status, headers } of [first, head, cached]) {
          assert.equal(status, 'if-none-match' in request ? 304 : 200)
          assert.equal(headers['ignored-parameters'], 'lable, q')
          assert.equal(headers.vary, 'x-store-id, Accept-Encoding, Prefer')
          assert.equal(headers['preference-applied'], undefined)
        }
        if (!('if-none-match' in request)) assert.equal(first.body, await plain.text())
      }
    }
  })

  test('is named on a 304 whose answer is not in the cache', async () => {
    await using fresh = await openShop()
    const response = await fresh.get('/store/products?utm_source=mail', { 'if-none-match': '*' })
    assert.deepEqual([response.status, response.headers.get('ignored-parameters')], [304, 'utm_source'])
  })

  test('is percent-encoded and cut in the header, and only 20 are named', async () => {
    const ignored = async (query: string) =>
      (await shop.get(`/store/products?${query}`)).headers.get('ignored-parameters')
    assert.equal(await ignored('caf%C3%A9=1&a%0d%0ab=1&a,b=1&x%20y=1&%22=1'), 'caf%C3%A9, a%0D%0Ab, a%2Cb, x%20y, %22')
    assert.equal(await ignored(`${'x'.repeat(60)}=1&${'y'.repeat(5000)}=1`), `${'x'.repeat(60)}, ${'y'.repeat(57)}...`)
    assert.equal(await ignored(`${'%C3%A9'.repeat(20)}=1`), `${'%C3%A9'.repeat(9)}%C3...`)
    const many = Array.from({ length: 500 }, (_, index) => `n${index}`)
    assert.equal(await ignored(many.map((name) => `${name}=1`).join('&')), many.slice(0, 20).join(', '))
  })

  test('of the list is none for its facets, and the other way round', async () => {
    const query = 'page=2&limit=3&sortBy=name:ASC&facetLimit=5&label=sale'
    for (const path of ['/store/products', '/store/products/facets']) {
      for (const headers of [{}, STRICT]) {
        const response = await shop.get(`${path}?${query}`, headers)
        assert.deepEqual([response.status, response.headers.get('ignored-parameters')], [200, null])
      }
    }
    const variants = await shop.get('/store/product-variants?option=color:red&slug=a')
    assert.equal(variants.headers.get('ignored-parameters'), 'option, slug')
  })
})

const STRICT = { prefer: 'handling=strict' }

function headersWith(more: Record<string, string>): Record<string, string> {
  return { 'x-store-id': STORE, ...more }
}

describe('under Prefer: handling=strict', () => {
  test('an unknown parameter is an error, whether or not the answer is cached', async () => {
    const path = '/store/products?lable=tea&utm_source=mail'
    for (let round = 0; round < 2; round++) {
      const response = await shop.get(path, STRICT)
      assert.equal(response.status, 400)
      assert.equal(response.headers.get('preference-applied'), 'handling=strict')
      assert.equal(response.headers.get('cache-control'), 'no-store')
      const { code, detail, errors } = (await response.json()) as Body
      assert.equal(code, 'invalid-parameter')
      assert.deepEqual(errors, [
        { parameter: 'lable', detail: 'is not a parameter of this operation; did you mean label?' },
        { parameter: 'utm_source', detail: 'is not a parameter of this operation' },
      ])
      assert.match(detail, /^lable is not a parameter of this operation; did you mean label\?/)
      assert.equal((await shop.get(path)).status, 200)
    }
  })

  test('an unknown parameter is an error in every operation, together with all other errors', async () => {
    for (const path of [
      '/store/product%73?labels=a&page=0',
      '/store/products/facets?labels=a&page=0',
      `/store/products/${NOWHERE}?labels=a`,
      `/stores/${STORE}/store/product-variants?labels=a&page=0`,
      `/store/product-variants/${NOWHERE}?labels=a`,
    ]) {
      const response = await shop.get(path, STRICT)
      assert.deepEqual([response.status, response.headers.get('preference-applied')], [400, 'handling=strict'], path)
      const { errors } = (await response.json()) as Body
      const reported = errors.map(({ parameter }: Body) => parameter)
      assert.deepEqual(reported, path.includes('page=0') && !path.includes('facets') ? ['labels', 'page'] : ['labels'])
    }
  })

  test('the error asks for the closest parameter, if one is close', async () => {
    const meant = async (name: string, path = '/store/products') => {
      const { errors } = await shop.json(`${path}?${encodeURIComponent(name)}=1`, STRICT)
      return /did you mean (\w+)\?$/.exec(errors[0].detail)?.[1]
    }
    for (const [name, expected] of [
      ['Label', 'label'],
      ['labels', 'label'],
      ['filter.label', 'label'],
      ['filter[label]', 'label'],
      ['sort', 'sortBy'],
      ['min_price', 'minPrice'],
      ['instock', 'inStock'],
      ['serach', 'search'],
      ['ids', 'id'],
      ['q', undefined],
      ['per_page', undefined],
      ['utm_source', undefined],
      ['x'.repeat(5000), undefined],
      ['label.'.repeat(7), undefined],
    ] as const) {
      assert.equal(await meant(name), expected, name)
    }
    assert.equal(await meant('products', '/store/product-variants'), 'product')
    assert.equal(await meant('label', `/store/products/${NOWHERE}`), undefined)
  })

  test('an empty parameter counts as absent', async () => {
    assert.equal((await shop.get('/store/products?lable=&q&=x&[]=y', STRICT)).status, 200)
  })

  test('answers without unknown parameters say that the preference was applied', async () => {
    for (let round = 0; round < 2; round++) {
      for (const [headers, status] of [
        [STRICT, 200],
        [{ ...STRICT, 'if-none-match': '*' }, 304],
      ] as const) {
        const response = await shop.get('/store/products?label=sale&limit=7', headers)
        assert.equal(response.status, status)
        assert.equal(response.headers.get('preference-applied'), 'handling=strict')
        assert.equal(response.headers.get('vary'), 'x-store-id, Accept-Encoding, Prefer')
      }
    }
  })

  test('the preference is read as RFC 7240 says', async () => {
    for (const prefer of [
      'Handling = "Strict"',
      'respond-async, handling=strict; x=y',
      'handling=strict, handling=lenient',
    ])
      assert.equal((await shop.get('/store/products?lable=a', { prefer })).status, 400, prefer)
    for (const prefer of ['handling=lenient', 'strict', 'x-handling=strict', 'handling=lenient, handling=strict', '']) {
      const response = await shop.get('/store/products?lable=a', { prefer })
      assert.deepEqual([response.status, response.headers.get('preference-applied')], [200, null], prefer)
    }
  })
})
