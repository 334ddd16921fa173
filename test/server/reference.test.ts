import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { ERROR_CODES } from '@vitrine/catalog/error'
import { CODES_OF_COMMANDS } from '@vitrine/server/openapi/schemas'
import { leftOut } from '../quick.ts'
import { temporaryFolder } from '../temporary.ts'
import { type Browser, type BrowserPage, findChromium, openBrowser } from './chromium.ts'
import { contrast } from './contrast.ts'
import { openShop, type Shop, STORE } from './shop.ts'

let shop: Shop
before(async () => {
  shop = await openShop({ defaultStore: STORE })
})
after(() => shop[Symbol.asyncDispose]())

const chromium = findChromium()
const skip =
  leftOut('a browser') ||
  (chromium === undefined && 'there is no chromium on the path: `apt-get install chromium` gets one')

const run = promisify(execFile)
const skipPython = !existsSync('/usr/bin/python3') && 'there is no /usr/bin/python3: `apt-get install python3` gets one'

const OPERATIONS = [
  'getStore',
  'listMarkets',
  'listChanges',
  'listProducts',
  'getProductFacets',
  'suggestProducts',
  'getProduct',
  'listLabels',
  'getLabel',
  'listVariants',
  'getVariant',
]

const CLIENT = resolve(import.meta.dirname, '../../packages/client/client.ts')

describe('the reference at /docs, in a browser', { skip }, () => {
  let browser: Browser
  before(async () => {
    browser = await openBrowser(chromium!)
  })
  after(() => browser[Symbol.asyncDispose]())

  for (const width of [1280, 390]) {
    test(`sends every operation, in a window of ${width} pixels`, async () => {
      using page = await browser.open(`${shop.address}/docs`, { width })
      await page.until(`document.querySelector('#getVariant [name=variantId]')?.value`)
      assert.deepEqual(await page.evaluate(`[...document.querySelectorAll('.operation')].map(({ id }) => id)`), [
        ...OPERATIONS.slice(0, 3),
        'streamEvents',
        ...OPERATIONS.slice(3),
      ])
      for (const operation of OPERATIONS)
        assert.match(await answerOf(page, operation), /^200 OK \d+ ms · [\d,]+ bytes$/)
      assert.match(await textOf(page, '#getProduct .body'), /^\{\n {2}"id": "/)
      assert.match(await textOf(page, '#getProduct .headers'), /^etag: W\//m)
      assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true)
      assert.deepEqual(foreign(page, shop.address), [])
      assert.deepEqual(page.errors, [])
    })
  }

  test('shows the request as a curl command, without the empty fields', async () => {
    using page = await browser.open(`${shop.address}/docs`)
    await page.until(`document.querySelector('.scripted #listProducts')`)
    const command = () => textOf(page, '#listProducts .curl code')
    assert.equal(await command(), `curl -H "x-store-id: ${STORE}" "${shop.address}/store/products"`)
    await type(page, '#listProducts [name=search]', "50% & $HOME's")
    await page.evaluate(`document.querySelector('#listProducts [aria-label="Add a value of label"]').click()`)
    await type(page, '#listProducts [name=label]:first-of-type', 'shirts')
    await type(page, '#listProducts [name=label]:last-of-type', 'sale')
    await type(page, '#listProducts [name=If-None-Match]', 'W/"1"')
    assert.equal(
      await command(),
      `curl -H "x-store-id: ${STORE}" -H "If-None-Match: W/\\"1\\"" ` +
        `"${shop.address}/store/products?search=50%25%20%26%20%24HOME%27s&label=shirts&label=sale"`,
    )
    assert.match(await answerOf(page, 'listProducts'), /^200 /)
  })

  test('shows every request as a program with the client, which gets the same answer', async () => {
    using page = await browser.open(`${shop.address}/docs`)
    await page.until(`document.querySelector('#getVariant [name=variantId]')?.value`)
    await type(page, '#listProducts [name=search]', "it's a \\ shirt")
    await type(page, '#listProducts [name=limit]', '3')
    await type(page, '#listProducts [name=inStock]', 'true')
    await type(page, '#listProducts [name=market]', 'de-at')
    await page.evaluate(`document.querySelector('#listProducts [aria-label="Add a value of label"]').click()`)
    await type(page, '#listProducts [name=label]:first-of-type', 'shirts')
    await type(page, '#listProducts [name=label]:last-of-type', 'sale')
    assert.equal(
      await textOf(page, '#listProducts .client code'),
      [
        "import { createVitrine } from '@vitrine/client'",
        '',
        `const shop = createVitrine({ url: '${shop.address}', store: '${STORE}', market: 'de-at' })`,
        'const page = await shop.products.list({',
        '  limit: 3,',
        "  search: 'it\\'s a \\\\ shirt',",
        "  label: ['shirts', 'sale'],",
        '  inStock: true,',
        '})',
      ].join('\n'),
    )
    // The store has no markets.
    await type(page, '#listProducts [name=market]', '')
    using folder = temporaryFolder()
    for (const operation of OPERATIONS) {
      assert.match(await answerOf(page, operation), /^200 /)
      const program = await textOf(page, `#${operation} .client code`)
      const name = /^const (?!shop)(\w+)/m.exec(program)![1]
      const file = join(folder.path, `${operation}.mts`)
      writeFileSync(file, `${program.replace('@vitrine/client', CLIENT)}\nexport const answer = ${name}`)
      const { answer } = await import(file)
      const body = JSON.parse(await textOf(page, `#${operation} .body`))
      assert.deepEqual(answer, /^list(?:Labels|Markets)$/.test(operation) ? body.data : body, program)
    }
  })

  test('shows every request in Python, which gets the same answer, and in PHP', { skip: skipPython }, async () => {
    using page = await browser.open(`${shop.address}/docs`)
    await page.until(`document.querySelector('#getVariant [name=variantId]')?.value`)
    await type(page, '#listProducts [name=search]', `it's a "\\" shirt`)
    for (const operation of OPERATIONS) {
      assert.match(await answerOf(page, operation), /^200 /)
      const program = await textOf(page, `#${operation} .python code`)
      const name = /^(\w+) = json/m.exec(program)![1]
      const { stdout } = await run('python3', ['-c', `${program}\nprint(json.dumps(${name}))`])
      assert.deepEqual(JSON.parse(stdout), JSON.parse(await textOf(page, `#${operation} .body`)), program)
    }
    const isVisible = () => page.evaluate(`document.querySelector('#getStore .php').checkVisibility()`)
    assert.equal(await isVisible(), false)
    await page.page.getByLabel('Samples in').selectOption('PHP')
    assert.equal(await isVisible(), true)
    assert.equal(
      await textOf(page, '#getStore .php code'),
      [
        `$context = stream_context_create(['http' => ['header' => ['x-store-id: ${STORE}']]]);`,
        `$answer = file_get_contents('${shop.address}/store', false, $context);`,
        '$store = json_decode($answer, true);',
      ].join('\n'),
    )
  })

  test('shows an example of each answer before a request is sent, and finds fields', async () => {
    using page = await browser.open(`${shop.address}/docs`)
    await page.until(`document.querySelector('.scripted #listProducts')`)
    for (const operation of OPERATIONS) {
      const example = JSON.parse(await textOf(page, `#${operation} .body`))
      assert.ok(Object.keys(example).length > 0, operation)
    }
    await page.page.getByLabel('Find an operation or a field').fill('searchIn')
    await page.page.getByText(/^[1-9]\d? found$/).waitFor()
    assert.equal(await page.page.locator('#listProducts').isVisible(), true)
    assert.equal(await page.page.locator('#getLabel').isVisible(), false)
    assert.deepEqual(await page.violations(), [])
  })

  test('offers only values that the API accepts', async () => {
    using page = await browser.open(`${shop.address}/docs`)
    const choices = (name: string) =>
      page.evaluate(`[...document.querySelectorAll('#listProducts [name=${name}] option')].map((each) => each.value)`)
    await page.until(`document.querySelector('#listProducts [name=inStock]')`)
    assert.deepEqual(await choices('inStock'), ['', 'true'])
    const fields = ['createdAt', 'name', 'price', 'popularity']
    const sorts = fields.flatMap((field) => [`${field}:ASC`, `${field}:DESC`])
    assert.deepEqual(await choices('sortBy'), ['', ...sorts])
  })

  test('shows an error of the API, and that there was no answer', async () => {
    const own = await openShop({ defaultStore: STORE })
    using page = await browser.open(`${own.address}/docs`)
    await page.until(`document.querySelector('#getVariant [name=variantId]')?.value`)
    await type(page, '#getProduct [name=productId]', 'none')
    assert.match(await answerOf(page, 'getProduct'), /^400 Bad Request/)
    assert.match(await textOf(page, '#getProduct .body'), /"code": "invalid-id"/)
    await own[Symbol.asyncDispose]()
    assert.match(await answerOf(page, 'listProducts'), /^No response/)
  })

  test('fills in nothing, and sends nothing by itself, where the server names no store', async () => {
    await using other = await openShop()
    using page = await browser.open(`${other.address}/docs`)
    await page.until(`document.querySelector('.scripted #getVariant')`)
    assert.equal(
      await page.evaluate(`[...document.querySelectorAll('input, form select')].map(({ value }) => value).join('')`),
      '',
    )
    assert.deepEqual(
      page.requests.filter((url) => url.includes('/store/')),
      [],
    )
    await type(page, '#store', STORE)
    await page.until(`document.querySelector('#getVariant [name=variantId]').value`)
    assert.match(await answerOf(page, 'getVariant'), /^200 /)
  })

  test('works behind a proxy that serves it under a path', async () => {
    await using proxy = await openProxy(shop.port, '/catalog')
    using page = await browser.open(`${proxy.address}/catalog/docs/`)
    await page.until(`document.querySelector('#getVariant [name=variantId]')?.value`)
    assert.match(await answerOf(page, 'listProducts'), /^200 /)
    assert.match(
      await textOf(page, '#listProducts .curl code'),
      /"http:\/\/127\.0\.0\.1:\d+\/catalog\/store\/products"$/,
    )
    assert.deepEqual(foreign(page, `${proxy.address}/catalog/`), [])
    assert.deepEqual(page.errors, [])
  })

  test('can be read without its script', async () => {
    using page = await browser.open(`${shop.address}/docs`, { scripts: false })
    await page.until(`document.querySelector('#schema-Problem')`)
    const text = String(await page.evaluate('document.body.textContent'))
    for (const part of ['List products', 'sortBy', 'createdAt:ASC', 'ProductPage']) assert.ok(text.includes(part), part)
    const shown = await page.evaluate(
      `[...document.querySelectorAll('.store, .control, .console')].filter((each) => each.getClientRects().length > 0).length`,
    )
    assert.equal(shown, 0)
    assert.deepEqual(page.errors, [])
  })
})

describe('the pages /docs and /docs/errors', () => {
  test('forbid other servers, frames, and scripts and styles in the page, and have none', async () => {
    for (const path of ['/docs', '/docs/errors']) {
      const response = await shop.get(path)
      assert.equal(
        response.headers.get('content-security-policy'),
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; base-uri 'none'; " +
          "form-action 'none'; frame-ancestors 'self'",
      )
      const html = await response.text()
      assert.doesNotMatch(html, /<style|<script>|\sstyle=|\son\w+=|(src|href)="(https?:)?\/\//)
      assert.match(html, /<meta name="viewport" content="width=device-width, initial-scale=1">/)
    }
  })

  test('are small, compressed, and sent again only when they have changed', async () => {
    let bytes = 0
    for (const path of ['/docs', ...(await filesOf('/docs'))]) {
      const response = await shop.get(path, { 'accept-encoding': 'gzip' })
      assert.equal(response.headers.get('content-encoding'), 'gzip', path)
      const etag = response.headers.get('etag')!
      assert.equal((await shop.get(path, { 'if-none-match': etag })).status, 304, path)
      const expected = path === '/docs' ? 'no-cache' : 'public, max-age=31536000, immutable'
      assert.equal(response.headers.get('cache-control'), expected, path)
      bytes += gzipSync(await response.text()).length
    }
    assert.ok(bytes < 40_000, `${bytes} bytes`)
  })

  test('come with an OpenAPI document that is compressed and sent again only when it has changed', async () => {
    const { headers } = await shop.get('/openapi.json', { 'accept-encoding': 'br' })
    assert.deepEqual([headers.get('content-encoding'), headers.get('cache-control')], ['br', 'no-cache'])
    assert.equal((await shop.get('/openapi.json', { 'if-none-match': headers.get('etag')! })).status, 304)
  })

  test('link to their files by relative addresses', async () => {
    assert.deepEqual(await filesOf('/docs/errors'), (await filesOf('/docs')).slice(0, 1))
    for (const [path, target] of [
      ['/docs/', '../docs'],
      ['/docs/errors/', '../errors'],
    ]) {
      const { status, headers } = await shop.ask({ path: path! })
      assert.deepEqual([status, headers.location], [308, target])
    }
  })

  test('have a section for every error code of a request, with what to do', async () => {
    const html = await (await shop.get('/docs/errors')).text()
    for (const code of ERROR_CODES) {
      if (CODES_OF_COMMANDS.includes(code)) continue
      assert.match(html, new RegExp(`<section class="error" id="${code}">.*?<p><strong>.+?</p><p>.{20}`, 's'), code)
    }
  })

  test('have texts with enough contrast (WCAG AA), light and dark', () => {
    const style = readFileSync(new URL('../../packages/server/reference/style.css', import.meta.url), 'utf8')
    const [light, dark] = [...style.matchAll(/:root \{[^}]*\}/g)].map(([block]) =>
      Object.fromEntries([...block.matchAll(/--([\w-]+): (#\w{6})/g)].map(([, name, color]) => [name!, color!])),
    ) as [Record<string, string>, Record<string, string>]
    for (const colors of [light, dark]) {
      for (const background of ['page', 'panel', 'sunken']) {
        for (const text of ['text', 'muted', 'accent', 'good', 'bad', 'key', 'string']) {
          assert.ok(contrast(colors[text]!, colors[background]!) >= 4.5, `${text} on ${background}`)
        }
      }
      assert.ok(contrast(colors['accent-text']!, colors.accent!) >= 4.5)
      assert.ok(contrast(colors.control!, colors.panel!) >= 3)
    }
  })

  /** The paths of the files that a page loads. */
  async function filesOf(path: string): Promise<string[]> {
    const html = await (await shop.get(path)).text()
    return [...html.matchAll(/(?:src|href)="([^"#]+\.(?:css|js))"/g)].map(
      ([, link]) => new URL(link!, `${shop.address}${path}`).pathname,
    )
  }
})

/** Sends the form of an operation. Returns the line with the status. */
async function answerOf(page: BrowserPage, operation: string): Promise<string> {
  const status = `document.querySelector('#${operation} .status').textContent`
  await page.evaluate(`document.querySelector('#${operation} .status').textContent = ''`)
  await page.evaluate(`document.querySelector('#${operation} .send').click()`)
  await page.until(status)
  return String(await page.evaluate(status))
}

async function textOf(page: BrowserPage, selector: string): Promise<string> {
  return String(await page.evaluate(`document.querySelector('${selector}').textContent`))
}

async function type(page: BrowserPage, selector: string, text: string): Promise<void> {
  await page.evaluate(`{
    const field = document.querySelector('${selector}')
    field.value = ${JSON.stringify(text)}
    for (const name of ['input', 'change']) field.dispatchEvent(new Event(name, { bubbles: true }))
  }`)
}

function foreign({ requests }: BrowserPage, address: string): string[] {
  return requests.filter((url) => !url.startsWith('data:') && !url.startsWith(address))
}

/** A proxy that serves a server of this machine under a path. */
async function openProxy(port: number, path: string) {
  const proxy = createServer(({ url, headers }, response) => {
    if (!url!.startsWith(`${path}/`)) return response.writeHead(502).end()
    httpRequest({ host: '127.0.0.1', port, path: url!.slice(path.length), headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(response)
    }).end()
  })
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening))
  return {
    address: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      proxy.closeAllConnections()
      await new Promise((closed) => proxy.close(closed))
    },
  }
}

test('pictures are served under their path, and cannot run scripts', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')
  const find = (name: string) => (name === 'a.svg' ? { mimeType: 'image/svg+xml', body: svg } : undefined)
  await using shop = await openShop({ pictures: { path: '/demo/pictures', find } })
  const response = await shop.get('/demo/pictures/a.svg')
  assert.equal(response.headers.get('content-type'), 'image/svg+xml')
  assert.equal(
    response.headers.get('content-security-policy'),
    "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  )
  assert.equal(response.headers.get('x-content-type-options'), 'nosniff')
  assert.equal(await response.text(), svg.toString())
  for (const name of ['b.svg', '..%2Fsecret', '%2e%2e%2fa.svg', 'a.svg/x']) {
    assert.equal((await shop.get(`/demo/pictures/${name}`)).status, 404)
  }
  assert.equal((await shop.ask({ method: 'PUT', path: '/demo/pictures/a.svg' })).status, 405)
})
