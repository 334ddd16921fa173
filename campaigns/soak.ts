import { setTimeout as pause } from 'node:timers/promises'
import { openCatalogs } from '@vitrine/engine/database/open'
import { Random } from '../bench/catalog/random.ts'
import { decimal, integer, readOptions } from '../bench/harness/options.ts'
import { percentile } from '../bench/harness/report.ts'
import { AnswerChecks } from '../test/failure/answer-checks.ts'
import { ExpectedAnswers, STORE, STORE_HEADERS, TARGETS } from '../test/failure/catalog-versions.ts'
import { importVersion, VERSIONS } from '../test/failure/publisher.ts'
import { CAMPAIGN, runCampaign } from './harness/campaign.ts'
import { privateMegabytes, startCampaignServer } from './harness/campaign-server.ts'
import { type CampaignDatabase, DATABASE_OPTION, openDatabases } from './harness/databases.ts'
import type { Findings } from './harness/findings.ts'
import { runOpenLoop } from './harness/open-loop.ts'

const DESCRIPTION = `Sends a steady rate of mixed requests while editions are published and rolled back. Promises: every answer is that of the
edition in its ETag, no request fails, and the private memory of the server is flat in the second half of the run.`

const MEMORY_MILLISECONDS = 500
/** Growth of memory over the second half that still counts as flat, as a share of its mean. */
const FLAT = 0.05
/** Shorter runs end before the heap has its size. */
const MINUTES_TO_JUDGE_MEMORY = 5

const options = readOptions(DESCRIPTION, {
  ...CAMPAIGN,
  minutes: decimal('minutes under load', 2),
  rate: integer('requests a second', 120),
  every: decimal('seconds between two editions', 5),
  databases: DATABASE_OPTION,
})

// The time is that of the load, so starting and ending do not count.
await runCampaign({ ...options, minutes: options.minutes + 30 }, async (findings, limits) => {
  const expected = await ExpectedAnswers.upTo(VERSIONS)
  for (const database of await openDatabases(options.databases)) {
    await using opened = database
    await soak(opened, expected, findings, limits.isOver)
  }
})

async function soak(
  { name, address, workplace }: CampaignDatabase,
  expected: ExpectedAnswers,
  findings: Findings,
  isInterrupted: () => boolean,
): Promise<void> {
  {
    await using catalogs = await openCatalogs(address, 'create')
    await catalogs.addStore(STORE)
  }
  for (const version of [0, 1]) await importVersion(workplace, address, version)
  const { url, running } = await startCampaignServer(workplace, address)
  const random = new Random(`${options.seed}/${name}`)
  const checks = new AnswerChecks(expected)
  const times: number[] = []
  const memory: number[] = []
  const seconds = (options.minutes * 60) / options.databases.length
  const end = performance.now() + seconds * 1000
  const isOver = () => isInterrupted() || performance.now() > end
  const watching = watchMemory(() => memory.push(privateMegabytes(running)), isOver)
  const publishing = publish(workplace, address, random, isOver, findings)
  const { sent, leftOut } = await runOpenLoop({
    address: url,
    perSecond: options.rate,
    isOver,
    next: () => ({ path: random.pick(TARGETS), headers: STORE_HEADERS, kind: undefined }),
    onReply({ path }, { status, head, body, milliseconds }) {
      times.push(milliseconds)
      const etag = /^etag: (.*)$/im.exec(head)?.[1] ?? ''
      const fault = status === 200 ? checks.faultOf(path, etag, body.toString('utf8')) : undefined
      if (fault) findings.broken('every answer is that of the edition in its ETag', fault)
      if (status !== 200) findings.broken('no request fails', `${path}: ${status} ${body}`)
    },
    onError: ({ path }, error) => findings.broken('no request fails', `${path}: ${error.message}`),
  })
  const { imports, rollbacks } = await publishing
  await watching
  const half = memory.slice(memory.length / 2)
  const growth = (slope(half) * half.length) / mean(half)
  if (leftOut > 0) findings.broken('no request waits for others', `${leftOut} requests found no connection`)
  if (growth > FLAT && options.minutes >= MINUTES_TO_JUDGE_MEMORY)
    findings.broken('memory is flat', `${name}: ${(100 * growth).toFixed(1)} % in the second half`)
  const shown = [0.5, 0.99, 0.999].map((fraction) => percentile(times, fraction).toFixed(1))
  findings.figure(`${name}: minutes`, (seconds / 60).toFixed(1))
  findings.figure(`${name}: answers`, sent)
  findings.figure(`${name}: p50, p99, p99.9`, `${shown.join(', ')} ms`)
  findings.figure(`${name}: imports, rollbacks, editions seen`, `${imports}, ${rollbacks}, ${checks.versions.size}`)
  findings.figure(`${name}: private memory`, `${Math.round(mean(half))} MB, ${(100 * growth).toFixed(1)} % growth`)
}

/** Publishes editions and goes back, in random order, until the end. */
async function publish(
  workplace: CampaignDatabase['workplace'],
  address: string,
  random: Random,
  isOver: () => boolean,
  findings: Findings,
): Promise<{ imports: number; rollbacks: number }> {
  let [imports, rollbacks] = [0, 0]
  for (let version = 1; !isOver(); await pause(options.every * 1000)) {
    const goesBack = imports > 0 && random.chance(0.25)
    if (!goesBack) version = (version % (VERSIONS - 1)) + 1
    const { code, stderr } = goesBack
      ? await workplace.run(['rollback', STORE.id, '--database', address])
      : await importVersion(workplace, address, version)
    // An edition may have been published with this catalog before, or be the oldest one.
    if (code === 0) goesBack ? rollbacks++ : imports++
    else if (!/no stored edition before/.test(stderr)) findings.broken('imports and rollbacks work', stderr)
  }
  return { imports, rollbacks }
}

async function watchMemory(sample: () => void, isOver: () => boolean): Promise<void> {
  for (; !isOver(); await pause(MEMORY_MILLISECONDS)) sample()
}

/** The slope of the line through equally spaced values, by least squares. */
function slope(values: readonly number[]): number {
  const [meanX, meanY] = [(values.length - 1) / 2, mean(values)]
  let [covariance, variance] = [0, 0]
  for (const [x, y] of values.entries()) {
    covariance += (x - meanX) * (y - meanY)
    variance += (x - meanX) ** 2
  }
  return variance === 0 ? 0 : covariance / variance
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
