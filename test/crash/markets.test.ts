// Complete run only: it kills importers.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { marketStoreId } from '@vitrine/catalog/market'
import type { Market } from '@vitrine/catalog/store'
import { verifyEdition } from '@vitrine/engine/edition/verify-edition'
import { publishMarkets } from '@vitrine/engine/publish/republish'
import { type Opened, POSTGRES, SQLITE } from '../database/databases.ts'
import { storeNamed } from '../loading.ts'
import { cases } from '../quick.ts'
import { SEED } from '../seed.ts'
import { temporaryFolder } from '../temporary.ts'
import { runImporter, STEPS } from './importer.ts'
import { remnants, waitForWriter } from './remnants.ts'
import { seededProducts } from './seeded-catalog.ts'
import { SeededRandom } from './seeded-random.ts'

const STORE = { ...storeNamed('crash'), currency: 'EUR' }
const MARKETS: readonly Market[] = [
  { code: 'de', language: 'de', currency: 'EUR' },
  { code: 'us', language: 'en', currency: 'USD' },
]
const NOW = '2026-02-01T00:00:00.000Z'
const PRODUCTS = 300

/** The lines of a version of the catalog, in which each product has a name and prices for the markets. */
function linesOf(version: number): string {
  const random = new SeededRandom(SEED + version)
  const products = seededProducts(random, PRODUCTS, version, 2 * PRODUCTS)
  const lines = products.map((product) => {
    const prices = product.variants.map(({ sku }, index) => [sku, { price: version + index + 1 }])
    const us = { name: `us ${version}`, variants: Object.fromEntries(prices) }
    return JSON.stringify({ ...product, markets: { de: { name: `${product.name} de` }, us } })
  })
  return `${lines.join('\n')}\n`
}

for (const { database, open, skip } of [SQLITE, POSTGRES])
  test(`in ${database}, the markets of a store are at its edition after an importer is killed`, {
    skip,
    timeout: 900_000,
  }, async (context) => {
    await using opened = await open()
    await opened.catalogs.addStore(STORE)
    await using folder = temporaryFolder()
    const random = new SeededRandom(SEED)
    await declareMarkets(opened)
    const importNext = async (version: number, interruption?: Parameters<typeof runImporter>[1]) => {
      const file = join(folder.path, `${version}.ndjson`)
      writeFileSync(file, linesOf(version))
      const { address } = opened
      const outcome = await runImporter({ file, database: address, store: STORE.id, replace: true }, interruption)
      await waitForWriter(address)
      return outcome
    }
    await importNext(0)
    const { durations } = await importNext(1)
    const numbers = new Set<number>()
    let killed = 0
    for (let round = 0; round < cases({ quick: 4, complete: 6 }); round++) {
      const step = random.oneOf(STEPS)
      const after = random.next() * durations.get(step)!
      const { failed } = await importNext(2 + round, { step, after, interrupt: (child) => void child.kill('SIGKILL') })
      killed += Number(failed)
      numbers.add(await expectOneEdition(opened))
    }
    await importNext(1000)
    await expectOneEdition(opened)
    assert.deepEqual(await remnants(opened.address), [])
    context.diagnostic(`${killed} importers were killed, and the store had ${numbers.size} editions`)
  })

async function declareMarkets({ catalogs }: Opened): Promise<void> {
  await using draft = await catalogs.draft(STORE.id, undefined, undefined, () => MARKETS)
  await publishMarkets(draft, NOW)
}

/** The store and its markets are at one edition, are whole, and have the prices of one file. */
async function expectOneEdition(opened: Opened): Promise<number> {
  await using editions = await opened.openEditions()
  const { number, productCount } = await editions.current(STORE.id)
  const names = new Set<string>()
  for (const id of [STORE.id, ...MARKETS.map(({ code }) => marketStoreId(STORE.id, code))]) {
    const edition = await editions.current(id)
    assert.equal(edition.number, number, id)
    for await (const fault of verifyEdition(edition)) assert.fail(`${id}: ${fault}`)
    const positions = [...(await edition.orderSlice('product', 'createdAt:DESC', 0, edition.productCount))]
    const documents = await edition.documents('summary', positions)
    if (id.endsWith('.us')) for (const document of documents) names.add(JSON.parse(document!).name)
    if (id.endsWith('.de')) assert.equal(edition.productCount, productCount)
  }
  assert.equal(names.size, 1)
  return number
}
