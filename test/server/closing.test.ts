import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { until } from '../database/until.ts'
import { HeldEditions } from './held-editions.ts'
import { openShop, STORE } from './shop.ts'

const head = `Host: a\r\nx-store-id: ${STORE}\r\n\r\n`
const PATH = '/store/products?limit=1'

for (const cached of [false, true]) {
  const which = cached ? 'a cached response' : 'a read'
  test(`a server that closes finishes ${which} that it has begun, and tells the client to close the connection`, async () => {
    await using source = await openShop()
    const editions = new HeldEditions(source)
    await using shop = await openShop({ editions })
    if (cached) await shop.ask({ path: PATH, headers: { host: 'a', 'x-store-id': STORE } })
    editions.hold()
    const socket = connect(shop.port, '127.0.0.1')
    socket.write(`GET ${PATH} HTTP/1.1\r\n${head}`)
    await until(() => editions.waiting === 1)
    const closed = shop.app.close()
    await until(() => !shop.app.server.listening)
    editions.release()
    let answer = ''
    for await (const chunk of socket) {
      answer += chunk
      if (answer.includes('"totalItems":25')) break
    }
    assert.match(answer, /^HTTP\/1\.1 200 OK\r\n/)
    assert.match(answer, /\r\nconnection: close\r\n/i)
    await closed
    await assert.rejects(shop.get('/livez'))
    assert.equal(await shop.metric('vitrine_response_cache_hits_total'), cached ? 1 : 0)
  })
}

test('a connection that is kept alive without a request does not keep a server from closing', async () => {
  const shop = await openShop()
  // The server would wait without end.
  shop.app.server.keepAliveTimeout = 0
  const socket = connect(shop.port, '127.0.0.1')
  socket.write(`GET ${PATH} HTTP/1.1\r\n${head}`)
  for (let answer = ''; !answer.includes('"totalItems":25'); ) answer += (await once(socket, 'data'))[0]
  await Promise.all([once(socket.resume(), 'close'), shop[Symbol.asyncDispose]()])
})

test('pipelined requests are answered in their order, cached or not', async () => {
  await using shop = await openShop()
  const paths = [3, 1, 3, 2, 1].map((limit) => `/store/products?limit=${limit}`)
  for (let round = 0; round < 2; round++) {
    const packet = paths.map((path) => `GET ${path} HTTP/1.1\r\n${head}`).join('')
    const answers = await shop.send(packet.replace(/\r\n\r\n$/, '\r\nConnection: close\r\n\r\n'))
    const limits = [...answers.matchAll(/"itemsPerPage":(\d)/g)].map(([, limit]) => Number(limit))
    assert.deepEqual(limits, [3, 1, 3, 2, 1])
  }
})
