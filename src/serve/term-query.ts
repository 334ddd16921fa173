import type { Edition } from '../edition/edition.ts'
import type { Kind } from '../edition/term.ts'
import { FIELDS, type Field, wordTerm } from '../edition/word-term.ts'
import { contains, memoryBytes, NO_POSTINGS, type PostingList, subtract, unionAll } from '../index/set-algebra.ts'
import { TermDictionary } from './term-dictionary.ts'

/**
 * How well one word matches, in what counts most first: fewer corrections, the name before the rest, then exactly before
 * as a prefix. Ranks of several words add up part by part: no sum of prefixes outweighs a field, and no sum of fields a
 * correction, since a search has fewer words than `FIELD`.
 */
const PREFIX = 1
const FIELD = 256
const CORRECTION = FIELD * FIELD

/** From how many letters on a word may be misspelt, and by how many edits. */
const MISSPELT = [
  { letters: 8, edits: 2 },
  { letters: 4, edits: 1 },
]

/** What matches a word equally well. Lower is better. */
interface ScoreClass {
  readonly rank: number
  readonly positions: PostingList
}

/** All that match one word of a search, and how well. */
export class TermMatches {
  /** Everything that matches. */
  readonly all: PostingList
  /** The best first. What is in several is of the first of them. */
  readonly #levels: readonly ScoreClass[]
  readonly #own: (PostingList | undefined)[] = []

  constructor(levels: readonly ScoreClass[]) {
    this.#levels = levels.filter(({ positions }) => positions.size > 0)
    this.all = unionAll(this.#levels.map(({ positions }) => positions))
  }

  /** The ranks that something may have, lower first. */
  get ranks(): number[] {
    return this.#levels.map(({ rank }) => rank)
  }

  /** Memory that it takes once all of it was asked for. */
  get bytes(): number {
    return memoryBytes(this.all) + 2 * this.#levels.reduce((sum, { positions }) => sum + memoryBytes(positions), 0)
  }

  /** What matches at this rank and no better. */
  at(rank: number): PostingList {
    const index = this.#levels.findIndex((level) => level.rank === rank)
    if (index < 0) return NO_POSTINGS
    this.#own[index] ??= this.#levels
      .slice(0, index)
      .reduce((left, { positions }) => subtract(left, positions), this.#levels[index]!.positions)
    return this.#own[index]
  }

  /** How well one thing matches that does. */
  rankOf(position: number): number {
    return this.#levels.find(({ positions }) => contains(positions, position))!.rank
  }
}

/**
 * What matches a word: exactly or as the beginning of a word; if nothing of the store does, what has a word that it may be
 * a misspelling of; and if there is none, what has a word that contains it. The store's words are asked for beside the
 * lists, so that there is no third read.
 */
export function matchTerm(edition: Edition, kind: Kind, word: string): Promise<TermMatches> {
  const find = async () => {
    const [lexicons, levels] = await Promise.all([
      Promise.all(FIELDS.map((field) => lexiconOf(edition, kind, field))),
      beginning(edition, kind, word),
    ])
    const begun = new TermMatches(levels)
    if (begun.all.size > 0) return begun
    const meant = await misspelt(word, lexicons)
    return new TermMatches(await levelsOf(edition, kind, meant.length > 0 ? meant : containing(word, lexicons)))
  }
  return edition.memoize(`${kind} word ${word}`, find, ({ bytes }) => bytes)
}

async function beginning(edition: Edition, kind: Kind, word: string): Promise<ScoreClass[]> {
  const fields = await Promise.all(FIELDS.map((field) => edition.prefixMatch(kind, field, word)))
  return fields.flatMap(({ exact, all }, field) => [
    { rank: field * FIELD, positions: exact },
    { rank: field * FIELD + PREFIX, positions: all },
  ])
}

/** Words of a field that match equally well. */
interface Candidates {
  readonly rank: number
  readonly field: Field
  readonly words: readonly string[]
}

/** The words that one may be a misspelling of, the likeliest first. */
async function misspelt(word: string, lexicons: readonly TermDictionary[]): Promise<Candidates[]> {
  const letters = Array.from(word).length
  const most = MISSPELT.find((rule) => letters >= rule.letters)?.edits ?? 0
  const found: Candidates[] = []
  for (const [index, field] of FIELDS.entries()) {
    const near = most > 0 ? await lexicons[index]!.near(word, most) : []
    for (const [edits, neighbours] of Map.groupBy(near, ({ edits }) => edits))
      found.push({ rank: edits * CORRECTION + index * FIELD, field, words: neighbours.map(({ word }) => word) })
  }
  return found.sort((a, b) => a.rank - b.rank)
}

function containing(word: string, lexicons: readonly TermDictionary[]): Candidates[] {
  return FIELDS.map((field, index) => ({ rank: index * FIELD, field, words: lexicons[index]!.containing(word) }))
}

async function levelsOf(edition: Edition, kind: Kind, candidates: readonly Candidates[]): Promise<ScoreClass[]> {
  const terms = candidates.map(({ field, words }) => words.map((word) => wordTerm(field, word)))
  const lists = await Promise.all(terms.map((some) => (some.length > 0 ? edition.postings(kind, some) : [])))
  return candidates.map(({ rank }, index) => ({ rank, positions: unionAll(lists[index]!) }))
}

function lexiconOf(edition: Edition, kind: Kind, field: Field): Promise<TermDictionary> {
  return edition.memoize(
    `${kind} words ${field}`,
    async () => new TermDictionary(await edition.dictionary(kind, field)),
    ({ bytes }) => bytes,
  )
}
