import type { StoreId } from '@vitrine/catalog/store'
import type { OlderDatabase } from '@vitrine/engine/database/older-database'
import { openCatalogs, openOlderDatabase, publicName } from '@vitrine/engine/database/open'
import { type MigratedStore, migrateStore } from '@vitrine/engine/publish/migrate-store'
import { createProgress, type Progress } from '../progress.ts'
import { interruptible } from '../signals.ts'
import { escapeControls, formatNumber, quantity, WAITING_FOR_IMPORT } from '../terminal-text.ts'

/** Copies all stores of a database into another one, which is created if it does not exist. Prints a line for each. */
export async function copyStores(from: string, database: string, json: boolean): Promise<void> {
  const signal = interruptible('interrupted; what was copied stays, and the same command goes on')
  const progress = process.stderr.isTTY ? createProgress(process.stderr, undefined) : undefined
  await using older = await openOlderDatabase(from)
  {
    await using _created = await openCatalogs(database, 'create')
  }
  const reports: StoreReport[] = []
  for (const store of await older.stores()) {
    progress?.step(`copying store ${store}`)
    const migrated = await copyStore(older, store, database, progress, signal)
    progress?.end()
    if (!migrated) continue
    const report = reportOn(store, migrated)
    reports.push(report)
    if (migrated.dropped) console.error(droppedText(store, migrated.dropped))
    if (!json) console.log(lineOf(report))
  }
  if (json) console.log(JSON.stringify({ database: publicName(database), stores: reports }))
  else if (reports.length === 0) console.log(`${publicName(from)} has no stores`)
}

/** Stores with more products gain more from a thread that writes than its start takes. */
const LARGE_STORE = 5000

/** undefined if the store was removed meanwhile. */
async function copyStore(
  older: OlderDatabase,
  id: StoreId,
  database: string,
  progress: Progress | undefined,
  signal: AbortSignal,
): Promise<MigratedStore | undefined> {
  return await older.read(id, async (stores) => {
    if (!stores) return undefined
    const inWorker = stores.store.productCount > LARGE_STORE
    await using catalogs = await openCatalogs(database, 'require', inWorker)
    return await migrateStore(catalogs, stores, {
      now: new Date().toISOString(),
      inWorker,
      signal,
      onWait: () => console.error(WAITING_FOR_IMPORT),
      onProgress: (products) => progress?.read(0, products),
    })
  })
}

interface StoreReport {
  readonly store: StoreId
  readonly outcome: MigratedStore['outcome']
  readonly edition: number
  readonly productCount: number
  readonly variantCount: number
}

function reportOn(store: StoreId, { outcome, edition }: MigratedStore): StoreReport {
  const { number, productCount, variantCount } = edition
  return { store, outcome, edition: number, productCount, variantCount }
}

function lineOf({ store, outcome, edition, productCount, variantCount }: StoreReport): string {
  const size = `${quantity(productCount, 'product')}, ${quantity(variantCount, 'variant')}`
  const note = outcome === 'unchanged' ? ', copied before' : ''
  return `${store}: ${size}, edition ${formatNumber(edition)}${note}`
}

function droppedText(store: StoreId, { count, first }: NonNullable<MigratedStore['dropped']>): string {
  const { product = '', path, wrong, right } = first
  const example = `${path} of "${escapeControls(product)}" ${escapeControls(wrong)}; expected ${right}`
  return `${store}: ${quantity(count, 'value')} cannot be served and ${count === 1 ? 'was' : 'were'} dropped, such as: ${example}`
}
