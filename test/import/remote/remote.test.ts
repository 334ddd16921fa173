import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { temporaryFolder } from '../../temporary.ts'
import {
  type Backend,
  type Behaviour,
  bodyEtag,
  catalogEtag,
  type Json,
  PRODUCTS,
  products,
  SINGLE,
  startBackend,
  VARIANTS,
} from './backend.ts'
import { NOW, readServer } from './reading-remote.ts'

/** A catalog as it is read of a server: the native form of what it has. */
const native = (catalog: Json[]) => JSON.parse(JSON.stringify(catalog))

describe('reading another server', () => {
  test('gives every product whole, with what only its single form and its variants say', async () => {
    await using backend = await startBackend(products(3))
    const read = await readServer(backend.address)
    assert.deepEqual(read.problems, [])
    assert.deepEqual(native([...read.products]), native(backend.products))
    assert.equal(backend.headers['x-store-id'], 'theirs')
  })

  test('walks both lists in pages of a hundred, and asks for each product once', async () => {
    await using backend = await startBackend(products(250))
    const read = await readServer(backend.address)
    assert.equal(read.products.length, 250)
    assert.deepEqual(native([...read.products]), native(backend.products))
    // The first pages are looked at again in the end, since no ETag says that they are the same.
    assert.deepEqual([backend.count(PRODUCTS), backend.count(VARIANTS), backend.count(SINGLE)], [3 + 1, 5 + 1, 250])
    assert.equal(read.transfer.requests, backend.asked.length)
    assert.ok(backend.asked.every((path) => SINGLE.test(path) || /limit=100/.test(path)))
  })

  test('asks only for the products of which the list does not say all', async () => {
    const listed = (product: Json) => {
      const { files, optionGroups } = products(2)[1]
      return product.name === 'Thing 2'
        ? { ...product, files, optionGroups }
        : { ...product, files: [], optionGroups: [] }
    }
    await using backend = await startBackend(products(3), { listed })
    assert.deepEqual(native([...(await readServer(backend.address)).products]), native(products(3)))
    assert.equal(backend.count(SINGLE), 2)
  })

  test('an empty catalog is a catalog', async () => {
    await using backend = await startBackend([])
    assert.deepEqual((await readServer(backend.address)).products, [])
  })

  test('finds the API behind any path, which may be given to its end', async () => {
    await using backend = await startBackend(products(1), { prefix: '/shop/v1' })
    for (const path of ['/shop/v1', '/shop/v1/', '/shop/v1/store/products', '/shop/v1/store/products/'])
      assert.equal((await readServer(backend.address + path)).products.length, 1)
  })

  test('sends the headers that it was given', async () => {
    await using backend = await startBackend(products(1))
    await readServer(backend.address, { headers: [['Authorization', 'Bearer x']] })
    assert.equal(backend.headers.authorization, 'Bearer x')
  })
})

describe('other forms of the same answers', () => {
  const links: [string, Behaviour['link']][] = [
    ['paths', (page, limit, path) => `${path}?page=${page}&limit=${limit}`],
    ['whole addresses', (page, limit, path, address) => `${address}${path}?page=${page}&limit=${limit}`],
    ['reordered', (page, limit) => `?limit=${limit}&sortBy=createdAt:DESC&page=${page}`],
    ['without the limit', (page) => `?page=${page}`],
  ]
  for (const [what, link] of links) {
    test(`links that are ${what} lead through all pages`, async () => {
      await using backend = await startBackend(products(210), { link })
      assert.deepEqual(native([...(await readServer(backend.address)).products]), native(backend.products))
    })
  }

  test('a smaller page than was asked for is followed like any other', async () => {
    const behaviour: Behaviour = {
      intercept: (request, _, url) => {
        if (Number(url.searchParams.get('limit')) > 7) url.searchParams.set('limit', '7')
        request.url = url.href
        return false
      },
    }
    await using backend = await startBackend(products(30), behaviour)
    assert.equal((await readServer(backend.address)).products.length, 30)
  })

  test('prices may be numbers, and what is optional may be null or left out', async () => {
    const single = ({ description: _, ...product }: Json) => ({ ...product, files: null })
    const variant = ({ price, ...rest }: Json) => ({
      ...rest,
      price: Number(price),
      labelValues: null,
      taxRate: null,
      name: null,
    })
    const listed = ({ description: _, ...product }: Json) => product
    const envelope = ({ data, meta, links }: Json) => ({ data, meta, links: { ...links, next: links.next ?? null } })
    await using backend = await startBackend(products(2), { single, variant, listed, envelope })
    const read = await readServer(backend.address)
    assert.deepEqual(read.problems, [])
    const [first] = read.products
    assert.deepEqual([first!.description, first!.files], ['', []])
    const { price, stock, taxRate, labelValues, name } = first!.variants[1]!
    assert.deepEqual([price, stock, taxRate.name, labelValues, name], ['1.50', 1, 'No tax', [], 'Thing 1, BLUE'])
  })

  test('a stock that is null in the full form stays null', async () => {
    await using backend = await startBackend(products(1), { variant: (variant) => ({ ...variant, stock: null }) })
    assert.equal((await readServer(backend.address)).products[0]!.variants[1]!.stock, null)
  })

  test('timestamps that a server gives beyond the specification are kept', async () => {
    const single = (product: Json) => ({ ...product, createdAt: '2020-02-02T02:02:02Z' })
    await using backend = await startBackend(products(1), { single })
    assert.equal((await readServer(backend.address)).products[0]!.createdAt, '2020-02-02T02:02:02.000Z')
  })

  test('fields that nobody knows are named in one warning each', async () => {
    const single = (product: Json) => ({ ...product, vendor: 'x' })
    const variant = (variant: Json) => ({ ...variant, barcode: '1' })
    await using backend = await startBackend(products(3), { single, variant })
    const { warnings, products: read } = await readServer(backend.address)
    assert.equal(read.length, 3)
    assert.deepEqual(warnings.map(({ path }) => path).sort(), ['variants[].barcode', 'vendor'])
  })

  test('a stock below zero is none, with a warning', async () => {
    await using backend = await startBackend(products(2), { variant: (variant) => ({ ...variant, stock: -3 }) })
    const read = await readServer(backend.address)
    assert.equal(read.products[1]!.variants[0]!.stock, 0)
    assert.deepEqual(
      read.warnings.map(({ path }) => path),
      ['variants[].stock'],
    )
  })

  test('what cannot be served is a problem of the product that it names', async () => {
    const variant = (variant: Json) => (variant.sku === 'T2-red' ? { ...variant, price: '1,50' } : variant)
    await using backend = await startBackend(products(3), { variant })
    const { problems, products: read } = await readServer(backend.address)
    assert.equal(read.length, 2)
    assert.deepEqual(
      problems.map(({ line, path }) => [line, path]),
      [[2, `${backend.products[1].id} variants[0].price`]],
    )
  })
})

describe('a server that fails for a while', () => {
  /** Answers the first so many requests for single products in another way. */
  function failing(times: number, fail: NonNullable<Behaviour['intercept']>): Behaviour {
    let left = times
    return {
      intercept: (request, response, url) => SINGLE.test(request.url!) && left-- > 0 && fail(request, response, url),
    }
  }

  const faults: [string, NonNullable<Behaviour['intercept']>][] = [
    ['answers 503', (_, response) => Boolean(response.writeHead(503).end('busy'))],
    ['answers 429', (_, response) => Boolean(response.writeHead(429).end())],
    ['answers 500 with a web page', (_, response) => Boolean(response.writeHead(500, HTML).end('<html>'))],
    ['closes the connection', (request) => Boolean(request.socket.destroy())],
    [
      'breaks off in the middle of an answer',
      (request, response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
        response.write('{"id":', () => request.socket.destroy())
        return true
      },
    ],
    ['answers with half a JSON', (_, response) => Boolean(response.writeHead(200, JSON_TYPE).end('{"id":'))],
  ]
  for (const [what, fail] of faults) {
    test(`and ${what} is asked again`, async () => {
      await using backend = await startBackend(products(5), failing(3, fail))
      const read = await readServer(backend.address)
      assert.deepEqual(native([...read.products]), native(backend.products))
      assert.equal(read.transfer.retries, 3)
    })
  }

  test('and says nothing is asked again', async () => {
    await using backend = await startBackend(
      products(2),
      failing(1, () => true),
    )
    const read = await readServer(backend.address, { patience: { silence: 300 } })
    assert.equal(read.products.length, 2)
    assert.ok(read.transfer.retries >= 1)
  })

  test('is given longer and longer', async () => {
    let left = 3
    const intercept: Behaviour['intercept'] = (_, response) => left-- > 0 && Boolean(response.writeHead(503).end())
    await using backend = await startBackend(products(1), { intercept })
    assert.deepEqual((await readServer(backend.address)).waits, [100, 200, 400])
  })

  for (const [form, value] of [
    ['seconds', '7'],
    ['a date', new Date(NOW + 7000).toUTCString()],
  ] as const) {
    test(`is left alone for as long as it asks, in ${form}`, async () => {
      let left = 1
      const intercept: Behaviour['intercept'] = (_, response) =>
        left-- > 0 && Boolean(response.writeHead(503, { 'retry-after': value }).end())
      await using backend = await startBackend(products(1), { intercept })
      assert.deepEqual((await readServer(backend.address)).waits, [7000])
    })
  }

  test('is given up when it asks for more than anybody waits', async () => {
    const intercept: Behaviour['intercept'] = (_, response) =>
      Boolean(response.writeHead(503, { 'retry-after': '3600' }).end())
    await using backend = await startBackend(products(1), { intercept })
    await assert.rejects(readServer(backend.address), /answers 503, and asks to wait 3600 seconds\.$/)
    assert.equal(backend.asked.length, 1)
  })

  test('is given up after so many tries', async () => {
    const intercept: Behaviour['intercept'] = (_, response) => Boolean(response.writeHead(502).end())
    await using backend = await startBackend(products(1), { intercept })
    await assert.rejects(
      readServer(backend.address),
      /^RemoteError: \/store\/products answers 502, 4 times in a row\.$/,
    )
    assert.equal(backend.asked.length, 4)
  })

  test('is given up when there is nobody', async () => {
    const gone = await startBackend([])
    await gone[Symbol.asyncDispose]()
    await assert.rejects(
      readServer(gone.address),
      /\/store\/products cannot be reached \(ECONNREFUSED\), 4 times in a row/,
    )
  })
})

const HTML = { 'content-type': 'text/html; charset=utf-8' }
const JSON_TYPE = { 'content-type': 'application/json' }

describe('an answer that no waiting helps', () => {
  const answers: [string, NonNullable<Behaviour['intercept']>, RegExp][] = [
    [
      'a web page',
      (_, response) => Boolean(response.writeHead(200, HTML).end('<html>Please log in</html>')),
      /answers with a web page, such as one to log in, instead of JSON/,
    ],
    [
      'a refusal',
      (_, response) => Boolean(response.writeHead(401, JSON_TYPE).end('{"detail":"No token."}')),
      /\/store\/products answers 401: No token\. What the server asks for can be sent with --header\.$/,
    ],
    [
      'that there is no such store',
      (_, response) => Boolean(response.writeHead(404).end()),
      /answers 404 for the store theirs: --remote-store says what the server calls it/,
    ],
    [
      'no page',
      (_, response) => Boolean(response.writeHead(200, JSON_TYPE).end('[]')),
      /answers with what is not a page: expected an object with data, meta and links/,
    ],
    [
      'a page without a total',
      (_, response) => Boolean(response.writeHead(200, JSON_TYPE).end('{"data":[],"meta":{}}')),
      /gives no meta\.totalItems/,
    ],
    [
      'things without ids',
      (_, response) => Boolean(response.writeHead(200, JSON_TYPE).end('{"data":[{"a":1}],"meta":{"totalItems":1}}')),
      /lists "\{\\"a\\":1\}", which has no id/,
    ],
    [
      'a way round in circles',
      (request, response) => Boolean(response.writeHead(302, { location: request.url! }).end()),
      /is redirected more than 5 times/,
    ],
  ]
  for (const [what, intercept, expected] of answers) {
    test(`${what} is said in a sentence, and not asked for again`, async () => {
      await using backend = await startBackend(products(1), { intercept })
      const read = readServer(backend.address)
      await assert.rejects(read, expected)
      assert.ok(backend.asked.length <= 6)
    })
  }

  test('a redirect on the same host is followed', async () => {
    const intercept: Behaviour['intercept'] = (request, response, url) => {
      if (url.pathname.startsWith('/new')) return false
      response.writeHead(307, { location: `/new${request.url}` }).end()
      return true
    }
    await using backend = await startBackend(products(1), { prefix: '/new', intercept })
    assert.equal((await readServer(backend.address)).products.length, 1)
  })

  test('neither a redirect nor a link leads to another host', async () => {
    await using elsewhere = await startBackend(products(300))
    const redirect: Behaviour = {
      intercept: (request, response) =>
        Boolean(response.writeHead(302, { location: elsewhere.address + request.url }).end()),
    }
    const link: Behaviour = { link: (page, limit, path) => `${elsewhere.address}${path}?page=${page}&limit=${limit}` }
    for (const behaviour of [redirect, link]) {
      await using backend = await startBackend(products(150), behaviour)
      await assert.rejects(
        readServer(backend.address),
        /links to http:\/\/127\.0\.0\.1:\d+, which is another host; only/,
      )
    }
    assert.deepEqual(elsewhere.asked, [])
  })
})

describe('a catalog that does not fit together', () => {
  const faults: [string, Behaviour, RegExp][] = [
    ['links that go round in circles', { link: () => '?page=1&limit=100' }, /the product \S+ is listed twice/],
    [
      'links without end',
      {
        link: (page, limit) => `?page=${page}&limit=${limit}`,
        envelope: (page) => ({ ...page, links: { next: `?page=${page.meta.currentPage + 1}&limit=100` } }),
      },
      /a page without products links another/,
    ],
    [
      'a total that the pages do not reach',
      { envelope: (page) => ({ ...page, links: {} }) },
      /the server counts 150 products, but the pages that it links have 100/,
    ],
    [
      'a total that the pages exceed',
      { envelope: (page) => ({ ...page, meta: { ...page.meta, totalItems: 120 } }) },
      /the server counts 120 products, but the pages that it links have more/,
    ],
    [
      'a product that is listed but not there',
      { intercept: (request, response) => SINGLE.test(request.url!) && Boolean(response.writeHead(404).end()) },
      /the product \S+ is listed, but is not there/,
    ],
    [
      'a variant that is not among the variants',
      { single: (product) => ({ ...product, variants: [...product.variants, { id: 'other', sku: 'o', price: 1 }] }) },
      /the variant other of the product \S+ is not among the variants/,
    ],
  ]
  for (const [what, behaviour, expected] of faults) {
    test(`${what}: it is read three times, then refused`, async () => {
      await using backend = await startBackend(products(150), behaviour)
      await assert.rejects(readServer(backend.address), (error: Error) => {
        assert.match(error.message, expected)
        assert.match(error.message, /^The catalog could not be read whole, in 3 readings, since /)
        return true
      })
    })
  }

  for (const [what, etag] of [
    ['as its ETag says', catalogEtag],
    ['as its first page shows', undefined],
  ] as const) {
    test(`a catalog that changes while it is read, ${what}, is read again`, async () => {
      let isChanged = false
      const backend: Backend = await startBackend(products(30), {
        ...(etag ? { etag: etag(() => backend) } : {}),
        intercept: (request) => {
          if (!isChanged && SINGLE.test(request.url!)) {
            isChanged = true
            backend.products = backend.products.map((product) => ({ ...product, name: `${product.name}, new` }))
          }
          return false
        },
      })
      await using _ = backend
      const read = await readServer(backend.address)
      assert.deepEqual(read.again, ['the catalog changed while it was read'])
      assert.deepEqual(native([...read.products]), native(backend.products))
    })
  }

  test('a catalog that never stands still is refused', async () => {
    let changes = 0
    const backend: Backend = await startBackend(products(5), {
      intercept: (request) => {
        if (SINGLE.test(request.url!))
          backend.products = backend.products.map((product) => ({ ...product, name: `New ${++changes}` }))
        return false
      },
    })
    await using _ = backend
    await assert.rejects(readServer(backend.address), /in 3 readings, since the catalog changed while it was read\.$/)
  })

  test('stock may change while it is read', async () => {
    let stock = 0
    const count = (form: Json) => ({
      ...form,
      variants: form.variants.map((variant: Json) => ({ ...variant, stock: ++stock })),
    })
    await using backend = await startBackend(products(5), { listed: count, single: count, etag: bodyEtag })
    const read = await readServer(backend.address)
    assert.deepEqual([read.products.length, read.again], [5, []])
  })

  test('ETags of single answers are not taken for those of the catalog', async () => {
    await using backend = await startBackend(products(5), { etag: bodyEtag })
    const { identity, again } = await readServer(backend.address)
    assert.deepEqual([identity!.etag, again], [undefined, []])
  })

  test('ETags that only the lists share are no sign of a change', async () => {
    const etag = (body: string) => (body.startsWith('{"data"') ? '"lists"' : bodyEtag(body))
    await using backend = await startBackend(products(5), { etag })
    const { identity, again, products: read } = await readServer(backend.address)
    assert.deepEqual([identity!.etag, again, read.length], ['"lists"', [], 5])
  })
})

describe('a catalog that was read before', () => {
  test('costs one request when the server says that it is the same', async () => {
    const backend: Backend = await startBackend(products(120), { etag: (body) => catalogEtag(() => backend)(body) })
    await using _ = backend
    const { identity, transfer } = await readServer(backend.address)
    // Two pages of products, three of variants, the products, and a look at the end.
    assert.equal(transfer.requests, 2 + 3 + 120 + 1)
    const again = await readServer(backend.address, { known: identity })
    assert.deepEqual([again.identity, again.transfer.requests], [undefined, 1])
    backend.products = products(121)
    assert.equal((await readServer(backend.address, { known: identity })).products.length, 121)
  })

  /** Reads until so many products were asked for, and is stopped there. */
  async function stopped(backend: Backend, spool: string, after: number, now = NOW): Promise<void> {
    const stop = new AbortController()
    const { behaviour } = backend
    let left = after
    backend.behaviour = {
      ...behaviour,
      intercept: (request) => {
        if (SINGLE.test(request.url!) && left-- === 0) stop.abort(new Error('stopped'))
        return SINGLE.test(request.url!) && left < 0
      },
    }
    await assert.rejects(readServer(backend.address, { spool, signal: stop.signal, now }), /stopped/)
    backend.behaviour = behaviour
    backend.asked.length = 0
  }

  for (const [what, etag] of [
    ['with ETags', catalogEtag],
    ['without', undefined],
  ] as const) {
    test(`in part is read on, ${what}`, async () => {
      using folder = temporaryFolder()
      const spool = join(folder.path, 'spool.db')
      const backend: Backend = await startBackend(products(60), etag ? { etag: etag(() => backend) } : {})
      await using _ = backend
      await stopped(backend, spool, 40)
      const read = await readServer(backend.address, { spool })
      assert.equal(read.resumed.length, 1)
      assert.equal(backend.count(SINGLE), 60 - read.resumed[0]!)
      assert.ok(read.resumed[0]! > 30)
      assert.deepEqual(native([...read.products]), native(backend.products))
    })

    test(`in part is read anew when it has changed, ${what}`, async () => {
      using folder = temporaryFolder()
      const spool = join(folder.path, 'spool.db')
      const backend: Backend = await startBackend(products(60), etag ? { etag: etag(() => backend) } : {})
      await using _ = backend
      await stopped(backend, spool, 40)
      backend.products = products(61)
      const read = await readServer(backend.address, { spool })
      assert.deepEqual([read.resumed, backend.count(SINGLE)], [[], 61])
      assert.deepEqual(native([...read.products]), native(backend.products))
    })
  }

  test('in part is read anew after an hour, unless an ETag says that it is the same', async () => {
    for (const etag of [undefined, catalogEtag]) {
      using folder = temporaryFolder()
      const spool = join(folder.path, 'spool.db')
      const backend: Backend = await startBackend(products(60), etag ? { etag: etag(() => backend) } : {})
      await using _ = backend
      await stopped(backend, spool, 40)
      const read = await readServer(backend.address, { spool, now: NOW + 2 * 3_600_000 })
      assert.equal(read.resumed.length, etag ? 1 : 0)
    }
  })

  test('is in one hand at a time', async () => {
    using folder = temporaryFolder()
    const spool = join(folder.path, 'spool.db')
    await using backend = await startBackend(products(2))
    let second: Promise<unknown> | undefined
    backend.behaviour = {
      intercept: () => {
        second ??= assert.rejects(readServer(backend.address, { spool }), /Another import from this server/)
        return false
      },
    }
    await readServer(backend.address, { spool })
    await second
  })
})
