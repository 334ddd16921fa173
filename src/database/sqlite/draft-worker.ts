import { workerData } from 'node:worker_threads'
import type { StoreId } from '../../catalog/store.ts'
import type { Draft } from '../../edition/draft.ts'
import { type ExposedMethods, expose } from '../../runtime/worker-rpc.ts'
import { connect } from './connect.ts'
import { SqliteDraft } from './draft.ts'
import { SqliteEditions } from './editions.ts'

/** The program of a thread that writes one draft, as `draft-thread.ts` asks. That side holds the store's lock. */
const { path, store } = workerData as { readonly path: string; readonly store: StoreId }
const opening = open()
// Whatever is asked first is told.
opening.catch(() => {})

async function open(): Promise<SqliteDraft> {
  const db = connect(path, false)
  return new SqliteDraft(db, await new SqliteEditions(db).current(store), () => db.close())
}

const methods: Record<Exclude<keyof Draft, 'base' | symbol>, ExposedMethods[string]> = {
  allocatePositions: async (...given: Parameters<Draft['allocatePositions']>) =>
    (await opening).allocatePositions(...given),
  writeRows: async (...given: Parameters<Draft['writeRows']>) => (await opening).writeRows(...given),
  writePostings: async (...given: Parameters<Draft['writePostings']>) => (await opening).writePostings(...given),
  writeDictionary: async (...given: Parameters<Draft['writeDictionary']>) => (await opening).writeDictionary(...given),
  buildSortOrders: async (...given: Parameters<Draft['buildSortOrders']>) => (await opening).buildSortOrders(...given),
  writeSortOrder: async (...given: Parameters<Draft['writeSortOrder']>) => (await opening).writeSortOrder(...given),
  buildProductOfVariant: async () => (await opening).buildProductOfVariant(),
  publish: async (...given: Parameters<Draft['publish']>) => (await opening).publish(...given),
}

expose({ ...methods, dispose: async () => (await opening)[Symbol.asyncDispose]() })
