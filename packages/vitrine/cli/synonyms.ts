import type { StoreId } from '@vitrine/catalog/store'
import { isOneWay, type SynonymEntry } from '@vitrine/catalog/synonyms'
import { openEditions } from '@vitrine/engine/database/open'
import { publishDeclared } from '@vitrine/engine/publish/publish-declared'
import { readSynonyms, synonymLines } from '@vitrine/import/synonyms'
import type { Command } from 'commander'
import { declaredFile } from './declared-file.ts'
import { UsageError } from './errors.ts'
import { requireEdition } from './find-store.ts'
import { databaseOption, parseStoreId } from './options.ts'
import { publishFromFile } from './publish-from-file.ts'
import { quantity } from './terminal-text.ts'

interface Options {
  readonly clear?: boolean
  readonly json?: boolean
  readonly database: string
}

/** `vitrine synonyms`: prints the synonyms of a store, or publishes others. */
export function addSynonymsCommand(command: Command): void {
  command
    .argument('<store>', 'the id of the store', parseStoreId)
    .argument('[file]', 'a CSV or JSON file with all synonyms, or - for standard input (default: print the synonyms)')
    .option('--clear', 'remove all synonyms')
    .option('--json', 'print the synonyms as a JSON array')
    .addOption(databaseOption())
    .addHelpText('after', EXAMPLES)
    .action(synonyms)
}

const EXAMPLES = `
Examples:
  vitrine synonyms books synonyms.csv
  vitrine synonyms books > synonyms.csv
  vitrine synonyms books --clear

A line of the CSV file is a group of words or phrases that mean the same, or a word and those that a search for it also finds:
  sofa, couch, settee
  pants => trousers, chinos
The same in JSON: [["sofa", "couch", "settee"], {"from": "pants", "to": ["trousers", "chinos"]}]

The file replaces all synonyms of the store. Later imports keep them, and \`vitrine rollback\` goes back to the earlier ones.`

async function synonyms(store: StoreId, file: string | undefined, options: Options): Promise<void> {
  const { clear, json, database } = options
  if (clear && file !== undefined) throw new UsageError('--clear and a file exclude each other; expected one of them')
  if (json && (clear || file !== undefined))
    throw new UsageError('--json prints synonyms; expected no file and no --clear')
  if (clear) await replaceSynonyms(store, [], database)
  else if (file !== undefined) await replaceSynonyms(store, await declaredFile(file, KIND), database)
  else await printSynonyms(store, options)
}

const KIND = { things: 'synonyms', expected: 'a CSV or JSON file', read: readSynonyms }

async function printSynonyms(store: StoreId, { json, database }: Options): Promise<void> {
  await using editions = await openEditions(database)
  const entries = await (await requireEdition(editions, store)).synonymEntries()
  if (json) console.log(JSON.stringify(entries))
  else if (entries.length > 0) process.stdout.write(synonymLines(entries))
  else console.error(`store ${store} has no synonyms; \`vitrine synonyms ${store} <file>\` adds them`)
}

async function replaceSynonyms(store: StoreId, entries: readonly SynonymEntry[], database: string): Promise<void> {
  await publishFromFile(store, database, contentsOf(entries), (draft, now) =>
    publishDeclared(draft, 'synonyms', entries, now),
  )
}

function contentsOf(entries: readonly SynonymEntry[]): string {
  const oneWay = entries.filter(isOneWay).length
  return `${quantity(entries.length - oneWay, 'group')} of synonyms, ${quantity(oneWay, 'one-way synonym')}`
}
