import { integer, readOptions } from '../bench/harness/options.ts'
import { SeededRandom } from '../test/crash/seeded-random.ts'
import { CAMPAIGN, runCampaign } from './harness/campaign.ts'
import { DATABASE_OPTION, openDatabases } from './harness/databases.ts'
import { KilledStore } from './kills/killed-store.ts'

const DESCRIPTION = `Kills imports with SIGKILL at random moments of every step. An import replaces one catalog with another; a worker
thread writes SQLite. Some imports hold their edition, which is then published or discarded. Promises: after each kill, the store has exactly the old edition or the new one, in its products,
searches, filters and sort orders; other stores are unchanged; the next import works and leaves no remains.`

/** One in this many imports runs to its end, to see that it can. */
const COMPLETE_IMPORTS = 10

const options = readOptions(DESCRIPTION, {
  ...CAMPAIGN,
  kills: integer('imports to kill, over all databases', 30),
  products: integer('products of each catalog', 10_000),
  databases: DATABASE_OPTION,
})

await runCampaign(options, async (findings, { isOver }) => {
  const random = new SeededRandom(options.seed)
  await using resources = new AsyncDisposableStack()
  const stores: KilledStore[] = []
  for (const database of await openDatabases(options.databases)) {
    resources.use(database)
    stores.push(await KilledStore.open(database, options.products, options.seed))
  }
  const report = (promise: string, details: string) => findings.broken(promise, details)
  let [kills, published, imports, held] = [0, 0, 0, 0]
  try {
    for (let turn = 0; kills < options.kills && !isOver(); turn++) {
      const store = stores[turn % stores.length]!
      const isKilled = !random.chance(1 / COMPLETE_IMPORTS)
      const outcome = await store.importNext(random, isKilled, report)
      imports++
      if (outcome.killed) kills++
      if (outcome.killed && outcome.published) published++
      if (outcome.held) held++
      if (random.chance(1 / COMPLETE_IMPORTS)) await store.checkNeighbour(report)
    }
    for (const store of stores) await store.checkRemains(report)
  } finally {
    // Also if the machine was too busy for a check.
    findings.figure('imports killed', kills)
    findings.figure('of these after their edition was published', published)
    findings.figure('imports', imports)
    findings.figure('editions held, then published or discarded', held)
    findings.figure('products', options.products)
    findings.figure('databases', options.databases.join(', '))
  }
})
