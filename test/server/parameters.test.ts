import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { parsePrice } from '@vitrine/catalog/money'
import { productFilters } from '@vitrine/server/filters'
import { limit } from '@vitrine/server/openapi/schemas'
import { parameterReader, parseQueryString } from '@vitrine/server/parameters'
import fc from 'fast-check'
import Type from 'typebox'
import { COMPLETE_ONLY } from '../quick.ts'
import { openShop, type Shop, STORE } from './shop.ts'

let shop: Shop
before(async () => {
  shop = await openShop()
})
after(() => shop[Symbol.asyncDispose]())

const PRODUCT_SORTS =
  'createdAt:ASC, createdAt:DESC, name:ASC, name:DESC, price:ASC, price:DESC, popularity:ASC, popularity:DESC'
const VARIANT_SORTS =
  'createdAt:ASC, createdAt:DESC, updatedAt:ASC, updatedAt:DESC, name:ASC, name:DESC, ' +
  'sku:ASC, sku:DESC, price:ASC, price:DESC, stock:ASC, stock:DESC'

/** The detail of each wrong parameter of a request. */
async function wrong(path: string): Promise<Record<string, string>> {
  const response = await shop.get(path)
  assert.equal(response.status, 400, path)
  // biome-ignore lint/suspicious/noExplicitAny: asserted here
  const { errors, status } = (await response.json()) as any
  assert.equal(status, 400)
  return Object.fromEntries(errors.map(({ parameter, detail }: Record<string, string>) => [parameter, detail]))
}

describe('a wrong parameter', () => {
  for (const value of ['0', '-1', '1.5', '1e3', '0x10', 'abc', '+1', '%201', '9007199254740992', '١', '1,2']) {
    test(`page and limit: ${value} is not a whole number from 1`, async () => {
      const shown = value.startsWith('+') ? ' 1' : decodeURIComponent(value)
      const range = value === '9007199254740992' ? 'from 1 to 9007199254740991' : 'from 1'
      const detail = (more = '') => `must be a whole number ${range}${more}, not "${shown}"`
      const capped = (cap: number) => detail(` (more than ${cap} counts as ${cap})`)
      assert.deepEqual(await wrong(`/store/products?page=${value}`), { page: detail() })
      assert.deepEqual(await wrong(`/store/product-variants?limit=${value}`), { limit: capped(100) })
      assert.deepEqual(await wrong(`/store/products/facets?facetLimit=${value}`), { facetLimit: capped(1000) })
    })
  }

  for (const value of ['-1', '1.005', '1,50', '.5', '5.', '1e3', '+1', 'abc', '0x10', '١', '90071992547409.92', '1 ']) {
    test(`minPrice and maxPrice: ${value} is not a price`, async () => {
      for (const path of ['products', 'products/facets', 'product-variants']) {
        for (const name of ['minPrice', 'maxPrice']) {
          const detail = `must be a price from 0 to 90071992547409.91 with at most two decimals, such as 19.90, not "${value}"`
          const wrongs = await wrong(`/store/${path}?${name}=${encodeURIComponent(value)}`)
          assert.deepEqual(wrongs, { [name]: detail })
        }
      }
    })
  }

  test('the pattern of prices matches all prices and nothing else', () => {
    const { pattern: source } = productFilters.minPrice as { readonly pattern?: string }
    const pattern = new RegExp(source!, 'u')
    const text = fc.string({ unit: fc.constantFrom(...'0159.,-+e '), maxLength: 10 })
    fc.assert(fc.property(text, (value) => assert.equal(pattern.test(value), parsePrice(value) !== undefined)))
  })

  test('inStock must be true', async () => {
    for (const value of ['false', '1', 'TRUE', 'yes', ' true']) {
      for (const path of ['products', 'products/facets', 'product-variants']) {
        const detail = `must be true, not "${value}"; leave it out otherwise`
        assert.deepEqual(await wrong(`/store/${path}?inStock=${encodeURIComponent(value)}`), { inStock: detail })
      }
    }
  })

  test('a second value is refused where one is allowed', async () => {
    const twice = (name: string, value: string) => `${name}=${value}&${name}=${value}`
    const query = [twice('minPrice', '1'), twice('maxPrice', '2'), twice('inStock', 'true')].join('&')
    const detail = 'must be given only once, not 2 times'
    const common = { minPrice: detail, maxPrice: detail, inStock: detail }
    assert.deepEqual(await wrong(`/store/products?${query}`), common)
    assert.deepEqual(await wrong(`/store/products/facets?${query}&${twice('facetLimit', '1')}`), {
      ...common,
      facetLimit: detail,
    })
    const ids = twice('product', '7d444840-9dc0-11d1-b245-5ffdce74fad2')
    assert.deepEqual(await wrong(`/store/product-variants?${query}&${ids}`), { product: detail, ...common })
  })

  test('page, limit and search have one value', async () => {
    assert.deepEqual(await wrong('/store/products?page=1&page=2&limit=1&limit=1&limit=1&search=a&search=a'), {
      page: 'must be given only once, not 2 times',
      limit: 'must be given only once, not 3 times',
      search: 'must be given only once, not 2 times',
    })
  })

  test('an unknown sort is refused with the list of sorts', async () => {
    for (const sort of ['sku:ASC', 'name', 'name:asc', 'name:', ':ASC', 'name:ASC:DESC', 'id:ASC']) {
      const detail = `must be one of ${PRODUCT_SORTS}, not "${sort}"`
      assert.deepEqual(await wrong(`/store/products?sortBy=${sort}`), { sortBy: detail })
    }
    const detail = `must be one of ${VARIANT_SORTS}, not "size:ASC"`
    assert.deepEqual(await wrong('/store/product-variants?sortBy=size:ASC'), { sortBy: detail })
  })

  test('the forms are card and full', async () => {
    for (const form of ['summary', 'FULL', 'full,full', '1'])
      assert.deepEqual(await wrong(`/store/products?form=${form}`), {
        form: `must be one of card, full, not "${form}"`,
      })
    assert.deepEqual(await wrong('/store/products?form=full&form=full'), {
      form: 'must be given only once, not 2 times; it must be one of card, full',
    })
    assert.deepEqual(await wrong('/store/products/suggest?form=full'), {
      form: 'must be card, not "full"; leave it out otherwise',
    })
    const id = '7d444840-9dc0-11d1-b245-5ffdce74fad2'
    assert.deepEqual(await wrong(`/store/products/${id}?form=detail`), {
      form: 'must be one of card, full, not "detail"',
    })
  })

  test('a second sort is refused with the list of sorts', async () => {
    assert.deepEqual(await wrong('/store/product-variants?sortBy=name:ASC&sortBy=name:ASC'), {
      sortBy: `must be given only once, not 2 times; it must be one of ${VARIANT_SORTS}`,
    })
  })

  test('a search has at most 200 characters, counted as code points', async () => {
    const smile = encodeURIComponent('\u{1f600}')
    for (const path of ['products', 'products/facets', 'product-variants']) {
      assert.equal((await shop.get(`/store/${path}?search=${smile.repeat(200)}`)).status, 200)
      const detail = 'must have at most 200 characters, not 201'
      assert.deepEqual(await wrong(`/store/${path}?search=${smile.repeat(201)}`), { search: detail })
      assert.deepEqual(await wrong(`/store/${path}?search=${'a'.repeat(201)}`), { search: detail })
    }
  })

  test('codes are bounded in length and in number', { skip: COMPLETE_ONLY }, async () => {
    const names = ['label', 'within', 'option', 'optionGroup', 'slug', 'sku']
    const all = [
      ...names.flatMap((name) => [`products ${name}`, `products/facets ${name}`]),
      ...['label', 'within', 'sku'].map((name) => `product-variants ${name}`),
    ]
    for (const each of all) {
      const [path, name] = each.split(' ') as [string, string]
      const many = Array.from({ length: 101 }, (_, index) => `${name}=${index}`).join('&')
      assert.deepEqual(await wrong(`/store/${path}?${many}`), { [name]: 'must be given at most 100 times, not 101' })
      const long = `${name}=a&${name}=${'b'.repeat(201)}`
      assert.deepEqual(await wrong(`/store/${path}?${long}`), { [name]: 'must have at most 200 characters, not 201' })
      assert.equal((await shop.get(`/store/${path}?${many.slice(0, many.lastIndexOf('&'))}`)).status, 200)
    }
  })

  test('too many ids are an invalid-parameter, not an invalid-id', async () => {
    const id = '7d444840-9dc0-11d1-b245-5ffdce74fad2'
    for (const path of ['products', 'products/facets', 'product-variants']) {
      const many = (count: number) => Array.from({ length: count }, () => `id=${id}`).join('&')
      assert.equal((await shop.get(`/store/${path}?${many(100)}`)).status, 200)
      const { code, errors } = await shop.json(`/store/${path}?${many(101)}`)
      assert.equal(code, 'invalid-parameter')
      assert.deepEqual(errors, [{ parameter: 'id', detail: 'must be given at most 100 times, not 101' }])
    }
  })

  test('a wrong id among correct ids is named, alone and with other wrong parameters', async () => {
    const [id, other] = ['7d444840-9dc0-11d1-b245-5ffdce74fad2', 'shirt-07']
    const error = { parameter: 'id', detail: `must be a UUID such as ${id}, not "shirt-07"` }
    for (const path of ['products', 'products/facets', 'product-variants']) {
      const alone = await shop.json(`/store/${path}?id=${id}&id=${other}&id=${id}&id=8`)
      assert.deepEqual([alone.code, alone.errors], ['invalid-id', [error]])
      const beside = await shop.json(`/store/${path}?id=${other}&inStock=no`)
      assert.equal(beside.code, 'invalid-parameter')
      assert.deepEqual(beside.errors[1], error)
    }
  })

  test('one answer names all wrong parameters', async () => {
    const body = await shop.json('/store/product-variants?page=0&limit=x&product=1&sortBy=name&other=%20')
    assert.deepEqual(body, {
      type: '/docs/errors#invalid-parameter',
      title: 'Invalid parameter',
      status: 400,
      detail:
        'page must be a whole number from 1, not "0". ' +
        'limit must be a whole number from 1 (more than 100 counts as 100), not "x". ' +
        'product must be a UUID such as 7d444840-9dc0-11d1-b245-5ffdce74fad2, not "1". ' +
        `sortBy must be one of ${VARIANT_SORTS}, not "name".`,
      code: 'invalid-parameter',
      errors: [
        { parameter: 'page', detail: 'must be a whole number from 1, not "0"' },
        { parameter: 'limit', detail: 'must be a whole number from 1 (more than 100 counts as 100), not "x"' },
        { parameter: 'product', detail: 'must be a UUID such as 7d444840-9dc0-11d1-b245-5ffdce74fad2, not "1"' },
        { parameter: 'sortBy', detail: `must be one of ${VARIANT_SORTS}, not "name"` },
      ],
    })
  })

  test('a wrong id is an invalid-id, in a parameter and in a path', async () => {
    for (const id of [
      '1',
      'shirt-07',
      '7d444840-9dc0-11d1-b245-5ffdce74fad',
      '7d4448409dc011d1b2455ffdce74fad2',
      'a%2Fb',
    ]) {
      for (const path of ['products/', 'product-variants/', 'product-variants?product=']) {
        const response = await shop.get(`/store/${path}${id}`)
        assert.equal(response.status, 400)
        // biome-ignore lint/suspicious/noExplicitAny: asserted here
        assert.equal(((await response.json()) as any).code, 'invalid-id')
      }
    }
    assert.equal((await shop.json(`/store/products/${'a'.repeat(5000)}`)).code, 'invalid-id')
  })

  test('an operation ignores the parameters of others', async () => {
    const products = await shop.json('/store/products?product=none&stock=1&sort=x&limit=2')
    assert.equal(products.links.current, '?page=1&limit=2')
    assert.equal((await shop.get('/store/product-variants?option=%41&optionGroup=x&slug=y')).status, 200)
    const facets = await shop.json('/store/products/facets?page=0&limit=x&sortBy=y&product=z')
    assert.deepEqual(facets, await shop.json('/store/products/facets'))
    assert.equal((await shop.get('/store/products?facetLimit=x')).status, 200)
  })
})

describe('a malformed request', () => {
  for (const [what, raw] of [
    ['a % without digits', '%'],
    ['a % with one digit', '%4'],
    ['a % with other letters', '%zz'],
    ['half a letter', 'caf%C3'],
    ['a byte that UTF-8 never has', '%FF'],
    ['an overlong form', '%C0%AF'],
    ['half a surrogate pair', '%ED%A0%80'],
    ['a NUL', 'a%00b'],
  ] as const) {
    test(`${what} is a malformed-request, in a value, a name, a path`, async () => {
      const paths = [
        `/store/products?search=${raw}`,
        `/store/products?unknown=${raw}`,
        `/store/product-variants?${raw}=1`,
        `/store/products/${raw}`,
        `/store/product-variants/${raw}?page=1`,
        `/nowhere/${raw}`,
      ]
      for (const path of paths) {
        const { status, body } = await shop.ask({ path, headers: { 'x-store-id': STORE } })
        assert.equal(status, 400, path)
        assert.equal(JSON.parse(body).code, 'malformed-request', path)
      }
    })
  }

  test('a letter that is not percent-encoded is refused with its correct form', async () => {
    const raw = Buffer.from('GET /store/products?search=café HTTP/1.1\r\nHost: a\r\nx-store-id: shop\r\n\r\n')
    const answer = await shop.send(raw)
    assert.match(answer, /^HTTP\/1\.1 400 Bad Request\r\n/)
    assert.match(answer, /must be percent-encoded, as é is %C3%A9/)
  })

  test('a plus is a space in a query, and a plus in a path', async () => {
    assert.equal((await shop.json('/store/products?search=shirt+07')).meta.totalItems, 1)
    assert.equal((await shop.json('/store/products/a+b')).code, 'invalid-id')
  })

  test('no query string causes a 5xx', { skip: COMPLETE_ONLY }, async () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'page=',
        'limit=',
        'search=',
        'label=',
        'within=',
        'option=',
        'optionGroup=',
        'sortBy=',
        'product=',
        'minPrice=',
        'maxPrice=',
        'inStock=',
        'id=',
        'slug=',
        'sku=',
        'facetLimit=',
        '&',
        '=',
      ),
      fc.constantFrom(
        '%',
        '%00',
        '%e9',
        '+',
        'name:ASC',
        '2',
        '-1',
        '1.5',
        'true',
        '9'.repeat(30),
        'color:red',
        ':',
        '::',
        '"',
        "'",
      ),
      fc.string({ unit: 'grapheme', maxLength: 8 }).map(encodeURIComponent),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('products', 'products/facets', 'product-variants'),
        fc.array(piece),
        async (list, pieces) => {
          const { status, body } = await shop.ask({
            path: `/store/${list}?${pieces.join('')}`,
            headers: { 'x-store-id': STORE },
          })
          assert.ok(status === 200 || status === 400, `${status} ${body}`)
          JSON.parse(body)
        },
      ),
      { numRuns: 150 },
    )
  })
})

test('one reading gives the values of parameters, and their texts in the order of the schema', () => {
  const id = '7D444840-9DC0-11D1-B245-5FFDCE74FAD2'
  const schema = Type.Object({ limit, ...productFilters })
  const query = parseQueryString(
    `maxPrice=007.5&x=1&id=${id}&searchIn=name,label&minPrice=&limit=500`,
    new Set(Object.keys(schema.properties)),
    false,
  )
  const { values, texts } = parameterReader(schema)(query)
  assert.deepEqual([values.limit, values.searchIn, values.label], [100, ['name', 'label'], []])
  assert.deepEqual([values.minPrice, values.maxPrice, values.id], [undefined, 750, [id.toLowerCase()]])
  const written = [
    ['limit', ['500']],
    ['searchIn', ['name', 'label']],
    ['maxPrice', ['007.5']],
    ['id', [id]],
  ]
  assert.deepEqual(Object.entries(texts), written)
})

test('parameterReader refuses a schema with a keyword that it does not check', () => {
  const schema = Type.Object({ page: Type.Integer({ multipleOf: 2 }) })
  assert.throws(() => parameterReader(schema), /does not check the keyword multipleOf/)
})
