import type { Language } from '../../catalog/language.ts'

/** A word or phrase, and the words or phrases that the store has declared to mean the same. All are folded words. */
export interface SynonymRule {
  readonly from: readonly string[]
  readonly to: readonly (readonly string[])[]
}

/** The synonyms of each word of a search, by its index. A rule for several words gives its synonyms to each of them. */
export function synonymsOf(
  words: readonly string[],
  rules: readonly SynonymRule[],
  { stem }: Language,
): (readonly string[])[][] {
  const synonyms: (readonly string[])[][] = words.map(() => [])
  const stems = words.map(stem)
  for (const { from, to } of rules) {
    const pattern = from.map(stem)
    for (let at = 0; at + pattern.length <= words.length; at++)
      if (pattern.every((word, index) => word === stems[at + index]))
        for (let index = at; index < at + pattern.length; index++) synonyms[index]!.push(...to)
  }
  return synonyms
}
