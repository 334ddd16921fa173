import { tokenize } from '../catalog/words.ts'
import type { Kind } from '../edition/term.ts'
import { FIELDS, type Field, wordTerm } from '../edition/word-term.ts'
import type { PostingList } from '../index/posting-list.ts'
import { unionAll } from '../index/set-algebra.ts'
import type { TermDictionary } from '../index/term-dictionary.ts'
import { mapInTurns, yieldIfLate } from '../runtime/event-loop.ts'
import type { IndexedEdition } from './indexed-edition.ts'
import { type ScoreClass, SearchMatches, TermMatches } from './score.ts'

/**
 * The score of one word, most important first: fewer corrections, the name before other fields, exact before prefix. Scores
 * of several words add up part by part: no sum of prefixes outweighs a field, and no sum of fields a correction, since a
 * search has fewer words than `FIELD`. See decision 5.
 */
const PREFIX = 1
const FIELD = 256
const CORRECTION = FIELD * FIELD

/** How many edits a misspelt word may have, by its number of letters. */
const MAX_EDITS = [
  { letters: 8, edits: 2 },
  { letters: 4, edits: 1 },
]

/** The positions that match every word of a search. A search without words, such as punctuation alone, matches nothing. */
export async function search(edition: IndexedEdition, kind: Kind, text: string): Promise<SearchMatches> {
  const words = await mapInTurns(new Set(tokenize(text)), (word) => matchWord(edition, kind, word))
  return new SearchMatches(words.every((word) => word.all.size > 0) ? words : [])
}

/**
 * The positions with a word, or with words that it is a prefix of. If there are none, those with a term that it may be a
 * misspelling of; if there are none either, those with a term that contains it. The dictionaries are read beside the posting
 * lists, so that this takes two round trips.
 */
function matchWord(edition: IndexedEdition, kind: Kind, word: string): Promise<TermMatches> {
  const find = async () => {
    const [dictionaries, prefixMatches] = await Promise.all([
      Promise.all(FIELDS.map((field) => edition.termDictionary(kind, field))),
      matchPrefix(edition, kind, word),
    ])
    if (prefixMatches.all.size > 0) return prefixMatches
    const corrections = await correct(edition, kind, word)
    await yieldIfLate()
    return await matchTerms(edition, kind, corrections.length > 0 ? corrections : containing(word, dictionaries))
  }
  return edition.cachedResults('term', `${kind} ${word}`, find)
}

async function matchPrefix(edition: IndexedEdition, kind: Kind, word: string): Promise<TermMatches> {
  const matches = await Promise.all(FIELDS.map((field) => edition.stored.prefixMatch(kind, field, word)))
  const classes = matches.flatMap(({ exact, all }, index) => [
    { score: index * FIELD, positions: exact },
    { score: index * FIELD + PREFIX, positions: all },
  ])
  return new TermMatches(classes)
}

/** Terms of a field that match equally well. */
interface ScoredTerms {
  readonly score: number
  readonly field: Field
  readonly terms: readonly string[]
}

/** The terms that a word may be a misspelling of, best first. */
async function correct(edition: IndexedEdition, kind: Kind, word: string): Promise<ScoredTerms[]> {
  const letters = Array.from(word).length
  const maxEdits = MAX_EDITS.find((rule) => letters >= rule.letters)?.edits
  if (maxEdits === undefined) return []
  const corrections: ScoredTerms[] = []
  for (const [index, field] of FIELDS.entries()) {
    const matches = (await edition.fuzzyDictionary(kind, field)).near(word, maxEdits)
    await yieldIfLate()
    for (const [edits, sameEdits] of Map.groupBy(matches, ({ edits }) => edits))
      corrections.push({ score: edits * CORRECTION + index * FIELD, field, terms: sameEdits.map(({ term }) => term) })
  }
  return corrections.sort((a, b) => a.score - b.score)
}

function containing(word: string, dictionaries: readonly TermDictionary[]): ScoredTerms[] {
  return FIELDS.map((field, index) => ({ score: index * FIELD, field, terms: dictionaries[index]!.containing(word) }))
}

async function matchTerms(edition: IndexedEdition, kind: Kind, scored: readonly ScoredTerms[]): Promise<TermMatches> {
  const match = async ({ score, field, terms }: ScoredTerms): Promise<ScoreClass> => {
    const positions = (part: readonly string[]) => anyTerm(edition, kind, field, part)
    return { score, positions: unionAll(await mapInTurns(partsOf(terms), positions)) }
  }
  return new TermMatches(await mapInTurns(scored, match))
}

/** Terms that are read together. Letters inside words may be in thousands of terms, some 40 µs each. */
const PART = 64

function* partsOf(terms: readonly string[]): Generator<readonly string[]> {
  for (let from = 0; from < terms.length; from += PART) yield terms.slice(from, from + PART)
}

async function anyTerm(
  edition: IndexedEdition,
  kind: Kind,
  field: Field,
  terms: readonly string[],
): Promise<PostingList> {
  const lists = await edition.postings(
    kind,
    terms.map((term) => wordTerm(field, term)),
  )
  return unionAll(lists)
}
