import type { Edition } from '../edition/edition.ts'
import type { Kind } from '../edition/term.ts'
import { FIELDS, type Field, wordTerm } from '../edition/word-term.ts'
import { bytesOf, has, NOTHING, type Positions, subtract, uniteAll } from '../postings/positions.ts'
import { Lexicon } from './lexicon.ts'

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
interface Level {
  readonly rank: number
  readonly positions: Positions
}

/** All that match one word of a search, and how well. */
export class Word {
  /** Everything that matches. */
  readonly any: Positions
  /** The best first. What is in several is of the first of them. */
  readonly #levels: readonly Level[]
  readonly #own: (Positions | undefined)[] = []

  constructor(levels: readonly Level[]) {
    this.#levels = levels.filter(({ positions }) => positions.size > 0)
    this.any = uniteAll(this.#levels.map(({ positions }) => positions))
  }

  /** The ranks that something may have, lower first. */
  get ranks(): number[] {
    return this.#levels.map(({ rank }) => rank)
  }

  /** Memory that it takes once all of it was asked for. */
  get bytes(): number {
    return bytesOf(this.any) + 2 * this.#levels.reduce((sum, { positions }) => sum + bytesOf(positions), 0)
  }

  /** What matches at this rank and no better. */
  at(rank: number): Positions {
    const index = this.#levels.findIndex((level) => level.rank === rank)
    if (index < 0) return NOTHING
    this.#own[index] ??= this.#levels
      .slice(0, index)
      .reduce((left, { positions }) => subtract(left, positions), this.#levels[index]!.positions)
    return this.#own[index]
  }

  /** How well one thing matches that does. */
  rankOf(position: number): number {
    return this.#levels.find(({ positions }) => has(positions, position))!.rank
  }
}

/**
 * What matches a word: exactly or as the beginning of a word; if nothing of the store does, what has a word that it may be
 * a misspelling of; and if there is none, what has a word that contains it. The store's words are asked for beside the
 * lists, so that there is no third read.
 */
export function findWord(edition: Edition, kind: Kind, word: string): Promise<Word> {
  const find = async () => {
    const [lexicons, levels] = await Promise.all([
      Promise.all(FIELDS.map((field) => lexiconOf(edition, kind, field))),
      beginning(edition, kind, word),
    ])
    const begun = new Word(levels)
    if (begun.any.size > 0) return begun
    const meant = await misspelt(word, lexicons)
    return new Word(await levelsOf(edition, kind, meant.length > 0 ? meant : containing(word, lexicons)))
  }
  return edition.remembered(`${kind} word ${word}`, find, ({ bytes }) => bytes)
}

async function beginning(edition: Edition, kind: Kind, word: string): Promise<Level[]> {
  const fields = await Promise.all(FIELDS.map((field) => edition.beginning(kind, field, word)))
  return fields.flatMap(({ exactly, any }, field) => [
    { rank: field * FIELD, positions: exactly },
    { rank: field * FIELD + PREFIX, positions: any },
  ])
}

/** Words of a field that match equally well. */
interface Candidates {
  readonly rank: number
  readonly field: Field
  readonly words: readonly string[]
}

/** The words that one may be a misspelling of, the likeliest first. */
async function misspelt(word: string, lexicons: readonly Lexicon[]): Promise<Candidates[]> {
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

function containing(word: string, lexicons: readonly Lexicon[]): Candidates[] {
  return FIELDS.map((field, index) => ({ rank: index * FIELD, field, words: lexicons[index]!.containing(word) }))
}

async function levelsOf(edition: Edition, kind: Kind, candidates: readonly Candidates[]): Promise<Level[]> {
  const terms = candidates.map(({ field, words }) => words.map((word) => wordTerm(field, word)))
  const lists = await Promise.all(terms.map((some) => (some.length > 0 ? edition.postings(kind, some) : [])))
  return candidates.map(({ rank }, index) => ({ rank, positions: uniteAll(lists[index]!) }))
}

function lexiconOf(edition: Edition, kind: Kind, field: Field): Promise<Lexicon> {
  return edition.remembered(
    `${kind} words ${field}`,
    async () => new Lexicon(await edition.words(kind, field)),
    ({ bytes }) => bytes,
  )
}
