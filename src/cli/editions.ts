import type { Command } from 'commander'
import type { StoreId } from '../catalog/store.ts'
import { openCatalogs } from '../database/open.ts'
import { requireEdition } from './find-store.ts'
import { databaseOption, parseStoreId } from './options.ts'
import { formatNumber, table } from './terminal-text.ts'

interface Options {
  readonly json?: boolean
  readonly database: string
}

/** `vitrine editions`: lists the stored editions of a store. */
export function addEditionsCommand(command: Command): void {
  command
    .argument('<store>', 'the id of the store', parseStoreId)
    .option('--json', 'print a JSON array')
    .addOption(databaseOption())
    .addHelpText('after', EXAMPLES)
    .action(listEditions)
}

const EXAMPLES = `
Examples:
  vitrine editions books
  vitrine editions books --json | jq '.[] | select(.current)'

Vitrine stores the last five editions. \`vitrine rollback\` makes one of them current again.`

async function listEditions(store: StoreId, { json, database }: Options): Promise<void> {
  await using catalogs = await openCatalogs(database, 'require')
  const { number: current } = await requireEdition(catalogs, store)
  const editions = await catalogs.editions(store)
  if (json)
    return console.log(JSON.stringify(editions.map((edition) => ({ ...edition, current: edition.number === current }))))
  const rows = editions.map(({ number, publishedAt, productCount, variantCount }) => [
    formatNumber(number),
    number === current ? 'current' : '',
    number === 0 ? 'not yet' : publishedAt,
    formatNumber(productCount),
    formatNumber(variantCount),
  ])
  console.log(table([['EDITION', '', 'PUBLISHED', 'PRODUCTS', 'VARIANTS'], ...rows]))
}
