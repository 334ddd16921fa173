// Complete run only: it bundles React and Vue, and starts browsers.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Facets, ProductPage } from '@vitrine/client'
import { startCatalogServer } from '../search-quality/catalog-server.ts'
import { findChromium, openBrowser } from '../server/chromium.ts'
import { openShopSite } from './shop-site.ts'

const chromium = findChromium()
const skip = chromium === undefined && 'there is no chromium on the path: `apt-get install chromium` gets one'

for (const [framework, script] of [
  ['React', 'react-page.js'],
  ['Vue', 'vue-page.js'],
] as const)
  test(`the components of ${framework} InstantSearch find, choose and load more`, { skip }, async () => {
    await using server = await startCatalogServer()
    await using site = await openShopSite(script, server)
    await using browser = await openBrowser(chromium!)
    const ask = async <Answer>(path: string): Promise<Answer> =>
      (await fetch(`${server.url}/stores/${server.store}/store/products${path}`)).json() as Promise<Answer>
    using own = await browser.open(site.address)
    const { page } = own
    const hits = page.locator('.ais-InfiniteHits-item')
    const shows = async (...queries: string[]) => {
      const pages = await Promise.all(queries.map((query) => ask<ProductPage>(`?${query}`)))
      const names = pages.flatMap(({ data }) => data.map(({ name }) => name))
      await own.until(`[...document.querySelectorAll('.ais-InfiniteHits-item')].map((hit) => hit.textContent).join('\\n') ===
        ${JSON.stringify(names.join('\n'))}`)
    }

    await shows('page=1')
    const { optionGroups } = await ask<Facets>('/facets')
    // A list for each group.
    await own.until(`document.querySelectorAll('.ais-RefinementList').length === ${optionGroups.length}`)
    await page.locator('.ais-InfiniteHits-loadMore').click()
    await shows('page=1', 'page=2')
    await page.locator('.ais-HierarchicalMenu-link').filter({ hasText: 'Clothing' }).click()
    await shows('within=clothing')
    await page.locator('.ais-RefinementList-label').filter({ hasText: 'Navy' }).click()
    await shows('within=clothing&option=color:navy')
    await page.locator('.ais-SearchBox-input').fill('shrit')
    await shows('within=clothing&option=color:navy&search=shrit')
    assert.equal(await page.locator('#corrected').innerText(), 'shirt')
    assert.equal(await hits.first().locator('mark').innerText(), 'Shirt')
    await page.locator('.ais-ClearRefinements-button').click()
    await shows('search=shrit')
    assert.deepEqual(own.errors, [])
  })
