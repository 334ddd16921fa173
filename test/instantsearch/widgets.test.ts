// Complete run only: it bundles the widgets and starts a browser.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Facets, ProductPage } from '@vitrine/client'
import { type CatalogServer, startCatalogServer } from '../search-quality/catalog-server.ts'
import { type Browser, type BrowserPage, findChromium, openBrowser } from '../server/chromium.ts'
import { openShopSite } from './shop-site.ts'

const chromium = findChromium()
const skip = chromium === undefined && 'there is no chromium on the path: `apt-get install chromium` gets one'

describe('the widgets of InstantSearch.js', { skip }, () => {
  let server: CatalogServer
  let site: Awaited<ReturnType<typeof openShopSite>>
  let browser: Browser
  before(async () => {
    server = await startCatalogServer()
    site = await openShopSite('page.js', server)
    browser = await openBrowser(chromium!)
  })
  after(async () => {
    await browser?.[Symbol.asyncDispose]()
    await site?.[Symbol.asyncDispose]()
    await server?.[Symbol.asyncDispose]()
  })

  const ask = async <Answer>(path: string): Promise<Answer> =>
    (await fetch(`${server.url}/stores/${server.store}/store/products${path}`)).json() as Promise<Answer>

  /** Opens the page and waits until it shows what a query of the service finds. */
  async function open(address = '', query = ''): Promise<BrowserPage> {
    const own = await browser.open(`${site.address}/${address}`)
    await shows(own, query)
    return own
  }

  /** Waits until the page shows the hits of a query, in its order, and their number. */
  async function shows(own: BrowserPage, query: string): Promise<ProductPage> {
    const page = await ask<ProductPage>(query.includes('limit=') ? `?${query}` : `?limit=12&${query}`)
    const [names, number] = [page.data.map(({ name }) => name), page.meta.totalItems]
    await own.until(`[...document.querySelectorAll('#hits a')].map((hit) => hit.textContent).join('\\n') ===
      ${JSON.stringify(names.join('\n'))} && /^${number === 0 ? 'No' : number} result/.test(document.querySelector('#stats').innerText)`)
    return page
  }

  /** The values of a widget with their counts, in its order. */
  async function countsIn(own: BrowserPage, widget: string): Promise<(readonly [string, number])[]> {
    const items = await own.page.locator(`#${widget} li`).evaluateAll((all) =>
      all.map((item) => {
        const label = item.querySelector('[class*=labelText], [class*=-label]:not(label)')!
        return [label.textContent!, Number(item.querySelector('[class*=count]')!.textContent)] as const
      }),
    )
    return items
  }

  /** The counts of an option group, as the service has them. */
  async function countsOf(group: string, query: string) {
    const { optionGroups } = await ask<Facets>(`/facets?facetOrder=natural&${query}`)
    return optionGroups.find(({ code }) => code === group)!.options.map(({ name, count }) => [name, count] as const)
  }

  /** How many lists and how many facets the page asked for while something was done. */
  async function requestsOf(
    own: BrowserPage,
    action: () => Promise<unknown>,
  ): Promise<[lists: number, facets: number]> {
    const before = own.requests.length
    await action()
    const sent = own.requests.slice(before)
    return [/\/products\?/, /\/products\/facets\?/].map((path) => sent.filter((url) => path.test(url)).length) as never
  }

  test('find while one types, and mark what was found, corrected words too', async () => {
    using own = await open()
    const { page } = own
    await page.locator('#search input').fill('shrits')
    const { meta } = await shows(own, 'search=shrits')
    assert.ok(meta.search?.corrected)
    const marks = page.locator('#hits li').first().locator('mark')
    assert.deepEqual(new Set(await marks.allInnerTexts()), new Set(['Shirt', 'shirt']))
    await page.locator('#search input').fill('umb')
    await shows(own, 'search=umb')
    assert.equal(await page.locator('#hits mark').first().innerText(), 'Umb')
    await page.locator('#search input').fill('qqqqzzzz')
    await shows(own, 'search=qqqqzzzz')
    assert.deepEqual(own.errors, [])
  })

  test('combine the values of a facet, with one request for the list and one for all facets', async () => {
    using own = await open()
    const choose = (widget: string, name: string) =>
      own.page.locator(`#${widget} label`).filter({ hasText: name }).first().click()
    await choose('color', 'Black')
    await shows(own, 'option=color:black')
    await choose('color', 'Forest')
    await shows(own, 'option=color:black&option=color:forest')
    const query = 'option=color:black&option=color:forest&option=size:m&inStock=true'
    const sent = await requestsOf(own, async () => {
      await choose('size', 'M')
      await shows(own, 'option=color:black&option=color:forest&option=size:m')
    })
    assert.deepEqual(sent, [1, 1], 'though InstantSearch sends three queries')
    await own.page.locator('#stock label').click()
    await shows(own, query)
    assert.deepEqual(await countsIn(own, 'size'), await countsOf('size', query), 'sizes in their natural order')
    const [colors, counts] = [await countsIn(own, 'color'), new Map(await countsOf('color', query))]
    assert.deepEqual(
      colors.slice(0, 2).map(([name]) => name),
      ['Black', 'Forest'],
      'first what is chosen',
    )
    for (const [name, count] of colors) assert.equal(count, counts.get(name), name)
    const { labels } = await ask<Facets>(`/facets?${query}`)
    const tags = labels.filter(({ parameter }) => parameter === undefined)
    assert.deepEqual(new Map(await countsIn(own, 'label')), new Map(tags.map(({ name, count }) => [name, count])))
    assert.match(await own.page.locator('#hits i').first().innerText(), /M$/, 'the variant that was chosen')
  })

  test('walk the tree of categories, with the counts of all levels', async () => {
    using own = await open()
    const { page } = own
    const link = (name: string) => page.locator('#categories a').filter({ hasText: name }).first()
    const before = await countsIn(own, 'categories')
    await link('Clothing').click()
    await shows(own, 'within=clothing')
    const sent = await requestsOf(own, async () => {
      await link('Accessories').click()
      await shows(own, 'within=accessories')
    })
    assert.deepEqual(sent, [1, 2], 'the second one is for the counts of the other categories')
    const within = async (code: string) => (await ask<ProductPage>(`?within=${code}`)).meta.totalItems
    const counts = await countsIn(own, 'categories')
    assert.deepEqual(
      counts.filter(([name]) => name !== 'Accessories'),
      before,
    )
    assert.deepEqual(new Map(counts).get('Accessories'), await within('accessories'))
    assert.deepEqual(new Map(counts).get('Clothing'), await within('clothing'))
    assert.deepEqual(await page.locator('#breadcrumb li').allInnerTexts(), ['Home', '>Clothing', '>Accessories'])
    await page.locator('#label label').filter({ hasText: 'Vegan' }).click()
    await shows(own, 'within=accessories&label=vegan')
    assert.equal(new Map(await countsIn(own, 'categories')).get('Clothing'), await within('clothing&within=vegan'))
    await page.locator('#breadcrumb a').filter({ hasText: 'Clothing' }).click()
    await shows(own, 'within=clothing&label=vegan')
  })

  test('take ranges of the price and of an attribute', async () => {
    using own = await open()
    const { page } = own
    await page.locator('#price input').first().fill('20')
    await page.locator('#price input').last().fill('40')
    await page.locator('#price button').click()
    await shows(own, 'minPrice=20&maxPrice=40')
    const { price } = await ask<Facets>('/facets')
    assert.equal(Number(await page.locator('#price input').first().getAttribute('min')), Math.floor(Number(price.min)))
    await page.locator('#clear button').click()
    await shows(own, '')
    const handle = page.locator('#blade [role=slider]').first()
    const { attributes } = await ask<Facets>('/facets')
    const { min } = attributes!.find(({ code }) => code === 'blade')!
    assert.equal(Number(await handle.getAttribute('aria-valuemin')), min)
    await handle.press('PageUp')
    const lowest = page.locator('#current').getByText('≥')
    const from = /\d+/.exec(await lowest.innerText())![0]
    assert.ok(Number(from) > Number(min))
    await shows(own, `attribute=blade:${from}..`)
    await page.locator('#clear button').click()
    await page.locator('#length label').filter({ hasText: 'Up to 200' }).click()
    await shows(own, 'attribute=pages:..200')
    await page.locator('#length label').filter({ hasText: 'All' }).click()
    await page.locator('#dishwasher label').click()
    await shows(own, 'attribute=dishwasher-safe:true')
  })

  test('choose one value of a menu', async () => {
    using own = await open()
    const [[first], [second]] = (await countsIn(own, 'material')) as [[string, number], [string, number]]
    const code = async (name: string) =>
      (await ask<Facets>('/facets')).optionGroups
        .find(({ code }) => code === 'material')!
        .options.find((option) => option.name === name)!.code
    const link = (name: string) => own.page.locator('#material a').filter({ hasText: name }).first()
    await link(first).click()
    await shows(own, `option=material:${await code(first)}`)
    await link(second).click()
    await shows(own, `option=material:${await code(second)}`)
    assert.equal(
      new Map(await countsIn(own, 'material')).get(first),
      new Map(await countsOf('material', '')).get(first),
    )
  })

  test('sort, and turn pages of the chosen length', async () => {
    using own = await open()
    const { page } = own
    await page.locator('#sort select').selectOption('Price')
    await shows(own, 'sortBy=price:ASC')
    await page.locator('#pages a').filter({ hasText: '3' }).first().click()
    await shows(own, 'sortBy=price:ASC&page=3')
    await page.locator('#limit select').selectOption('24')
    await shows(own, 'sortBy=price:ASC&limit=24')
    await page.locator('#pages a[aria-label="Last Page, Page 10"]').click()
    await shows(own, 'sortBy=price:ASC&limit=24&page=10')
  })

  test('search the values of a facet, name what is chosen and clear it', async () => {
    using own = await open()
    const { page } = own
    await page.locator('#brand input[type=search]').fill('hal')
    const brand = page.locator('#brand label').filter({ hasText: 'Halvorn' })
    await brand.locator('mark').getByText('Hal', { exact: true }).waitFor()
    assert.equal(await page.locator('#brand li').count(), 1)
    await brand.click()
    await shows(own, 'option=brands:halvorn')
    await page.locator('#label label').filter({ hasText: 'Sale' }).click()
    await shows(own, 'option=brands:halvorn&label=sale')
    assert.match(await page.locator('#current').innerText(), /Brands:\s*Halvorn[\s\S]*Label:\s*Sale/)
    await page.locator('#current li').filter({ hasText: 'Label' }).locator('button').click()
    await shows(own, 'option=brands:halvorn')
    await page.locator('#clear button').click()
    await shows(own, '')
  })

  test('come back with the address, and with the back button', async () => {
    const address = '?products[refinementList][color][0]=Navy&products[hierarchicalMenu][categories.lvl0][0]=Clothing'
    const chosen = 'option=color:navy&within=clothing'
    using own = await open(`${address}&products[sortBy]=products:price:ASC`, `${chosen}&sortBy=price:ASC`)
    const { page } = own
    assert.equal(await page.locator('#color input:checked').getAttribute('value'), 'Navy')
    await page.locator('#sort select').selectOption('Featured')
    await shows(own, chosen)
    await own.until(`!location.search.includes('sortBy')`)
    await page.locator('#color label').filter({ hasText: 'Navy' }).click()
    await shows(own, 'within=clothing')
    await own.until(`!location.search.includes('Navy')`)
    await page.goBack()
    await shows(own, chosen)
    await page.goBack()
    await shows(own, `${chosen}&sortBy=price:ASC`)
    await page.goForward()
    await shows(own, chosen)
    assert.deepEqual(own.errors, [])
  })
})
