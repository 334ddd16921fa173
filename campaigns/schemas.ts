import { GeneratedCatalog } from '../bench/catalog/generated-catalog.ts'
import { Random } from '../bench/catalog/random.ts'
import { catalogFile } from '../bench/harness/dataset.ts'
import { integer, readOptions } from '../bench/harness/options.ts'
import { importCatalog } from '../bench/harness/vitrine.ts'
import { WorkingDirectory } from '../test/cli/vitrine.ts'
import { CAMPAIGN, runCampaign } from './harness/campaign.ts'
import { startCampaignServer } from './harness/campaign-server.ts'
import { AgentClient } from './schemas/agent-client.ts'
import { checkAnswers, type Outcome } from './schemas/check-answers.ts'
import { type AgentCall, drawCall } from './schemas/draw-call.ts'

const DESCRIPTION = `Calls the tools of assistants at random, over MCP and over REST, in three stores with a generated catalog.
Promise: every answer is what the schemas of UCP and of the tool say, and both transports say the same. An answer to a search
over MCP has at most 25 kB.`

/** Currencies without, with two and with three decimals. Most prices of the catalog cannot be paid in the first. */
const CURRENCIES = ['JPY', 'EUR', 'KWD']
const PRODUCT_URL = 'https://shop.example/products/{slug}?variant={sku}'

const CONNECTIONS = 4

const options = readOptions(DESCRIPTION, {
  ...CAMPAIGN,
  calls: integer('calls to send, each over both transports', 20_000),
  products: integer('products of each store', 10_000),
  from: integer('the number of the first call: a report names it, and --from repeats it', 0),
})

await runCampaign(options, async (findings, { isOver }) => {
  using workplace = new WorkingDirectory()
  const database = await fillStores(workplace)
  const { url } = await startCampaignServer(workplace, database)
  const catalog = new GeneratedCatalog(options)
  const tools = new Map<string, number>()
  const outcomes: Record<Outcome, number> = { answered: 0, 'not found': 0, refused: 0 }
  let [drawn, calls] = [options.from, 0]

  /** Sends a call, and returns the cursor of its answer. */
  const send = async (
    agent: AgentClient,
    store: string,
    call: AgentCall,
    random: Random,
  ): Promise<string | undefined> => {
    calls++
    tools.set(call.tool, (tools.get(call.tool) ?? 0) + 1)
    const mcp = await agent.overMcp(store, call, random)
    outcomes[checkAnswers(call, mcp, await agent.overRest(store, call))]++
    return mcp.body.result?.structuredContent?.pagination?.cursor
  }

  const client = async () => {
    using agent = new AgentClient(url)
    while (calls < options.calls && !isOver()) {
      const number = drawn++
      const random = new Random(`${options.seed}/call/${number}`)
      const store = random.pick(CURRENCIES).toLowerCase()
      let call = drawCall(random, catalog)
      try {
        for (;;) {
          const cursor = await send(agent, store, call, random)
          if (cursor === undefined || random.chance(0.7)) break
          call = { ...call, catalog: { ...(call.catalog as object), pagination: { cursor } } }
        }
      } catch (error) {
        const example = `--from ${number}: ${call.tool} of ${store} ${JSON.stringify(call.catalog)}`
        findings.broken('answers are what the schemas say', `${example}: ${(error as Error).message}`)
      }
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, client))
  findings.figure('calls', calls)
  for (const [name, count] of [...tools, ...Object.entries(outcomes)]) findings.figure(name, count)
  findings.figure('products of each store', options.products)
})

/** Imports the same catalog into a store of each currency. Returns the path of the database. */
async function fillStores(workplace: WorkingDirectory): Promise<string> {
  const database = workplace.path('vitrine.db')
  const file = await catalogFile(workplace.path('catalogs'), options)
  for (const currency of CURRENCIES) {
    const store = currency.toLowerCase()
    await importCatalog(file, database, { store })
    const links = currency === 'EUR' ? ['--product-url', PRODUCT_URL] : []
    await workplace.run(['store', 'set', store, '--currency', currency, ...links, '--database', database])
  }
  return database
}
