import { openCatalogs, openEditions } from '@vitrine/engine/database/open'
import { integer, readOptions } from '../bench/harness/options.ts'
import { runTagHistory } from '../test/server/tag-history.ts'
import { CAMPAIGN, runCampaign } from './harness/campaign.ts'
import { DATABASE_OPTION, openDatabases } from './harness/databases.ts'

const DESCRIPTION = `Publishes at random (imports, patches, removals, rollbacks, rules, settings) and compares the answers to random requests
before and after each publication. Requests have the ETags of all earlier answers.
Promises: where an answer changed, the publication names one of its cache tags; no 304 is stale, and an answer by id keeps
its ETag while its bytes are the same.`

const options = readOptions(DESCRIPTION, {
  ...CAMPAIGN,
  databases: DATABASE_OPTION,
  pairs: integer('pairs of answers to compare in each database, that a publication may leave as they are', 50_000),
})

await runCampaign(options, async (findings, { isOver }) => {
  for (const name of options.databases) {
    const sums: Record<string, number> = {}
    await using database = (await openDatabases([name]))[0]!
    await using catalogs = await openCatalogs(database.address, 'create')
    await using editions = await openEditions(database.address)
    const opened = { catalogs, editions }
    for (let seed = options.seed; (sums.pairs ?? 0) < options.pairs && !isOver(); seed++) {
      const figures = await runTagHistory(opened, { seed, steps: 25, requests: 250 }, (promise, sentence) =>
        findings.broken(promise, sentence),
      )
      for (const [figure, count] of Object.entries(figures)) sums[figure] = (sums[figure] ?? 0) + count
    }
    for (const [figure, count] of Object.entries(sums)) findings.figure(`${name}: ${figure}`, count)
  }
})
