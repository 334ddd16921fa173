import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { getJson, type Running, WorkingDirectory } from './vitrine.ts'

const BANNER =
  /API +(http:\S+)\/store\/products\n +Facets +\S+\n +Reference +\S+\/docs\n +Metrics +(http:\S+)\n[\s\S]*Ctrl-C/
const DEMO = ['demo', '--port', '0', '--metrics-port', '0']

/** The URL and the store of each example request that the demo prints. */
function exampleRequests(server: Running): { url: string; store: string }[] {
  const curls = [...server.stdout.matchAll(/curl -H "x-store-id: (\S+)" "(\S+)"/g)]
  return curls.map(([, store, url]) => ({ store: store!, url: url! }))
}

/** Waits for the printed addresses, and for the end of the overload that the import causes on a slow machine. */
async function waitUntilServing(server: Running): Promise<{ readonly api: string; readonly metrics: string }> {
  const [, api, metrics] = await server.waitFor(BANNER)
  while ((await fetch(`${api}/store/products`)).status === 503) await new Promise((resume) => setTimeout(resume, 100))
  return { api: api!, metrics: metrics! }
}

describe('vitrine demo', () => {
  test('creates and serves the shop, and prints example requests with results', async () => {
    using place = new WorkingDirectory()
    const server = place.start(DEMO)
    const { api, metrics } = await waitUntilServing(server)
    assert.equal(exampleRequests(server).length, 2)
    for (const { url, store } of exampleRequests(server)) {
      const { status, body } = await getJson(url, { 'x-store-id': store })
      assert.equal(status, 200)
      assert.ok(body.meta.totalItems >= 2, url)
    }
    assert.equal((await fetch(metrics)).status, 200)
    const all = await getJson(`${api}/store/products`)
    assert.ok(all.body.meta.totalItems >= 200)
    server.child.kill('SIGINT')
    assert.equal((await server.waitForExit()).code, 0)
  })

  test('serves the pictures of its products and no other file', async () => {
    using place = new WorkingDirectory()
    const server = place.start(DEMO)
    const { api } = await waitUntilServing(server)
    const [{ id }] = (await getJson(`${api}/store/products?limit=1`)).body.data
    const { files } = (await getJson(`${api}/store/products/${id}`)).body
    const path: string = files[0].file.path
    assert.ok(path.startsWith(`${api}/demo/pictures/`), path)
    const picture = await fetch(path)
    assert.equal(picture.status, 200)
    assert.equal(picture.headers.get('content-type'), 'image/svg+xml')
    assert.match(await picture.text(), /^<svg /)
    for (const name of ['..%2fcatalog.ndjson', '%2e%2e%2fcatalog.ndjson', 'nothing.svg', '..']) {
      assert.equal((await fetch(`${api}/demo/pictures/${name}`)).status, 404)
    }
  })

  test('changes nothing at the second start', async () => {
    using place = new WorkingDirectory()
    const port = String(20_000 + (process.pid % 20_000))
    for (let start = 0; start < 2; start++) {
      const server = place.start(['demo', '--port', port, '--metrics-port', '0', '--database', 'shop.db'])
      await server.waitFor(BANNER)
      server.child.kill('SIGTERM')
      assert.equal((await server.waitForExit()).code, 0)
    }
    const [shop] = JSON.parse((await place.run(['store', 'list', '--json', '--database', 'shop.db'])).stdout)
    assert.equal(shop.name, 'Vitrine demo')
    assert.equal(shop.taxRate.rate, 19)
    assert.equal(shop.edition.number, 1)
  })

  test('names a port that is in use and the option to change it', async () => {
    using place = new WorkingDirectory()
    const first = place.start(DEMO)
    const [, api] = await first.waitFor(BANNER)
    const { port } = new URL(api!)
    const { code, stderr } = await place.run(['demo', '--port', port, '--metrics-port', '0', '--database', 'other.db'])
    assert.equal(code, 1)
    assert.match(stderr, new RegExp(`^vitrine: port ${port} on 127\\.0\\.0\\.1 is in use; choose another with --port`))
  })
})
