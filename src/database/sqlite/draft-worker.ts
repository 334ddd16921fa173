import { parentPort, workerData } from 'node:worker_threads'
import type { StoreId } from '../../catalog/store.ts'
import { connect } from './connect.ts'
import { SqliteDraft } from './draft.ts'
import type { Answer, Method, Question } from './draft-thread.ts'
import { SqliteEditions } from './editions.ts'

/** The program of a thread that writes one draft, as `draft-thread.ts` asks. That side holds the store's lock. */
const { path, store } = workerData as { readonly path: string; readonly store: StoreId }
const opening = open()
let done: Promise<unknown> = opening.catch(() => {})

parentPort!.on('message', ({ number, method, given }: Question) => {
  const answered = done.then(() => answer(number, method, given))
  done = answered.then((reply) => parentPort!.postMessage(reply))
})

async function open(): Promise<SqliteDraft> {
  const db = connect(path, false)
  return new SqliteDraft(db, await new SqliteEditions(db).current(store), () => db.close())
}

async function answer(number: number, method: Method, given: readonly unknown[]): Promise<Answer> {
  try {
    const draft = await opening
    if (method === 'dispose') return { number, value: await draft[Symbol.asyncDispose]() }
    return { number, value: await (draft[method] as (...given: readonly unknown[]) => unknown)(...given) }
  } catch (error) {
    return { number, error: error as Error, properties: { ...(error as Error) } }
  }
}
