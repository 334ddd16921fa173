import assert from 'node:assert/strict'
import { test } from 'node:test'
import { publishMarkets } from '@vitrine/engine/publish/republish'
import { MEMORY } from '../database/databases.ts'
import { load, storeNamed } from '../loading.ts'

const SHOP = { ...storeNamed('shop'), currency: 'EUR' }
const DE = { code: 'de', language: 'de', currency: 'EUR' }
const NOW = '2026-03-01T00:00:00.000Z'

/** A product with a slug of its own, and perhaps one in the market. */
const product = (slug: string, inMarket?: string) => ({
  name: `Product ${slug}`,
  slug,
  variants: [{ sku: slug, price: '1.00' }],
  markets: { de: inMarket === undefined ? { name: `Produkt ${slug}` } : { slug: inMarket } },
})

async function shopWith(products: readonly unknown[]) {
  const opened = await MEMORY.open()
  await opened.catalogs.addStore(SHOP)
  await using draft = await opened.catalogs.draft(SHOP.id, undefined, undefined, () => [DE])
  await publishMarkets(draft, NOW)
  await draft[Symbol.asyncDispose]()
  assert.equal((await load(opened.catalogs, SHOP.id, products)).outcome, 'published')
  return opened
}

test('a slug in a market that another product of the store keeps refuses the import', async () => {
  await using opened = await shopWith([product('one', 'eins'), product('two')])
  for (const other of [product('three', 'eins'), product('three', 'two')]) {
    const { outcome, problems } = await load(opened.catalogs, SHOP.id, [other])
    assert.deepEqual([outcome, problems.map(({ line, path }) => [line, path])], ['refused', [[1, 'markets.de.slug']]])
  }
  const own = await load(opened.catalogs, SHOP.id, [product('eins')])
  assert.equal(own.outcome, 'refused', 'a slug of the store that is that of another product in the market')
})

test('a slug in a market may move to another product in one import', async () => {
  await using opened = await shopWith([product('one', 'eins'), product('two', 'zwei'), product('three')])
  const swapped = await load(opened.catalogs, SHOP.id, [product('one', 'zwei'), product('two', 'eins')])
  assert.equal(swapped.outcome, 'published')
  const taken = await load(opened.catalogs, SHOP.id, [product('four', 'three'), product('three', 'drei')])
  assert.equal(taken.outcome, 'published')
  const replaced = await load(opened.catalogs, SHOP.id, [product('five', 'zwei')], { replace: true })
  assert.equal(replaced.outcome, 'published', 'the product that had it is removed')
})

test('a market is not added if two products would have the same slug in it', async () => {
  await using opened = await MEMORY.open()
  await opened.catalogs.addStore(SHOP)
  await load(opened.catalogs, SHOP.id, [product('one', 'two'), product('two')])
  await using draft = await opened.catalogs.draft(SHOP.id, undefined, undefined, () => [DE])
  await assert.rejects(publishMarkets(draft, NOW), { code: 'invalid-setting', message: /"two" is the slug of another/ })
})
