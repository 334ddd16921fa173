import type { StoreId } from '@vitrine/catalog/store'
import { openCatalogs } from '@vitrine/engine/database/open'
import type { Catalogs } from '@vitrine/engine/edition/catalogs'
import { editionBefore, type KeptEdition } from '@vitrine/engine/edition/prune'
import type { EditionSummary } from '@vitrine/engine/edition/rows'
import type { Command } from 'commander'
import { confirm } from '../confirm.ts'
import { CommandError } from '../errors.ts'
import { requireEdition } from '../find-store.ts'
import { databaseOption, parseEditionNumber, parseStoreId } from '../options.ts'
import { formatNumber, quantity, WAITING_FOR_IMPORT } from '../terminal-text.ts'

interface Options {
  readonly yes?: boolean
  readonly database: string
}

/** `vitrine rollback`: makes a stored edition current. */
export function addRollbackCommand(command: Command): void {
  command
    .argument('<store>', 'the id of the store', parseStoreId)
    .argument('[number]', 'the number of the edition (default: the one before the current edition)', parseEditionNumber)
    .option('--yes', 'do not ask before the store becomes empty')
    .addOption(databaseOption())
    .addHelpText('after', EXAMPLES)
    .action(rollback)
}

const EXAMPLES = `
Examples:
  vitrine editions books
  vitrine rollback books
  vitrine rollback books 7

Without a number, it goes to the edition that the current one was made from, if that is still stored. Patches do not count:
those since then are taken back, too.

Later editions stay stored, so the same command with a later number goes forward again. The next import changes the
edition that is then current, and its own edition gets a new number. The settings that imports recognised and the
tax rate go back, too. All other settings stay.`

async function rollback(store: StoreId, number: number | undefined, { yes, database }: Options): Promise<void> {
  await using catalogs = await openCatalogs(database, 'require')
  await requireEdition(catalogs, store)
  try {
    await rollBack(catalogs, store, number, yes)
  } catch (error) {
    if (!(error instanceof EmptiesStore)) throw error
    await confirm(error.message, 'nothing was changed')
    await rollBack(catalogs, store, number, true)
  }
}

async function rollBack(
  catalogs: Catalogs,
  store: StoreId,
  number: number | undefined,
  mayEmpty = false,
): Promise<void> {
  let previous: number | undefined
  let patches = 0
  const choose = (stored: readonly KeptEdition[], current: EditionSummary) => {
    previous = current.number
    const chosen = chooseEdition(store, number, stored, current)
    patches = patchesSince(chosen, stored, current)
    if (chosen.productCount > 0 || current.productCount === 0 || mayEmpty) return chosen.number
    const products = quantity(current.productCount, 'product')
    throw new EmptiesStore(
      `Edition ${chosen.number} is empty. Go back to it from edition ${current.number} with ${products}?`,
    )
  }
  const edition = await catalogs.rollback(store, choose, () => console.error(WAITING_FOR_IMPORT))
  const contents = `${quantity(edition.productCount, 'product')}, ${quantity(edition.variantCount, 'variant')}`
  console.log(`store ${store} is at edition ${formatNumber(edition.number)} again: ${contents}`)
  if (patches > 0) {
    const count = patches === 1 ? '1 patch' : `${formatNumber(patches)} patches`
    console.log(`this takes back ${count} since then; import the newest stocks and prices`)
  }
  const isKept = (await catalogs.editions(store)).some(({ number }) => number === previous)
  if (isKept) console.log(`\`vitrine rollback ${store} ${previous}\` undoes this`)
}

/** The rollback would remove all products from a live store. The message is the question to ask first. */
class EmptiesStore extends Error {}

/** How many patches a rollback takes back; 0 if the current edition is no change of the chosen one. */
function patchesSince(chosen: KeptEdition, stored: readonly KeptEdition[], { number }: EditionSummary): number {
  const { before, patches } = stored.find((each) => each.number === number)!.history
  return before.includes(chosen.number) ? patches - chosen.history.patches : 0
}

/** The requested edition, or the one before the current one. Throws `CommandError` if it is not possible. */
function chooseEdition(
  store: StoreId,
  requested: number | undefined,
  stored: readonly KeptEdition[],
  current: EditionSummary,
): KeptEdition {
  const edition =
    requested === undefined ? editionBefore(stored, current.number) : stored.find(({ number }) => number === requested)
  if (edition?.held)
    throw new CommandError(
      `nothing was changed: edition ${formatNumber(edition.number)} of store ${store} is held, and was never current; ` +
        `\`vitrine publish ${store} ${edition.number}\` publishes it`,
    )
  if (edition && edition.number !== current.number) return edition
  const reason = edition
    ? `store ${store} is already at edition ${formatNumber(edition.number)}`
    : requested === undefined
      ? `store ${store} has no stored edition before the current one`
      : `edition ${formatNumber(requested)} of store ${store} is not stored`
  const numbers = stored.flatMap(({ number, held }) => (held ? [] : [formatNumber(number)])).join(', ')
  const state = `stored editions are ${numbers}; current is ${formatNumber(current.number)}`
  throw new CommandError(`nothing was changed: ${reason}; ${state}`)
}
