// Complete run only: it bundles the client for many environments.
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { createContext, runInContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { chromium as playwright } from 'playwright-core'
import { findChromium } from '../server/chromium.ts'
import { type Body, openShop, type Shop, STORE } from '../server/shop.ts'
import { temporaryFolder } from '../temporary.ts'
import { bundled } from './bundle.ts'
import { openSite } from './site.ts'

let server: Shop
before(async () => {
  server = await openShop()
})
after(() => server[Symbol.asyncDispose]())

/** Reads everything once, and gives what a test compares. */
const PROGRAM = `async ({ createVitrine, RequestError, cents }, options) => {
  const revalidations = []
  const counted = (url, init) => {
    revalidations.push('if-none-match' in init.headers)
    return fetch(url, init)
  }
  const shop = createVitrine({ ...options, fetch: counted })
  const first = await shop.products.list({ limit: 10, option: { color: ['red', 'blue'] } })
  await shop.products.list({ limit: 10, option: { color: ['red', 'blue'] } })
  const next = await shop.products.next(structuredClone(first))
  let items = 0
  for await (const product of shop.products.each({ limit: 10 })) items++
  const product = await shop.products.bySlug('shirt-07')
  const facets = await shop.products.facets({ search: 'shirt' })
  const variants = await shop.variants.list({ sku: 'S07-Blue-S' })
  const error = await shop.products.list({ page: 0 }).catch((error) => error)
  const controller = new AbortController()
  const aborted = shop.products.suggest({ search: 'sh' }, { signal: controller.signal }).catch((error) => error)
  controller.abort('left')
  return {
    page: next.meta.currentPage,
    revalidations: revalidations.slice(0, 2),
    items,
    product: product.name,
    inStock: facets.inStock,
    price: cents(variants.data[0].price),
    error: [error instanceof RequestError, error.code, error.status, typeof error.requestId],
    aborted: await aborted,
  }
}`

const RESULT = {
  page: 2,
  revalidations: [false, true],
  items: 25,
  product: 'Shirt 07',
  inStock: 25,
  price: 700,
  error: [true, 'invalid-parameter', 400, 'string'],
  aborted: 'left',
}

describe('the client in one file', () => {
  test('is 4.1 kB, compressed, and comes from its own folder', async () => {
    const { code, files } = await bundled('esm')
    const bytes = gzipSync(code, { level: 9 }).length
    assert.ok(bytes < 4150, `${bytes} bytes`)
    assert.deepEqual(
      files.filter((file) => file.includes('/')),
      [],
    )
  })

  test('runs where only web standards are', async () => {
    const { code } = await bundled('iife')
    const context = createContext({
      fetch,
      URL,
      URLSearchParams,
      AbortController,
      AbortSignal,
      setTimeout,
      structuredClone,
      clearTimeout,
    })
    runInContext(code, context)
    const run = runInContext(`(options) => (${PROGRAM})(vitrine, options)`, context)
    const result = await run({ url: server.address, store: STORE })
    assert.deepEqual(JSON.parse(JSON.stringify(result)), RESULT)
  })

  const olderNode = findOlderNode()
  const withoutNode = olderNode === undefined && 'there is no Node 20, 21, 22 or 23 on the path'

  test('runs in a Node older than that of the server', { skip: withoutNode }, async () => {
    using folder = temporaryFolder()
    const [client, program] = [join(folder.path, 'client.mjs'), join(folder.path, 'program.mjs')]
    const options = JSON.stringify({ url: server.address, store: STORE })
    writeFileSync(client, (await bundled('esm')).code)
    writeFileSync(
      program,
      `import * as client from './client.mjs'\nconsole.log(JSON.stringify(await (${PROGRAM})(client, ${options})))`,
    )
    const { stdout } = await promisify(execFile)(olderNode!, [program], { env: {} })
    assert.deepEqual(JSON.parse(stdout), RESULT)
  })

  const chromium = findChromium()
  const skip = chromium === undefined && 'there is no chromium on the path: `apt-get install chromium` gets one'

  test('runs in a page of another origin and in its worker, and leaves caching to the browser', { skip }, async () => {
    await using site = await openSite({
      '/': ['text/html', '<!doctype html><link rel="icon" href="data:,"><title>A shop</title>'],
      '/client.js': ['text/javascript', (await bundled('esm')).code],
      '/worker.js': [
        'text/javascript',
        `import * as client from '/client.js'
        onmessage = async ({ data }) => postMessage(await (${PROGRAM})(client, data))`,
      ],
    })
    const browser = await playwright.launch({ executablePath: chromium!, args: ['--no-sandbox'] })
    try {
      const page = await browser.newPage()
      const errors: unknown[] = []
      page.on('pageerror', (error) => errors.push(error))
      await page.goto(site.address)
      const options = JSON.stringify({ url: server.address, store: STORE })
      const result: Body = await page.evaluate(
        `import('/client.js').then((client) => (${PROGRAM})(client, ${options}))`,
      )
      assert.deepEqual(result, { ...RESULT, revalidations: [false, false] })
      const inWorker: Body = await page.evaluate(`new Promise((resolve, reject) => {
        const worker = new Worker('/worker.js', { type: 'module' })
        worker.onmessage = ({ data }) => resolve(data)
        worker.onerror = reject
        worker.postMessage(${options})
      })`)
      assert.deepEqual(inWorker, result)
      const relative = `import('/client.js').then(({ createVitrine }) => createVitrine({ url: '/catalog/' }).products.key()[1])`
      assert.equal(await page.evaluate(relative), `${site.address}/catalog`)
      assert.deepEqual(errors, [])
    } finally {
      await browser.close()
    }
  })
})

/** The first Node of the path that is too old for the server, and new enough for the client. */
function findOlderNode(): string | undefined {
  const files = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'node'))
  return files.filter(existsSync).find((file) => {
    const [, major] = /^v(\d+)/.exec(spawnSync(file, ['--version'], { encoding: 'utf8' }).stdout ?? '') ?? []
    return Number(major) >= 20 && Number(major) < 24
  })
}
