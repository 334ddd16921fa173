import { workerData } from 'node:worker_threads'
import type { StoreId } from '../../catalog/store.ts'
import type { StorageWriter } from '../../edition/storage.ts'
import { expose } from '../../runtime/worker-rpc.ts'
import { connect } from './connection.ts'
import { SqliteWriter } from './writer.ts'

/** The program of the worker thread that `worker-writer.ts` starts. */
const { path, store } = workerData as { readonly path: string; readonly store: StoreId }
let writer: SqliteWriter | undefined

const METHODS = [
  'unfinished',
  'write',
  'allocate',
  'chunks',
  'sorted',
  'productOfVariant',
  'changedPositions',
  'changedKeys',
  'journal',
  'removeRows',
  'takeBack',
  'prune',
  'publish',
  'goBack',
  'removeStore',
] as const satisfies (keyof StorageWriter)[]

expose({
  open() {
    const db = connect(path, false)
    writer = new SqliteWriter(db, store, () => db.close())
    return { number: writer.number, firstNew: writer.firstNew }
  },
  close: () => writer?.[Symbol.asyncDispose](),
  ...Object.fromEntries(
    METHODS.map((name) => [name, (...args: never[]) => (writer![name] as (...args: never[]) => unknown)(...args)]),
  ),
})
