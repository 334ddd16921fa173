import type { Command } from 'commander'
import type { StoreId } from '../catalog/store.ts'
import { openCatalogs } from '../database/open.ts'
import { currentEdition } from './known-store.ts'
import { databaseOption, parseStoreId } from './options.ts'
import { grouped, table } from './print.ts'

interface Options {
  readonly json?: boolean
  readonly database: string
}

/** `vitrine editions`: the editions of a store that one can go back to. */
export function addEditions(program: Command): void {
  program
    .command('editions')
    .description('list the editions of a store that are kept, newest first')
    .argument('<store>', 'the store', parseStoreId)
    .option('--json', 'print one JSON array')
    .addOption(databaseOption())
    .addHelpText('after', EXAMPLES)
    .action(listEditions)
}

const EXAMPLES = `
Examples:
  vitrine editions books
  vitrine editions books --json | jq '.[] | select(.current)'

The last five are kept. \`vitrine rollback\` serves one of them again.`

async function listEditions(store: StoreId, { json, database }: Options): Promise<void> {
  await using catalogs = await openCatalogs(database, 'refuse')
  const current = await currentEdition(catalogs, store)
  const kept = (await catalogs.editions(store)).map((edition) => ({
    ...edition,
    current: edition.number === current.number,
  }))
  if (json) {
    console.log(JSON.stringify(kept))
    return
  }
  const rows = kept.map(({ number, current, publishedAt, productCount, variantCount }) => [
    grouped(number),
    current ? 'current' : '',
    number === 0 ? 'nothing yet' : publishedAt,
    grouped(productCount),
    grouped(variantCount),
  ])
  console.log(table([HEADINGS, ...rows]))
}

const HEADINGS = ['EDITION', '', 'PUBLISHED', 'PRODUCTS', 'VARIANTS']
