import type { Command } from 'commander'
import type { StoreId } from '../catalog/store.ts'
import { openEditions } from '../database/open.ts'
import { currentEdition } from './known-store.ts'
import { databaseOption, parseStoreId } from './options.ts'
import { grouped, printable, table } from './print.ts'

interface Options {
  readonly json?: boolean
  readonly database: string
}

/** `vitrine store show`: the settings of one store, and what is published of it. */
export function addStoreShow(store: Command): void {
  store
    .command('show')
    .description('show one store')
    .argument('<id>', 'the store', parseStoreId)
    .option('--json', 'print one JSON object')
    .addOption(databaseOption())
    .addHelpText('after', EXAMPLES)
    .action(storeShow)
}

const EXAMPLES = `
Examples:
  vitrine store show books
  vitrine store show books --json`

async function storeShow(id: StoreId, { json, database }: Options): Promise<void> {
  await using editions = await openEditions(database)
  const { store, number, publishedAt, productCount, variantCount } = await currentEdition(editions, id)
  if (json) {
    console.log(JSON.stringify({ ...store, edition: { number, publishedAt, productCount, variantCount } }))
    return
  }
  const rows = [
    ['store', store.id],
    ['name', printable(store.name)],
    ['tax rate', `${printable(store.taxRate.name)}, ${store.taxRate.rate} %`],
    ['created', store.createdAt],
    ['edition', grouped(number)],
    ['published', number === 0 ? 'nothing yet' : publishedAt],
    ['products', grouped(productCount)],
    ['variants', grouped(variantCount)],
  ]
  console.log(table(rows))
}
