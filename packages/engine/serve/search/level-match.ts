import type { MatchedField } from '@vitrine/catalog/store'
import type { ScoreClass } from './score.ts'

/** A match with its score. `edits`: the number of mistakes. */
export function levelMatch(
  field: MatchedField,
  level: Level,
  terms: readonly string[],
  positions: ScoreClass['positions'],
  edits = 0,
): LevelMatch {
  return { level, field, terms, positions, score: LEVEL_COST[level] + FIELD_COST[field] + edits * EDIT_COST }
}

/** Products, or variants, that match a word at one level in one field. */
export interface LevelMatch extends ScoreClass {
  readonly level: Level
  readonly field: MatchedField
  /** The words of the catalog that matched. */
  readonly terms: readonly string[]
}

/** How a word of the catalog matches a word of a search, best first. See docs/search.md. */
export const LEVELS = [
  ...(['exact', 'form', 'synonym', 'joined', 'script', 'compound', 'prefix', 'misspelt', 'part'] as const),
] as const
export type Level = (typeof LEVELS)[number]

/**
 * What a match costs by its level and by its field. The costs of all words add up, and the cheapest products come
 * first.
 */
const LEVEL_COST: Readonly<Record<Level, number>> = {
  exact: 0,
  form: 1,
  synonym: 2,
  joined: 2,
  script: 2,
  misspelt: 3,
  compound: 4,
  prefix: 6,
  part: 8,
}
const FIELD_COST: Readonly<Record<MatchedField, number>> = {
  name: 0,
  label: 3,
  option: 3,
  sku: 4,
  description: 12,
  slugOrPicture: 20,
}

/** One wrong letter costs more than everything else in a search, which has at most 100 words. */
const EDIT_COST = 4096

/** A part of a word is worse than any misspelling. */
export const PART_EDITS = 3
