import { noBinaries } from '../../test/postgres/binaries.ts'
import type { Part } from './part.ts'
import { FaultWatch, openPostgresPlace } from './postgres-place.ts'

/** How often the way to PostgreSQL is blocked: shortly, until connections are given up, and longer. */
const ROUNDS = 3

/** Nothing passes between the server and PostgreSQL, and nobody says so: no connection ends. */
export const dropPackets: Part = async (findings, { isOver }, { seconds }) => {
  const missing = noBinaries()
  if (missing) return findings.figure('partition', `skipped: ${missing}`)
  await using place = await openPostgresPlace()
  const watch = await FaultWatch.start(findings, place)
  for (let round = 1; round <= ROUNDS; round++) {
    place.proxy.hang()
    await watch.during(`partition ${round}`, (seconds * round) / (1 + 2 + ROUNDS), isOver)
    await place.proxy.letThrough()
    await watch.recovered(`partition ${round}`)
  }
  watch.report('partition')
}
