import { writeFile } from 'node:fs/promises'
import { openCatalogs, openEditions } from '@vitrine/engine/database/open'
import { integer, readOptions } from '../bench/harness/options.ts'
import { lines } from '../test/cli/vitrine.ts'
import { runImporter, STEPS } from '../test/crash/importer.ts'
import { waitForWriter } from '../test/crash/remnants.ts'
import type { SeededRandom } from '../test/crash/seeded-random.ts'
import { startTestServer } from '../test/database/test-server.ts'
import { type CopyFigures, runCopyHistory } from '../test/server/copy-history.ts'
import { CAMPAIGN, runCampaign } from './harness/campaign.ts'
import { type CampaignDatabase, DATABASE_OPTION, openDatabases } from './harness/databases.ts'

const DESCRIPTION = `Publishes at random to many stores (imports, patches, rollbacks, settings, declarations). In some of them, an import is
killed. Copies of earlier catalogs follow by what changed.
Promise: a copy that read only what changed since any publication is the same as one that read everything.`

/** Histories under way at once. */
const TOGETHER = 4

/** One history in this many has an import that is killed with SIGKILL. */
const HISTORIES_PER_KILL = 50

/** How long an import of a few products may take to start, and each of its steps, in milliseconds. */
const [START, STEP] = [400, 10]

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
    const run = async (indices: Iterable<number>, killedImport?: ReturnType<typeof killedImportTo>) => {
      for (const index of indices) {
        if (isOver()) return
        const seed = options.seed * 1_000_000 + index
        const history = { seed, steps: options.steps, ...(killedImport && { killedImport }) }
        try {
          add(sums, await runCopyHistory({ catalogs, editions }, server, history))
        } catch (error) {
          const text = `seed ${seed}: ${(error as Error).message}`
          findings.broken('a copy that followed what changed is the same as one that read everything', text)
        }
      }
    }
    const killed = Math.ceil(options.histories / HISTORIES_PER_KILL)
    const others = Iterator.from(range(killed, options.histories))
    await run(range(0, killed), killedImportTo(database))
    await Promise.all(Array.from({ length: TOGETHER }, () => run(others)))
    for (const [figure, count] of Object.entries(sums)) findings.figure(`${name}: ${figure}`, count)
  }
})

/** Imports of files that are killed at a random moment. No other writer may be under way. */
function killedImportTo({ address, workplace }: CampaignDatabase) {
  const file = workplace.path('killed.ndjson')
  return async (store: string, products: readonly object[], random: SeededRandom) => {
    await writeFile(file, lines(products))
    const step = random.oneOf(STEPS)
    const after = random.next() * (step === 'starting' ? START : STEP)
    const command = { file, database: address, store, replace: random.chance(0.3) }
    const { failed } = await runImporter(command, { step, after, interrupt: (child) => void child.kill('SIGKILL') })
    await waitForWriter(address)
    return !failed
  }
}

function* range(from: number, to: number): Generator<number> {
  for (let index = from; index < to; index++) yield index
}

function add(sums: Record<string, number>, figures: CopyFigures): void {
  for (const [figure, count] of Object.entries({ histories: 1, ...figures })) sums[figure] = (sums[figure] ?? 0) + count
}
