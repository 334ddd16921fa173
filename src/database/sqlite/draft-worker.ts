import { workerData } from 'node:worker_threads'
import type { StoreId } from '../../catalog/store.ts'
import type { Draft } from '../../edition/draft.ts'
import { answerWith, type Methods } from '../../edition/thread.ts'
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

const methods: Record<Exclude<keyof Draft, 'base' | symbol>, Methods[string]> = {
  positions: async (...given: Parameters<Draft['positions']>) => (await opening).positions(...given),
  write: async (...given: Parameters<Draft['write']>) => (await opening).write(...given),
  writePostings: async (...given: Parameters<Draft['writePostings']>) => (await opening).writePostings(...given),
  writeWords: async (...given: Parameters<Draft['writeWords']>) => (await opening).writeWords(...given),
  writeOrders: async (...given: Parameters<Draft['writeOrders']>) => (await opening).writeOrders(...given),
  putOrder: async (...given: Parameters<Draft['putOrder']>) => (await opening).putOrder(...given),
  writeOwners: async () => (await opening).writeOwners(),
  publish: async (...given: Parameters<Draft['publish']>) => (await opening).publish(...given),
}

answerWith({ ...methods, dispose: async () => (await opening)[Symbol.asyncDispose]() })
