import { setTimeout as pause } from 'node:timers/promises'
import { openCatalogs } from '@vitrine/engine/database/open'
import { HttpConnection } from '../../bench/harness/http-connection.ts'
import { WorkingDirectory } from '../../test/cli/vitrine.ts'
import { STORE, STORE_HEADERS, TARGETS } from '../../test/failure/catalog-versions.ts'
import { importVersion } from '../../test/failure/publisher.ts'
import { noBinaries } from '../../test/postgres/binaries.ts'
import { startServer } from '../../test/postgres/server.ts'
import { startCampaignServer } from '../harness/campaign-server.ts'
import type { Part } from './part.ts'

const MOST_RECOVERY = 2000

/** Loses PostgreSQL and gets it back. Cached requests are answered all the time, and others soon after. */
export const loseDatabase: Part = async (findings, { isOver }, { seconds }) => {
  const missing = noBinaries()
  if (missing) return findings.figure('database', `skipped: ${missing}`)
  await using postgres = await startServer()
  using workplace = new WorkingDirectory()
  {
    await using catalogs = await openCatalogs(postgres.url(), 'create')
    await catalogs.addStore(STORE)
  }
  await importVersion(workplace, postgres.url(), 0)
  const { url } = await startCampaignServer(workplace, postgres.url())
  using connection = new HttpConnection(url)
  const bodies = new Map<string, string>()
  for (const target of TARGETS) bodies.set(target, String((await connection.exchange(target, STORE_HEADERS)).body))
  let number = 0
  const readUncached = () => connection.exchange(`/store/products?slug=nothing-${++number}`, STORE_HEADERS)

  await postgres.stop('immediate')
  const counts = { cached: 0, refused: 0 }
  for (const end = performance.now() + seconds * 1000; performance.now() < end && !isOver(); await pause(20)) {
    const target = TARGETS[counts.cached % TARGETS.length]!
    const cached = await connection.exchange(target, STORE_HEADERS)
    counts.cached++
    if (cached.status !== 200 || String(cached.body) !== bodies.get(target))
      findings.broken('cached requests are answered without the database', `${target}: ${cached.status}`)
    if (counts.cached % 10 !== 0) continue
    const { status, head, body } = await readUncached()
    counts.refused++
    if (status !== 503 || !/^retry-after: \d+/im.test(head))
      findings.broken('other requests get a 503 with Retry-After', `${status} ${body}`)
  }
  await postgres.start()
  const back = performance.now()
  while ((await readUncached()).status !== 200 && performance.now() - back < 60_000) await pause(10)
  const recovery = performance.now() - back
  if (recovery > MOST_RECOVERY) findings.broken('the server recovers within 2 s', `${Math.round(recovery)} ms`)
  findings.figure('seconds without PostgreSQL', seconds)
  findings.figure('cached answers meanwhile', counts.cached)
  findings.figure('503 meanwhile', counts.refused)
  findings.figure('recovery', `${Math.round(recovery)} ms`)
}
