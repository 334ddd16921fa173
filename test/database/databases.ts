import { join } from 'node:path'
import { openCatalogs, openEditions } from '../../src/database/open.ts'
import type { Catalogs } from '../../src/edition/draft.ts'
import type { Editions } from '../../src/edition/edition.ts'
import { freshDatabase, noDatabases } from '../postgres/databases.ts'
import { temporaryFolder } from '../temporary.ts'

/** One database, opened as the operator's commands open it and as the server does. */
export interface Opened extends AsyncDisposable {
  /** As the command line names it. */
  readonly address: string
  readonly catalogs: Catalogs
  readonly editions: Editions
}

interface Database {
  readonly database: 'sqlite' | 'postgres'
  /** Makes one with nothing in it. */
  readonly open: () => Promise<Opened>
  /** Why tests that need one have to be skipped, or false. */
  readonly skip: string | false
}

/** Every database that editions can live in: what holds of one is tested of all. */
export const DATABASES: readonly Database[] = [
  { database: 'sqlite', open: sqliteOnDisk, skip: false },
  { database: 'postgres', open: freshPostgres, skip: noDatabases() },
]

export async function sqliteOnDisk(): Promise<Opened> {
  const folder = temporaryFolder()
  return await opened(join(folder.path, 'catalog.db'), async () => folder[Symbol.dispose]())
}

async function freshPostgres(): Promise<Opened> {
  const database = await freshDatabase()
  return await opened(database.url, async () => await database[Symbol.asyncDispose]())
}

async function opened(address: string, remove: () => Promise<void>): Promise<Opened> {
  const catalogs = await openCatalogs(address, 'make')
  const editions = await openEditions(address)
  return {
    address,
    catalogs,
    editions,
    async [Symbol.asyncDispose]() {
      await editions[Symbol.asyncDispose]()
      await catalogs[Symbol.asyncDispose]()
      await remove()
    },
  }
}
