import { workerData } from 'node:worker_threads'
import type { StoreId } from '../../catalog/store.ts'
import { expose } from '../../runtime/worker-rpc.ts'
import { connect } from './connection.ts'
import { SqliteWriter } from './writer.ts'

/** The program of the worker thread that `worker-writer.ts` starts. */
const { path, store } = workerData as { readonly path: string; readonly store: StoreId }

async function open(): Promise<SqliteWriter> {
  const db = connect(path, false)
  return new SqliteWriter(db, store, () => db.close())
}

expose(open())
