import { Random } from '../bench/catalog/random.ts'
import { integer, readOptions } from '../bench/harness/options.ts'
import { CAMPAIGN, runCampaign } from './harness/campaign.ts'
import { startCampaignServer } from './harness/campaign-server.ts'
import { DATABASE_OPTION, openDatabases } from './harness/databases.ts'
import { TenancyClient } from './tenancy/client.ts'
import { drawTargets, LoneAnswers } from './tenancy/lone-answers.ts'
import { fillStores, STORES } from './tenancy/stores.ts'

const DESCRIPTION = `Sends reads and calls of agents with ids, skus, slugs, codes, words and ETags of four stores, two of them with a market, to each of them and to the markets, over one server for all.
Promise: each store and market answers byte for byte as if its store were alone, so it shows no byte of another one; only an
ETag of itself gives a 304; and a wrong store id selects no store.`

const CONNECTIONS = 12

const options = readOptions(DESCRIPTION, {
  ...CAMPAIGN,
  requests: integer('requests to send, over all databases', 50_000),
  targets: integer('different targets', 2_000),
  databases: DATABASE_OPTION,
})

await runCampaign(options, async (findings, { isOver }) => {
  const targets = drawTargets(options.targets, options.seed)
  const expected = await LoneAnswers.of(targets)
  await using resources = new AsyncDisposableStack()
  const ports: number[] = []
  for (const database of await openDatabases(options.databases)) {
    resources.use(database)
    await fillStores(database.address)
    ports.push((await startCampaignServer(database.workplace, database.address)).port)
  }
  let requests = 0
  const counts = { conditional: 0, notModified: 0, wrongStores: 0 }
  const clients = Array.from({ length: CONNECTIONS }, async (_, number) => {
    const random = new Random(`${options.seed}/client/${number}`)
    using client = new TenancyClient(ports[number % ports.length]!, random, expected, counts)
    while (requests < options.requests && !isOver()) {
      requests++
      await client.send(random.pick(targets), (promise, details) => findings.broken(promise, details))
    }
  })
  await Promise.all(clients)
  findings.figure('requests', requests)
  findings.figure('of these with ETags', counts.conditional)
  findings.figure('of these with a wrong store', counts.wrongStores)
  findings.figure('answers 304', counts.notModified)
  findings.figure('stores', STORES.length)
  findings.figure('targets', targets.length)
  findings.figure('databases', options.databases.join(', '))
})
