// Complete run only: it starts the demo and a browser.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { getJson, type Running, WorkingDirectory } from '../cli/vitrine.ts'
import { type Browser, type BrowserPage, type Display, findChromium, openBrowser } from '../server/chromium.ts'

const chromium = findChromium()
const skip = chromium === undefined && 'there is no chromium on the path: `apt-get install chromium` gets one'

/** A slow browser may paint a header before it has parsed the last link. That moves the links by less than this. */
const PAINTED_IN_PARTS = 0.005

const SHIRT = '/products/breton-striped-shirt'

describe('the shop of the demo, in a browser', { skip }, () => {
  const place = new WorkingDirectory()
  let demo: Running
  let shop: string
  let browser: Browser | undefined
  before(async () => {
    demo = place.start(['demo', '--port', '0', '--metrics-port', '0', '--log-level', 'warn'])
    shop = (await demo.waitFor(/API +(http:\S+)\/store\/products/))[1]!
    browser = await openBrowser(chromium!)
  })
  after(async () => {
    await browser?.[Symbol.asyncDispose]()
    place[Symbol.dispose]()
  })

  const open = (path: string, display?: Display) => browser!.open(`${shop}${path}`, display)

  for (const width of [1440, 390]) {
    test(`fits a window of ${width} pixels, without errors, foreign requests and visible shifts of the layout`, async () => {
      for (const path of [
        '/',
        '/search',
        '/search?search=shrit',
        SHIRT,
        '/cart',
        '/wishlist',
        '/search?search=qqqqq',
        '/search?search=umbrella',
        '/de/',
        '/de/search?within=clothing',
        '/de/products/bretonisches-streifenshirt',
      ]) {
        using own = await open(path, { width })
        await own.page.waitForLoadState('networkidle')
        assert.equal(await own.evaluate('document.documentElement.scrollWidth <= innerWidth'), true, path)
        const shift = await shiftOf(own)
        assert.ok(shift < PAINTED_IN_PARTS, `${path}: ${shift}`)
        assert.deepEqual(own.errors, [], path)
        assert.deepEqual(
          own.requests.filter((url) => !url.startsWith('data:') && !url.startsWith(shop)),
          [],
        )
      }
    })
  }

  test('has no barriers that axe finds, and fits a window of 320 pixels', async () => {
    for (const path of ['/', '/search?within=clothing', '/search?search=umbrella', SHIRT, '/cart', '/nope', '/de/']) {
      using own = await open(path, { width: 320 })
      assert.deepEqual(await own.violations(), [], path)
      assert.equal(await own.evaluate('document.documentElement.scrollWidth'), 320, path)
    }
  })

  test('suggests while the shopper types, and opens a suggestion by keyboard', async () => {
    using own = await open('/')
    const { page } = own
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    const box = page.getByRole('combobox', { name: 'Search products' })
    assert.equal(await box.getAttribute('aria-expanded'), 'false')
    await page.keyboard.type('shir')
    const options = page.getByRole('option')
    await options.filter({ hasText: 'Collarless Linen Shirt' }).waitFor()
    await options.first().locator('mark').getByText('shir', { exact: true }).waitFor()
    assert.ok((await options.count()) <= 10)
    const products = page.getByRole('group', { name: 'Products' }).getByRole('option')
    const shirt = products.filter({ hasText: 'Collarless Linen Shirt' })
    assert.match((await shirt.locator('data').textContent())!, /^\D*\d+\.\d\d$/)
    assert.equal(await shirt.locator('img').getAttribute('alt'), '')
    const searches = page.getByRole('group', { name: 'Searches' }).getByRole('option')
    assert.equal(await searches.first().getAttribute('id'), await options.first().getAttribute('id'))
    await page.keyboard.press('ArrowUp')
    assert.equal(await products.last().getAttribute('aria-selected'), 'true', 'the last of all groups')
    await page.keyboard.press('ArrowDown')
    assert.equal(await box.getAttribute('aria-expanded'), 'true')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowUp')
    assert.equal(await options.first().getAttribute('aria-selected'), 'true')
    assert.equal(await box.getAttribute('aria-activedescendant'), await options.first().getAttribute('id'))
    assert.equal(await box.inputValue(), 'shir')
    const text = (await options.first().locator('span').textContent())!
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/search\?search=/)
    assert.equal(await box.inputValue(), text)
    await box.focus()
    await page.keyboard.type(' linen')
    await page.getByRole('option').first().waitFor()
    await page.keyboard.press('Escape')
    assert.equal(await page.getByRole('listbox', { includeHidden: true }).isVisible(), false)
    await page.keyboard.press('Enter')
    await page.waitForURL(/linen/)
    assert.deepEqual(own.errors, [])
  })

  test('stays in the market that the shopper chose: suggestions, filters, the cart and the words of the script', async () => {
    using own = await open(SHIRT)
    const { page } = own
    await page.getByRole('link', { name: 'Deutsch · CHF' }).click()
    await page.waitForURL('**/de/products/bretonisches-streifenshirt')
    await page.getByRole('button', { name: 'In den Warenkorb' }).click()
    await page.getByText('Liegt im Warenkorb').waitFor()
    await page.getByRole('combobox', { name: 'Produkte suchen' }).pressSequentially('leinenh')
    await page.getByRole('option').filter({ hasText: 'Kragenloses Leinenhemd' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Warenkorb' }).first().click()
    await page.waitForURL('**/de/cart')
    await page.getByText('Bretonisches Streifenshirt').first().waitFor()
    await page.goto(`${shop}/de/search?within=clothing`)
    await page.getByLabel('Marineblau').check()
    await page.waitForURL('**/de/search?within=clothing&option=color%3Anavy')
    await page.getByRole('link', { name: 'English · EUR' }).click()
    await page.waitForURL('**/search?within=clothing&option=color%3Anavy')
    await page.getByLabel('Navy').waitFor()
    assert.deepEqual(own.errors, [])
  })

  test('narrows a list by facets, keeps the focus, and goes back and forward', async () => {
    using own = await open('/search?within=clothing')
    const { page } = own
    const total = () => page.locator('main header [role=status]').textContent()
    const all = await total()
    await page.getByLabel('Navy').check()
    await page.waitForURL('**/search?within=clothing&option=color%3Anavy')
    const narrowed = await totalOf(shop, 'within=clothing&option=color:navy')
    await page.getByText(`${narrowed} products`, { exact: true }).waitFor()
    assert.equal(await own.evaluate('document.activeElement.value'), 'color:navy')
    await page.getByLabel('Sort').selectOption('price:ASC')
    await page.waitForURL(/sortBy=price%3AASC/)
    await own.until(`!document.body.classList.contains('loading')`)
    const prices = await page
      .locator('.results .price data')
      .evaluateAll((all) => all.map((each) => Number(each.getAttribute('value'))))
    assert.deepEqual(
      prices,
      prices.toSorted((one, other) => one - other),
    )
    await page.goBack()
    await page.goBack()
    await page.getByText(all!, { exact: true }).waitFor()
    assert.equal(await page.getByLabel('Navy').isChecked(), false)
    await page.goForward()
    await page.getByText(`${narrowed} products`, { exact: true }).waitFor()
    assert.equal(await page.getByLabel('Navy').isChecked(), true)
    await page.getByRole('link', { name: 'Remove Navy' }).click()
    await page.getByText(all!, { exact: true }).waitFor()
    assert.deepEqual(own.errors, [])
  })

  test('filters on a phone in a sheet over the list, whose button tells how many products there are', async () => {
    using own = await open('/search?within=clothing', { width: 390 })
    const { page } = own
    const summary = page.locator('.filters > details > summary')
    const all = await totalOf(shop, 'within=clothing')
    await summary.click()
    await page.getByRole('button', { name: `Show ${all} products` }).waitFor()
    assert.deepEqual(await own.violations(), [])
    await page.getByLabel('Navy').check()
    const narrowed = await totalOf(shop, 'within=clothing&option=color:navy')
    assert.ok(narrowed < all)
    await page.getByRole('button', { name: `Show ${narrowed} products` }).click()
    await page.getByRole('link', { name: 'Remove Navy' }).waitFor()
    const isOpen = () => own.evaluate(`document.querySelector('.filters > details').open`)
    assert.equal(await isOpen(), false)
    assert.equal(await own.evaluate('document.activeElement.textContent'), 'Filter 1')
    await summary.click()
    await page.keyboard.press('Escape')
    assert.equal(await isOpen(), false)
    await summary.click()
    await page.keyboard.press('Shift+Tab')
    assert.equal(await isOpen(), false, 'the focus left the sheet')
    assert.deepEqual(own.errors, [])
  })

  test('narrows a list by an attribute, and keeps its group open', async () => {
    using own = await open('/search?within=outdoors')
    const { page } = own
    await page.getByText('Packed weight (g)').click()
    const most = page.getByRole('group', { name: 'Packed weight' }).getByLabel('to')
    await most.fill('200')
    await most.press('Tab')
    const narrowed = await totalOf(shop, 'within=outdoors&attribute=packed-weight:..200')
    await page.getByText(`${narrowed} products`, { exact: true }).waitFor()
    assert.equal(await most.inputValue(), '200')
    await page.getByLabel('Waterproof').check()
    const both = await totalOf(shop, 'within=outdoors&attribute=packed-weight:..200&attribute=waterproof:true')
    assert.ok(both < narrowed)
    await page.getByText(`${both} products`, { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Remove Packed weight up to 200 g' }).click()
    await page
      .getByText(`${await totalOf(shop, 'within=outdoors&attribute=waterproof:true')} products`, { exact: true })
      .waitFor()
    assert.deepEqual(own.errors, [])
  })

  test('counts beside each facet what the choice gives', async () => {
    using own = await open('/search?within=clothing&option=color:navy')
    const choice = own.page.locator('.choice', { has: own.page.locator('[value="size:m"]') })
    const count = Number(await choice.locator('small').textContent())
    assert.equal(count, await totalOf(shop, 'within=clothing&option=color:navy&option=size:m'))
  })

  test('covers the place of a picture that does not load', async () => {
    using own = await open('/cart')
    await own.page.route('**/*.svg', (route) => route.abort())
    await own.page.goto(`${shop}${SHIRT}`)
    const picture = `document.querySelector('.gallery img')`
    assert.equal(await own.evaluate(`${picture}.naturalWidth`), 0)
    // The description of the picture.
    assert.match(String(await own.evaluate(`getComputedStyle(${picture}, '::after').content`)), /shirt/i)
  })

  test('chooses variants by links, and marks what cannot be combined', async () => {
    using own = await open(SHIRT)
    const { page } = own
    const color = (name: string) => page.getByRole('region', { name: 'Color' }).getByRole('link', { name })
    const size = (name: string) => page.getByRole('region', { name: 'Size' }).getByRole('link', { name, exact: true })
    await color('Red').click()
    await page.waitForURL(/variant=CLO-BRETON-RED-S$/)
    await page.getByText('CLO-BRETON-RED-S').waitFor()
    assert.equal(await color('Red').getAttribute('aria-current'), 'true')
    assert.equal(await size('M').getAttribute('class'), 'other')
    assert.equal(await color('Navy').getAttribute('class'), null)
    assert.match((await page.locator('.gallery img').first().getAttribute('src'))!, /striped-shirt-red\.svg$/)
    await color('Forest').click()
    await page.getByRole('button', { name: 'Sold out' }).waitFor()
    await page.goBack()
    await page.getByText('CLO-BRETON-RED-S').waitFor()
    assert.deepEqual(own.errors, [])
  })

  test('keeps a cart and a wish list in the browser', async () => {
    using own = await open(`${SHIRT}?variant=CLO-BRETON-RED-S`)
    const { page } = own
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await page.getByRole('button', { name: 'Keep for later' }).click()
    await page.getByRole('button', { name: 'Kept for later', pressed: true }).waitFor()
    await page.goto(`${shop}/products/camp-enamel-mug?variant=OUT-CAMPMUG-WHITE`)
    await page.getByRole('button', { name: 'Add to cart' }).click()
    assert.equal(await page.locator('[data-count=cart]').textContent(), '3')
    await page.getByRole('link', { name: 'Cart' }).first().click()
    await page.getByLabel('Quantity of Breton Shirt, Red, S').waitFor()
    const [shirt, mug] = await Promise.all(['CLO-BRETON-RED-S', 'OUT-CAMPMUG-WHITE'].map((sku) => priceOf(shop, sku)))
    assert.equal(await page.locator('.sum data').getAttribute('value'), (2 * shirt! + mug!).toFixed(2))
    await page.getByLabel('Quantity of Breton Shirt, Red, S').fill('5')
    await page.keyboard.press('Tab')
    await page.locator(`.sum data[value="${(5 * shirt! + mug!).toFixed(2)}"]`).waitFor()
    await page.getByRole('button', { name: 'Remove Breton Shirt, Red, S' }).click()
    await page.locator(`.sum data[value="${mug!.toFixed(2)}"]`).waitFor()
    await page.reload()
    await page.locator(`.sum data[value="${mug!.toFixed(2)}"]`).waitFor()
    assert.equal(await page.locator('[data-count=cart]').textContent(), '1')
    await page.goto(`${shop}/wishlist`)
    await page.getByRole('heading', { name: 'Breton Shirt' }).waitFor()
    await page.getByRole('button', { name: 'Clear the list' }).click()
    await page.getByText('Your wish list is empty.').waitFor()
    assert.deepEqual(own.errors, [])
  })

  test('takes out of the cart what is no longer sold, and says so', async () => {
    using own = await open('/cart')
    await own.evaluate(`localStorage.setItem('cart', 'sku=GONE&quantity=1&sku=OUT-CAMPMUG-WHITE&quantity=2')`)
    await own.page.reload()
    await own.page.getByText('No longer sold: GONE').waitFor()
    await own.until(`document.querySelector('[data-count=cart]').textContent === '2'`)
    assert.equal(await own.evaluate(`localStorage.getItem('cart')`), 'sku=OUT-CAMPMUG-WHITE&quantity=2')
  })

  test('works without script: search, facets, variants, cart', async () => {
    using own = await open('/', { scripts: false })
    const { page } = own
    await page.getByRole('searchbox', { name: 'Search products' }).fill('shirt')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/search\?search=shirt$/)
    await page.getByLabel('White').check()
    await page.getByRole('button', { name: 'Show results' }).click()
    await page.waitForURL(/option=color%3Awhite/)
    await page.getByRole('link', { name: 'Remove White' }).waitFor()
    await page.getByRole('heading', { name: 'Collarless Linen Shirt' }).click()
    await page.waitForURL(/\/products\/collarless-linen-shirt\?variant=CLO-LINSHIRT-WHITE-/)
    await page.getByRole('region', { name: 'Size' }).getByRole('link', { name: 'L', exact: true }).click()
    await page.waitForURL(/-L$/)
    const sku = new URL(page.url()).searchParams.get('variant')!
    await page.getByRole('button', { name: 'Add to cart' }).click()
    await page.waitForURL(/\/cart\?/)
    assert.equal(await page.locator('.sum data').getAttribute('value'), (await priceOf(shop, sku)).toFixed(2))
    await page.getByRole('spinbutton').fill('2')
    await page.getByRole('button', { name: 'Update' }).click()
    await page.waitForURL(/quantity=2/)
    await page.getByRole('spinbutton').fill('3')
    await page.keyboard.press('Enter')
    await page.waitForURL(/quantity=3/)
    assert.equal(await page.locator('.sum data').getAttribute('value'), (3 * (await priceOf(shop, sku))).toFixed(2))
  })

  test('shows the prices of the API', async () => {
    using own = await open('/search?sortBy=name:ASC')
    const shown = await own.page
      .locator('.results .card')
      .evaluateAll((cards) =>
        cards.map((card) => [
          card.querySelector('a')!.getAttribute('href')!.replace('/products/', ''),
          card.querySelector('.price data')!.getAttribute('value')!,
        ]),
      )
    assert.equal(shown.length, 24)
    const { body } = await getJson(`${shop}/store/products?sortBy=name:ASC&limit=24`)
    const expected = body.data.map(({ slug, variants }: { slug: string; variants: { price: string }[] }) => [
      slug,
      variants.map(({ price }) => price).sort((one, other) => Number(one) - Number(other))[0],
    ])
    assert.deepEqual(shown, expected)
  })

  test('moves the focus visibly, from a link past the header to the content', async () => {
    using own = await open('/search')
    const { page } = own
    await page.keyboard.press('Tab')
    assert.equal(await own.evaluate('document.activeElement.textContent'), 'Skip to content')
    assert.notEqual(await own.evaluate(`getComputedStyle(document.activeElement).outlineStyle`), 'none')
    await page.keyboard.press('Enter')
    assert.equal(await own.evaluate('document.activeElement.id'), 'main')
  })
})

/** The sum of all layout shifts since the page was opened: https://web.dev/articles/cls. */
async function shiftOf({ page }: BrowserPage): Promise<number> {
  return await page.evaluate<number>(`new Promise((resolve) => {
    let sum = 0
    const observer = new PerformanceObserver((list) => {
      for (const { entryType, value } of list.getEntries())
        if (entryType === 'mark') resolve(sum)
        else sum += value
    })
    // Entries come in the order in which they are observed, so all shifts come before the mark.
    observer.observe({ type: 'layout-shift', buffered: true })
    performance.mark('all shifts')
    observer.observe({ type: 'mark', buffered: true })
  })`)
}

async function totalOf(shop: string, query: string): Promise<number> {
  return (await getJson(`${shop}/store/products?${query}`)).body.meta.totalItems
}

async function priceOf(shop: string, sku: string): Promise<number> {
  return Number((await getJson(`${shop}/store/product-variants?sku=${sku}`)).body.data[0].price)
}
