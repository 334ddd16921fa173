// Complete run only: it starts many processes.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { freePort } from '../postgres/daemon.ts'
import type { Body } from '../server/shop.ts'
import { getJson, type Running, WorkingDirectory } from './vitrine.ts'

const BANNER =
  /API +(http:\S+)\/store\/products\n +Facets +\S+\n +Reference +\S+\/docs\n +Assistants +\S+\/mcp\n +Metrics +(http:\S+)\n[\s\S]*Ctrl-C/
const DEMO = ['demo', '--port', '0', '--metrics-port', '0']

/** The URL and the store of each example request that the demo prints. */
function exampleRequests(server: Running): { url: string; store: string }[] {
  const curls = [...server.stderr.matchAll(/curl -H "x-store-id: (\S+)" "(\S+)"/g)]
  return curls.map(([, store, url]) => ({ store: store!, url: url! }))
}

/** Waits for the printed addresses. */
async function waitUntilServing(server: Running): Promise<{ readonly api: string; readonly metrics: string }> {
  const [, api, metrics] = await server.waitFor(BANNER)
  return { api: api!, metrics: metrics! }
}

/** The response of a server that may not listen yet. */
async function firstResponse(url: string): Promise<Response> {
  for (;;) {
    try {
      return await fetch(url)
    } catch {
      await new Promise((resume) => setTimeout(resume, 5))
    }
  }
}

/** The URL of a picture of the first product. */
async function firstPicture(api: string): Promise<string> {
  const [{ id }] = (await getJson(`${api}/store/products?limit=1`)).body.data
  return (await getJson(`${api}/store/products/${id}`)).body.files[0].file.path
}

describe('vitrine demo', () => {
  test('creates and serves the shop, and prints example requests with results', async () => {
    using place = new WorkingDirectory()
    const server = place.start(DEMO)
    const { api, metrics } = await waitUntilServing(server)
    assert.equal(exampleRequests(server).length, 3)
    for (const { url, store } of exampleRequests(server)) {
      const { status, body } = await getJson(url, { 'x-store-id': store })
      assert.equal(status, 200)
      assert.ok(body.meta.totalItems >= 2, url)
    }
    assert.equal((await fetch(metrics)).status, 200)
    const { body: store } = await getJson(`${api}/store`)
    const { publicName, language, currency, minorUnits } = store
    assert.deepEqual([publicName, language, currency, minorUnits], ['Fennel & Tide', 'en', 'EUR', 2])
    const all = await getJson(`${api}/store/products`)
    assert.ok(all.body.meta.totalItems >= 200)
    const { data: markets } = (await getJson(`${api}/store/markets`)).body
    assert.deepEqual(
      markets.map(({ code, language, currency }: Body) => [code, language, currency]),
      [
        [undefined, 'en', 'EUR'],
        ['de', 'de', 'CHF'],
      ],
    )
    const german = await getJson(`${api}/store/products?market=de&slug=breton-striped-shirt&form=full`)
    const [shirt] = german.body.data
    assert.deepEqual([shirt.slug, shirt.variants[0].price], ['bretonisches-streifenshirt', '54.00'])
    assert.equal(german.headers.get('content-language'), 'de')
    server.child.kill('SIGINT')
    assert.equal((await server.waitForExit()).code, 0)
    for (const line of server.stdout.trim().split('\n')) assert.equal(typeof JSON.parse(line).msg, 'string')
  })

  test('opens a shop at its root, with pictures of its own address', async () => {
    using place = new WorkingDirectory()
    const server = place.start(DEMO)
    const [, shop] = await server.waitFor(/Shop +(http:\S+)/)
    await waitUntilServing(server)
    const page = await (await fetch(shop!)).text()
    assert.match(page, /<title>Fennel &amp; Tide<\/title>/)
    assert.match(page, /<a hreflang="en" href="\/docs">/)
    const pictures = [...page.matchAll(/<img src="([^"]+)"/g)].map(([, path]) => path!)
    assert.ok(pictures.length > 8)
    for (const path of pictures) {
      assert.match(path, /^\/demo\/pictures\//)
      assert.equal((await fetch(new URL(path, shop))).status, 200, path)
    }
    assert.equal((await fetch(new URL('/products/breton-striped-shirt', shop))).status, 200)
    assert.equal((await fetch(new URL('/products/nothing', shop))).status, 404)
  })

  test('serves the pictures of its products and no other file', async () => {
    using place = new WorkingDirectory()
    const server = place.start(DEMO)
    const { api } = await waitUntilServing(server)
    const path = await firstPicture(api)
    assert.ok(path.startsWith(`${api}/demo/pictures/`), path)
    const picture = await fetch(path)
    assert.equal(picture.status, 200)
    assert.equal(picture.headers.get('content-type'), 'image/svg+xml')
    assert.match(await picture.text(), /^<svg /)
    for (const name of ['..%2fcatalog.ndjson', '%2e%2e%2fcatalog.ndjson', 'nothing.svg', '..']) {
      assert.equal((await fetch(`${api}/demo/pictures/${name}`)).status, 404)
    }
  })

  test('answers with the complete catalog from the first response on', async () => {
    using place = new WorkingDirectory()
    const port = await freePort()
    place.start(['demo', '--port', String(port), '--metrics-port', '0'])
    const response = await firstResponse(`http://127.0.0.1:${port}/store/products`)
    assert.equal(response.status, 200)
    assert.ok(((await response.json()) as Body).meta.totalItems >= 200)
  })

  test('has pictures at the address of each request, whatever other demos use the database', async () => {
    using place = new WorkingDirectory()
    const first = await waitUntilServing(place.start(DEMO))
    const second = await waitUntilServing(place.start(DEMO))
    const third = await waitUntilServing(place.start([...DEMO, '--public-url', 'https://shop.example/api/']))
    for (const { api } of [first, second]) {
      const path = await firstPicture(api)
      assert.ok(path.startsWith(`${api}/demo/pictures/`), path)
      assert.ok((await firstPicture(api.replace('127.0.0.1', 'localhost'))).startsWith('http://localhost:'))
      assert.equal((await fetch(path)).status, 200)
    }
    assert.ok((await firstPicture(third.api)).startsWith('https://shop.example/api/demo/pictures/'))
    const [variant] = (await getJson(`${second.api}/store/product-variants?search=navy`)).body.data
    assert.ok(variant.files.every(({ file }: Body) => file.path.startsWith(`${second.api}/demo/pictures/`)))
    const [{ file }] = variant.files
    assert.equal(file.fileSize, (await (await fetch(file.path)).bytes()).length)
  })

  test('changes nothing at the second start', async () => {
    using place = new WorkingDirectory()
    const port = String(await freePort())
    for (let start = 0; start < 2; start++) {
      const server = place.start(['demo', '--port', port, '--metrics-port', '0', '--database', 'shop.db'])
      await server.waitFor(BANNER)
      server.child.kill('SIGTERM')
      assert.equal((await server.waitForExit()).code, 0)
    }
    const [shop] = JSON.parse((await place.run(['store', 'list', '--json', '--database', 'shop.db'])).stdout)
    assert.equal(shop.name, 'Vitrine demo')
    assert.equal(shop.taxRate.rate, 19)
    assert.equal(shop.edition.number, 4)
  })

  test('names a port that is in use and the option to change it', async () => {
    using place = new WorkingDirectory()
    const first = place.start(DEMO)
    const [, api] = await first.waitFor(BANNER)
    const { port } = new URL(api!)
    const { code, stderr } = await place.run(['demo', '--port', port, '--metrics-port', '0', '--database', 'other.db'])
    assert.equal(code, 1)
    assert.match(
      stderr,
      new RegExp(`^vitrine: port ${port} on 127\\.0\\.0\\.1 is in use; choose another with \`--port \\d+\``),
    )
    const npm = await place.run(['demo', '--port', port, '--metrics-port', '0'], { npm_lifecycle_event: 'start' })
    assert.match(
      npm.stderr,
      /is in use; choose another with `npm start -- --port \d+`, or stop the program that uses it\n$/,
    )
  })

  test('says how to pass a port through npm, which passes only the value on', async () => {
    using place = new WorkingDirectory()
    const { code, stderr } = await place.run(['demo', '3001'], { npm_lifecycle_event: 'start' })
    assert.deepEqual([code, stderr], [2, 'vitrine: demo has no argument "3001"; write `npm start -- --port 3001`\n'])
    const without = await place.run(['demo', '3001'])
    assert.deepEqual([without.code, without.stderr], [2, 'vitrine: demo has no argument "3001"; write `--port 3001`\n'])
  })
})
