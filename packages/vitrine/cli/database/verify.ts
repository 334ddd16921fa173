import { describeStore, marketStoreId, storeAndMarket } from '@vitrine/catalog/market'
import type { StoreId } from '@vitrine/catalog/store'
import { integrityProblems, openEditions, publicName } from '@vitrine/engine/database/open'
import type { Edition } from '@vitrine/engine/edition/edition'
import { EditionGone } from '@vitrine/engine/edition/edition-gone'
import type { Editions } from '@vitrine/engine/edition/editions'
import { verifyEdition } from '@vitrine/engine/edition/verify-edition'
import { verifyDifference, verifyLog } from '@vitrine/engine/edition/verify-log'
import type { Command } from 'commander'
import { CommandError } from '../errors.ts'
import { databaseOption } from '../options.ts'
import { createProgress, type Progress } from '../progress.ts'
import { escapeControls, formatNumber, quantity } from '../terminal-text.ts'

interface Options {
  readonly json?: boolean
  readonly database: string
}

/** What was found in an edition of a store or a market: the current one, or one that is held. */
interface StoreReport {
  readonly store: StoreId
  /** The code of the market, if it is one. */
  readonly market?: string | undefined
  readonly edition: number
  readonly held: boolean
  readonly productCount: number
  readonly variantCount: number
  readonly problems: readonly string[]
  /** More problems than those listed. */
  readonly moreProblems: number
}

const MAX_LISTED = 20

/** `vitrine verify`: reads all of a database and says what is damaged. */
export function addVerifyCommand(command: Command): void {
  command
    .option('--json', 'print a JSON object')
    .addOption(databaseOption())
    .addHelpText('after', EXAMPLES)
    .action(verify)
}

const EXAMPLES = `
Examples:
  vitrine verify
  vitrine verify --database ./backups/vitrine-monday.db
  vitrine verify --json | jq '.stores[] | select(.problems != [])'

It checks the file of SQLite, and reads the current edition of every store, and those that are held: each document,
row, list and order, and the log of publications. It changes nothing. Servers and imports go on. It cannot notice
changed letters in a text that stays readable.

Exit codes: 0 no damage found, 1 damage found or the database cannot be read.`

async function verify({ json, database }: Options): Promise<void> {
  const progress = process.stderr.isTTY ? createProgress(process.stderr, undefined) : undefined
  const say = json ? () => {} : console.log
  progress?.step('checking the file')
  const problems: string[] = [...(await integrityProblems(database))]
  progress?.end()
  for (const problem of problems) say(`${publicName(database)}: ${escapeControls(problem)}`)
  const stores: StoreReport[] = []
  try {
    await using editions = await openEditions(database)
    for (const { store } of await editions.list()) {
      const reports = await verifyStore(editions, store.id, progress)
      progress?.end()
      stores.push(...reports)
      for (const line of reports.flatMap(linesOf)) say(line)
    }
  } catch (error) {
    // A file that SQLite finds damaged may be too damaged to be opened.
    if (problems.length === 0) throw error
    problems.push(`the stores cannot be read: ${(error as Error).message}`)
    say(`${publicName(database)}: ${escapeControls(problems.at(-1)!)}`)
  }
  const damaged = stores.filter((report) => report.problems.length > 0)
  const intact = stores.filter((report) => report.problems.length === 0)
  if (json) console.log(JSON.stringify({ database: publicName(database), problems, stores }))
  if (problems.length + damaged.length > 0) throw new CommandError(remedy(publicName(database), damaged, intact))
  say(
    `${publicName(database)}: no damage found in ${quantity(stores.filter(({ held, market }) => !held && market === undefined).length, 'store')}`,
  )
}

/**
 * Reports on the current edition and on those that are held; none if the store was removed meanwhile. If an edition is
 * pruned meanwhile, it starts again.
 */
async function verifyStore(editions: Editions, store: StoreId, progress: Progress | undefined): Promise<StoreReport[]> {
  for (;;) {
    const edition = (await editions.list()).some((state) => state.store.id === store) && (await editions.current(store))
    if (!edition) return []
    progress?.step(`reading ${describeStore(store)}`)
    try {
      const reports = [await reportOn(edition, verifyLog(edition, isCurrent(editions, edition)), progress)]
      for (const { held, ...summary } of await edition.retained())
        if (held && held !== 'discarded') {
          const difference = verifyDifference(`the difference to edition ${held.base}`, held)
          reports.push({ ...(await reportOn(edition.other(edition.store, summary), difference, progress)), held: true })
        }
      return reports
    } catch (error) {
      if (!(error instanceof EditionGone)) throw error
    }
  }
}

/** Reports on what is found in an edition, and in what is stored about it. */
async function reportOn(
  edition: Edition,
  about: AsyncIterable<string> | Iterable<string>,
  progress: Progress | undefined,
): Promise<StoreReport> {
  const { store, number, productCount, variantCount } = edition
  const problems: string[] = []
  let moreProblems = 0
  let read = 0
  const onRead = (count: number) => {
    read += count
    progress?.step(`reading ${describeStore(store.id)}: ${quantity(read, 'document')}`)
  }
  for (const found of [verifyEdition(edition, onRead), about])
    for await (const problem of found)
      if (problems.length < MAX_LISTED) problems.push(problem)
      else moreProblems++
  return {
    ...storeAndMarket(store.id),
    edition: number,
    held: false,
    productCount,
    variantCount,
    problems,
    moreProblems,
  }
}

/** Tells whether the edition is still current. Not by `current`, which may be a second old. */
function isCurrent(editions: Editions, { store, number }: Edition): () => Promise<boolean> {
  return async () =>
    (await editions.list()).some((state) => state.store.id === store.id && state.edition.number === number)
}

function linesOf({
  store: id,
  market,
  edition,
  held,
  productCount,
  variantCount,
  problems,
  moreProblems,
}: StoreReport): string[] {
  const size = `${quantity(productCount, 'product')}, ${quantity(variantCount, 'variant')}`
  const store = nameOf({ store: id, market })
  const name = `edition ${formatNumber(edition)}${held ? ', which is held' : ''}`
  if (problems.length === 0) return [`${store}: ${name}: ${size}: no damage found`]
  const subject = held ? `${store}, ${name}` : store
  const more = moreProblems > 0 ? [`${subject}: and ${quantity(moreProblems, 'problem')} more`] : []
  return [...problems.map((problem) => `${subject}: ${escapeControls(problem)}`), ...more]
}

function nameOf({ store, market }: Pick<StoreReport, 'store' | 'market'>): string {
  return market === undefined ? store : describeStore(marketStoreId(store, market))
}

/**
 * What to do. An import into the same file would not write products again that seem unchanged, and it could write to a
 * damaged page.
 */
function remedy(database: string, damaged: readonly StoreReport[], intact: readonly StoreReport[]): string {
  const names = (reports: readonly StoreReport[]) => [...new Set(reports.map(nameOf))].join(', ')
  const found = damaged.length > 0 ? `damage found in ${names(damaged)}` : 'damage found'
  // The export of a store has its markets.
  const stores = intact.filter(({ market }) => market === undefined)
  const exportable = stores.length > 0 ? `, and those of ${names(stores)} from an export of this one` : ''
  return `${found}; import nothing into ${database}. Restore the newest backup in which \`vitrine verify\` finds no damage.
Without one, make a new database and import the catalogs into it: from their sources${exportable}.
Afterwards check the disk: damage comes from disks, from memory, or from a file that was copied while it was written.`
}
