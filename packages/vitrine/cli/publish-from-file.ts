import type { StoreId } from '@vitrine/catalog/store'
import { openCatalogs } from '@vitrine/engine/database/open'
import type { Draft } from '@vitrine/engine/edition/draft'
import type { EditionSummary } from '@vitrine/engine/edition/rows'
import { requireEdition } from './find-store.ts'
import { interruptible } from './signals.ts'
import { formatNumber, WAITING_FOR_IMPORT } from './terminal-text.ts'

/**
 * Publishes an edition with what a file beside the catalog says, such as synonyms, and prints the result. `publish`
 * returns undefined if the current edition has it already. `contents` names what the store has then.
 */
export async function publishFromFile(
  store: StoreId,
  database: string,
  contents: string,
  publish: (draft: Draft, now: string) => Promise<EditionSummary | undefined>,
): Promise<void> {
  const signal = interruptible()
  await using catalogs = await openCatalogs(database, 'require')
  const { number } = await requireEdition(catalogs, store)
  await using draft = await catalogs.draft(store, () => console.error(WAITING_FOR_IMPORT), signal)
  const edition = await publish(draft, new Date().toISOString())
  if (!edition)
    return console.log(`nothing to change: store ${store} stays at edition ${formatNumber(number)}: ${contents}`)
  console.log(`store ${store} is now at edition ${formatNumber(edition.number)}: ${contents}`)
  console.log(`\`vitrine rollback ${store} ${draft.base.number}\` undoes this`)
}
