// Complete run only: it starts many processes.
import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { serve } from '../cli/served-shop.ts'
import { SHIRT, TEAPOT, WorkingDirectory } from '../cli/vitrine.ts'
import { until } from '../database/until.ts'
import { SECRET } from './followed-shop.ts'
import { type Headers, nuxtWebsite } from './nuxt-website.ts'

test('the website of docs/frameworks.md for Nuxt drops what a publication changed, and keeps the rest', async () => {
  const [shoes, pots] = [
    { ...SHIRT, labelValues: ['Shoes'] },
    { ...TEAPOT, labelValues: ['Pots'] },
  ]
  using place = await new WorkingDirectory().withStore('a', [shoes, pots])
  const { url } = await serve(place)
  mkdirSync(place.path('website'))
  const website = await nuxtWebsite(place.path('website'), url)
  const kept = () => [...website.kept.keys()]

  const received: [body: string, headers: Headers][] = []
  const server = createServer(async (request, response) => {
    const webhook: [string, Headers] = [await text(request), request.headers as Headers]
    await website.hook(...webhook)
    received.push(webhook)
    response.writeHead(204).end()
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  try {
    await website.render()
    assert.deepEqual(kept(), ['shoes', 'pots'])
    writeFileSync(place.path('secret'), SECRET)
    const hooks = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks/catalog`
    const options = ['--webhook', hooks, '--secret-file', 'secret', '--state', 'state.db', '--delay', '1s']
    place.start(['follow', '--store', 'a', ...options])
    // The first event says that everything may have changed.
    await until(() => received.length === 1)
    assert.deepEqual(kept(), [])

    await website.render()
    writeFileSync(place.path('prices.csv'), 'sku,price\nRS-S,17.90\n')
    assert.equal((await place.run(['import', 'prices.csv', '--store', 'a', '--only', 'price'])).code, 0)
    await until(() => received.length === 2)
    assert.deepEqual(kept(), ['pots'])

    const [body, headers] = received[1]!
    await website.render()
    await assert.rejects(website.hook(`${body} `, headers), /No matching signature/)
    assert.deepEqual(kept(), ['pots', 'shoes'])
  } finally {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
})
