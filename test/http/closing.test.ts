import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Editions } from '../../src/edition/edition.ts'
import { openShop, STORE } from './shop.ts'

const head = `Host: a\r\nx-store-id: ${STORE}\r\n\r\n`

test('a server that closes finishes what it has begun, and tells the client to let go', async () => {
  const shop = await openShop()
  const slow: Editions = {
    current: async (store) => {
      await pause(200)
      return await shop.editions.current(store)
    },
    unavailableSince: undefined,
    ping: () => shop.editions.ping(),
    list: () => shop.editions.list(),
    [Symbol.asyncDispose]: async () => {},
  }
  const slowly = await openShop({ editions: slow })
  const socket = connect(slowly.port, '127.0.0.1')
  socket.write(`GET /store/products?limit=1 HTTP/1.1\r\n${head}`)
  await pause(100)
  const closed = slowly[Symbol.asyncDispose]()
  const answer = await text(socket)
  assert.match(answer, /^HTTP\/1\.1 200 OK\r\n/)
  assert.match(answer, /\r\nconnection: close\r\n/i)
  assert.match(answer, /"totalItems":25/)
  await closed
  await assert.rejects(slowly.get('/livez'))
  await shop[Symbol.asyncDispose]()
})

test('a connection that is kept alive without a request does not keep a server from closing', async () => {
  const shop = await openShop()
  const socket = connect(shop.port, '127.0.0.1')
  socket.write(`GET /store/products?limit=1 HTTP/1.1\r\n${head}`)
  await pause(200)
  const started = Date.now()
  await shop[Symbol.asyncDispose]()
  assert.ok(Date.now() - started < 5000)
  socket.destroy()
})

test('requests that come in one packet are answered in their order, kept or not', async () => {
  await using shop = await openShop()
  const paths = [3, 1, 3, 2, 1].map((limit) => `/store/products?limit=${limit}`)
  for (let round = 0; round < 2; round++) {
    const packet = paths.map((path) => `GET ${path} HTTP/1.1\r\n${head}`).join('')
    const answers = await shop.send(packet.replace(/\r\n\r\n$/, '\r\nConnection: close\r\n\r\n'))
    const limits = [...answers.matchAll(/"itemsPerPage":(\d)/g)].map(([, limit]) => Number(limit))
    assert.deepEqual(limits, [3, 1, 3, 2, 1])
  }
})
