import { type Command, InvalidArgumentError } from 'commander'
import type { StoreId } from '../catalog/store.ts'
import { openCatalogs } from '../database/open.ts'
import type { EditionSummary } from '../edition/edition.ts'
import { CommandError } from './errors.ts'
import { requireEdition } from './find-store.ts'
import { databaseOption, parseStoreId } from './options.ts'
import { formatNumber, quantity, WAITING_FOR_IMPORT } from './terminal-text.ts'

/** `vitrine rollback`: makes a stored edition current. */
export function addRollback(command: Command): void {
  command
    .argument('<store>', 'the id of the store', parseStoreId)
    .argument('[number]', 'the number of the edition (default: the one before the current edition)', parseNumber)
    .addOption(databaseOption())
    .addHelpText('after', EXAMPLES)
    .action(rollback)
}

const EXAMPLES = `
Examples:
  vitrine editions books
  vitrine rollback books
  vitrine rollback books 7

Later editions stay stored, so the same command with a later number goes forward again. The next import changes the
edition that is then current, and its own edition gets a new number.`

async function rollback(
  store: StoreId,
  number: number | undefined,
  { database }: { readonly database: string },
): Promise<void> {
  await using catalogs = await openCatalogs(database, 'refuse')
  await requireEdition(catalogs, store)
  let previous: number | undefined
  const edition = await catalogs.rollback(
    store,
    (stored, current) => {
      previous = current.number
      return chooseEdition(store, number, stored, current)
    },
    () => console.error(WAITING_FOR_IMPORT),
  )
  const contents = `${quantity(edition.productCount, 'product')}, ${quantity(edition.variantCount, 'variant')}`
  console.log(`store ${store} is at edition ${formatNumber(edition.number)} again: ${contents}`)
  console.log(`\`vitrine rollback ${store} ${previous}\` undoes this`)
}

/** The requested number, or that of the edition before the current one. Throws `CommandError` if it is not possible. */
function chooseEdition(
  store: StoreId,
  requested: number | undefined,
  stored: readonly EditionSummary[],
  current: EditionSummary,
): number {
  const numbers = stored.map(({ number }) => number)
  const number = requested ?? numbers.find((number) => number < current.number)
  const refuse = (reason: string) => {
    const state = `stored editions are ${numbers.map(formatNumber).join(', ')}; current is ${formatNumber(current.number)}`
    return new CommandError(`nothing was changed: ${reason}; ${state}`)
  }
  if (number === undefined) throw refuse(`store ${store} has no stored edition before the current one`)
  if (number === current.number) throw refuse(`store ${store} is already at edition ${formatNumber(number)}`)
  if (!numbers.includes(number)) throw refuse(`edition ${formatNumber(number)} of store ${store} is not stored`)
  return number
}

function parseNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Expected the number of an edition, such as 7.')
  return Number(text)
}
