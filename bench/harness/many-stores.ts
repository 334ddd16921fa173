import { join } from 'node:path'
import { storeId } from '@vitrine/catalog/store'
import { openCatalogs } from '@vitrine/engine/database/open'
import { newStore } from '../../packages/vitrine/cli/new-store.ts'
import { openCatalog } from '../../packages/vitrine/library/vitrine.ts'
import { GeneratedCatalog } from '../catalog/generated-catalog.ts'
import { Random } from '../catalog/random.ts'
import { Sample } from '../catalog/sample.ts'
import { buildDatabaseOnce, fileMegabytes } from './dataset.ts'
import { secondsSince } from './report.ts'
import type { StoreRequest } from './requests.ts'

/** Stores with as many products each. Store n has part n of one generated catalog. */
export type StoreSet = {
  stores: number
  productsEach: number
  seed: number
  nameOf: (store: number) => string
}

export const REQUEST_KINDS = ['list', 'filter', 'search', 'facets', 'by id'] as const
export type RequestKind = (typeof REQUEST_KINDS)[number]

const PAGE = 20
const PRODUCTS = '/store/products'

/** The path of a SQLite database with all the stores. Imports it if the folder does not have it yet, or if `fresh`. */
export async function storesDatabase(folder: string, set: StoreSet, fresh: boolean): Promise<string> {
  const name = `stores-${set.stores}-of-${set.productsEach}-${set.seed}`
  return await buildDatabaseOnce(join(folder, name), fresh, async (file) => {
    const started = performance.now()
    await importStores(file, set)
    const seconds = secondsSince(started).toFixed(0)
    console.error(`imported ${set.stores} stores in ${seconds} s: ${await fileMegabytes(file)} MB`)
  })
}

async function importStores(database: string, { stores, productsEach, seed, nameOf }: StoreSet): Promise<void> {
  const generated = new GeneratedCatalog({ products: stores * productsEach, seed })
  await using catalogs = await openCatalogs(database, 'create')
  for (let store = 0; store < stores; store++) {
    if (store % 1000 === 0) console.error(`store ${store} of ${stores}`)
    const name = nameOf(store)
    await catalogs.addStore(newStore(storeId(name)!, name))
    await using catalog = await openCatalog({ database, store: name })
    for (let index = 0; index < productsEach; index++) catalog.upsert(generated.product(store * productsEach + index))
    await catalog.publish()
  }
}

/** Draws requests of these kinds, each for a random store. */
export function drawStoreRequests(
  { stores, productsEach, seed, nameOf }: StoreSet,
  kinds: readonly RequestKind[],
  count: number,
): StoreRequest[] {
  const key = kinds.join(' ')
  const random = new Random(`${seed}/walk/${key}`)
  const sample = new Sample({ products: stores * productsEach, seed }, key)
  return Array.from({ length: count }, () => {
    const store = random.integer(0, stores - 1)
    sample.within(store * productsEach, productsEach)
    return { store: nameOf(store), path: drawPath(random.pick(kinds), sample, productsEach) }
  })
}

function drawPath(kind: RequestKind, sample: Sample, productsEach: number): string {
  switch (kind) {
    case 'list':
      return `${PRODUCTS}?page=${sample.page(Math.ceil(productsEach / PAGE))}`
    case 'filter': {
      const { label, group, option } = sample.labelAndOption()
      return `${PRODUCTS}?label=${label}&option=${group}:${option}`
    }
    case 'search':
      return `${PRODUCTS}?search=${encodeURIComponent(sample.words(1).join(' '))}`
    case 'facets':
      return `${PRODUCTS}/facets?label=${sample.labelCode()}`
    case 'by id':
      return `${PRODUCTS}/${sample.productId()}`
  }
}
