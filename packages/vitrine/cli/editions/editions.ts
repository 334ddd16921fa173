import type { StoreId } from '@vitrine/catalog/store'
import { openCatalogs } from '@vitrine/engine/database/open'
import type { MadeFrom } from '@vitrine/engine/edition/edition-history'
import type { KeptEdition } from '@vitrine/engine/edition/prune'
import { MAX_HELD_EDITIONS } from '@vitrine/engine/edition/tables'
import type { Command } from 'commander'
import { UsageError } from '../errors.ts'
import { requireEdition } from '../find-store.ts'
import { databaseOption, parseEditionNumber, parseStoreId } from '../options.ts'
import { formatNumber, table, WAITING_FOR_IMPORT } from '../terminal-text.ts'

interface Options {
  readonly pin?: number
  readonly unpin?: number
  readonly discard?: number
  readonly json?: boolean
  readonly database: string
}

/** `vitrine editions`: lists the stored editions of a store, pins them, and discards held ones. */
export function addEditionsCommand(command: Command): void {
  command
    .argument('<store>', 'the id of the store', parseStoreId)
    .option('--pin <number>', 'keep this edition until it is unpinned', parseEditionNumber)
    .option('--unpin <number>', 'keep this edition no longer than the others', parseEditionNumber)
    .option('--discard <number>', 'give up this held edition', parseEditionNumber)
    .option('--json', 'print a JSON array')
    .addOption(databaseOption())
    .addHelpText('after', EXAMPLES)
    .action(editions)
}

const EXAMPLES = `
Examples:
  vitrine editions books
  vitrine editions books --json | jq '.[] | select(.current)'
  vitrine editions books --pin 7
  vitrine editions books --discard 8

Vitrine stores the five editions that were current last, or those that \`vitrine store set --keep-editions\` and
\`--keep-for\` say, and the pinned ones. \`vitrine rollback\` makes one of them current again. An edition that was replaced by a
patch is not one of the five: it stays for a minute. Vitrine stores up to ${MAX_HELD_EDITIONS} editions besides that \`vitrine import --hold\`
has made: \`vitrine publish\` publishes one, --discard gives one up.`

async function editions(store: StoreId, { pin, unpin, discard, json, database }: Options): Promise<void> {
  if ([pin, unpin, discard, json].filter((option) => option !== undefined).length > 1)
    throw new UsageError('--pin, --unpin, --discard and --json cannot be combined')
  await using catalogs = await openCatalogs(database, 'require')
  const { number: current } = await requireEdition(catalogs, store)
  const onWait = () => console.error(WAITING_FOR_IMPORT)
  if (pin !== undefined) {
    await catalogs.pin(store, pin, onWait)
    return console.log(`edition ${formatNumber(pin)} of store ${store} stays until it is unpinned`)
  }
  if (unpin !== undefined) {
    await catalogs.unpin(store, unpin, onWait)
    return console.log(`edition ${formatNumber(unpin)} of store ${store} is not pinned any more`)
  }
  if (discard !== undefined) {
    await catalogs.discard(store, discard, onWait)
    return console.log(`edition ${formatNumber(discard)} of store ${store} is discarded; later imports remove its rows`)
  }
  const kept = await catalogs.editions(store)
  if (json)
    return console.log(JSON.stringify(kept.map((edition) => ({ ...edition, current: edition.number === current }))))
  const rows = kept.map((edition) => [
    formatNumber(edition.number),
    edition.number === current ? 'current' : edition.held ? 'held' : '',
    madeFromText(edition.history.madeFrom),
    edition.number === 0 || edition.held ? 'not yet' : edition.history.since!,
    edition.replacedAt ?? '',
    formatNumber(edition.productCount),
    formatNumber(edition.variantCount),
    leftText(edition),
    stayText(edition, current),
  ])
  const columns = ['EDITION', '', 'MADE FROM', 'CURRENT FROM', 'TO', 'PRODUCTS', 'VARIANTS', 'LEFT', 'STAYS']
  console.log(table([columns, ...rows]))
}

function madeFromText(madeFrom: MadeFrom | null): string {
  return madeFrom === 'held' ? 'held import' : (madeFrom ?? 'nothing')
}

/** Why an edition is not current any more. */
function leftText({ history: { left } }: KeptEdition): string {
  if (left === null) return ''
  const number = formatNumber(left.for)
  return left.by === 'rollback' ? `rolled back to ${number}` : `replaced by ${number} (${madeFromText(left.by)})`
}

/** Why an edition stays. Of several reasons, the one that lasts. */
function stayText({ held, isPinned, isNewest, keptUntil }: KeptEdition, current: number): string {
  if (held) {
    const base = `made from edition ${formatNumber(held.base)}`
    return held.base === current
      ? `until it is published or discarded; ${base}`
      : `until it is discarded; ${base}, which is not current`
  }
  if (isPinned) return 'pinned'
  if (isNewest) return 'as one of the newest'
  return keptUntil === null ? 'while it is current' : `until ${keptUntil}`
}
