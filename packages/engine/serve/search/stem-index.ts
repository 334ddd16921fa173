import type { Language } from '@vitrine/catalog/language'
import { runYielding } from '@vitrine/runtime/event-loop'
import { STEP, type Steps } from '@vitrine/runtime/steps'
import { sortInSteps } from '../../index/sort-in-steps.ts'
import { TermDictionary } from '../../index/term-dictionary.ts'
import type { Memory } from '../bounded-cache.ts'
import type { IndexedEdition } from '../indexed-edition.ts'

/**
 * The terms of a dictionary by their stems. A stem is written backwards, so that stems with the same ending stand
 * together:
 *
 *     pmal lampe
 *     pmal lampen
 *     pmalhets stehlampe
 */
export class StemIndex implements Memory {
  /** Each line is a stem, written backwards, and a term. */
  readonly #lines: TermDictionary
  /** How often the terms have three letters in a row, by their hash. */
  readonly #triples: Uint32Array

  private constructor(lines: TermDictionary, triples: Uint32Array) {
    this.#lines = lines
    this.#triples = triples
  }

  static *build(dictionary: TermDictionary, { stem }: Language): Steps<StemIndex> {
    const lines: string[] = []
    const triples = new Uint32Array(TRIPLES)
    for (const term of dictionary.terms()) {
      lines.push(`${backwards(stem(term))} ${term}`)
      for (const hash of hashesOfTriples(term)) triples[hash]!++
      if (lines.length % TERMS_PER_STEP === 0) yield STEP
    }
    const sorted = yield* sortInSteps(lines)
    const parts: string[] = []
    for (let at = 0; at < sorted.length; at += LINES_PER_STEP) {
      parts.push(sorted.slice(at, at + LINES_PER_STEP).join('\n'))
      yield STEP
    }
    return new StemIndex(new TermDictionary(parts.join('\n')), triples)
  }

  get bytes(): number {
    return this.#lines.bytes + this.#triples.byteLength
  }

  /** The terms with this stem, sorted. */
  withStem(stem: string): string[] {
    return this.#terms(`${backwards(stem)} `)
  }

  /** The terms whose stem ends with this one or is the same, sorted. */
  endingWith(stem: string): string[] {
    return this.#terms(backwards(stem)).sort()
  }

  /** No more terms than this contain the part, which has three letters or more. */
  mostContaining(part: string): number {
    return Math.min(...hashesOfTriples(part).map((hash) => this.#triples[hash]!))
  }

  #terms(beginning: string): string[] {
    return this.#lines.beginningWith(beginning).map((line) => line.slice(line.indexOf(' ') + 1))
  }
}

/**
 * The stems of a large dictionary, if they are in memory. Otherwise finds them in the background. `name` is the part of
 * the index that has them, and `read` reads the dictionary.
 */
export function peekStemIndex(
  edition: IndexedEdition,
  name: string,
  dictionary: TermDictionary,
  read: () => Promise<TermDictionary>,
): StemIndex | undefined {
  if (dictionary.text.length < MIN_TEXT) return undefined
  const build = async () => runYielding(StemIndex.build(await read(), await edition.language()))
  return edition.peekOrRequest(name, build)
}

/** In dictionaries of fewer letters, the words that begin alike are soon compared, and soon searched for an ending. */
const MIN_TEXT = 50_000

/** Terms of a step: a stemmer takes 1 to 2 µs for each. */
const TERMS_PER_STEP = 512

/** Lines that are joined in a step. */
const LINES_PER_STEP = 8192

function backwards(word: string): string {
  let reversed = ''
  for (const letter of word) reversed = letter + reversed
  return reversed
}

/** The number of hashes. Triples with the same one are counted together. */
const TRIPLES = 1 << 15

/** The golden ratio of 32 bits: multiplicative hashing (Knuth, The Art of Computer Programming 3, section 6.4). */
const HASH = 0x9e3779b1

function* hashesOfTriples(text: string): Generator<number, void, undefined> {
  for (let at = 2; at < text.length; at++) {
    const letters = (text.charCodeAt(at - 2) << 16) ^ (text.charCodeAt(at - 1) << 8) ^ text.charCodeAt(at)
    yield Math.imul(letters, HASH) >>> 17
  }
}
