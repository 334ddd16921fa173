import { readRules } from '@vitrine/catalog/declared/read-rules'
import { namesIn, type Rule } from '@vitrine/catalog/rules'
import type { Edition } from '@vitrine/engine/edition/edition'
import type { Command } from 'commander'
import { escapeControls, quantity } from '../terminal-text.ts'
import { addDeclaredCommand } from './declared-command.ts'

/** `vitrine rules`: prints the rules of a store, or publishes others. */
export function addRulesCommand(command: Command): void {
  addDeclaredCommand(command, {
    kind: 'rules',
    things: 'rules',
    expected: 'a JSON file',
    examples: EXAMPLES,
    read: readRules,
    textOf: (rules) => `{"rules": [\n${rules.map((rule) => `  ${JSON.stringify(rule)}`).join(',\n')}\n]}\n`,
    contentsOf: (rules) => quantity(rules.length, 'rule'),
    note: noteMissing,
  })
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
