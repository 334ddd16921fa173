import { openCatalogs, openEditions } from '@vitrine/engine/database/open'
import { integer, readOptions } from '../bench/harness/options.ts'
import { startTestServer } from '../test/database/test-server.ts'
import { type CopyFigures, runCopyHistory } from '../test/server/copy-history.ts'
import { CAMPAIGN, runCampaign } from './harness/campaign.ts'
import { DATABASE_OPTION, openDatabases } from './harness/databases.ts'

const DESCRIPTION = `Publishes at random to many stores (imports, patches, rollbacks, settings, declarations), while copies of their catalogs
follow by what changed.
Promise: a copy that read only what changed since any publication is the same as one that read everything.`

/** Histories under way at once. */
const TOGETHER = 4

const options = readOptions(DESCRIPTION, {
  ...CAMPAIGN,
  histories: integer('histories in each database', 1_000),
  steps: integer('publications of each history', 12),
  databases: DATABASE_OPTION,
})

await runCampaign(options, async (findings, { isOver }) => {
  for (const name of options.databases) {
    const sums: Record<string, number> = { histories: 0 }
    await using database = (await openDatabases([name]))[0]!
    await using catalogs = await openCatalogs(database.address, 'create')
    await using editions = await openEditions(database.address)
    await using server = await startTestServer(editions)
    let next = 0
    const run = async () => {
      while (next < options.histories && !isOver()) {
        const seed = options.seed * 1_000_000 + next++
        try {
          add(sums, await runCopyHistory({ catalogs, editions }, server, { seed, steps: options.steps }))
        } catch (error) {
          const text = `seed ${seed}: ${(error as Error).message}`
          findings.broken('a copy that followed what changed is the same as one that read everything', text)
        }
      }
    }
    await Promise.all(Array.from({ length: TOGETHER }, run))
    for (const [figure, count] of Object.entries(sums)) findings.figure(`${name}: ${figure}`, count)
  }
})

function add(sums: Record<string, number>, figures: CopyFigures): void {
  for (const [figure, count] of Object.entries({ histories: 1, ...figures })) sums[figure] = (sums[figure] ?? 0) + count
}
