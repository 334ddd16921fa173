import { VitrineError } from '@vitrine/catalog/error'
import type { Adapter } from '../adapter.ts'
import { isPostgres, withoutPassword } from './address.ts'

// Loading the driver of PostgreSQL takes a third of the time of a short command over SQLite.
const catalogs = () => withDriver(import('./catalogs.ts'))
const olderTables = () => withDriver(import('./older-tables.ts'))
const editions = () => withDriver(import('./editions.ts'))

/** A database is the address of a server: `postgres://…` or `postgresql://…`. */
export const POSTGRES: Adapter = {
  accepts: isPostgres,
  openEditions: async (database, settings, report) =>
    (await editions()).openPostgresEditions(database, { ...settings, report }),
  openCatalogs: async (database, ifMissing) => (await catalogs()).openPostgresCatalogs(database, ifMissing),
  openOlder: async (database) => (await olderTables()).openOlderPostgres(database),
  backUp: async () => {
    const sentence = 'a PostgreSQL database is not a file; back it up with `pg_dump --schema=vitrine`'
    throw new VitrineError('database-unusable', sentence)
  },
  integrityProblems: async () => [],
  freeBytes: () => undefined,
  exists: async (database) => (await catalogs()).postgresHasTables(database),
  publicName: withoutPassword,
}

/** Throws `database-unusable` without the driver, which is an optional dependency. */
async function withDriver<Module>(loading: Promise<Module>): Promise<Module> {
  try {
    return await loading
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code !== 'ERR_MODULE_NOT_FOUND' || !/package 'pg/.test(message)) throw error
    const sentence =
      'PostgreSQL needs the packages pg and pg-copy-streams, which are not installed; ' +
      '`npm install pg pg-copy-streams` adds them'
    throw new VitrineError('database-unusable', sentence, [], error)
  }
}
