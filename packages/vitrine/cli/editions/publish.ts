import type { StoreId } from '@vitrine/catalog/store'
import { openCatalogs } from '@vitrine/engine/database/open'
import type { KeptEdition } from '@vitrine/engine/edition/prune'
import type { EditionSummary } from '@vitrine/engine/edition/rows'
import type { Command } from 'commander'
import { CommandError } from '../errors.ts'
import { requireEdition } from '../find-store.ts'
import { databaseOption, parseEditionNumber, parseStoreId } from '../options.ts'
import { formatNumber, quantity, WAITING_FOR_IMPORT } from '../terminal-text.ts'
import { printUndo } from './print-undo.ts'

/** `vitrine publish`: makes a held edition current. */
export function addPublishCommand(command: Command): void {
  command
    .argument('<store>', 'the id of the store', parseStoreId)
    .argument('<number>', 'the number of the held edition', parseEditionNumber)
    .addOption(databaseOption())
    .addHelpText('after', EXAMPLES)
    .action(publish)
}

const EXAMPLES = `
Examples:
  vitrine import spring.ndjson --store shoes --replace --hold
  vitrine editions shoes
  vitrine serve --edition 8 --default-store shoes --port 3001
  vitrine publish shoes 8

\`vitrine editions shoes --discard 8\` gives a held edition up instead. An edition can be published only while the edition
that it was made from is current. After another import, import its file again.`

async function publish(store: StoreId, number: number, { database }: { readonly database: string }): Promise<void> {
  await using catalogs = await openCatalogs(database, 'require')
  await requireEdition(catalogs, store)
  let held: KeptEdition['held'] = null
  const choose = (stored: readonly KeptEdition[], current: EditionSummary) => {
    held = requireHeld(store, number, stored, current)
    return number
  }
  const edition = await catalogs.publish(store, choose, () => console.error(WAITING_FOR_IMPORT))
  const contents = `${quantity(edition.productCount, 'product')}, ${quantity(edition.variantCount, 'variant')}`
  console.log(`store ${store} is now at edition ${formatNumber(number)}: ${contents}`)
  printDifference(held!)
  await printUndo(catalogs, store)
}

function printDifference({ base, created, changed, removed }: NonNullable<KeptEdition['held']>): void {
  const counts = [
    [created, 'created'],
    [changed, 'changed'],
    [removed, 'removed'],
  ] as const
  const known = counts.flatMap(([count, verb]) => (count === null ? [] : [`${formatNumber(count)} ${verb}`]))
  if (known.length > 0) console.log(`products since edition ${formatNumber(base)}: ${known.join(', ')}`)
}

/** What is noted of the held edition. Throws `CommandError` if it cannot be published. */
function requireHeld(
  store: StoreId,
  number: number,
  stored: readonly KeptEdition[],
  current: EditionSummary,
): NonNullable<KeptEdition['held']> {
  const edition = stored.find((each) => each.number === number)
  const name = `edition ${formatNumber(number)} of store ${store}`
  const fail = (reason: string) => new CommandError(`nothing was changed: ${reason}`)
  if (!edition) throw fail(`${name} is not stored; ${heldEditions(stored)}`)
  if (number === current.number) throw fail(`store ${store} is already at edition ${formatNumber(number)}`)
  const { held } = edition
  if (!held)
    throw fail(`${name} is not held; \`vitrine rollback ${store} ${number}\` makes an earlier edition current again`)
  if (held.base !== current.number)
    throw fail(
      `${name} was made from edition ${formatNumber(held.base)}, and edition ${formatNumber(current.number)} is current. ` +
        `Import its file again with \`${held.command}\`, after \`vitrine editions ${store} --discard ${number}\``,
    )
  return held
}

function heldEditions(stored: readonly KeptEdition[]): string {
  const numbers = stored.flatMap(({ number, held }) => (held ? [formatNumber(number)] : []))
  return numbers.length > 0 ? `held editions are ${numbers.join(', ')}` : 'the store holds no edition'
}
