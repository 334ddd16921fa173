import type { StoreId } from '@vitrine/catalog/store'
import { openCatalogs } from '@vitrine/engine/database/open'
import type { Command } from 'commander'
import { requireEdition } from '../find-store.ts'
import { databaseOption, parseStoreId } from '../options.ts'
import { escapeControls, WAITING_FOR_IMPORT } from '../terminal-text.ts'

/** `vitrine approve`: allows once what a limit refused. */
export function addApproveCommand(command: Command): void {
  command
    .argument('<store>', 'the id of the store', parseStoreId)
    .addOption(databaseOption())
    .addHelpText('after', EXAMPLES)
    .action(approve)
}

const EXAMPLES = `
Examples:
  vitrine store show books
  vitrine approve books

An import, a patch or a program that would lose too much publishes nothing, and the store notes why. After this command
the next one that would lose exactly the same is published, once. One that loses less, or nothing, is published anyway.`

async function approve(store: StoreId, { database }: { readonly database: string }): Promise<void> {
  await using catalogs = await openCatalogs(database, 'require')
  await requireEdition(catalogs, store)
  const approved = await catalogs.approve(store, () => console.error(WAITING_FOR_IMPORT))
  if (approved.length === 0) return console.log(`nothing of store ${store} waits to be approved`)
  for (const { source, reason } of approved) console.log(escapeControls(`approved for the next ${source}: ${reason}`))
}
