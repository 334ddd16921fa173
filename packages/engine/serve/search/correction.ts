import type { PostingList } from '../../index/posting-list.ts'
import { intersectionSize } from '../../index/set-algebra.ts'
import type { Correction } from '../query.ts'
import type { Level } from './level-match.ts'
import { type MatchedWord, unionOf } from './word-matches.ts'

/** The words that were found instead of a word, if some results do not have that word: those of the best kind. */
export function correctionOf({ word, matches: { direct, approximate } }: MatchedWord, all: PostingList): Correction[] {
  if (approximate.length === 0 || intersectionSize(all, unionOf(direct)) === all.size) return []
  const used = approximate.filter(({ positions }) => intersectionSize(positions, all) > 0)
  const best = used.toSorted((a, b) => a.score - b.score)
  const kind = KIND_OF_LEVEL.get(best[0]?.level)
  const terms = best
    .filter(({ level }) => KIND_OF_LEVEL.get(level) === kind)
    .flatMap(({ score, terms }) => terms.map((term) => ({ score, term })))
    .sort((a, b) => a.score - b.score || (a.term < b.term ? -1 : 1))
    .map(({ term }) => term)
  return kind ? [{ word: word.text, as: [...new Set(terms)].slice(0, MAX_CORRECTIONS), kind }] : []
}

/** The most words that a correction names. */
const MAX_CORRECTIONS = 5

/** What the levels of approximate matches are called in answers. */
const KIND_OF_LEVEL: ReadonlyMap<Level | undefined, Correction['kind']> = new Map([
  ['joined', 'split'],
  ['script', 'script'],
  ['misspelt', 'misspelling'],
  ['part', 'part'],
])
