import type { StoreId } from '@vitrine/catalog/store'
import { integrityProblems, openEditions, publicName } from '@vitrine/engine/database/open'
import type { Edition, Editions } from '@vitrine/engine/edition/edition'
import { EditionGone } from '@vitrine/engine/edition/edition-gone'
import { verifyEdition } from '@vitrine/engine/edition/verify-edition'
import { verifyLog } from '@vitrine/engine/edition/verify-log'
import type { Command } from 'commander'
import { CommandError } from './errors.ts'
import { databaseOption } from './options.ts'
import { createProgress, type Progress } from './progress.ts'
import { escapeControls, formatNumber, quantity } from './terminal-text.ts'

interface Options {
  readonly json?: boolean
  readonly database: string
}

/** What was found in a store. */
interface StoreReport {
  readonly store: StoreId
  readonly edition: number
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

It checks the file of SQLite, and reads the current edition of every store: each document, row, list and order, and the log of
publications. It changes nothing. Servers and imports go on. It cannot notice changed letters in a text that stays readable.

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
      const report = await verifyStore(editions, store.id, progress)
      progress?.end()
      if (report) stores.push(report)
      for (const line of report ? linesOf(report) : []) say(line)
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
  say(`${publicName(database)}: no damage found in ${quantity(stores.length, 'store')}`)
}

/** Undefined if the store was removed meanwhile. An edition that is pruned meanwhile is replaced by the current one. */
async function verifyStore(
  editions: Editions,
  store: StoreId,
  progress: Progress | undefined,
): Promise<StoreReport | undefined> {
  for (;;) {
    const edition = (await editions.list()).some((state) => state.store.id === store) && (await editions.current(store))
    if (!edition) return undefined
    progress?.step(`reading ${store}`)
    try {
      return await reportOn(editions, edition, progress)
    } catch (error) {
      if (!(error instanceof EditionGone)) throw error
    }
  }
}

async function reportOn(editions: Editions, edition: Edition, progress: Progress | undefined): Promise<StoreReport> {
  const { store, number, productCount, variantCount } = edition
  const problems: string[] = []
  let moreProblems = 0
  let read = 0
  const onRead = (count: number) => {
    read += count
    progress?.step(`reading ${store.id}: ${quantity(read, 'document')}`)
  }
  // Not by `current`, which may be a second old.
  const isCurrent = async () =>
    (await editions.list()).some((state) => state.store.id === store.id && state.edition.number === number)
  for (const found of [verifyEdition(edition, onRead), verifyLog(edition, isCurrent)])
    for await (const problem of found)
      if (problems.length < MAX_LISTED) problems.push(problem)
      else moreProblems++
  return { store: store.id, edition: number, productCount, variantCount, problems, moreProblems }
}

function linesOf({ store, edition, productCount, variantCount, problems, moreProblems }: StoreReport): string[] {
  const size = `${quantity(productCount, 'product')}, ${quantity(variantCount, 'variant')}`
  if (problems.length === 0) return [`${store}: edition ${formatNumber(edition)}: ${size}: no damage found`]
  const more = moreProblems > 0 ? [`${store}: and ${quantity(moreProblems, 'problem')} more`] : []
  return [...problems.map((problem) => `${store}: ${escapeControls(problem)}`), ...more]
}

/**
 * What to do. An import into the same file would not write products again that seem unchanged, and it could write to a
 * damaged page.
 */
function remedy(database: string, damaged: readonly StoreReport[], intact: readonly StoreReport[]): string {
  const names = (reports: readonly StoreReport[]) => reports.map(({ store }) => store).join(', ')
  const found = damaged.length > 0 ? `damage found in ${names(damaged)}` : 'damage found'
  const exportable = intact.length > 0 ? `, and those of ${names(intact)} from an export of this one` : ''
  return `${found}; import nothing into ${database}. Restore the newest backup in which \`vitrine verify\` finds no damage.
Without one, make a new database and import the catalogs into it: from their sources${exportable}.
Afterwards check the disk: damage comes from disks, from memory, or from a file that was copied while it was written.`
}
