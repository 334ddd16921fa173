import { Sample } from '../bench/catalog/sample.ts'
import { HttpConnection } from '../bench/harness/http-connection.ts'
import { decimal, integer, readOptions } from '../bench/harness/options.ts'
import { percentile } from '../bench/harness/report.ts'
import { WorkingDirectory } from '../test/cli/vitrine.ts'
import { CAMPAIGN, runCampaign } from './harness/campaign.ts'
import { type CampaignServer, isReady, startCampaignServer } from './harness/campaign-server.ts'
import type { Findings } from './harness/findings.ts'
import { type Request, runOpenLoop } from './harness/open-loop.ts'
import { startBareServer } from './overload/bare-server.ts'
import { giveOwnCores } from './overload/own-cores.ts'
import { drawRequest, importGenerated, KINDS, type Kind } from './overload/requests.ts'

const DESCRIPTION = `Measures the latency of a server without load and its capacity, and then sends many times as many requests a second as it
can answer. One in ten is a read by id, the others are searches and facets; the response cache is off. Times count from the
moment at which a request was due. Each load is also sent to a bare server of Node that refuses everything. What that server
takes is no fault of this one. Promises: what is accepted takes at most three times as long as without load (p99), and reads
by id no longer than that, but for the first two seconds of an overload; refusals come at once and are 503 with Retry-After; reads by id are answered; after a pause of
the whole process no kind of request waits longer than the pause and what had queued; and the server is ready afterwards.`

const CLIENTS = 16
/** Different requests, for each second of a measurement. The server remembers results, so they are not repeated soon. */
const REQUESTS_PER_SECOND = 3000
const PAUSE_MILLISECONDS = 200
const PAUSE_EVERY_MILLISECONDS = 2000

const options = readOptions(DESCRIPTION, {
  ...CAMPAIGN,
  seconds: integer('seconds of each measurement', 15),
  products: integer('products of the catalog', 20_000),
  factor: decimal('the highest load, in times the capacity; twice the capacity is measured too', 10),
  ratio: decimal(
    'most p99 of accepted requests, as a multiple of the p99 without load; 0 judges no latency, for a short run',
    3,
  ),
})

/** An overload is recognised after a quarter of a second, and clients open connections at first. In milliseconds. */
const BEGINNING = Math.min(2000, 200 * options.seconds)

/** Milliseconds from the moment at which requests were due to their answers, apart from the beginning of the load. */
interface Times {
  readonly accepted: Readonly<Record<Kind, number[]>>
  readonly refused: Readonly<Record<Kind, number[]>>
  /** Of all requests in the beginning. */
  readonly beginning: readonly number[]
  readonly leftOut: number
}

await runCampaign(options, async (findings, { isOver }) => {
  using workplace = new WorkingDirectory()
  const catalog = { products: options.products, seed: options.seed }
  const database = await importGenerated(workplace, catalog)
  const server = await startCampaignServer(workplace, database, { options: ['--cache-mb', '0'] })
  using bare = await startBareServer()
  findings.figure('products', options.products)
  findings.figure(
    'cores of their own for server and client',
    giveOwnCores([server.running.child, bare.child]) ? 'yes' : 'no',
  )
  const sample = new Sample(catalog, 'overload')
  // Drawn before, so that the client has little to do.
  const requests = Array.from({ length: REQUESTS_PER_SECOND * options.seconds }, () => drawRequest(sample))
  let number = 0
  const next = () => requests[number++ % requests.length]!
  const until = (seconds = options.seconds) => {
    const end = performance.now() + seconds * 1000
    return () => isOver() || performance.now() > end
  }

  // The first seconds compile the code.
  await runClients(server.url, CLIENTS, next, until(Math.min(5, options.seconds)))
  const alone = await runClients(server.url, 1, next, until())
  const capacity = (await runClients(server.url, CLIENTS, next, until())).length / options.seconds
  const p99 = percentile(alone, 0.99)
  findings.figure('p99 without load', `${p99.toFixed(1)} ms`)
  findings.figure('capacity', `${Math.round(capacity)} requests/s`)
  for (const factor of [2, options.factor]) {
    const perSecond = factor * capacity
    const bareTimes = await offer(bare.url, perSecond, next, until(Math.min(5, options.seconds)))
    const times = await offer(server.url, perSecond, next, until(), findings)
    judge(findings, `${factor} times the capacity`, times, { p99, bare: bareTimes.refused })
  }
  await judgePauses(findings, server, 0.6 * capacity, next, until())
  if (!(await isReady(server.url))) findings.broken('the server is ready after the load', server.url)
})

/** Reports one load, and what of it breaks a promise. `p99` is that of all requests without load. */
function judge(
  findings: Findings,
  load: string,
  { accepted, refused, beginning, leftOut }: Times,
  { p99, bare }: { readonly p99: number; readonly bare: Times['refused'] },
): void {
  const all = [...refused.search, ...refused['by id']]
  const bareP99 = percentile([...bare.search, ...bare['by id']], 0.99)
  const report = (what: string, times: readonly number[]) =>
    findings.figure(`${load}, ${what}`, `${times.length}, p50 and p99 ${percentiles(times)}`)
  report('accepted searches', accepted.search)
  report('reads by id', accepted['by id'])
  report('refusals', all)
  report(`all in the first ${BEGINNING / 1000} seconds`, beginning)
  findings.figure(`${load}, p99 of a bare server`, `${bareP99.toFixed(1)} ms`)
  if (leftOut > 0) findings.figure(`${load}, left out by a busy client`, leftOut)
  if (refused['by id'].length > 0)
    findings.broken('reads by id are answered', `${load}: ${refused['by id'].length} were refused`)
  if (options.ratio === 0) return
  if (accepted.search.length === 0) findings.broken('some requests are accepted', `${all.length} were refused`)
  const limit = options.ratio * p99 + bareP99
  for (const [what, times] of Object.entries({ ...accepted, refusals: all })) {
    const taken = times.length === 0 ? 0 : percentile(times, 0.99)
    if (taken <= limit) continue
    const detail = `${load}: p99 of ${what} is ${taken.toFixed(1)} ms, ${(taken / p99).toFixed(1)} times that without load`
    findings.broken('answers and refusals are quick', detail)
  }
}

/** Sends requests at a steady rate. Every refusal must be a 503 with Retry-After. */
async function offer(
  address: string,
  perSecond: number,
  next: () => Request<Kind>,
  isOver: () => boolean,
  findings?: Findings,
): Promise<Times> {
  const accepted = noTimes()
  const refused = noTimes()
  const beginning: number[] = []
  const started = performance.now()
  const { leftOut } = await runOpenLoop<Kind>({
    address,
    perSecond,
    isOver,
    next,
    onReply({ kind, path }, { status, head, body, milliseconds }) {
      const times = status === 200 ? accepted : refused
      const isBeginning = performance.now() - milliseconds - started < BEGINNING
      if (isBeginning) beginning.push(milliseconds)
      else times[kind].push(milliseconds)
      if (status !== 200 && !(status === 503 && /^retry-after: \d+/im.test(head)))
        findings?.broken('a refusal is a 503 with Retry-After', `${path}: ${status} ${body}`)
    },
    onError: ({ path }, error) => findings?.broken('every request has an answer', `${path}: ${error.message}`),
  })
  return { accepted, refused, beginning, leftOut }
}

/** Stops the process again and again, as a machine that has no time for it does. No kind of request may wait longer. */
async function judgePauses(
  findings: Findings,
  { url, running }: CampaignServer,
  perSecond: number,
  next: () => Request<Kind>,
  isOver: () => boolean,
): Promise<void> {
  const pauses = setInterval(() => {
    running.child.kill('SIGSTOP')
    setTimeout(() => running.child.kill('SIGCONT'), PAUSE_MILLISECONDS)
  }, PAUSE_EVERY_MILLISECONDS)
  const { accepted, refused } = await offer(url, perSecond, next, isOver, findings)
  clearInterval(pauses)
  running.child.kill('SIGCONT')
  const [searches, byId] = [accepted.search, accepted['by id']]
  findings.figure(`pauses of ${PAUSE_MILLISECONDS} ms at 0.6 times the capacity, searches`, percentiles(searches))
  findings.figure(`pauses of ${PAUSE_MILLISECONDS} ms at 0.6 times the capacity, reads by id`, percentiles(byId))
  if (options.ratio === 0) return
  for (const kind of KINDS)
    if (refused[kind].length > 0)
      findings.broken('nothing is refused after a pause', `${refused[kind].length} of the kind ${kind} were refused`)
}

/** The median and the p99, in words. */
function percentiles(times: readonly number[]): string {
  if (times.length === 0) return 'none'
  return `${percentile(times, 0.5).toFixed(1)}, ${percentile(times, 0.99).toFixed(1)} ms`
}

function noTimes(): Record<Kind, number[]> {
  return { 'by id': [], search: [] }
}

/** Each client sends one request after another. Returns the milliseconds of each answer. */
async function runClients(
  address: string,
  clients: number,
  next: () => Request<Kind>,
  isOver: () => boolean,
): Promise<number[]> {
  const times: number[] = []
  const run = async () => {
    using connection = new HttpConnection(address)
    while (!isOver()) {
      const { path, headers } = next()
      const { status, milliseconds } = await connection.exchange(path, headers)
      if (status === 200) times.push(milliseconds)
    }
  }
  await Promise.all(Array.from({ length: clients }, run))
  return times
}
