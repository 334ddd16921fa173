import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { openCatalogs } from '@vitrine/engine/database/open'
import { WorkingDirectory } from '../../test/cli/vitrine.ts'
import { SeededRandom } from '../../test/crash/seeded-random.ts'
import { ExpectedAnswers, STORE, STORE_HEADERS } from '../../test/failure/catalog-versions.ts'
import { Load } from '../../test/failure/load.ts'
import { importVersion } from '../../test/failure/publisher.ts'
import { hasEnded, startCampaignServer } from '../harness/campaign-server.ts'
import type { Part } from './part.ts'

const WORKERS = 3

/** A worker is killed after 10 seconds without an answer, or after 60 while it starts. The rest is for a busy machine. */
const MAX_SECONDS = 90

/** Stops one worker after another with SIGSTOP, under load. */
export const hangWorkers: Part = async (findings, { isOver }, { seed, hangs }) => {
  if (process.platform !== 'linux') return findings.figure('hung workers', 'skipped: reads /proc')
  const random = new SeededRandom(seed)
  using workplace = new WorkingDirectory()
  const database = workplace.path('vitrine.db')
  {
    await using catalogs = await openCatalogs(database, 'create')
    await catalogs.addStore(STORE)
  }
  await importVersion(workplace, database, 0)
  const { url, running } = await startCampaignServer(workplace, database, { options: ['--workers', String(WORKERS)] })
  const workers = () => {
    const { pid, exitCode, signalCode } = running.child
    if (hasEnded(running)) throw new Error(`the server ended with ${exitCode ?? signalCode}: ${running.stderr}`)
    return childrenOf(pid!)
  }
  await using load = new Load(url, await ExpectedAnswers.upTo(1))
  let [done, answers, longest] = [0, 0, 0]
  for (; done < hangs && !isOver(); done++) {
    const victim = random.oneOf(workers())
    process.kill(victim, 'SIGSTOP')
    const stoppedAt = performance.now()
    const seconds = () => (performance.now() - stoppedAt) / 1000
    while (workers().includes(victim) && seconds() < MAX_SECONDS) {
      const fault = await faultOfNewConnection(url)
      if (fault) findings.broken('other workers answer new connections while one hangs', fault)
      else answers++
      await pause(100)
    }
    if (workers().includes(victim)) findings.broken('a hung worker is replaced', `not within ${MAX_SECONDS} s`)
    longest = Math.max(longest, seconds())
    while (workers().length < WORKERS && seconds() < MAX_SECONDS) await pause(100)
    if (workers().length < WORKERS) findings.broken('a hung worker is replaced', `not within ${MAX_SECONDS} s`)
  }
  await load.end()
  for (const fault of load.faults) if (!BROKEN_CONNECTION.test(fault)) findings.broken('no answer is wrong', fault)
  findings.figure('hung workers', done)
  findings.figure('longest time until one was killed', `${longest.toFixed(1)} s`)
  findings.figure('answers on new connections meanwhile', answers)
}

/** The open connections of a worker that is killed break. */
const BROKEN_CONNECTION = /ECONNRESET|socket hang up/

function childrenOf(pid: number): number[] {
  return (readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').match(/\d+/g) ?? []).map(Number)
}

function faultOfNewConnection(url: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const options = { agent: false, headers: STORE_HEADERS, timeout: 10_000 } as const
    const request = get(`${url}/store/products`, options, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode === 200 ? undefined : `${response.statusCode}`))
    })
    request.on('timeout', () => request.destroy(new Error('no answer within 10 s')))
    request.on('error', (error) => resolve(String(error)))
  })
}
