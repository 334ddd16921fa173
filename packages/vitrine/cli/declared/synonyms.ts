import { readSynonyms, synonymLines } from '@vitrine/catalog/declared/read-synonyms'
import { storeId } from '@vitrine/catalog/store'
import { isOneWay, type SynonymEntry } from '@vitrine/catalog/synonyms'
import type { Command } from 'commander'
import { UsageError } from '../errors.ts'
import { quantity } from '../terminal-text.ts'
import { addDeclaredCommand } from './declared-command.ts'

/** `vitrine synonyms`: prints the synonyms of a store, or publishes others. */
export function addSynonymsCommand(command: Command): void {
  addDeclaredCommand(command, {
    kind: 'synonyms',
    things: 'synonyms',
    expected: 'a CSV or JSON file',
    examples: EXAMPLES,
    read: readSynonyms,
    textOf: (entries, isJson) => (isJson ? `${JSON.stringify(entries)}\n` : synonymLines(entries)),
    contentsOf,
  })
  command
    .option('--json', 'print the synonyms as a JSON array')
    .allowExcessArguments()
    .hook('preAction', () => refuseStoreArgument(command))
}

const EXAMPLES = `
Examples:
  vitrine synonyms synonyms.csv --store books
  vitrine synonyms --store books > synonyms.csv
  vitrine synonyms --store books --clear

A line of the CSV file is a group of words or phrases that mean the same, or a word and those that a search for it also finds:
  sofa, couch, settee
  pants => trousers, chinos
The same in JSON: [["sofa", "couch", "settee"], {"from": "pants", "to": ["trousers", "chinos"]}]

The file replaces all synonyms of the store. Later imports keep them, and \`vitrine rollback\` goes back to the earlier ones.`

/** Throws `UsageError` if the store is the first argument, as in earlier versions. */
function refuseStoreArgument(command: Command): void {
  const { store, clear, json } = command.opts()
  const [first = '', ...others] = command.args
  if (store === undefined && storeId(first) && others.length < 2) {
    const words = [...others, '--store', first, ...(clear ? ['--clear'] : []), ...(json ? ['--json'] : [])]
    throw new UsageError(`the store is an option; expected \`vitrine synonyms ${words.join(' ')}\``)
  }
  if (others.length > 0) command.error(`error: too many arguments. Expected 1 argument but got ${command.args.length}.`)
}

function contentsOf(entries: readonly SynonymEntry[]): string {
  const oneWay = entries.filter(isOneWay).length
  return `${quantity(entries.length - oneWay, 'group')} of synonyms, ${quantity(oneWay, 'one-way synonym')}`
}
