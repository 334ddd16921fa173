import { type Command, InvalidArgumentError } from 'commander'
import type { StoreId } from '../catalog/store.ts'
import { openCatalogs } from '../database/open.ts'
import type { EditionSummary } from '../edition/edition.ts'
import { Refusal } from './failure.ts'
import { currentEdition } from './known-store.ts'
import { databaseOption, parseStoreId } from './options.ts'
import { counted, grouped } from './print.ts'

/** `vitrine rollback`: an edition that is kept is served again. */
export function addRollback(program: Command): void {
  program
    .command('rollback')
    .description('serve an earlier edition of a store again, at once')
    .argument('<store>', 'the store', parseStoreId)
    .argument('[number]', 'the edition (default: the one before the current)', parseNumber)
    .addOption(databaseOption())
    .addHelpText('after', EXAMPLES)
    .action(rollback)
}

const EXAMPLES = `
Examples:
  vitrine editions books
  vitrine rollback books
  vitrine rollback books 7

The editions after it stay kept: the same command with a later number goes forward again. The next import changes what is
served by then, and its edition has a number of its own.`

async function rollback(
  store: StoreId,
  number: number | undefined,
  { database }: { readonly database: string },
): Promise<void> {
  await using catalogs = await openCatalogs(database, 'refuse')
  await currentEdition(catalogs, store)
  let before: number | undefined
  const chosen = await catalogs.rollback(
    store,
    (kept, current) => {
      before = current.number
      return choice(store, number, kept, current)
    },
    () => console.error('an import into this database is under way: waiting until it has ended'),
  )
  const holds = `${counted(chosen.productCount, 'product')}, ${counted(chosen.variantCount, 'variant')}`
  console.log(`store ${store} is at edition ${grouped(chosen.number)} again: ${holds}`)
  console.log(`\`vitrine rollback ${store} ${before}\` takes that back`)
}

/** The number that was asked for, or that of the edition before the current. One that cannot be is refused. */
function choice(
  store: StoreId,
  asked: number | undefined,
  kept: readonly EditionSummary[],
  current: EditionSummary,
): number {
  const numbers = kept.map(({ number }) => number)
  const there = `kept are ${numbers.map(grouped).join(', ')}, and current is ${grouped(current.number)}`
  const number = asked ?? numbers.find((number) => number < current.number)
  if (number === undefined)
    throw new Refusal(`nothing was changed: no edition of store ${store} before the current one is kept; ${there}`)
  if (number === current.number)
    throw new Refusal(`nothing was changed: store ${store} is at edition ${grouped(number)} already; ${there}`)
  if (!numbers.includes(number))
    throw new Refusal(`nothing was changed: edition ${grouped(number)} of store ${store} is not kept; ${there}`)
  return number
}

function parseNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Expected the number of an edition, such as 7.')
  return Number(text)
}
