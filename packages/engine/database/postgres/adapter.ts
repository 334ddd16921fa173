import { VitrineError } from '@vitrine/catalog/error'
import type { Adapter } from '../adapter.ts'
import { isPostgres, withoutPassword } from './address.ts'

// Loading the driver of PostgreSQL takes a third of the time of a short command over SQLite.
const catalogs = () => import('./catalogs.ts')
const editions = () => import('./editions.ts')

/** A database is the address of a server: `postgres://…` or `postgresql://…`. */
export const POSTGRES: Adapter = {
  accepts: isPostgres,
  openEditions: async (database, settings, report) =>
    (await editions()).openPostgresEditions(database, { ...settings, report }),
  openCatalogs: async (database, ifMissing) => (await catalogs()).openPostgresCatalogs(database, ifMissing),
  backUp: async () => {
    const sentence = 'a PostgreSQL database is not a file; back it up with `pg_dump --schema=vitrine`'
    throw new VitrineError('database-unusable', sentence)
  },
  integrityProblems: async () => [],
  freeBytes: () => undefined,
  exists: async (database) => (await catalogs()).postgresHasTables(database),
  publicName: withoutPassword,
}
