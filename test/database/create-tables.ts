import { openCatalogs } from '@vitrine/engine/database/open'

/** Creates the tables of a database that has none. */
export async function createTables(database: string): Promise<void> {
  await using _catalogs = await openCatalogs(database, 'create')
}
