import type { Edition } from '../edition/edition.ts'
import type { Kind } from '../edition/term.ts'
import { FIELDS, type Field, wordTerm } from '../edition/word-term.ts'
import { bytesOf, has, NOTHING, type Positions, subtract, uniteAll } from '../postings/positions.ts'
import { layOut, type Vocabulary } from './vocabulary.ts'

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
 * a misspelling of; and if there is none, what has a word that contains it.
 */
export function findWord(edition: Edition, kind: Kind, word: string): Promise<Word> {
  const find = async () => {
    for (const levels of [beginning, misspelt, containing]) {
      const found = new Word(await levels(edition, kind, word))
      if (found.any.size > 0) return found
    }
    return new Word([])
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

async function misspelt(edition: Edition, kind: Kind, word: string): Promise<Level[]> {
  const letters = Array.from(word).length
  const most = MISSPELT.find((rule) => letters >= rule.letters)?.edits ?? 0
  const levels: Level[] = []
  for (const [field, name] of FIELDS.entries()) {
    const near = most > 0 ? (await vocabularyOf(edition, kind, name)).flatMap((part) => part.near(word, most)) : []
    for (let edits = 1; edits <= most; edits++) {
      const words = near.filter((neighbour) => neighbour.edits === edits).map((neighbour) => neighbour.word)
      const positions = await withAnyOf(edition, kind, name, words)
      levels.push({ rank: edits * CORRECTION + field * FIELD, positions })
    }
  }
  return levels.sort((a, b) => a.rank - b.rank)
}

async function containing(edition: Edition, kind: Kind, word: string): Promise<Level[]> {
  const levels: Level[] = []
  for (const [field, name] of FIELDS.entries()) {
    const words = (await vocabularyOf(edition, kind, name)).flatMap((part) => part.containing(word))
    levels.push({ rank: field * FIELD, positions: await withAnyOf(edition, kind, name, words) })
  }
  return levels
}

function vocabularyOf(edition: Edition, kind: Kind, field: Field): Promise<readonly Vocabulary[]> {
  return edition.remembered(
    `${kind} vocabulary ${field}`,
    async () => layOut(await edition.words(kind, field)),
    (parts) => parts.reduce((sum, { bytes }) => sum + bytes, 0),
  )
}

async function withAnyOf(edition: Edition, kind: Kind, field: Field, words: readonly string[]): Promise<Positions> {
  const terms = words.map((word) => wordTerm(field, word))
  return uniteAll(await edition.postings(kind, terms))
}
