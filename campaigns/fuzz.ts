import { Random } from '../bench/catalog/random.ts'
import { integer, readOptions } from '../bench/harness/options.ts'
import { WorkingDirectory } from '../test/cli/vitrine.ts'
import { seededProducts } from '../test/crash/seeded-catalog.ts'
import { SeededRandom } from '../test/crash/seeded-random.ts'
import { type Attempt, type Sent, send } from './fuzz/attempt.ts'
import { checkAnswers } from './fuzz/check-answers.ts'
import { documentedRequest } from './fuzz/documented.ts'
import { hostileRequest } from './fuzz/hostile.ts'
import { type Existing, STORE, validRequest, written } from './fuzz/request.ts'
import { CAMPAIGN, runCampaign } from './harness/campaign.ts'
import { hasEnded, isReady, startCampaignServer } from './harness/campaign-server.ts'

const DESCRIPTION = `Sends hostile requests over raw sockets, and requests made from openapi.json with valid, edge and wrong values, and calls
of agents.
Promises: no unexpected 5xx, no stack trace, only documented statuses, every error a problem document, answers in the
order of the requests, no smuggled request, and the server lives.`

const CONNECTIONS = 16
const MAX_PIPELINED = 8
const PRODUCTS = 300
/** One in this many connections is compared with the schemas. */
const SCHEMA_CHECKS = 20

const options = readOptions(DESCRIPTION, {
  ...CAMPAIGN,
  requests: integer('requests to send', 20_000),
  from: integer('the number of the first connection: a report names it, and --from repeats it', 0),
})

await runCampaign(options, async (findings, { isOver }) => {
  const products = seededProducts(new SeededRandom(options.seed), PRODUCTS, 1)
  const existing = {
    productIds: products.map(({ id }) => id),
    variantIds: products.flatMap(({ variants }) => variants.map(({ id }) => id)),
  }
  using workplace = await new WorkingDirectory().withStore(STORE, products)
  await workplace.run(['store', 'set', STORE, '--currency', 'EUR'])
  const { url, port, running } = await startCampaignServer(workplace, workplace.path('data/vitrine.db'))
  const kinds = new Map<string, number>()
  let [requests, answers, connection] = [0, 0, options.from]
  const started = performance.now()

  const client = async () => {
    while (requests < options.requests && !isOver() && !hasEnded(running)) {
      const number = connection++
      const random = new Random(`${options.seed}/connection/${number}`)
      const attempt = drawAttempt(random, existing)
      requests += attempt.sent.length
      for (const { kind } of attempt.sent) kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
      const report = (promise: string, details: string) =>
        findings.broken(promise, `--from ${number}: ${details}\n  ${describe(attempt)}`)
      try {
        const checksBodies = number % SCHEMA_CHECKS === 0
        const received = await send(port, attempt)
        answers += checkAnswers(attempt, received, checksBodies, report)
      } catch (error) {
        report('the server answers and closes every connection', (error as Error).message)
      }
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, client))

  findings.figure('requests', requests)
  findings.figure('answers', answers)
  findings.figure('connections', connection - options.from)
  findings.figure('kinds of requests', kinds.size)
  findings.figure('requests a second', Math.round((requests / (performance.now() - started)) * 1000))
  if (hasEnded(running) || !(await isReady(url))) findings.broken('the server lives', running.stdout.slice(-500))
  if (/"level":(50|60)|uncaught/.test(running.stdout + running.stderr))
    findings.broken('the server logs no error', (running.stdout + running.stderr).slice(0, 800))
  running.child.kill('SIGTERM')
  const { code } = await running.waitForExit()
  if (code !== 0) findings.broken('the server stops in order', `exit code ${code}`)
})

/** Draws one to eight pipelined requests, half of them hostile, and how they are written. */
function drawAttempt(random: Random, existing: Existing): Attempt {
  const sent: Sent[] = []
  const isHostile = random.chance(0.5)
  for (let count = random.integer(1, MAX_PIPELINED); count > 0 && !sent.at(-1)?.closes; count--) {
    sent.push(isHostile ? drawHostile(random, existing) : documentedRequest(random, existing))
  }
  const isIntact = sent.every(({ allowed, isRefused }) => allowed && !isRefused)
  if (isIntact && !sent.at(-1)!.closes) sent.push(closingRequest(random))
  const bytes = Buffer.concat(sent.map((each) => each.bytes))
  const pieces = random.chance(0.2) ? cut(random, bytes) : [bytes]
  return { sent, pieces, pause: random.chance(0.1) ? random.integer(1, 20) : 0, abandons: random.chance(0.03) }
}

function drawHostile(random: Random, existing: Existing): Sent {
  return random.chance(0.3) ? validRequest(random, existing) : hostileRequest(random, existing)
}

/** Node answers nothing after a client has closed its side, so a request asks the server to close. */
function closingRequest(random: Random): Sent {
  return written(random, {
    kind: 'closing',
    target: '/livez',
    headers: [['Connection', 'close']],
    allowed: [200],
    closes: true,
  })
}

/** Cuts bytes at up to six random places. */
function cut(random: Random, bytes: Buffer): Buffer[] {
  const places = Array.from({ length: random.integer(1, 6) }, () => random.integer(0, bytes.length)).sort(
    (a, b) => a - b,
  )
  return [0, ...places].map((from, index) => bytes.subarray(from, places[index] ?? bytes.length))
}

function describe({ sent, abandons }: Attempt): string {
  const requests = sent.map(({ kind, bytes }) => `${kind}: ${JSON.stringify(bytes.toString('latin1', 0, 160))}`)
  return `${requests.join('\n  ')}${abandons ? '\n  then closed' : ''}`
}
