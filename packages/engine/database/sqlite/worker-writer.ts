import { workerData } from 'node:worker_threads'
import { expose } from '@vitrine/runtime/worker-rpc'
import { type OpenWriter, SqlWriters } from '../sql-writers.ts'
import { connect } from './connection.ts'
import { ExposedWriters } from './remote-writers.ts'
import { ReservingConnection } from './reserving-connection.ts'
import { SQL } from './statements.ts'
import { SqliteWriter } from './writer.ts'

/** The program of the worker thread that `catalogs.ts` starts. */
const { path } = workerData as { readonly path: string }

async function open(): Promise<ExposedWriters> {
  const connection = new ReservingConnection(connect(path, false), path)
  const openWriter: OpenWriter = (...of) => new SqliteWriter(connection, ...of)
  return new ExposedWriters(new SqlWriters(connection, SQL, openWriter, () => connection.db.close()))
}

expose(open())
