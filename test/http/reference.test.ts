import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { findChromium, openPage } from './chromium.ts'
import { openShop, type Shop, STORE } from './shop.ts'

let shop: Shop
before(async () => {
  shop = await openShop({ exampleStore: STORE })
})
after(() => shop[Symbol.asyncDispose]())

const chromium = findChromium()
const skip = chromium === undefined && 'there is no chromium on the path: `apt-get install chromium` gets one'

describe('the reference at /docs', () => {
  test('lists every operation, and sends requests only to its own server', { skip }, async () => {
    await using page = await openPage(chromium!, `${shop.address}/docs`)
    await page.until(`document.querySelectorAll('.opblock').length === 6`)
    const paths = `[...document.querySelectorAll('.opblock-summary-path')].map((each) => each.dataset.path)`
    assert.deepEqual(await page.evaluate(paths), [
      '/store/products',
      '/store/products/facets',
      '/store/products/suggest',
      '/store/products/{productId}',
      '/store/product-variants',
      '/store/product-variants/{variantId}',
    ])
    const asked = page.requests.filter((url) => !url.startsWith('data:'))
    assert.ok(asked.length > 5)
    assert.deepEqual(
      asked.filter((url) => !url.startsWith(`${shop.address}/docs`)),
      [],
    )
    assert.deepEqual(page.errors, [])
  })

  test('sends a request with the store, and shows its answer', { skip }, async () => {
    await using page = await openPage(chromium!, `${shop.address}/docs#/Products/listProducts`)
    const operation = '#operations-Products-listProducts'
    await page.until(`document.querySelector('${operation} [data-param-name=x-store-id] input')?.value === '${STORE}'`)
    const status = `document.querySelector('${operation} .live-responses-table .response .response-col_status')?.textContent`
    // The button is drawn before it works.
    await page.until(`${status} || document.querySelector('${operation} .execute').click()`)
    assert.match(String(await page.evaluate(status)), /^200/)
    assert.ok(page.requests.includes(`${shop.address}/store/products?page=1&limit=20`))
    assert.deepEqual(page.errors, [])
  })

  test('forbids the browser requests to other servers', async () => {
    for (const path of ['/docs', '/docs/', '/docs/errors', '/docs/static/swagger-initializer.js']) {
      const response = await shop.get(path)
      assert.equal(response.status, 200)
      const policy = response.headers.get('content-security-policy')!
      assert.match(policy, /^default-src 'none'; script-src 'self';/)
      assert.doesNotMatch(policy, /http|\*/)
    }
  })

  test('finds its files under the path of the public URL', async () => {
    await using shop = await openShop({ publicUrl: 'https://api.shop.example/catalog' })
    const html = await (await shop.get('/docs')).text()
    assert.match(html, /src="\/catalog\/docs\/static\/swagger-ui-bundle\.js"/)
  })
})

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
