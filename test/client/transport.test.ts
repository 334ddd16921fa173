import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, test } from 'node:test'
import { type CachedAnswer, createVitrine, RequestError, type VitrineOptions } from '@vitrine/client'
import {
  hangUp,
  ok,
  openScriptedServer,
  page,
  problem,
  type Reply,
  type ScriptedServer,
  silence,
} from './scripted-server.ts'

type Options = Omit<VitrineOptions, 'url'>

/** A client that does not lose patience with a busy machine. */
const shopAt = ({ address: url }: ScriptedServer, options?: Options) =>
  createVitrine({ url, timeout: 90_000, ...options })

/** The error of a client that reads from a server with these replies, and the number of requests that arrived. */
async function failure(replies: readonly Reply[], options?: Options) {
  await using server = await openScriptedServer(...replies)
  const error = await shopAt(server, options)
    .store()
    .catch((error) => error)
  assert.ok(error instanceof RequestError, String(error))
  return { error, requests: server.requests.length }
}

describe('a request that failed for a while', () => {
  const temporary: Record<string, Reply> = {
    'status 429': problem(429, 'overloaded'),
    'status 502': page(502),
    'status 503': problem(503, 'overloaded'),
    'status 504': page(504),
    'a closed connection': hangUp,
    'half an answer': (response) => {
      response.writeHead(200, { 'content-length': 100 }).write('{"id"', () => response.socket!.destroy())
    },
  }
  for (const [name, reply] of Object.entries(temporary)) {
    test(`is sent again: ${name}`, async () => {
      await using server = await openScriptedServer(reply, ok)
      assert.deepEqual(await shopAt(server).store(), { id: 'a' })
      assert.equal(server.requests.length, 2)
    })
  }

  test('is sent as often as the shop wants, and ends in the error of the service', async () => {
    const reply = problem(503, 'database-unusable', { 'x-request-id': 'r-1', 'retry-after': '0' })
    const { error, requests } = await failure([reply], { retries: 3 })
    assert.equal(requests, 4)
    const { code, status, detail, message, requestId, retryAfter } = error
    assert.deepEqual([code, status, requestId, retryAfter], ['database-unusable', 503, 'r-1', 0])
    assert.deepEqual([detail, message], ['It is database-unusable.', 'It is database-unusable.'])
    assert.equal((await failure([reply], { retries: 0 })).requests, 1)
  })

  test('is not sent again if that would not help', async () => {
    for (const status of [400, 404, 500, 501]) {
      const { error, requests } = await failure([problem(status, 'internal-error')])
      assert.deepEqual([error.status, requests], [status, 1])
    }
  })

  test('waits as long as Retry-After says, in seconds or until a date', async (t) => {
    // The clock stands still.
    const now = Math.floor(Date.now() / 1000) * 1000
    t.mock.method(Date, 'now', () => now)
    for (const [header, wait] of [
      ['1', 1000],
      [new Date(now + 2000).toUTCString(), 2000],
      [new Date(0).toUTCString(), 0],
    ] as const) {
      const timer = t.mock.method(globalThis, 'setTimeout')
      await using server = await openScriptedServer(problem(503, 'overloaded', { 'retry-after': header }), ok)
      await shopAt(server).store()
      const waits = timer.mock.calls.map(({ arguments: [, milliseconds] }) => milliseconds!)
      assert.ok(waits.includes(wait), `${header}: ${waits}`)
      timer.mock.restore()
    }
  })

  test('ends at once if Retry-After is longer than a shopper waits', async () => {
    const { error, requests } = await failure([problem(503, 'overloaded', { 'retry-after': '3600' })])
    assert.deepEqual([error.retryAfter, requests], [3600, 1])
  })
})

describe('without an answer of the service', () => {
  test('the error is network, and says why', async () => {
    const { error, requests } = await failure([hangUp], { retries: 1 })
    assert.deepEqual([error.code, error.status, requests], ['network', 0, 2])
    const { address } = await openScriptedServer(ok).then(async (server) => {
      await server[Symbol.asyncDispose]()
      return server
    })
    await assert.rejects(createVitrine({ url: address, retries: 0 }).store(), {
      message: `GET ${address}/store failed: ECONNREFUSED`,
    })
    assert.ok(error.cause instanceof Error)
  })

  test('the error is timeout, for each attempt on its own, and also within a body', async () => {
    for (const reply of [silence, ((response) => void response.writeHead(200).write('{')) as Reply]) {
      let attempts = 0
      const count: typeof fetch = (...request) => {
        attempts++
        return fetch(...request)
      }
      // On a busy machine, an attempt may time out before its request arrives.
      const { error } = await failure([reply], { retries: 1, timeout: 50, fetch: count })
      assert.deepEqual([error.code, error.status, attempts], ['timeout', 0, 2])
      assert.match(error.message, /^GET .*\/store took longer than 50 ms$/)
    }
  })

  test('the error is foreign-answer if something else answered', async () => {
    for (const [status, requests] of [
      [200, 1],
      [403, 1],
      [502, 2],
    ] as const) {
      const result = await failure([page(status)], { retries: 1 })
      assert.deepEqual([result.error.code, result.error.status, result.requests], ['foreign-answer', status, requests])
    }
    for (const body of ['{"message":"Forbidden"}', '{"code":403}', 'null', '[]']) {
      const foreign: Reply = (response) => void response.writeHead(403).end(body)
      assert.equal((await failure([foreign])).error.code, 'foreign-answer', body)
    }
  })
})

describe('an abort by the caller', () => {
  test('rejects with the reason of the caller, and ends the request', async () => {
    await using server = await openScriptedServer(silence)
    const controller = new AbortController()
    const answer = shopAt(server).store({ signal: controller.signal })
    const { socket } = await server.request(1)
    const reason = { typed: 'another letter' }
    controller.abort(reason)
    assert.equal(await answer.catch((error) => error), reason)
    if (!socket.closed) await once(socket, 'close')
  })

  test('sends nothing if it came before', async () => {
    await using server = await openScriptedServer(ok)
    const reason = new Error('gone')
    await assert.rejects(shopAt(server).store({ signal: AbortSignal.abort(reason) }), reason)
    assert.equal(server.requests.length, 0)
  })

  test('ends the wait for a retry', async () => {
    await using server = await openScriptedServer(problem(503, 'overloaded', { 'retry-after': '30' }))
    const controller = new AbortController()
    const answer = shopAt(server).store({ signal: controller.signal })
    await server.request(1)
    setTimeout(() => controller.abort('left'), 50)
    assert.equal(await answer.catch((error) => error), 'left')
    assert.equal(server.requests.length, 1)
  })

  test('ends a loop over pages', async () => {
    const first: Reply = (response) => void response.end('{"data":[1],"meta":{},"links":{"next":"?page=2"}}')
    await using server = await openScriptedServer(first, silence)
    const controller = new AbortController()
    server.request(2).then(() => controller.abort('left'))
    const seen: unknown[] = []
    const loop = async () => {
      for await (const item of shopAt(server).products.each({}, { signal: controller.signal })) seen.push(item)
    }
    assert.equal(await loop().catch((error) => error), 'left')
    assert.deepEqual(seen, [1])
  })
})

describe('equal requests at the same time', () => {
  test('are one request, with an answer of its own for each caller', async () => {
    await using server = await openScriptedServer(ok)
    const shop = shopAt(server)
    const [one, other] = await Promise.all([
      shop.products.facets({ label: 'a', search: 'b' }),
      shop.products.facets({ search: 'b', label: ['a'], page: 2 }),
    ])
    assert.deepEqual(one, other)
    assert.notEqual(one, other)
    assert.equal(server.requests.length, 1)
    await shop.products.facets({ label: 'a', search: 'b' })
    assert.equal(server.requests.length, 2)
  })

  test('outlive the abort of one caller', async () => {
    let release = () => {}
    const held: Reply = (response, request) => {
      release = () => ok(response, request)
    }
    await using server = await openScriptedServer(held)
    const shop = shopAt(server)
    const controller = new AbortController()
    const first = shop.store({ signal: controller.signal }).catch((error) => error)
    const second = shop.store()
    await server.request(1)
    controller.abort('first')
    assert.equal(await first, 'first')
    release()
    assert.deepEqual(await second, { id: 'a' })
    assert.equal(server.requests.length, 1)
  })

  test('end with the abort of all callers, and a later one asks again', async () => {
    await using server = await openScriptedServer(silence, ok)
    const shop = shopAt(server)
    const controller = new AbortController()
    const { signal } = controller
    const answers = [shop.store({ signal }), shop.store({ signal })].map((each) => each.catch((error) => error))
    const { socket } = await server.request(1)
    controller.abort('left')
    // Before the aborted request has ended.
    const later = shop.store()
    assert.deepEqual(await Promise.all(answers), ['left', 'left'])
    assert.deepEqual(await later, { id: 'a' })
    if (!socket.closed) await once(socket, 'close')
  })
})

describe('the cache of answers', () => {
  const withEtag: Reply = (response, { url, headers }) => {
    const etag = `"${url}"`
    response.setHeader('etag', etag).writeHead(headers['if-none-match'] === etag ? 304 : 200)
    response.end(headers['if-none-match'] === etag ? '' : JSON.stringify({ data: [url], meta: {}, links: {} }))
  }

  /** Whether each request so far had the ETag of an answer. */
  const revalidations = ({ requests }: ScriptedServer) => requests.map(({ headers }) => 'if-none-match' in headers)

  test('asks again with the ETag, and gives the same answer', async () => {
    await using server = await openScriptedServer(withEtag)
    const shop = shopAt(server)
    const [first, second] = [await shop.products.list(), await shop.products.list()]
    assert.deepEqual(revalidations(server), [false, true])
    assert.deepEqual(second.data, first.data)
    assert.notEqual(second.data, first.data)
  })

  test('keeps as many answers as it may: those asked for last', async () => {
    await using server = await openScriptedServer(withEtag)
    const shop = shopAt(server, { cache: 2 })
    for (const limit of [1, 2, 1, 3, 1, 2]) await shop.products.list({ limit })
    assert.deepEqual(revalidations(server), [false, false, true, false, true, false])
  })

  test('may be none', async () => {
    await using server = await openScriptedServer(withEtag)
    const shop = shopAt(server, { cache: 0 })
    for (let time = 0; time < 2; time++) await shop.products.list()
    assert.deepEqual(revalidations(server), [false, false])
  })

  test('may be a Map, shared by clients of several stores', async () => {
    await using server = await openScriptedServer(withEtag)
    const cache = new Map<string, CachedAnswer>()
    for (const store of ['a', 'b', 'a']) await shopAt(server, { store, cache }).products.list()
    assert.deepEqual(revalidations(server), [false, false, true])
    assert.equal(cache.size, 2)
  })
})

test('a request has the headers that every page may send, and no other', async () => {
  await using server = await openScriptedServer(ok)
  const sent: RequestInit[] = []
  const shop = shopAt(server, {
    store: 'mine',
    fetch: (url, init) => {
      sent.push(init!)
      return fetch(url, init)
    },
  })
  await shop.store()
  assert.deepEqual(sent[0]!.headers, { accept: 'application/json', 'x-store-id': 'mine' })
  assert.deepEqual(Object.keys(sent[0]!).sort(), ['headers', 'signal'])
})

test('a fetch that is put in place later is used', async (t) => {
  const shop = createVitrine({ url: 'http://catalog.invalid', retries: 0 })
  t.mock.method(globalThis, 'fetch', async () => new Response('{"id":"a"}'))
  assert.deepEqual(await shop.store(), { id: 'a' })
})
