import { Client } from 'pg'
import { noBinaries } from '../../test/postgres/binaries.ts'
import type { Part } from './part.ts'
import { FaultWatch, openPostgresPlace } from './postgres-place.ts'

/** The tables that requests by id, searches, and questions for the current edition read. */
const TABLES = ['documents', 'products', 'postings', 'editions', 'stores']

/** Locks one table after the other, as ALTER TABLE and VACUUM FULL do. */
export const lockTables: Part = async (findings, { isOver }, { seconds }) => {
  const missing = noBinaries()
  if (missing) return findings.figure('locks', `skipped: ${missing}`)
  await using place = await openPostgresPlace()
  const watch = await FaultWatch.start(findings, place)
  for (const table of TABLES) {
    const client = new Client({ connectionString: place.url })
    await client.connect()
    await client.query(`BEGIN; LOCK TABLE vitrine.${table}`)
    await watch.during(`${table} locked`, seconds / TABLES.length, isOver)
    await client.end()
    await watch.recovered(`${table} locked`)
  }
  watch.report('locks')
}
