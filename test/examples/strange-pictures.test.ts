import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadAndSee } from '../loading.ts'
import { STORE } from '../server/shop.ts'
import { openStorefront } from './storefront.ts'

test('a picture whose address is no address is left out, and the page is shown', async () => {
  await using shop = await openStorefront()
  await shop.catalogs.changeStore(STORE, { currency: 'EUR' })
  for (const path of ['http://', 'http://[', 'https://:99999/', '//', '/.//', '//[', '\\\\', 'https://%']) {
    const files = [{ file: { path } }]
    const variants = [{ sku: 'ODD', price: 1, files }]
    const { outcome } = await loadAndSee(shop, STORE, [{ slug: 'odd', name: 'Odd', files, variants }], {
      replace: true,
    })
    assert.notEqual(outcome, 'refused', path)
    for (const page of ['/', '/products/odd', '/search', '/cart?sku=ODD', '/wishlist?sku=ODD']) {
      assert.equal((await shop.get(page)).status, 200, `${page} of ${path}`)
    }
    assert.deepEqual(shop.errors, [], path)
  }
})
