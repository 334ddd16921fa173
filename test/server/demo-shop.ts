import { readFileSync } from 'node:fs'
import { openShop, STORE } from './shop.ts'

/** A server whose default store has the demo catalog in EUR. */
export async function openDemoShop() {
  const shop = await openShop({ defaultStore: STORE })
  const lines = readFileSync(new URL('../../demo/catalog.ndjson', import.meta.url), 'utf8')
    .trim()
    .split('\n')
  const products = lines.map((line) => JSON.parse(line))
  await shop.catalogs.changeStore(STORE, { currency: 'EUR', productUrl: 'https://shop.example/products/{slug}' })
  await shop.load(STORE, products)
  return { ...shop, names: products.map(({ name }) => name as string) }
}
