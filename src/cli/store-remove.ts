import { createInterface } from 'node:readline/promises'
import type { Command } from 'commander'
import type { StoreId } from '../catalog/store.ts'
import { openCatalogs } from '../database/open.ts'
import type { Edition } from '../edition/edition.ts'
import { Interruption, Refusal } from './failure.ts'
import { currentEdition } from './known-store.ts'
import { databaseOption, parseStoreId } from './options.ts'
import { counted, printable } from './print.ts'

interface Options {
  readonly yes?: boolean
  readonly database: string
}

/** `vitrine store remove`: a store and all that it holds, once the operator has said so. */
export function addStoreRemove(store: Command): void {
  store
    .command('remove')
    .description('remove a store and all that it holds')
    .argument('<id>', 'the store', parseStoreId)
    .option('--yes', 'do not ask')
    .addOption(databaseOption())
    .addHelpText('after', EXAMPLES)
    .action(storeRemove)
}

const EXAMPLES = `
Examples:
  vitrine store remove books
  vitrine store remove books --yes`

async function storeRemove(id: StoreId, { yes, database }: Options): Promise<void> {
  await using catalogs = await openCatalogs(database, 'refuse')
  const edition = await currentEdition(catalogs, id)
  if (!yes) await confirm(edition)
  await catalogs.removeStore(id, () => {
    console.error('an import into this database is under way: waiting until it has ended')
  })
  console.log(`store ${id} is removed`)
}

async function confirm({ store, productCount }: Edition): Promise<void> {
  if (!process.stdin.isTTY) {
    throw new Refusal(
      `nothing was removed: there is no terminal to ask on; --yes removes store ${store.id} without asking`,
    )
  }
  const given = new AbortController()
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  terminal.on('SIGINT', () => given.abort(new Interruption('SIGINT')))
  terminal.on('close', () => given.abort(new Refusal('nothing was removed')))
  try {
    const what = `store ${store.id} ("${printable(store.name)}") with its ${counted(productCount, 'product')}`
    const answer = await terminal.question(`Remove ${what}? [y/N] `, { signal: given.signal })
    if (!/^y(es)?$/i.test(answer.trim())) throw new Refusal('nothing was removed')
  } catch (error) {
    throw given.signal.aborted ? given.signal.reason : error
  } finally {
    terminal.close()
  }
}
