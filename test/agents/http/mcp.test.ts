import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { VitrineError } from '@vitrine/catalog/error'
import { until } from '../../database/until.ts'
import { COMPLETE_ONLY } from '../../quick.ts'
import { type Body, EMPTY, logTo, OTHER, openShop, type Shop, STORE } from '../../server/shop.ts'
import { assertSchema, assertUcp } from '../ucp-schemas.ts'
import { callTool, legacy, MODERN_META, modern, post } from './agent-client.ts'

let shop: Shop
const lines: Body[] = []
before(async () => {
  shop = await openShop({ release: '1.2.3', logger: logTo(lines) })
  for (const store of [STORE, OTHER]) await shop.catalogs.changeStore(store, { currency: 'EUR' })
})
after(() => shop[Symbol.asyncDispose]())

const SEARCH = { name: 'search_catalog', arguments: { catalog: { query: 'shirt', pagination: { limit: 2 } } } }
const VERSION = 'io.modelcontextprotocol/protocolVersion'

describe('MCP 2026-07-28', () => {
  test('tells its versions, capabilities and instructions', async () => {
    const { status, headers, body } = await modern(shop, 'server/discover')
    assert.deepEqual([status, headers['content-type'], body.id], [200, 'application/json', 7])
    const { supportedVersions, capabilities, instructions, resultType, ttlMs, cacheScope, _meta } = body.result
    assert.deepEqual(supportedVersions, ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'])
    assert.deepEqual([capabilities, resultType, ttlMs, cacheScope], [{ tools: {} }, 'complete', 3_600_000, 'public'])
    assert.match(instructions, /search_catalog/)
    assert.deepEqual(_meta, { 'io.modelcontextprotocol/serverInfo': { name: 'vitrine', version: '1.2.3' } })
  })

  test('lists four read-only tools with schemas, in a fixed order', async () => {
    const { result } = (await modern(shop, 'tools/list')).body
    const names = result.tools.map(({ name }: Body) => name)
    assert.deepEqual(names, ['search_catalog', 'lookup_catalog', 'get_product', 'list_filters'])
    assert.deepEqual([result.resultType, result.ttlMs, result.cacheScope], ['complete', 3_600_000, 'public'])
    for (const { name, title, description, inputSchema, outputSchema, annotations } of result.tools) {
      assert.ok(title && description, name)
      assertSchema(inputSchema, { catalog: { query: 'x', ids: ['x'], id: 'x' } })
      assert.equal(outputSchema.type, 'object')
      const readOnly = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }
      assert.deepEqual(annotations, readOnly)
    }
  })

  test('answers a call with an object, and with the same as text', async () => {
    const { status, body } = await modern(shop, 'tools/call', SEARCH)
    const { structuredContent, content, resultType, isError } = body.result
    assert.deepEqual([status, resultType, isError], [200, 'complete', undefined])
    assert.deepEqual(content, [{ type: 'text', text: JSON.stringify(structuredContent) }])
    assert.equal(structuredContent.products.length, 2)
    assertUcp('search_catalog', structuredContent)
  })

  const _meta = MODERN_META
  const wrong: [rule: string, params: object, headers: Record<string, string>, status: number, code: number][] = [
    ['no version in _meta', { _meta: {} }, {}, 400, -32602],
    ['no capabilities in _meta', { _meta: { [VERSION]: '2026-07-28' } }, {}, 400, -32602],
    ['another version in the header', {}, { 'mcp-protocol-version': '2025-11-25' }, 400, -32020],
    ['another method in the header', {}, { 'mcp-method': 'tools/list' }, 400, -32020],
    ['another name in the header', { name: 'get_product' }, { 'mcp-name': 'search_catalog' }, 400, -32020],
    [
      'an unknown version',
      { _meta: { ..._meta, [VERSION]: '2099-01-01' } },
      { 'mcp-protocol-version': '2099-01-01' },
      400,
      -32022,
    ],
    ['an unknown tool', { name: 'buy' }, {}, 400, -32602],
    ['arguments that are no object', { name: 'get_product', arguments: [] }, {}, 400, -32602],
  ]
  for (const [rule, params, headers, status, code] of wrong) {
    test(`refuses ${rule}`, async () => {
      const answer = await modern(shop, 'tools/call', params, { headers })
      assert.deepEqual([answer.status, answer.body.error.code, answer.body.id], [status, code, 7])
      if (code === -32022) assert.equal(answer.body.error.data.requested, '2099-01-01')
    })
  }

  test('reads header values in Base64', async () => {
    const encoded = `=?base64?${Buffer.from('search_catalog').toString('base64')}?=`
    const { status } = await modern(shop, 'tools/call', SEARCH, { headers: { 'mcp-name': encoded } })
    assert.equal(status, 200)
  })

  test('has no other method', async () => {
    for (const method of ['initialize', 'ping', 'resources/list', 'constructor']) {
      const { status, body } = await modern(shop, method)
      assert.deepEqual([status, body.error.code], [404, -32601], method)
    }
  })

  test('accepts a notification without a body', async () => {
    const { status, body } = await post(shop, '/mcp', { jsonrpc: '2.0', method: 'notifications/cancelled' })
    assert.deepEqual([status, body], [202, undefined])
  })

  test('refuses what is no message', async () => {
    const wrong: [body: unknown, code: number][] = [
      ['{', -32700],
      ['', -32700],
      [[], -32600],
      [[{ jsonrpc: '2.0', id: 1, method: 'ping' }], -32600],
      [{ jsonrpc: '1.0', id: 1, method: 'ping' }, -32600],
      [{ jsonrpc: '2.0', id: null, method: 'ping' }, -32600],
      [{ jsonrpc: '2.0', id: 1, method: 'ping', params: [] }, -32602],
    ]
    for (const [body, code] of wrong) {
      const answer = await post(shop, '/mcp', body)
      assert.deepEqual([answer.status, answer.body.error.code], [400, code], JSON.stringify(body))
    }
  })
})

describe('errors of MCP', () => {
  test('quote only the beginning of what is wrong, whatever it is', async () => {
    const long = '🍵'.repeat(10_000)
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
    const call = (name: string) => `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":${name}}}`
    const withMeta = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: long, _meta: MODERN_META } }
    const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call' }
    const answers = [
      await legacy(shop, long),
      await post(shop, '/mcp', call(JSON.stringify(long))),
      await post(shop, '/mcp', call(deep)),
      await post(shop, '/mcp', withMeta, headers),
    ]
    for (const { body } of answers) assert.ok(body.error.message.length < 250, body.error.message.slice(0, 300))
  })
})

describe('older revisions of MCP', () => {
  test('begin with a handshake, without a session', async () => {
    for (const version of ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']) {
      const { status, headers, body } = await legacy(shop, 'initialize', { protocolVersion: version, capabilities: {} })
      assert.deepEqual([status, headers['mcp-session-id']], [200, undefined])
      const { protocolVersion, capabilities, serverInfo } = body.result
      assert.deepEqual(
        [protocolVersion, capabilities, serverInfo],
        [version, { tools: {} }, { name: 'vitrine', version: '1.2.3' }],
      )
    }
    const unknown = await legacy(shop, 'initialize', { protocolVersion: '1999-01-01' })
    assert.equal(unknown.body.result.protocolVersion, '2025-11-25')
    assert.equal((await post(shop, '/mcp', { jsonrpc: '2.0', method: 'notifications/initialized' })).status, 202)
  })

  test('get results without the fields of the newer one, whatever they accept', async () => {
    for (const headers of [{}, { accept: 'application/json' }, { accept: 'text/event-stream' }, { accept: 'x/y' }]) {
      const { status, body } = await legacy(shop, 'tools/list', {}, { headers })
      assert.deepEqual([status, Object.keys(body.result)], [200, ['tools']])
    }
    const called = await legacy(shop, 'tools/call', SEARCH, { headers: { 'mcp-protocol-version': '2025-06-18' } })
    assert.deepEqual(Object.keys(called.body.result), ['content', 'structuredContent'])
    assert.deepEqual((await legacy(shop, 'ping')).body.result, {})
  })

  test('get errors in an answer with status 200, because their clients read no other', async () => {
    const unknownTool = await legacy(shop, 'tools/call', { name: 'buy' })
    assert.deepEqual([unknownTool.status, unknownTool.body.error.code, unknownTool.body.id], [200, -32602, 'a'])
    assert.match(unknownTool.body.error.message, /The tools are search_catalog, /)
    const unknownMethod = await legacy(shop, 'prompts/list')
    assert.deepEqual([unknownMethod.status, unknownMethod.body.error.code], [200, -32601])
  })
})

describe('the tools', () => {
  test('answer wrong values with an error that a model can act on', async () => {
    const { content, isError } = await callTool(shop, 'search_catalog', { query: 'x', pagination: { limit: -1 } })
    assert.deepEqual([content[0].text, isError], ['pagination.limit must be a whole number of 1 or more.', true])
  })

  for (const name of ['search_catalog', 'list_filters']) {
    test(`tell a model that forgets the catalog where the arguments of ${name} belong`, async () => {
      const { body } = await legacy(shop, 'tools/call', { name, arguments: { query: 'shirt' } })
      const [{ text }] = body.result.content
      assert.deepEqual(
        [body.result.isError, text],
        [true, '"query" must be in "catalog", as in {"catalog": {"query": …}}.'],
      )
    })
  }

  test('refuse more ids than they take', async () => {
    const ids = Array.from({ length: 51 }, (_, index) => String(index))
    const { body } = await legacy(shop, 'tools/call', { name: 'lookup_catalog', arguments: { catalog: { ids } } })
    assert.deepEqual([body.error.code, body.error.data], [-32602, { code: 'request_too_large' }])
  })

  test('read the store of the path', async () => {
    const path = `/stores/${OTHER}/mcp`
    const { structuredContent } = await callTool(shop, 'search_catalog', { query: 'elsewhere' }, { path })
    assert.deepEqual(
      structuredContent.products.map(({ title }: Body) => title),
      ['Elsewhere'],
    )
  })

  test('answer for a store that does not exist with the id of the request', async () => {
    const { status, body } = await modern(shop, 'tools/call', SEARCH, { path: '/stores/nobody/mcp' })
    assert.deepEqual([status, body.id, body.error.data], [404, 7, { code: 'store-not-found' }])
  })

  test('of a store without a currency say so', async () => {
    const { content, isError } = await callTool(shop, 'list_filters', {}, { path: `/stores/${EMPTY}/mcp` })
    assert.equal(isError, true)
    assert.match(content[0].text, /no currency/)
  })

  test('list the values that can narrow a search, with counts', async () => {
    const { structuredContent } = await callTool(shop, 'list_filters', { query: 'shirt' })
    const { categories, options, price, available } = structuredContent
    assert.deepEqual(categories.slice(0, 2), [
      { value: 'Shirts', count: 25 },
      { value: 'Sale', count: 5 },
    ])
    assert.deepEqual(
      options.map(({ name }: Body) => name),
      ['Color', 'Size'],
    )
    assert.deepEqual([price.min.amount, price.max.amount, available], [100, 2550, 25])
    const filters = { categories: ['Sale'], options: [{ name: 'size', label: 's' }], available: true }
    const found = await callTool(shop, 'search_catalog', { filters })
    assert.equal(found.structuredContent.pagination.total_count, 4)
  })

  test('need the profile of the agent at /ucp/mcp', async () => {
    const path = '/ucp/mcp'
    const withMeta = (meta: unknown) =>
      legacy(shop, 'tools/call', { name: 'search_catalog', arguments: { meta, catalog: { query: 'shirt' } } }, { path })
    const profile = 'https://agent.example/profile.json'
    assert.ok((await withMeta({ 'ucp-agent': { profile } })).body.result.structuredContent)
    assert.equal((await withMeta(undefined)).body.error.code, -32602)
    const wrong = (await withMeta({ 'ucp-agent': { profile: 'ftp://x' } })).body.error
    assert.deepEqual([wrong.code, wrong.data.code], [-32001, 'invalid_profile_url'])
    assert.equal((await legacy(shop, 'tools/list', {}, { path })).status, 200)
  })

  test('are counted by name and outcome', async () => {
    const count = async (tool: string, outcome: string) => {
      const { values } = await shop.metrics.registry.getSingleMetric('vitrine_agent_calls_total')!.get()
      return values.find(({ labels }) => labels.tool === tool && labels.outcome === outcome)?.value ?? 0
    }
    const before = [await count('get_product', 'answered'), await count('get_product', 'refused')]
    await callTool(shop, 'get_product', { id: 'shirt-01' })
    await callTool(shop, 'get_product', {})
    const after = [await count('get_product', 'answered'), await count('get_product', 'refused')]
    assert.deepEqual(after, [before[0]! + 1, before[1]! + 1])
  })
})

describe('requests to /mcp', () => {
  test('are POST; GET and DELETE are not allowed, and OPTIONS is answered', async () => {
    for (const method of ['GET', 'DELETE', 'PUT', 'HEAD']) {
      const { status, headers } = await shop.ask({ method, path: '/mcp' })
      assert.deepEqual([status, headers.allow], [405, 'POST, OPTIONS'], method)
    }
    const preflight = await shop.ask({
      method: 'OPTIONS',
      path: '/mcp',
      headers: {
        origin: 'https://app.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type, mcp-method',
      },
    })
    assert.equal(preflight.status, 204)
    assert.equal(preflight.headers['access-control-allow-origin'], '*')
    assert.equal(preflight.headers['access-control-allow-methods'], 'POST, OPTIONS')
    assert.equal(preflight.headers['access-control-allow-headers'], 'content-type, mcp-method')
  })

  test('of a page under a name that is not of the server are refused', async () => {
    const ping = (headers: Record<string, string>) => legacy(shop, 'ping', {}, { headers })
    const rebound = await ping({ host: 'evil.example', origin: 'http://evil.example' })
    assert.deepEqual([rebound.status, rebound.body.error.data], [403, { code: 'origin_not_allowed' }])
    const allowed = [
      {},
      { origin: 'https://app.example' },
      { host: 'localhost:99', origin: 'http://localhost:99' },
      { host: '192.168.0.7', origin: 'http://192.168.0.7' },
    ]
    for (const headers of allowed) assert.equal((await ping(headers)).status, 200, JSON.stringify(headers))
  })

  test('to a host that cannot be are refused', async () => {
    for (const host of ['shop.example:99999', '999.999.999.999']) {
      const { status } = await legacy(shop, 'ping', {}, { headers: { host, origin: 'https://app.example' } })
      assert.equal(status, 400, host)
      assert.equal((await shop.ask({ path: '/.well-known/ucp', headers: { host, 'x-store-id': STORE } })).status, 400)
    }
  })

  test('of pages that the operator does not allow are refused', { skip: COMPLETE_ONLY }, async () => {
    await using closed = await openShop({ corsOrigin: ['https://app.example'], publicUrl: 'https://api.example' })
    const status = async (origin: string, host = 'x.example') =>
      (await legacy(closed, 'ping', {}, { headers: { origin, host } })).status
    assert.equal(await status('https://app.example'), 200)
    assert.equal(await status('https://other.example'), 403)
    assert.equal(await status('null'), 403)
    assert.equal(await status('https://api.example', 'api.example'), 200)
  })

  test('with a body that is too long are refused before it has arrived', async () => {
    const announced = await shop.send(
      `POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-length: 70000\r\n\r\n${'x'.repeat(100)}`,
    )
    assert.match(announced, /^HTTP\/1\.1 413 /)
    assert.match(announced, /connection: close/i)
    const chunk = `1000\r\n${'x'.repeat(0x1000)}\r\n`
    const endless = await shop.send(
      `POST /mcp HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n${chunk.repeat(20)}`,
    )
    assert.match(endless, /^HTTP\/1\.1 413 /)
  })

  test('with a compressed body are refused, and told what is accepted', async () => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })
    const ask = (path: string, encoding: string) =>
      shop.ask({ method: 'POST', path, headers: { host: 'localhost', 'content-encoding': encoding }, body })
    for (const path of ['/mcp', '/ucp/catalog/search']) {
      const { status, headers, body } = await ask(path, 'gzip')
      assert.deepEqual([status, headers['accept-encoding']], [415, 'identity'])
      assert.match(body, /"unsupported_encoding"/)
    }
    for (const encoding of ['identity', '']) assert.equal((await ask('/mcp', encoding)).status, 200)
  })

  test('whose body never ends are not faults of the server', async () => {
    const from = lines.length
    const socket = connect(shop.port, '127.0.0.1')
    socket.write('POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-length: 10\r\n\r\nabc')
    await once(socket, 'connect')
    socket.destroy()
    const logged = () => lines.slice(from).filter(({ url }) => url === '/mcp')
    await until(async () => logged().length > 0)
    assert.deepEqual(
      logged().map(({ status }) => status),
      [400],
    )
  })

  test('that expect it get 100 Continue', async () => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })
    const head = `POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${body.length}\r\nexpect: 100-continue`
    const answer = await shop.send(`${head}\r\nconnection: close\r\n\r\n${body}`)
    assert.match(answer, /^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK/)
  })

  test('that a server cannot answer get the id of the request, and when to try again', {
    skip: COMPLETE_ONLY,
  }, async () => {
    const current = () => Promise.reject(new VitrineError('database-unusable', 'secret'))
    const away = { ...shop.editions, current, list: current, [Symbol.asyncDispose]: async () => {} }
    await using broken = await openShop({ editions: away })
    const { status, headers, body } = await modern(broken, 'tools/call', SEARCH)
    assert.deepEqual([status, headers['retry-after'], body.id], [503, '5', 7])
    assert.deepEqual([body.error.code, body.error.data], [-32000, { code: 'database-unusable', retry_after: 5 }])
    assert.ok(!body.error.message.includes('secret'))
    assert.equal((await legacy(broken, 'tools/call', SEARCH)).status, 503)
  })

  test('find nothing at a server that does not answer assistants', { skip: COMPLETE_ONLY }, async () => {
    await using without = await openShop({ resources: undefined })
    for (const path of ['/mcp', '/ucp/mcp', '/ucp/catalog/search', `/stores/${STORE}/mcp`])
      assert.equal((await post(without, path, {})).status, 404, path)
    assert.equal((await without.get('/.well-known/ucp')).status, 404)
  })
})
