import { readFile } from 'node:fs/promises'
import type { StoreId } from '@vitrine/catalog/store'
import { isOneWay, type SynonymEntry } from '@vitrine/catalog/synonyms'
import { openCatalogs, openEditions } from '@vitrine/engine/database/open'
import { publishSynonyms } from '@vitrine/engine/publish/publish-synonyms'
import { readSynonyms, synonymLines } from '@vitrine/import/synonyms'
import type { Command } from 'commander'
import { CommandError, cannotRead, UsageError } from './errors.ts'
import { requireEdition } from './find-store.ts'
import { databaseOption, parseStoreId } from './options.ts'
import { interruptible } from './signals.ts'
import { escapeControls, formatNumber, quantity, WAITING_FOR_IMPORT } from './terminal-text.ts'

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
  else if (file !== undefined) await replaceSynonyms(store, await readFileOfSynonyms(file), database)
  else await printSynonyms(store, options)
}

async function printSynonyms(store: StoreId, { json, database }: Options): Promise<void> {
  await using editions = await openEditions(database)
  const entries = await (await requireEdition(editions, store)).synonymEntries()
  if (json) console.log(JSON.stringify(entries))
  else if (entries.length > 0) process.stdout.write(synonymLines(entries))
  else console.error(`store ${store} has no synonyms; \`vitrine synonyms ${store} <file>\` adds them`)
}

async function replaceSynonyms(store: StoreId, entries: readonly SynonymEntry[], database: string): Promise<void> {
  const signal = interruptible()
  await using catalogs = await openCatalogs(database, 'require')
  const { number } = await requireEdition(catalogs, store)
  await using draft = await catalogs.draft(store, () => console.error(WAITING_FOR_IMPORT), signal)
  const edition = await publishSynonyms(draft, entries, new Date().toISOString())
  const contents = contentsOf(entries)
  if (!edition)
    return console.log(`nothing to change: store ${store} stays at edition ${formatNumber(number)}: ${contents}`)
  console.log(`store ${store} is now at edition ${formatNumber(edition.number)}: ${contents}`)
  console.log(`\`vitrine rollback ${store} ${draft.base.number}\` undoes this`)
}

function contentsOf(entries: readonly SynonymEntry[]): string {
  const oneWay = entries.filter(isOneWay).length
  return `${quantity(entries.length - oneWay, 'group')} of synonyms, ${quantity(oneWay, 'one-way synonym')}`
}

async function standardInput(): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Problems that are shown on a terminal. */
const MAX_SHOWN = 20

/** Throws `CommandError` if the file cannot be read or has problems. */
async function readFileOfSynonyms(file: string): Promise<readonly SynonymEntry[]> {
  const name = file === '-' ? 'standard input' : file
  const bytes = await (file === '-' ? standardInput() : readFile(file)).catch((error) => {
    throw cannotRead(name, error, 'a CSV or JSON file')
  })
  const { entries, problems } = readSynonyms(textOf(bytes, name))
  for (const { where, wrong, right } of problems.slice(0, MAX_SHOWN))
    console.error(escapeControls(`${where} ${wrong}; expected ${right}`))
  if (problems.length > MAX_SHOWN) console.error(`and ${quantity(problems.length - MAX_SHOWN, 'more problem')}`)
  if (problems.length > 0)
    throw new CommandError(`nothing was changed: ${quantity(problems.length, 'problem')} in ${name}`)
  if (entries.length === 0)
    throw new CommandError(`nothing was changed: ${name} has no synonyms; --clear removes those of the store`)
  return entries
}

function textOf(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new CommandError(`nothing was changed: ${name} is not UTF-8; save it as UTF-8`)
  }
}
