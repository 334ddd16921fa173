// Complete run only: it computes for seconds.
import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { derivedId } from '@vitrine/catalog/uuid'
import { temporaryFolder } from '../temporary.ts'
import {
  type Backend,
  type Behaviour,
  bodyEtag,
  catalogEtag,
  type Json,
  LABELS,
  PRODUCTS,
  products,
  SINGLE,
  startBackend,
  VARIANTS,
} from './backend.ts'
import { NOW, readServer } from './reading-remote.ts'

/** Removes undefined fields, for comparisons. */
const plain = (catalog: readonly unknown[]) => JSON.parse(JSON.stringify(catalog))

describe('reading a server', () => {
  test('combines each product with its single form and the full forms of its variants', async () => {
    await using backend = await startBackend(products(3))
    const read = await readServer(backend.address)
    assert.deepEqual(read.problems, [])
    assert.deepEqual(plain(read.products), plain(backend.products))
    assert.equal(backend.headers['x-store-id'], 'theirs')
  })

  test('reads both lists in pages of 100, and each product once', async () => {
    await using backend = await startBackend(products(250))
    const read = await readServer(backend.address)
    assert.equal(read.products.length, 250)
    assert.deepEqual(plain(read.products), plain(backend.products))
    // Without an ETag for the catalog, the first pages are read again at the end.
    assert.deepEqual([backend.count(PRODUCTS), backend.count(VARIANTS), backend.count(SINGLE)], [3 + 1, 5 + 1, 250])
    assert.equal(read.transfer.requests, backend.requests.length)
    assert.equal(backend.count(LABELS), 1)
    const isExpected = (path: string) => [SINGLE, LABELS, /limit=100/, /^\/store$/].some((each) => each.test(path))
    assert.ok(backend.requests.every(isExpected))
  })

  test('requests only products that are incomplete in the list', async () => {
    const listed = (product: Json) => {
      const { files, optionGroups } = products(2)[1]
      return product.name === 'Thing 2'
        ? { ...product, files, optionGroups }
        : { ...product, files: [], optionGroups: [] }
    }
    await using backend = await startBackend(products(3), { listed })
    assert.deepEqual(plain((await readServer(backend.address)).products), plain(products(3)))
    assert.equal(backend.count(SINGLE), 2)
  })

  test('reads no product on its own where the list has them in full', async () => {
    const stamps = { createdAt: '2026-01-02T03:04:05.678Z', updatedAt: '2026-01-02T03:04:05.678Z' }
    const catalog = products(250).map((product) => ({ ...product, ...stamps }))
    catalog[0].labelValues = [{ ...catalog[0].labelValues[0], parent: 'none' }]
    catalog[1] = { ...catalog[1], optionGroups: [], files: [], variants: [] }
    const inFull = (_: unknown, response: ServerResponse, url: URL) => {
      if (url.pathname !== '/store/products' || url.searchParams.get('form') !== 'full') return false
      const [page, limit] = ['page', 'limit'].map((name) => Number(url.searchParams.get(name)))
      const data = catalog.slice((page! - 1) * limit!, page! * limit!)
      const links = data.length < limit! ? {} : { next: `?page=${page! + 1}&limit=${limit}&form=full` }
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ data, meta: { totalItems: catalog.length }, links }))
      return true
    }
    await using backend = await startBackend(catalog, { intercept: inFull })
    const { products: read, problems } = await readServer(backend.address)
    assert.deepEqual([problems.length, read.length], [1, 249])
    assert.match(JSON.stringify(problems[0]), /labelValues\[0\]\.parent.*none/)
    assert.deepEqual(plain(read), plain(catalog.slice(1)))
    assert.deepEqual([backend.count(SINGLE), backend.count(LABELS), backend.count(VARIANTS)], [0, 1, 2])
  })

  for (const [lacks, part] of [
    ['variants', { variants: undefined }],
    ['objects as variants', { variants: ['x'] }],
    ['a tax rate of a variant', { variants: [{ id: 'x' }] }],
    ['files', { files: null }],
    ['timestamps', { createdAt: undefined }],
  ] as const)
    test(`reads each product on its own where one of the list lacks ${lacks}`, async () => {
      const stamps = { createdAt: '2026-01-02T03:04:05.678Z', updatedAt: '2026-01-02T03:04:05.678Z' }
      const catalog = products(3).map((product) => ({ ...product, ...stamps }))
      const listed = ({ id }: Json) => ({
        ...catalog.find((product) => product.id === id),
        files: [],
        optionGroups: [],
      })
      const lacking = (product: Json) => ({ ...listed(product), ...(product.name === 'Thing 2' ? part : {}) })
      await using backend = await startBackend(catalog, { listed: lacking })
      assert.deepEqual(plain((await readServer(backend.address)).products), plain(catalog))
      assert.equal(backend.count(SINGLE), 3)
    })

  test('gives the labels of a product the parents that the list of labels has', async () => {
    const label = (code: string) => ({ id: derivedId('label', code), name: code.toUpperCase(), code })
    const catalog = products(2)
    catalog[0].labelValues = [label('shirts'), { ...label('clothing'), parent: { anything: 5 } }]
    catalog[1].labelValues = [label('shirts')]
    const labels = [{ code: 'clothing' }, { code: 'shirts', parent: 'clothing' }, { code: 5, parent: 'x' }, 'x']
    await using backend = await startBackend(catalog, { labels })
    const { products: read, problems } = await readServer(backend.address)
    assert.deepEqual(problems, [])
    assert.deepEqual(
      read.map(({ labelValues }) => labelValues.map(({ code, parent }) => [code, parent])),
      [
        [
          ['shirts', 'clothing'],
          ['clothing', undefined],
        ],
        [['shirts', undefined]],
      ],
    )
  })

  test('takes texts of labels that differ from those of the products, in one order', async () => {
    const picture = { path: 'https://img.example/all.jpg', alt: 'All of it', width: 800, height: 600 }
    const texts = { description: 'Made to last.', picture, seo: { title: 'All' }, rank: 0, hidden: true }
    const labels = [
      { code: 'renamed', name: 'New name', count: 1, id: 'x' },
      { code: 'all', name: 'All', count: 2, kind: 'category', parameter: 'within', ...texts },
      { code: 'plain', name: 'Plain', parent: 'all' },
      { code: 5, name: 'x' },
      { code: 'empty', name: null, rank: null },
    ]
    const catalog = products(2)
    const named = (code: string, name: string) => ({ id: derivedId('label', code), name, code })
    catalog[0].labelValues.push(named('renamed', 'Old name'), named('plain', 'Plain'))
    await using backend = await startBackend(catalog, { labels })
    const read = await readServer(backend.address)
    const expected = [
      { code: 'all', ...texts },
      { code: 'renamed', name: 'New name' },
    ]
    assert.deepEqual([read.labels, read.unreadable], [expected, []])
    backend.behaviour = { labels: labels.toReversed() }
    assert.deepEqual((await readServer(backend.address)).labels, expected)
    backend.behaviour = { labels: labels.slice(2) }
    assert.equal((await readServer(backend.address)).labels, undefined)
  })

  test('takes no texts of labels from a list with a wrong one, and says so', async () => {
    const labels = [
      { code: 'all', name: 'All', rank: 'first' },
      { code: 'b', description: 'Good.' },
    ]
    await using backend = await startBackend(products(1), { labels })
    const read = await readServer(backend.address)
    assert.equal(read.labels, undefined)
    assert.equal(
      read.unreadable.join(),
      'the texts of labels on the server are left out: label 1: rank is "first"; expected a whole number of 0 or more',
    )
  })

  test('has no parents of labels from a server that answers anything else', async () => {
    const answers: [number, string, string][] = [
      [400, 'application/json', '{"detail":"no"}'],
      [200, 'text/html', '<html>'],
      [200, 'application/json', '[]'],
      [500, 'application/json', '{}'],
    ]
    for (const [status, type, body] of answers) {
      const intercept = (_: unknown, response: ServerResponse, { pathname }: URL) => {
        if (pathname === '/store/labels') response.writeHead(status, { 'content-type': type }).end(body)
        return pathname === '/store/labels'
      }
      await using backend = await startBackend(products(2), { intercept })
      const read = await readServer(backend.address)
      assert.deepEqual([plain(read.products), read.labels], [plain(products(2)), undefined])
      const isRefused = status !== 200 || type === 'text/html'
      assert.equal(read.unreadable.length, isRefused ? 1 : 0)
      if (isRefused) assert.match(read.unreadable[0]!, /^the labels could not be read: \/store\/labels /)
    }
  })

  test('accepts an empty catalog', async () => {
    await using backend = await startBackend([])
    assert.deepEqual((await readServer(backend.address)).products, [])
  })

  test('accepts a path prefix, with or without /store/products', async () => {
    await using backend = await startBackend(products(1), { prefix: '/shop/v1' })
    for (const path of ['/shop/v1', '/shop/v1/', '/shop/v1/store/products', '/shop/v1/store/products/'])
      assert.equal((await readServer(backend.address + path)).products.length, 1)
  })

  test('sends the configured headers', async () => {
    await using backend = await startBackend(products(1))
    await readServer(backend.address, { headers: [['Authorization', 'Bearer x']] })
    assert.equal(backend.headers.authorization, 'Bearer x')
  })
})

describe('variations of responses', () => {
  const links: [string, Behaviour['link']][] = [
    ['paths', (page, limit, path) => `${path}?page=${page}&limit=${limit}`],
    ['complete URLs', (page, limit, path, address) => `${address}${path}?page=${page}&limit=${limit}`],
    ['in another parameter order', (page, limit) => `?limit=${limit}&sortBy=createdAt:DESC&page=${page}`],
    ['without the limit', (page) => `?page=${page}`],
  ]
  for (const [what, link] of links) {
    test(`links that are ${what} are followed through all pages`, async () => {
      await using backend = await startBackend(products(110), { link })
      assert.deepEqual(plain((await readServer(backend.address)).products), plain(backend.products))
    })
  }

  test('a page that is smaller than requested is accepted', async () => {
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

  test('prices may be numbers, and optional fields may be null or missing', async () => {
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

  test('timestamps are imported if the server sends them, although the specification has none', async () => {
    const single = (product: Json) => ({ ...product, createdAt: '2020-02-02T02:02:02Z' })
    await using backend = await startBackend(products(1), { single })
    assert.equal((await readServer(backend.address)).products[0]!.createdAt, '2020-02-02T02:02:02.000Z')
  })

  test('each unknown field gives one warning', async () => {
    const single = (product: Json) => ({ ...product, vendor: 'x' })
    const variant = (variant: Json) => ({ ...variant, barcode: '1' })
    await using backend = await startBackend(products(3), { single, variant })
    const { warnings, products: read } = await readServer(backend.address)
    assert.equal(read.length, 3)
    assert.deepEqual(warnings.map(({ path }) => path).sort(), ['variants[].barcode', 'vendor'])
  })

  test('a stock below zero becomes 0, with a warning', async () => {
    await using backend = await startBackend(products(2), { variant: (variant) => ({ ...variant, stock: -3 }) })
    const read = await readServer(backend.address)
    assert.equal(read.products[1]!.variants[0]!.stock, 0)
    assert.deepEqual(
      read.warnings.map(({ path }) => path),
      ['variants[].stock'],
    )
  })

  test('a problem names the number and the id of its product', async () => {
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

describe('a server that fails temporarily', () => {
  /** Makes the first requests for single products fail. */
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
      'closes the connection in the middle of a response',
      (request, response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
        response.write('{"id":', () => request.socket.destroy())
        return true
      },
    ],
    ['answers with incomplete JSON', (_, response) => Boolean(response.writeHead(200, JSON_TYPE).end('{"id":'))],
  ]
  for (const [what, fail] of faults) {
    test(`and ${what} gets the request again`, async () => {
      await using backend = await startBackend(products(5), failing(3, fail))
      const read = await readServer(backend.address)
      assert.deepEqual(plain(read.products), plain(backend.products))
      assert.equal(read.transfer.retries, 3)
    })
  }

  test('and sends nothing gets the request again', async () => {
    await using backend = await startBackend(
      products(2),
      failing(1, () => true),
    )
    const read = await readServer(backend.address, { retryPolicy: { idleTimeout: 300 } })
    assert.equal(read.products.length, 2)
    assert.ok(read.transfer.retries >= 1)
  })

  test('is retried after delays that double', async () => {
    let left = 3
    const intercept: Behaviour['intercept'] = (_, response) => left-- > 0 && Boolean(response.writeHead(503).end())
    await using backend = await startBackend(products(1), { intercept })
    assert.deepEqual((await readServer(backend.address)).waits, [100, 200, 400])
  })

  for (const [form, value] of [
    ['seconds', '7'],
    ['a date', new Date(NOW + 7000).toUTCString()],
  ] as const) {
    test(`is retried after the Retry-After it sends, in ${form}`, async () => {
      let left = 1
      const intercept: Behaviour['intercept'] = (_, response) =>
        left-- > 0 && Boolean(response.writeHead(503, { 'retry-after': value }).end())
      await using backend = await startBackend(products(1), { intercept })
      assert.deepEqual((await readServer(backend.address)).waits, [7000])
    })
  }

  test('fails the import if its Retry-After is too long', async () => {
    const intercept: Behaviour['intercept'] = (_, response) =>
      Boolean(response.writeHead(503, { 'retry-after': '3600' }).end())
    await using backend = await startBackend(products(1), { intercept })
    await assert.rejects(
      readServer(backend.address),
      /answered 503 and asked clients to wait 3600 seconds; the limit is 60\.$/,
    )
    assert.equal(backend.requests.length, 1)
  })

  test('fails the import after the maximum number of attempts', async () => {
    const intercept: Behaviour['intercept'] = (_, response) => Boolean(response.writeHead(502).end())
    await using backend = await startBackend(products(1), { intercept })
    await assert.rejects(
      readServer(backend.address),
      /^RemoteError: \/store\/products answered 502\. Gave up after 4 attempts\.$/,
    )
    assert.equal(backend.requests.length, 4)
  })

  test('fails the import if it cannot be reached', async () => {
    const gone = await startBackend([])
    await gone[Symbol.asyncDispose]()
    await assert.rejects(
      readServer(gone.address),
      /\/store\/products cannot be reached \(ECONNREFUSED\)\. Gave up after 4 attempts/,
    )
  })
})

const HTML = { 'content-type': 'text/html; charset=utf-8' }
const JSON_TYPE = { 'content-type': 'application/json' }

describe('a permanent failure', () => {
  const answers: [string, NonNullable<Behaviour['intercept']>, RegExp][] = [
    [
      'an HTML page',
      (_, response) => Boolean(response.writeHead(200, HTML).end('<html>Please log in</html>')),
      /answered with an HTML page, such as a login page, instead of JSON/,
    ],
    [
      'status 401',
      (_, response) => Boolean(response.writeHead(401, JSON_TYPE).end('{"detail":"No token."}')),
      /\/store\/products answered 401: No token\. Use --header-file to send credentials\.$/,
    ],
    [
      'status 404',
      (_, response) => Boolean(response.writeHead(404).end()),
      /answered 404 for store theirs\. Check the address, .*, and --remote-store/,
    ],
    [
      'a body that is not a page',
      (_, response) => Boolean(response.writeHead(200, JSON_TYPE).end('[]')),
      /did not answer with a page: expected an object with data, meta and links/,
    ],
    [
      'a page without a total',
      (_, response) => Boolean(response.writeHead(200, JSON_TYPE).end('{"data":[],"meta":{}}')),
      /has no meta\.totalItems/,
    ],
    [
      'an item without an id',
      (_, response) => Boolean(response.writeHead(200, JSON_TYPE).end('{"data":[{"a":1}],"meta":{"totalItems":1}}')),
      /lists "\{\\"a\\":1\}", which has no id/,
    ],
    [
      'a circular redirect',
      (request, response) => Boolean(response.writeHead(302, { location: request.url! }).end()),
      /redirects more than 5 times/,
    ],
  ]
  for (const [what, intercept, expected] of answers) {
    test(`${what} fails the import with a sentence, without a retry`, async () => {
      await using backend = await startBackend(products(1), { intercept })
      const read = readServer(backend.address)
      await assert.rejects(read, expected)
      assert.ok(backend.requests.length <= 6)
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
        /links to http:\/\/127\.0\.0\.1:\d+, which is another host\. Only/,
      )
    }
    assert.deepEqual(elsewhere.requests, [])
  })
})

describe('an inconsistent catalog', () => {
  const faults: [string, Behaviour, RegExp][] = [
    ['circular links', { link: () => '?page=1&limit=100' }, /product \S+ is listed twice/],
    [
      'links without end',
      {
        link: (page, limit) => `?page=${page}&limit=${limit}`,
        envelope: (page) => ({ ...page, links: { next: `?page=${page.meta.currentPage + 1}&limit=100` } }),
      },
      /a page without products links to another page/,
    ],
    [
      'a total that the pages do not reach',
      { envelope: (page) => ({ ...page, links: {} }) },
      /the server counts 150 products, but its pages have 100/,
    ],
    [
      'a total that the pages exceed',
      { envelope: (page) => ({ ...page, meta: { ...page.meta, totalItems: 120 } }) },
      /the server counts 120 products, but its pages have more/,
    ],
    [
      'a listed product with status 404',
      { intercept: (request, response) => SINGLE.test(request.url!) && Boolean(response.writeHead(404).end()) },
      /product \S+ is listed but was answered with 404/,
    ],
    [
      'a variant that is not in the variant list',
      { single: (product) => ({ ...product, variants: [...product.variants, { id: 'other', sku: 'o', price: 1 }] }) },
      /variant other of product \S+ is not in the variant list/,
    ],
  ]
  for (const [what, behaviour, expected] of faults) {
    test(`with ${what} is read three times and then refused`, async () => {
      await using backend = await startBackend(products(150), behaviour)
      await assert.rejects(readServer(backend.address), (error: Error) => {
        assert.match(error.message, expected)
        assert.match(error.message, /^The catalog could not be read in 3 attempts because /)
        return true
      })
    })
  }

  for (const [what, etag] of [
    ['with a new ETag', catalogEtag],
    ['with a new first page', undefined],
  ] as const) {
    test(`that changes ${what} while it is read is read again`, async () => {
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
      assert.deepEqual(read.restarts, ['the catalog changed while it was read'])
      assert.deepEqual(plain(read.products), plain(backend.products))
    })
  }

  test('that changes during every reading is refused', async () => {
    let changes = 0
    const backend: Backend = await startBackend(products(5), {
      intercept: (request) => {
        if (SINGLE.test(request.url!))
          backend.products = backend.products.map((product) => ({ ...product, name: `New ${++changes}` }))
        return false
      },
    })
    await using _ = backend
    await assert.rejects(readServer(backend.address), /in 3 attempts because the catalog changed while it was read\.$/)
  })

  test('is accepted if only stocks change', async () => {
    let stock = 0
    const count = (form: Json) => ({
      ...form,
      variants: form.variants.map((variant: Json) => ({ ...variant, stock: ++stock })),
    })
    await using backend = await startBackend(products(5), { listed: count, single: count, etag: bodyEtag })
    const read = await readServer(backend.address)
    assert.deepEqual([read.products.length, read.restarts], [5, []])
  })

  test('is not inferred from ETags that differ between responses', async () => {
    await using backend = await startBackend(products(5), { etag: bodyEtag })
    const { fingerprint, restarts } = await readServer(backend.address)
    assert.deepEqual([fingerprint!.etag, restarts], [undefined, []])
  })

  test('is not inferred from an ETag that only the lists share', async () => {
    const etag = (body: string) => (body.startsWith('{"data"') ? '"lists"' : bodyEtag(body))
    await using backend = await startBackend(products(5), { etag })
    const { fingerprint, restarts, products: read } = await readServer(backend.address)
    assert.deepEqual([fingerprint!.etag, restarts, read.length], ['"lists"', [], 5])
  })
})

describe('a catalog that was read before', () => {
  test('costs one request if its ETag is unchanged', async () => {
    const backend: Backend = await startBackend(products(120), { etag: (body) => catalogEtag(() => backend)(body) })
    await using _ = backend
    const { fingerprint, transfer } = await readServer(backend.address)
    // Two pages of products, three of variants, the labels, the products, a check at the end, and the settings.
    assert.equal(transfer.requests, 2 + 3 + 1 + 120 + 1 + 1)
    const again = await readServer(backend.address, { imported: fingerprint })
    assert.deepEqual([again.fingerprint, again.transfer.requests], [undefined, 1])
    backend.products = products(121)
    assert.equal((await readServer(backend.address, { imported: fingerprint })).products.length, 121)
  })

  /** Interrupts a reading after a number of product requests. */
  async function interrupt(backend: Backend, spool: string, after: number, now = NOW): Promise<void> {
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
    backend.requests.length = 0
  }

  for (const [what, etag] of [
    ['with ETags', catalogEtag],
    ['without ETags', undefined],
  ] as const) {
    test(`in part is resumed, ${what}`, async () => {
      using folder = temporaryFolder()
      const spool = join(folder.path, 'spool.db')
      const backend: Backend = await startBackend(products(60), etag ? { etag: etag(() => backend) } : {})
      await using _ = backend
      await interrupt(backend, spool, 40)
      const read = await readServer(backend.address, { spool })
      assert.equal(read.resumed.length, 1)
      assert.equal(backend.count(SINGLE), 60 - read.resumed[0]!)
      assert.ok(read.resumed[0]! > 30)
      assert.deepEqual(plain(read.products), plain(backend.products))
    })

    test(`in part is read from the beginning if it has changed, ${what}`, async () => {
      using folder = temporaryFolder()
      const spool = join(folder.path, 'spool.db')
      const backend: Backend = await startBackend(products(60), etag ? { etag: etag(() => backend) } : {})
      await using _ = backend
      await interrupt(backend, spool, 40)
      backend.products = products(61)
      const read = await readServer(backend.address, { spool })
      assert.deepEqual([read.resumed, backend.count(SINGLE)], [[], 61])
      assert.deepEqual(plain(read.products), plain(backend.products))
    })
  }

  test('in part is read from the beginning after an hour, unless its ETag is unchanged', async () => {
    for (const etag of [undefined, catalogEtag]) {
      using folder = temporaryFolder()
      const spool = join(folder.path, 'spool.db')
      const backend: Backend = await startBackend(products(60), etag ? { etag: etag(() => backend) } : {})
      await using _ = backend
      await interrupt(backend, spool, 40)
      const read = await readServer(backend.address, { spool, now: NOW + 2 * 3_600_000 })
      assert.equal(read.resumed.length, etag ? 1 : 0)
    }
  })

  test('has a spool that only one process can open', async () => {
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

describe('the settings of the store on a server', () => {
  const SHOP = {
    id: 'theirs',
    publicName: 'Shop',
    language: 'DE',
    currency: 'EUR',
    minorUnits: 2,
    url: 'https://shop.example/',
    productUrl: 'https://shop.example/{slug}',
    hosts: ['shop.example'],
  }
  type Intercept = NonNullable<Behaviour['intercept']>
  /** Answers `GET /store`. */
  const storeAnswer =
    (answer: (response: ServerResponse) => unknown): Intercept =>
    (_, response, url) =>
      url.pathname === '/store' && Boolean(answer(response))
  const json = (body: unknown) => storeAnswer((response) => response.writeHead(200).end(JSON.stringify(body)))

  test('are read as GET /store tells them', async () => {
    await using backend = await startBackend(products(1), { intercept: json(SHOP) })
    const { id: _, minorUnits: __, ...expected } = SHOP
    const { settings, unreadable } = await readServer(backend.address)
    assert.deepEqual([settings, unreadable], [{ ...expected, language: 'de' }, []])
    assert.equal(backend.count(/^\/store$/), 1)
  })

  test('are none if the server has no such endpoint, or something else there', async () => {
    for (const intercept of [undefined, json({ data: [] }), json({ ...SHOP, id: 'other' }), json([])]) {
      await using backend = await startBackend(products(1), intercept ? { intercept } : {})
      const { settings, unreadable, products: read } = await readServer(backend.address)
      assert.deepEqual([settings, unreadable, read.length], [{}, [], 1])
    }
  })

  test('do not fail the import if they cannot be read, and leave out what no store can have', async () => {
    const page = storeAnswer((response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>'))
    const failures: [Intercept, RegExp, object][] = [
      [page, /^the settings of the store could not be read: \/store answered with an HTML page/, {}],
      [storeAnswer((response) => response.writeHead(403).end('{}')), /could not be read: \/store answered 403/, {}],
      [storeAnswer((response) => response.writeHead(500).end()), /answered 500\. Gave up after 2 attempts\./, {}],
      [
        json({ id: 'theirs', currency: 'EURO', publicName: 'A' }),
        /^a setting of the server is left out: currency is "EURO"/,
        { publicName: 'A' },
      ],
    ]
    for (const [intercept, sentence, expected] of failures) {
      await using backend = await startBackend(products(1), { intercept })
      const { settings, unreadable, products: read } = await readServer(backend.address)
      assert.deepEqual([settings, unreadable.length, read.length], [expected, 1, 1])
      assert.match(unreadable[0]!, sentence)
    }
  })
})
