import { namesIn, type Rule } from '@vitrine/catalog/rules'
import type { StoreId } from '@vitrine/catalog/store'
import { openEditions } from '@vitrine/engine/database/open'
import type { Edition } from '@vitrine/engine/edition/edition'
import { publishDeclared } from '@vitrine/engine/publish/publish-declared'
import { readRules } from '@vitrine/import/rules'
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

/** `vitrine rules`: prints the rules of a store, or publishes others. */
export function addRulesCommand(command: Command): void {
  command
    .argument('[file]', 'a JSON file with all rules, or - for standard input (default: print the rules)')
    .addOption(storeOption())
    .option('--clear', 'remove all rules')
    .addOption(databaseOption())
    .addHelpText('after', EXAMPLES)
    .action(rules)
}

const EXAMPLES = `
Examples:
  vitrine rules rules.json --store books
  vitrine rules --store books > rules.json
  vitrine rules --store books --clear

A rule pins products to places of a search or of a category, and hides others from a search:
  {"rules": [
    {"words": ["gift"], "pin": [{"slug": "gift-card", "at": 1}], "hide": ["gas-bottle"]},
    {"query": "sale", "pin": [{"sku": "LS-NAVY-S", "at": 1}, {"slug": "outlet-bag", "at": 4}]},
    {"within": "clothing", "pin": [{"slug": "new-parka", "at": 1}]}]}

The first rule that fits applies. The file replaces all rules of the store. Later imports keep them, and \`vitrine rollback\`
goes back to the earlier ones.`

const KIND = { things: 'rules', expected: 'a JSON file', read: readRules }

async function rules(file: string | undefined, { store, clear, database }: Options): Promise<void> {
  if (clear && file !== undefined) throw new UsageError('--clear and a file exclude each other; expected one of them')
  if (clear) await replaceRules(store, [], database)
  else if (file !== undefined) await replaceRules(store, await declaredFile(file, KIND), database)
  else await printRules(store, database)
}

async function printRules(store: StoreId, database: string): Promise<void> {
  await using editions = await openEditions(database)
  const rules = await (await requireEdition(editions, store)).rules()
  if (rules.length > 0) console.log(`{"rules": [\n${rules.map((rule) => `  ${JSON.stringify(rule)}`).join(',\n')}\n]}`)
  else console.error(`store ${store} has no rules; \`vitrine rules <file> --store ${store}\` adds them`)
}

async function replaceRules(store: StoreId, rules: readonly Rule[], database: string): Promise<void> {
  await publishFromFile(store, database, quantity(rules.length, 'rule'), async (draft, now) => {
    await noteMissing(draft.base, rules)
    return await publishDeclared(draft, 'rules', rules, now)
  })
}

/** Products that are shown on a terminal. */
const MAX_SHOWN = 20

/** Says which products the store does not have. Their rules find them when they come. */
async function noteMissing(edition: Edition, rules: readonly Rule[]): Promise<void> {
  const missing: string[] = []
  for (const [index, rule] of rules.entries()) {
    const names = namesIn(rule)
    const positions = await edition.productsByName(names)
    for (const [at, name] of names.entries())
      if (positions[at] === undefined)
        missing.push(`${'slug' in name ? `slug ${name.slug}` : `sku ${name.sku}`} (rule ${index + 1})`)
  }
  if (missing.length === 0) return
  const more = missing.length > MAX_SHOWN ? `, and ${missing.length - MAX_SHOWN} more` : ''
  const shown = missing.slice(0, MAX_SHOWN).join(', ')
  console.error(escapeControls(`not in the store: ${quantity(missing.length, 'product')}: ${shown}${more}`))
}
