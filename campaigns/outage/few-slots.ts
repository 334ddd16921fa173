import { Client } from 'pg'
import { until } from '../../test/database/until.ts'
import { noBinaries } from '../../test/postgres/binaries.ts'
import { query } from '../../test/postgres/sql.ts'
import type { Part } from './part.ts'
import { FaultWatch, openPostgresPlace } from './postgres-place.ts'

/** The connections that the reader may have in all, and those that a server wants. */
const SLOTS = 8
const WANTED = 5

const SECONDS_PER_ROUND = 2

/** Other sessions take all slots but 0 to 4, and the connections of the server are cut. */
export const takeSlots: Part = async (findings, { isOver }, { seconds }) => {
  const missing = noBinaries()
  if (missing) return findings.figure('slots', `skipped: ${missing}`)
  await using place = await openPostgresPlace()
  const watch = await FaultWatch.start(findings, place)
  const limit = (slots: number) => query(place.url, `ALTER ROLE reader CONNECTION LIMIT ${slots}`)
  const rounds = Math.max(1, Math.round(seconds / SECONDS_PER_ROUND))
  for (let round = 0; round < rounds && !isOver(); round++) {
    const free = (round + 1) % WANTED
    const others = await Promise.all(Array.from({ length: SLOTS - free }, () => session(place.readerUrl)))
    await limit(SLOTS)
    place.proxy.cut()
    if (free > 0) await watch.recovered(`${free} slots free`)
    const { refused } = watch.uncached
    await watch.during(`${free} slots free`, seconds / rounds, isOver)
    await Promise.all(others.map((other) => other.end()))
    await limit(-1)
    await watch.recovered('all slots free')
    if (free > 0 && watch.uncached.refused > refused)
      findings.broken('a server works with the connections that it has', `${free} slots free`)
    await until(() => place.proxy.open === WANTED)
  }
  findings.figure('slots: rounds', rounds)
  watch.report('slots')
}

async function session(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  await client.connect()
  return client
}
