import type { LabelEntry } from '@vitrine/catalog/label-entry'
import type { StoreId } from '@vitrine/catalog/store'
import { openEditions } from '@vitrine/engine/database/open'
import type { Edition } from '@vitrine/engine/edition/edition'
import { publishDeclared } from '@vitrine/engine/publish/publish-declared'
import { readLabelEntries } from '@vitrine/import/label-entries'
import type { Command } from 'commander'
import { declaredFile } from './declared-file.ts'
import { UsageError } from './errors.ts'
import { requireEdition } from './find-store.ts'
import { databaseOption, storeOption } from './options.ts'
import { publishFromFile } from './publish-from-file.ts'
import { escapeControls, quantity } from './terminal-text.ts'

interface Options {
  readonly store: StoreId
  readonly clear?: boolean
  readonly database: string
}

/** `vitrine labels`: prints what is said of the labels of a store, or publishes other texts. */
export function addLabelsCommand(command: Command): void {
  command
    .argument('[file]', 'a JSON file with all texts of labels, or - for standard input (default: print the texts)')
    .addOption(storeOption())
    .option('--clear', 'remove all texts')
    .addOption(databaseOption())
    .addHelpText('after', EXAMPLES)
    .action(labels)
}

const EXAMPLES = `
Examples:
  vitrine labels labels.json --store books
  vitrine labels --store books > labels.json
  vitrine labels --clear --store books

The file is a JSON array. Everything but the code may be left out:
  [{"code": "clothing", "name": "Clothes", "description": "Made to last.", "rank": 1, "hidden": true,
    "picture": {"path": "https://shop.example/clothes.jpg", "alt": "A linen shirt", "width": 800, "height": 600},
    "seo": {"title": "Clothes made to last", "description": "Linen, wool and cotton."}}]

The file replaces all texts of the store. Later imports keep them, and \`vitrine rollback\` goes back to the earlier ones.`

async function labels(file: string | undefined, options: Options): Promise<void> {
  const { store, clear, database } = options
  if (clear && file !== undefined) throw new UsageError('--clear and a file exclude each other; expected one of them')
  if (clear) await replaceEntries(store, [], database)
  else if (file !== undefined) await replaceEntries(store, await declaredFile(file, KIND), database)
  else await printEntries(store, database)
}

const KIND = { things: 'labels', expected: 'a JSON file', read: readLabelEntries }

async function printEntries(store: StoreId, database: string): Promise<void> {
  await using editions = await openEditions(database)
  const entries = await (await requireEdition(editions, store)).labelEntries()
  if (entries.length > 0) console.log(`[\n${entries.map((entry) => JSON.stringify(entry)).join(',\n')}\n]`)
  else console.error(`store ${store} has no texts of labels; \`vitrine labels <file> --store ${store}\` adds them`)
}

async function replaceEntries(store: StoreId, entries: readonly LabelEntry[], database: string): Promise<void> {
  await publishFromFile(store, database, `texts of ${quantity(entries.length, 'label')}`, async (draft, now) => {
    await tellUnknown(draft.base, entries)
    return await publishDeclared(draft, 'labels', entries, now)
  })
}

/** Codes that are shown on a terminal. */
const MAX_SHOWN = 5

/** Tells the codes that no product has. They may come with a later import. */
async function tellUnknown(edition: Edition, entries: readonly LabelEntry[]): Promise<void> {
  const terms = new Set((await edition.facetValues()).map(({ term }) => term))
  const unknown = entries.filter(({ code }) => !terms.has(`label:${code}`)).map(({ code }) => code)
  if (unknown.length === 0) return
  const shown = unknown.length > MAX_SHOWN ? [...unknown.slice(0, MAX_SHOWN), '…'] : unknown
  console.error(escapeControls(`no product has ${quantity(unknown.length, 'label')} of the file: ${shown.join(', ')}`))
}
