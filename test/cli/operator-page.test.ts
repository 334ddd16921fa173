// Complete run only: it starts many processes.
import assert from 'node:assert/strict'
import { appendFileSync, writeFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { openCatalogs } from '@vitrine/engine/database/open'
import { until } from '../database/until.ts'
import { storeNamed } from '../loading.ts'
import { freshDatabase, noDatabases } from '../postgres/databases.ts'
import { query } from '../postgres/sql.ts'
import { leftOut } from '../quick.ts'
import { type Browser, findChromium, openBrowser } from '../server/chromium.ts'
import { type ServedShop, serve } from './served-shop.ts'
import { lines, SHIRT, TEAPOT, WorkingDirectory } from './vitrine.ts'

/** A name that is markup. */
const NAME = '<script>document.title=1</script> & "more"'

/** A folder with a store that has a held edition and a market, and a log of searches. */
async function placeWithHistory(database = 'data/vitrine.db'): Promise<WorkingDirectory> {
  const place = new WorkingDirectory()
  const run = async (...args: string[]) => {
    const { code, stderr } = await place.run([...args, '--database', database])
    assert.equal(code, 0, stderr)
  }
  await using catalogs = await openCatalogs(database.startsWith('postgres') ? database : place.path(database), 'create')
  await catalogs.addStore({ ...storeNamed('shop'), name: NAME, currency: 'EUR' })
  const file = (products: readonly unknown[]) => writeFileSync(place.path('catalog.ndjson'), lines(products))
  file([SHIRT, { ...SHIRT, slug: 'other', variants: [] }])
  await run('import', 'catalog.ndjson', '--store', 'shop')
  await run('market', 'add', 'shop', 'de', '--language', 'de', '--currency', 'EUR')
  file([SHIRT, TEAPOT])
  await run('import', 'catalog.ndjson', '--store', 'shop', '--replace', '--max-removed', '100%', '--hold')
  file([{ ...SHIRT, name: 'Blue Shirt' }])
  await run('import', 'catalog.ndjson', '--store', 'shop')
  const search = { time: '2026-11-20T08:00:00.000Z', store: 'shop', total: 0, outcome: 'none' }
  const words = ['gum boots', 'gum boots', 'poncho', '<b>bold</b>']
  writeFileSync(place.path('searches.ndjson'), lines(words.map((each) => ({ ...search, words: each }))))
  return place
}

async function pageAt(operations: string, path = '/'): Promise<string> {
  return await (await fetch(`${operations}${path}`)).text()
}

/** The text of a section, without markup. */
function sectionOf(page: string, title: string): string {
  const content = page.split(`>${title}</h2>`)[1]?.split('</section>')[0] ?? ''
  return content.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')
}

async function search(url: string, words: string): Promise<void> {
  const response = await fetch(`${url}/stores/shop/store/products?search=${words}`)
  assert.equal(response.status, 200)
  await response.arrayBuffer()
}

function assertStores(page: string): void {
  const stores = sectionOf(page, 'Stores')
  assert.match(stores, /shop · &lt;script&gt;document\.title=1&lt;\/script&gt; &amp; &quot;more&quot;/)
  assert.match(stores, /Edition 4, published 20\d\d-\d\d-\d\d \d\d:\d\d UTC: 2 products, 2 variants\./)
  assert.match(stores, /Last import: 20\S+Z: native, 1 product; created 0, changed 1, removed 0\./)
  assert.match(stores, /1 market: de with 2 products/)
  assert.match(stores, /4, current 20\d\d-\S+ \d\d:\d\d UTC 2 3 held 2 2 20\d\d-\S+ \d\d:\d\d UTC 2/)
}

describe('the page of a server beside its metrics', () => {
  test('has the stores, requests, caches, database and searches, and allows neither scripts nor frames', async () => {
    using place = await placeWithHistory()
    const { url, operations } = await serve(place, ['--search-log', 'searches.ndjson'])
    for (const words of ['shirt', 'shirt', 'zzzz']) await search(url, words)
    await fetch(`${url}/stores/shop/store/products/none`)
    // The server counts a request after its client has the answer.
    await until(async () => /:productId 1 /.test(sectionOf(await pageAt(operations), 'Requests')))
    const response = await fetch(`${operations}/`)
    assert.equal(response.status, 200)
    assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8')
    assert.match(
      response.headers.get('content-security-policy')!,
      /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    )
    assert.equal(response.headers.get('cache-control'), 'no-store')
    const page = await response.text()
    assert.match(page, /<p class="done">ok<\/p>/)
    assert.doesNotMatch(page, /<script|<b>|http-equiv/)
    assertStores(page)
    const requests = sectionOf(page, 'Requests')
    assert.match(requests, /\/store\/products 3 0 (more than )?[\d,.]+ ms/)
    assert.match(requests, /\/store\/products\/:productId 1 0 /)
    assert.match(sectionOf(page, 'Overload'), /running 0 .*waiting 0 .*refused: queue-full 0/)
    assert.match(sectionOf(page, 'Caches'), /response 2 \S+ MB 1 \(33\.3 %\)/)
    assert.match(sectionOf(page, 'Database'), /data\/vitrine\.db state answers/)
    assert.match(sectionOf(page, 'Searches without a result'), /found 2 .*none 1 /)
    assert.match(sectionOf(page, 'Searches without a result'), /from 2026-11-20 08:00 UTC on\. .*gum boots shop 2 /)
    // A word of the log is a text, whatever it is.
    assert.match(sectionOf(page, 'Searches without a result'), /b bold b shop 1/)
  })

  test('tells how to record searches, and of no store, without them', async () => {
    using place = new WorkingDirectory()
    await (await openCatalogs(place.path('data/vitrine.db'), 'create'))[Symbol.asyncDispose]()
    const page = await pageAt((await serve(place)).operations)
    assert.match(sectionOf(page, 'Stores'), /None yet/)
    assert.match(sectionOf(page, 'Requests'), /None since the server has started/)
    assert.match(sectionOf(page, 'Searches without a result'), /vitrine serve --search-log FILE/)
  })

  test('shows many stores in pages, and the end of a long log', async () => {
    using place = await new WorkingDirectory().withStore('s-000', [SHIRT])
    await using catalogs = await openCatalogs(place.path('data/vitrine.db'), 'require')
    for (let store = 1; store <= 20; store++) await catalogs.addStore(storeNamed(`s-${String(store).padStart(3, '0')}`))
    const found = { time: '2026-11-20T08:00:00.000Z', store: 's-000', words: 'x', total: 0, outcome: 'none' }
    writeFileSync(place.path('log'), lines([{ ...found, words: 'forgotten' }]))
    appendFileSync(
      place.path('log'),
      lines(Array.from({ length: 5000 }, (_, index) => ({ ...found, words: `w${index % 30}` }))),
    )
    const { operations } = await serve(place, ['--search-log', 'log'])
    const first = await pageAt(operations)
    assert.match(sectionOf(first, 'Stores'), /Stores 1 to 20 of 21\..*Next stores/)
    assert.equal(first.split('<article').length - 1, 20)
    assert.doesNotMatch(first, /s-020|forgotten/)
    assert.equal(sectionOf(first, 'Searches without a result').match(/s-000/g)!.length, 20)
    for (const path of ['/?page=2', '/?page=999']) {
      const stores = sectionOf(await pageAt(operations, path), 'Stores')
      assert.match(stores, /Stores 21 to 21 of 21\..*s-020.*Previous stores/)
    }
    for (const path of ['/?page=0', '/?page=x', '/?page=1e99'])
      assert.match(await pageAt(operations, path), /Store s-000/)
  })

  test('shows the sums of all workers', async () => {
    using place = await placeWithHistory()
    const { url, operations } = await serve(place, ['--workers', '2'])
    for (let turn = 0; turn < 6; turn++) await search(url, 'shirt')
    await until(async () => /\/store\/products 6 0/.test(sectionOf(await pageAt(operations), 'Requests')))
    const page = await pageAt(operations)
    assertStores(page)
    assert.match(page, /<dt>workers<\/dt><dd>2<\/dd>/)
    assert.match(sectionOf(page, 'Searches without a result'), /found 6 /)
  })

  test('shows the stores of PostgreSQL without its password', { skip: noDatabases() }, async () => {
    await using database = await freshDatabase()
    using place = await placeWithHistory(database.url)
    const { operations } = await serve(place, ['--database', database.url])
    const page = await pageAt(operations)
    assertStores(page)
    assert.match(sectionOf(page, 'Database'), /^ postgres:\/\/\S+ state answers answers from memory 0 $/)
    const { password } = new URL(database.url)
    if (password !== '') assert.ok(!page.includes(`:${password}@`))

    await query(database.url, 'ALTER SCHEMA vitrine RENAME TO away')
    await until(async () => !(await pageAt(operations)).includes('<p class="done">ok</p>'))
    const away = await pageAt(operations)
    assert.match(sectionOf(away, 'Stores'), /The stores cannot be read: the database does not answer\./)
    assert.doesNotMatch(sectionOf(away, 'Database'), /state answers answers/)
  })
})

const chromium = findChromium()
const skip =
  leftOut('a browser') ||
  (chromium === undefined && 'there is no chromium on the path: `apt-get install chromium` gets one')

describe('the page of a server, in a browser', { skip }, () => {
  let place: WorkingDirectory
  let browser: Browser
  let served: ServedShop
  before(async () => {
    place = await placeWithHistory()
    served = await serve(place, ['--search-log', 'searches.ndjson'])
    for (const words of ['shirt', 'zzzz']) await search(served.url, words)
    browser = await openBrowser(chromium!)
  })
  after(async () => {
    await browser?.[Symbol.asyncDispose]()
    place[Symbol.dispose]()
  })

  for (const width of [1280, 320])
    test(`fits a window of ${width} pixels, loads nothing else, and shows names as texts`, async () => {
      using own = await browser.open(`${served.operations}/`, { width })
      assert.equal(await own.evaluate('document.documentElement.scrollWidth <= innerWidth'), true)
      assert.deepEqual(await own.violations(), [])
      assert.deepEqual(
        own.requests.filter((address) => !address.endsWith('/favicon.ico')),
        [`${served.operations}/`],
      )
      assert.equal(await own.page.title(), 'Vitrine: ok')
      assert.equal(await own.page.locator('script').count(), 0)
      await own.page.getByRole('heading', { name: `shop · ${NAME}`, exact: true }).waitFor()
      // The style is applied, so its digest is right.
      assert.equal(await own.evaluate(`getComputedStyle(document.querySelector('.counts')).display`), 'flex')
    })

  test('has headings, landmarks and tables that screen readers understand', async () => {
    using own = await browser.open(`${served.operations}/`)
    const levels = (await own.evaluate(
      `[...document.querySelectorAll('h1,h2,h3')].map(({ tagName }) => Number(tagName[1]))`,
    )) as number[]
    for (const [index, level] of levels.entries())
      assert.ok(index === 0 ? level === 1 : level - levels[index - 1]! <= 1, String(levels))
    for (const name of ['Stores', 'Requests', 'Overload', 'Caches', 'Database', 'Searches without a result'])
      await own.page.getByRole('region', { name, exact: true }).waitFor()
    await own.page.getByRole('main').waitFor()
    await own.page.getByRole('rowheader', { name: 'gum boots', exact: true }).waitFor()
  })
})
