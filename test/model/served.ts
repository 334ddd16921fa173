import type { Store, StoreId } from '../../src/catalog/store.ts'
import type { Catalogs } from '../../src/edition/draft.ts'
import type { PublishOptions } from '../../src/publish/publish.ts'
import type { Report } from '../../src/publish/report.ts'
import { type Answering, answeringFrom } from '../database/answering.ts'
import type { Opened } from '../database/databases.ts'
import { loadAndSee, seen, seenGone } from '../loading.ts'

/** A database with some stores, and a server on a socket that reads it. */
export interface Served extends Answering {
  readonly catalogs: Catalogs
  /** Imports products, and waits until the server has them. */
  load(store: StoreId, products: readonly unknown[], options?: Partial<PublishOptions>): Promise<Report>
  /** Goes back to an edition, or forward, and waits until the server has it. */
  rollback(store: StoreId, number: number): Promise<void>
  /** Removes a store, and waits until it is gone for the server. */
  removeStore(store: StoreId): Promise<void>
}

export async function served(open: () => Promise<Opened>, ...stores: readonly Store[]): Promise<Served> {
  await using held = new AsyncDisposableStack()
  const { catalogs, editions } = held.use(await open())
  for (const store of stores) await catalogs.addStore(store)
  const answering = held.use(await answeringFrom(editions))
  const whole = held.move()
  return {
    ...answering,
    catalogs,
    load: (store, products, options) => loadAndSee({ catalogs, editions }, store, products, options),
    async rollback(store, number) {
      await seen(editions, store, await catalogs.rollback(store, () => number))
    },
    async removeStore(store) {
      await catalogs.removeStore(store)
      await seenGone(editions, store)
    },
    [Symbol.asyncDispose]: () => whole.disposeAsync(),
  }
}
