import type { Language } from '../../catalog/language.ts'
import { isOneWay, type SynonymEntry } from '../../catalog/synonyms.ts'
import { tokenize } from '../../catalog/words.ts'

/** The stems of a word or phrase, and the words or phrases that the store has declared to mean the same. */
export interface SynonymRule {
  readonly from: readonly string[]
  readonly to: readonly (readonly string[])[]
}

/** Memory of a rule, in bytes, about, and of a word of a rule. */
const RULE_BYTES = 200
const WORD_BYTES = 60

/** The synonyms of a store. A search looks up the rules of its words, so their number does not matter. */
export class SynonymRules {
  readonly bytes: number
  readonly #byFirstStem: ReadonlyMap<string, readonly SynonymRule[]>

  constructor(entries: readonly SynonymEntry[], { stem }: Pick<Language, 'stem'>) {
    const rules = entries.flatMap(rulesOf).map(({ from, to }) => ({ from: from.map(stem), to }))
    const words = rules.reduce((sum, { from, to }) => sum + from.length + to.flat().length, 0)
    this.bytes = rules.length * RULE_BYTES + words * WORD_BYTES
    this.#byFirstStem = Map.groupBy(rules, ({ from }) => from[0]!)
  }

  /** The rules for a word or phrase that begins with a word of this stem. */
  beginningWith(stem: string): readonly SynonymRule[] {
    return this.#byFirstStem.get(stem) ?? []
  }
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
