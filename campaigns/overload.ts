import { Sample } from '../bench/catalog/sample.ts'
import { HttpConnection, type Reply } from '../bench/harness/http-connection.ts'
import { decimal, integer, readOptions } from '../bench/harness/options.ts'
import { percentile } from '../bench/harness/report.ts'
import { WorkingDirectory } from '../test/cli/vitrine.ts'
import { CAMPAIGN, runCampaign } from './harness/campaign.ts'
import { isReady, startCampaignServer } from './harness/campaign-server.ts'
import { type Request, runOpenLoop } from './harness/open-loop.ts'
import { drawRequest, importGenerated, type Kind } from './overload/requests.ts'

const DESCRIPTION = `Measures the latency of a server without load and its capacity, and then sends ten times as many requests a second as it
can answer. One in ten is a read by id, the others are searches and facets; the response cache is off. Promises: what is
accepted takes at most three times as long as without load (p99); refusals are 503 with Retry-After; reads by id are
answered; and the server is ready afterwards.`

const CLIENTS = 16
/** The share of reads by id that must be answered. */
const ANSWERED_BY_ID = 0.95

const options = readOptions(DESCRIPTION, {
  ...CAMPAIGN,
  seconds: integer('seconds of each of the three measurements', 15),
  products: integer('products of the catalog', 5_000),
  factor: decimal('times the capacity', 10),
  ratio: decimal('most p99 of accepted requests, as a multiple of the p99 without load; 0 judges no latency', 3),
})

await runCampaign(options, async (findings, { isOver }) => {
  using workplace = new WorkingDirectory()
  const catalog = { products: options.products, seed: options.seed }
  const database = await importGenerated(workplace, catalog)
  const { url } = await startCampaignServer(workplace, database, { options: ['--cache-mb', '0'] })
  const sample = new Sample(catalog, 'overload')
  const draw = () => drawRequest(sample)
  const until = () => {
    const end = performance.now() + options.seconds * 1000
    return () => isOver() || performance.now() > end
  }

  const alone = await runClients(url, 1, draw, until())
  const full = await runClients(url, CLIENTS, draw, until())
  const capacity = full.length / options.seconds
  const accepted: number[] = []
  const byId = { answered: 0, refused: 0 }
  let refused = 0
  const started = performance.now()
  const { sent, leftOut } = await runOpenLoop<Kind>({
    address: url,
    perSecond: options.factor * capacity,
    isOver: until(),
    draw,
    onReply({ kind, path }, reply) {
      if (kind === 'by id') byId[reply.status === 200 ? 'answered' : 'refused']++
      if (reply.status === 200) accepted.push(reply.milliseconds)
      else refused++
      const isRefusal = reply.status === 503 && /^retry-after: \d+/im.test(reply.head)
      if (reply.status !== 200 && !isRefusal)
        findings.broken('a refusal is a 503 with Retry-After', `${path}: ${reply.status} ${reply.body}`)
    },
    onError: ({ path }, error) => findings.broken('every request has an answer', `${path}: ${error.message}`),
  })
  const seconds = (performance.now() - started) / 1000
  if (!(await isReady(url))) findings.broken('the server is ready after the load', url)

  if (accepted.length === 0) return findings.broken('some requests are accepted', `${refused} were refused`)
  const [before, during] = [percentile(alone, 0.99), percentile(accepted, 0.99)]
  const answeredById = byId.answered / Math.max(1, byId.answered + byId.refused)
  findings.figure('p99 without load', `${before.toFixed(1)} ms`)
  findings.figure('capacity', `${Math.round(capacity)} requests/s`)
  findings.figure('sent', `${Math.round(sent / seconds)} requests/s`)
  findings.figure('left out by a busy client', leftOut)
  findings.figure('accepted', accepted.length)
  findings.figure('p50 and p99 of accepted', `${percentile(accepted, 0.5).toFixed(1)}, ${during.toFixed(1)} ms`)
  findings.figure('refused', refused)
  findings.figure('reads by id answered', `${(100 * answeredById).toFixed(1)} %`)
  if (options.ratio === 0) return
  if (during > options.ratio * before)
    findings.broken('accepted requests are quick', `p99 is ${(during / before).toFixed(1)} times that without load`)
  if (answeredById < ANSWERED_BY_ID)
    findings.broken('reads by id are answered', `${byId.refused} of ${byId.answered + byId.refused} were refused`)
})

/** Each client sends one request after another. Returns the milliseconds of each answer. */
async function runClients(
  address: string,
  clients: number,
  draw: () => Request<Kind>,
  isOver: () => boolean,
): Promise<number[]> {
  const times: number[] = []
  const run = async () => {
    using connection = new HttpConnection(address)
    while (!isOver()) {
      const { path, headers } = draw()
      const { status, milliseconds }: Reply = await connection.exchange(path, headers)
      if (status === 200) times.push(milliseconds)
    }
  }
  await Promise.all(Array.from({ length: clients }, run))
  return times
}
