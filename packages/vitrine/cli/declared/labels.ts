import { readLabelEntries } from '@vitrine/catalog/declared/label-entries'
import type { LabelEntry } from '@vitrine/catalog/label-entry'
import type { Edition } from '@vitrine/engine/edition/edition'
import type { Command } from 'commander'
import { findConverter } from '../optional-packages.ts'
import { escapeControls, quantity } from '../terminal-text.ts'
import { addDeclaredCommand } from './declared-command.ts'

/** `vitrine labels`: prints what is said of the labels of a store, or publishes other texts. */
export function addLabelsCommand(command: Command): void {
  addDeclaredCommand(command, {
    kind: 'labels',
    things: 'texts of labels',
    expected: 'a JSON file',
    examples: EXAMPLES,
    read: async (text) => readLabelEntries(text, (await findConverter())?.labelExport),
    textOf: (entries) => `[\n${entries.map((entry) => JSON.stringify(entry)).join(',\n')}\n]\n`,
    contentsOf: (entries) => `texts of ${quantity(entries.length, 'label')}`,
    note: noteUnknown,
  })
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

/** Codes that are shown on a terminal. */
const MAX_SHOWN = 5

/** Tells the codes that no product has. They may come with a later import. */
async function noteUnknown(edition: Edition, entries: readonly LabelEntry[]): Promise<void> {
  const terms = new Set((await edition.facetValues()).map(({ term }) => term))
  const unknown = entries.filter(({ code }) => !terms.has(`label:${code}`)).map(({ code }) => code)
  if (unknown.length === 0) return
  const shown = unknown.length > MAX_SHOWN ? [...unknown.slice(0, MAX_SHOWN), '…'] : unknown
  console.error(escapeControls(`no product has ${quantity(unknown.length, 'label')} of the file: ${shown.join(', ')}`))
}
