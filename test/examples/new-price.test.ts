// Complete run only: it starts many processes.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Browser, findChromium, openBrowser } from '../server/chromium.ts'
import { STORE } from '../server/shop.ts'
import { openStorefront, type StorefrontShop } from './storefront.ts'

const chromium = findChromium()
const skip = chromium === undefined && 'there is no chromium on the path: `apt-get install chromium` gets one'

/** Longer than an open page waits before it asks again, in milliseconds. */
const A_WHILE = 20_000

describe('an open page of the shop, in a browser', { skip }, () => {
  let shop: StorefrontShop
  let browser: Browser
  before(async () => {
    shop = await openStorefront()
    browser = await openBrowser(chromium!)
  })
  after(async () => {
    await browser[Symbol.asyncDispose]()
    await shop[Symbol.asyncDispose]()
  })

  const publish = async (price: string) => {
    const socks = { name: 'Wool socks', slug: 'wool-socks', labelValues: ['Socks'], variants: [{ sku: 'W', price }] }
    await shop.load(STORE, [socks])
  }

  test('shows a new price without a reload: of a product, and in a list', async () => {
    await publish('9.50')
    for (const [path, selector, price] of [
      ['/products/wool-socks', '.product .amount', '8.25'],
      ['/search?within=socks', '.results .price', '7.75'],
    ] as const) {
      using own = await browser.open('about:blank')
      const { page } = own
      await page.clock.install()
      await page.goto(`${shop.address}${path}`)
      await page.evaluate('window.isSamePage = true')
      await publish(price)
      await page.clock.runFor(A_WHILE)
      await page.locator(selector).filter({ hasText: price }).waitFor()
      assert.equal(await own.evaluate('window.isSamePage'), true)
      assert.deepEqual(own.errors, [])
    }
  })

  test('stays as it is while nothing changes, and while the shopper chooses', async () => {
    using own = await browser.open('about:blank')
    const { page } = own
    await page.clock.install()
    await page.goto(`${shop.address}/search?within=socks`)
    await page.evaluate(`document.querySelector('main').isSameContent = true`)
    const asked = page.waitForResponse(/within=socks/)
    await page.clock.runFor(A_WHILE)
    await (await asked).finished()
    await page.getByLabel('Sort').focus()
    await publish('5.00')
    await page.clock.runFor(A_WHILE)
    assert.equal(await own.evaluate(`document.querySelector('main').isSameContent`), true)
    const shown = page.locator('.results .price').filter({ hasText: '5.00' })
    await page.evaluate('document.activeElement.blur()')
    await page.clock.runFor(A_WHILE)
    await shown.waitFor()
  })
})
