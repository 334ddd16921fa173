import { workerData } from 'node:worker_threads'
import type { StoreId } from '@vitrine/catalog/store'
import { expose } from '@vitrine/runtime/worker-rpc'
import { connect } from './connection.ts'
import { ReservingConnection } from './reserving-connection.ts'
import { SqliteWriter } from './writer.ts'

/** The program of the worker thread that `catalogs.ts` starts. */
const { path, store } = workerData as { readonly path: string; readonly store: StoreId }

async function open(): Promise<SqliteWriter> {
  const connection = new ReservingConnection(connect(path, false), path)
  return new SqliteWriter(connection, store, () => connection.db.close())
}

expose(open())
