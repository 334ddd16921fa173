import type { Command } from 'commander'
import { openEditions } from '../database/open.ts'
import { databaseOption } from './options.ts'
import { grouped, printable, table } from './print.ts'

interface Options {
  readonly json?: boolean
  readonly database: string
}

/** `vitrine store list`: every store, with what is published of it. */
export function addStoreList(store: Command): void {
  store
    .command('list')
    .description('list the stores')
    .option('--json', 'print one JSON array')
    .addOption(databaseOption())
    .addHelpText('after', EXAMPLES)
    .action(storeList)
}

const EXAMPLES = `
Examples:
  vitrine store list
  vitrine store list --json | jq -r '.[].id'`

async function storeList({ json, database }: Options): Promise<void> {
  await using editions = await openEditions(database)
  const stores = await editions.list()
  if (json) console.log(JSON.stringify(stores.map(({ store, edition }) => ({ ...store, edition }))))
  else if (stores.length === 0) console.error('there are no stores yet; `vitrine store add` makes one')
  else
    console.log(
      table([
        HEADINGS,
        ...stores.map(({ store, edition }) => [
          store.id,
          printable(store.name),
          grouped(edition.number),
          grouped(edition.productCount),
          grouped(edition.variantCount),
          edition.publishedAt,
        ]),
      ]),
    )
}

const HEADINGS = ['ID', 'NAME', 'EDITION', 'PRODUCTS', 'VARIANTS', 'PUBLISHED']
