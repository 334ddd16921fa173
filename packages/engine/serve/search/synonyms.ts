import type { Language } from '@vitrine/catalog/language'
import { isOneWay, type SynonymEntry } from '@vitrine/catalog/synonyms'
import { tokenize } from '@vitrine/catalog/words'
import { yieldByCost } from '@vitrine/runtime/event-loop'
import type { IndexedEdition } from '../indexed-edition.ts'

/** The stems of a word or phrase, and the words or phrases that the store has declared to mean the same. */
interface SynonymRule {
  readonly from: readonly string[]
  readonly to: readonly (readonly string[])[]
}

/** Approximate memory of a rule, and of one of its synonyms, in bytes. Rules share the words of their synonyms. */
const RULE_BYTES = 300
const SYNONYM_BYTES = 20

/** The time of stemming a rule, in positions visited. */
const RULE_COST = 200

/** The synonyms of a store. A search looks up the rules of its words, so their number does not matter. */
class SynonymRules {
  bytes = 0
  readonly #byFirstStem = new Map<string, SynonymRule[]>()

  /** Lets other work run between its steps. */
  static async build(entries: readonly SynonymEntry[], { stem }: Pick<Language, 'stem'>): Promise<SynonymRules> {
    const all = new SynonymRules()
    for (const entry of entries) {
      const rules = rulesOf(entry)
      for (const { from, to } of rules) all.#add({ from: from.map(stem), to })
      await yieldByCost(rules.length * RULE_COST)
    }
    return all
  }

  #add(rule: SynonymRule): void {
    const [first] = rule.from as [string]
    const sameStem = this.#byFirstStem.get(first)
    if (sameStem) sameStem.push(rule)
    else this.#byFirstStem.set(first, [rule])
    this.bytes += RULE_BYTES + rule.to.length * SYNONYM_BYTES
  }

  /** The rules for a word or phrase that begins with a word of this stem. */
  beginningWith(stem: string): readonly SynonymRule[] {
    return this.#byFirstStem.get(stem) ?? []
  }
}

/** The synonyms of the store, ready for its searches. */
export function synonymRules(edition: IndexedEdition): Promise<SynonymRules> {
  const build = async () => {
    const [entries, language] = await Promise.all([edition.stored.synonymEntries(), edition.language()])
    return await SynonymRules.build(entries, language)
  }
  return edition.cached('synonyms', build)
}

/** The synonyms of each word of a search, by its index. A rule for several words gives its synonyms to each of them. */
export function synonymsOf(
  words: readonly string[],
  rules: SynonymRules,
  { stem }: Pick<Language, 'stem'>,
): (readonly string[])[][] {
  const synonyms: (readonly string[])[][] = words.map(() => [])
  const stems = words.map(stem)
  for (const [at, first] of stems.entries())
    for (const { from, to } of rules.beginningWith(first))
      if (from.every((word, index) => word === stems[at + index]))
        for (const [index] of from.entries()) synonyms[at + index]!.push(...to)
  return synonyms
}

function rulesOf(entry: SynonymEntry): SynonymRule[] {
  if (isOneWay(entry)) return [{ from: tokenize(entry.from), to: entry.to.map(tokenize) }]
  const phrases = entry.map(tokenize)
  return phrases.map((from) => ({ from, to: phrases.filter((other) => other !== from) }))
}
