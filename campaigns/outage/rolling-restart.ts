import { setTimeout as pause } from 'node:timers/promises'
import { openCatalogs } from '@vitrine/engine/database/open'
import { WorkingDirectory } from '../../test/cli/vitrine.ts'
import { ExpectedAnswers, STORE } from '../../test/failure/catalog-versions.ts'
import { Load } from '../../test/failure/load.ts'
import { importVersion } from '../../test/failure/publisher.ts'
import { noBalancer, startBalancer } from '../../test/postgres/haproxy.ts'
import { startCampaignServer } from '../harness/campaign-server.ts'
import type { Part } from './part.ts'

/** Restarts two servers in turn behind HAProxy, under load. */
export const restartInTurn: Part = async (findings, { isOver }, { restarts }) => {
  const missing = noBalancer()
  if (missing) return findings.figure('restart', `skipped: ${missing}`)
  using workplace = new WorkingDirectory()
  const database = workplace.path('vitrine.db')
  {
    await using catalogs = await openCatalogs(database, 'create')
    await catalogs.addStore(STORE)
  }
  await importVersion(workplace, database, 0)
  const servers = [await startCampaignServer(workplace, database), await startCampaignServer(workplace, database)]
  await using balancer = await startBalancer(servers.map(({ url }) => url))
  await using load = new Load(balancer.url, await ExpectedAnswers.upTo(1))
  let done = 0
  for (; done < restarts && !isOver(); done++) {
    const { running, port } = servers[done % 2]!
    running.child.kill('SIGTERM')
    const { code } = await running.waitForExit()
    if (code !== 0) findings.broken('a server stops in order', `exit code ${code}: ${running.stdout}`)
    servers[done % 2] = await startCampaignServer(workplace, database, { port })
    // HAProxy looks at a server five times a second.
    await pause(1000)
  }
  await load.end()
  for (const fault of load.faults) findings.broken('no request fails while servers restart in turn', fault)
  for (const [status, times] of load.statuses)
    if (status !== 200) findings.broken('no request fails while servers restart in turn', `${times} of ${status}`)
  findings.figure('restarts in turn', done)
  findings.figure('answers meanwhile', load.answered)
}
