import { VitrineError } from '@vitrine/catalog/error'
import { readNative } from '@vitrine/catalog/native/read-native'
import { type Store, type StoreId, storeId } from '@vitrine/catalog/store'
import { derivedId } from '@vitrine/catalog/uuid'
import type { Catalogs } from '@vitrine/engine/edition/catalogs'
import type { Editions } from '@vitrine/engine/edition/editions'
import type { EditionSummary } from '@vitrine/engine/edition/rows'
import { type PublishOptions, publish } from '@vitrine/engine/publish/publish'
import type { Report } from '@vitrine/engine/publish/report'
import { until } from './database/until.ts'

/** The creation time of the fixtures' stores. */
export const THEN = '2026-01-01T00:00:00.000Z'

/** A store as `vitrine store add` creates it. */
export function storeNamed(id: string): Store {
  const tax = derivedId(id, 'tax-rate', 'No tax', '0')
  return {
    id: storeId(id)!,
    name: `The store ${id}`,
    createdAt: THEN,
    taxRate: { id: tax, name: 'No tax', rate: 0, isDefault: true, createdAt: THEN, updatedAt: THEN },
  }
}

/** Imports products in the native format, as `vitrine import` does. */
export async function load(
  catalogs: Catalogs,
  store: StoreId,
  products: readonly unknown[],
  options: Partial<PublishOptions> = {},
): Promise<Report> {
  await using draft = await catalogs.draft(store)
  const lines = products.map((product) => `${JSON.stringify(product)}\n`).join('') || '[]'
  const submissions = readNative(once(Buffer.from(lines)), draft.base.store, () => {})
  const defaults = { replace: false, skipInvalid: false, dryRun: false, now: '2026-02-01T00:00:00.000Z' }
  return await publish(draft, submissions, { ...defaults, ...options })
}

/** Imports products, and waits until open readers see the new edition. */
export async function loadAndSee(
  { catalogs, editions }: { readonly catalogs: Catalogs; readonly editions: Editions },
  store: StoreId,
  products: readonly unknown[],
  options: Partial<PublishOptions> = {},
): Promise<Report> {
  const report = await load(catalogs, store, products, options)
  await seen(editions, store, report.edition)
  return report
}

/** Waits until open readers see this edition: PostgreSQL notifies them, or they poll. */
export async function seen(
  editions: Editions<EditionSummary>,
  store: StoreId,
  { number, publishedAt }: Pick<EditionSummary, 'number' | 'publishedAt'>,
): Promise<void> {
  await until(async () => {
    const current = await editions.current(store)
    return current.number === number && current.publishedAt === publishedAt
  })
}

/** Waits until open readers no longer see the store. */
export async function seenGone(editions: Editions, store: StoreId): Promise<void> {
  await until(async () => {
    try {
      await editions.current(store)
      return false
    } catch (error) {
      return error instanceof VitrineError && error.code === 'store-not-found'
    }
  })
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
