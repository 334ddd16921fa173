import { STEP, type Steps } from '@vitrine/runtime/steps'
import { GrowableArray } from './growable-array.ts'

/** A term that is similar to a word or to a beginning of it, and the number of edits from each. */
interface FuzzyMatch {
  readonly term: string
  readonly edits: number
  readonly editsOfBeginning: number
}

/** Counts what a search in a dictionary visits, in the unit of `STEP`. */
export interface Visits {
  count: number
}

/**
 * Terms that are skipped, or of which only the signature is compared, in the time that it takes to compare a letter.
 */
const SKIPPED_PER_VISIT = 32

/**
 * The terms of a field, in a form that finds those similar to a misspelt word, or with a part inside, without examining
 * each of them. Terms with a common prefix follow one another, and the distances of a prefix are computed once:
 *
 *     term     shared  letters
 *     cotton   0       c o t t o n
 *     cotton's 6       c o t t o n s
 *     cover    2       c o v e r
 */
export class FuzzyDictionary {
  /** One term a line. */
  readonly #text: string
  /** The code points of all terms, one term after the other. */
  readonly #letters: Uint32Array
  /** The index of each term's first letter, and of the end. */
  readonly #starts: Uint32Array
  /** The length of the prefix that each term shares with the term before it, at most 255. */
  readonly #shared: Uint8Array
  /** For each term, the next one that shares a shorter prefix with the term before it. */
  readonly #nextShorter: Uint32Array
  /** The signature of each term. */
  readonly #signatures: Int32Array

  private constructor(text: string, letters: Uint32Array, starts: Uint32Array) {
    this.#text = text
    this.#letters = letters
    this.#starts = starts
    this.#shared = new Uint8Array(starts.length)
    this.#nextShorter = new Uint32Array(starts.length)
    this.#signatures = new Int32Array(starts.length - 1)
  }

  /** Builds it of terms, one a line, of which those with the same first letter follow one another, sorted. */
  static *build(text: string): Steps<FuzzyDictionary> {
    const letters = new Uint32Array(text.length)
    using starts = new GrowableArray()
    let size = 0
    for (let from = 0; from < text.length; ) {
      const lineEnd = text.indexOf('\n', from + UNITS_PER_STEP)
      const to = lineEnd < 0 ? text.length : lineEnd
      size = addTerms(text.slice(from, to), letters, size, starts)
      from = to + 1
      yield STEP
    }
    starts.push(size)
    const dictionary = new FuzzyDictionary(text, letters, starts.view().slice())
    dictionary.#findShared()
    yield STEP
    dictionary.#findNextShorter()
    yield STEP
    dictionary.#findSignatures()
    return dictionary
  }

  get #isOneUnitEach(): boolean {
    return this.#text.length === this.#starts.at(-1)! + this.#signatures.length - 1
  }

  /** Memory, in bytes, without that of the text. */
  get bytes(): number {
    const ofTerms = [this.#starts, this.#shared, this.#nextShorter, this.#signatures]
    return ofTerms.reduce((sum, { byteLength }) => sum + byteLength, this.#letters.byteLength)
  }

  /**
   * The terms within so many edits of a word: a letter inserted, deleted or replaced, or two neighbours swapped, and no
   * substring edited twice (optimal string alignment distance, after Damerau 1964). The table of distances has a row
   * for each letter of a term; terms with a common prefix share its rows. Terms with another first letter than the word
   * may have their own limit. Also finds the terms within so many edits of `beginning`, which the word begins with: the
   * table has a column for each of its letters.
   */
  near(
    word: string,
    maxEdits: number,
    maxEditsOfOtherInitial = maxEdits,
    visits: Visits = { count: 0 },
    beginning = word,
  ): FuzzyMatch[] {
    const distances = new Distances(word, maxEdits)
    const [wordLength, beginningLength] = [lengthOf(word), lengthOf(beginning)]
    const initial = word.codePointAt(0)
    const matches: FuzzyMatch[] = []
    const count = this.#starts.length - 1
    for (let at = 0; at < count; ) {
      const start = this.#starts[at]!
      const length = this.#starts[at + 1]! - start
      const limit = this.#letters[start] === initial ? maxEdits : maxEditsOfOtherInitial
      let depth = limit === 0 ? 0 : Math.min(this.#shared[at]!, length)
      while (limit > 0 && depth < length && distances.add(this.#letters, start, depth, limit)) depth++
      if (depth < length) at = this.#afterPrefix(at, depth + 1)
      else {
        const edits = distances.between(length, wordLength)
        const editsOfBeginning = distances.between(length, beginningLength)
        if (Math.min(edits, editsOfBeginning) <= limit) matches.push({ term: this.#term(at), edits, editsOfBeginning })
        at++
      }
    }
    visits.count += distances.added + Math.ceil(count / SKIPPED_PER_VISIT)
    return matches
  }

  /** The first `limit` terms that contain `part`, which must not be empty, and do not begin with it. */
  inside(part: string, limit = Number.POSITIVE_INFINITY, visits: Visits = { count: 0 }): string[] {
    const letters = Uint32Array.from(part, (letter) => letter.codePointAt(0)!)
    const signature = signatureOf(letters, 0, letters.length)
    const candidates = new Uint32Array(CANDIDATES_AT_ONCE)
    const matches: string[] = []
    const count = this.#signatures.length
    let from = 0
    for (; from < count && matches.length < limit; from += candidates.length) {
      const size = findCandidates(this.#signatures, signature, from, candidates)
      for (let i = 0; i < size && matches.length < limit; i++)
        if (this.#indexIn(candidates[i]!, letters) > 0) matches.push(this.#term(candidates[i]!))
      visits.count += size
    }
    visits.count += Math.ceil(Math.min(from, count) / SKIPPED_PER_VISIT)
    return matches
  }

  /** The index of the first occurrence of the part in a term, or -1. */
  #indexIn(at: number, part: Uint32Array): number {
    const letters = this.#letters
    const first = part[0]
    const from = this.#starts[at]!
    const last = this.#starts[at + 1]! - part.length
    for (let start = from; start <= last; start++) {
      if (letters[start] !== first) continue
      let same = 1
      while (same < part.length && letters[start + same] === part[same]) same++
      if (same === part.length) return start - from
    }
    return -1
  }

  /** The next term that has other first `length` letters. */
  #afterPrefix(at: number, length: number): number {
    const count = this.#starts.length - 1
    let next = at + 1
    // The terms before the next shorter one share at least as many letters.
    while (next < count && this.#shared[next]! >= length) next = this.#nextShorter[next]!
    return next
  }

  #term(at: number): string {
    const [start, end] = [this.#starts[at]!, this.#starts[at + 1]!]
    // If no letter takes two units, a line end comes before the term for each term before it.
    if (this.#isOneUnitEach) return this.#text.slice(start + at, end + at)
    return String.fromCodePoint(...this.#letters.subarray(start, end))
  }

  #findSignatures(): void {
    const starts = this.#starts
    for (let at = 0; at < this.#signatures.length; at++)
      this.#signatures[at] = signatureOf(this.#letters, starts[at]!, starts[at + 1]!)
  }

  #findShared(): void {
    const [letters, starts] = [this.#letters, this.#starts]
    for (let at = 1; at < starts.length - 1; at++) {
      const [before, start, end] = [starts[at - 1]!, starts[at]!, starts[at + 1]!]
      const max = Math.min(start - before, end - start, 255)
      let shared = 0
      while (shared < max && letters[before + shared] === letters[start + shared]) shared++
      this.#shared[at] = shared
    }
  }

  #findNextShorter(): void {
    const [shared, nextShorter] = [this.#shared, this.#nextShorter]
    for (let at = shared.length - 2; at >= 0; at--) {
      let next = at + 1
      while (next < shared.length - 1 && shared[next]! >= shared[at]!) next = nextShorter[next]!
      nextShorter[at] = next
    }
  }
}

function lengthOf(word: string): number {
  return Array.from(word).length
}

/** A bit for each pair of neighbours, so that a term has all bits of its parts. */
function signatureOf(letters: Uint32Array, start: number, end: number): number {
  let signature = 0
  for (let at = start + 1; at < end; at++)
    signature |= 1 << (Math.imul((letters[at - 1]! << 8) ^ letters[at]!, HASH) >>> 27)
  return signature
}

/** Terms whose signatures are compared at once. */
const CANDIDATES_AT_ONCE = 512

/**
 * Writes the terms whose signature has all bits of `signature`, and returns how many there are. Compares as many terms
 * as there is room for, from this one on.
 */
function findCandidates(signatures: Int32Array, signature: number, from: number, candidates: Uint32Array): number {
  const end = Math.min(signatures.length, from + candidates.length)
  let size = 0
  for (let at = from; at < end; at++) {
    // Always written, then kept or overwritten: a branch that the processor cannot predict takes longer.
    candidates[size] = at
    size += (signatures[at]! & signature) === signature ? 1 : 0
  }
  return size
}

/** The golden ratio of 32 bits: multiplicative hashing (Knuth, The Art of Computer Programming 3, section 6.4). */
const HASH = 0x9e3779b1

/** UTF-16 units per step of building: some milliseconds. */
const UNITS_PER_STEP = 200_000

const LINE_END = 10

/**
 * Adds the letters and starts of terms, one a line, after the first `size` letters. Returns the new number of letters.
 */
function addTerms(text: string, letters: Uint32Array, size: number, starts: GrowableArray): number {
  let end = size
  starts.push(end)
  for (let at = 0; at < text.length; at++) {
    const letter = text.codePointAt(at)!
    if (letter > 0xffff) at++
    if (letter === LINE_END) starts.push(end)
    else letters[end++] = letter
  }
  return end
}

/**
 * Distances of the prefixes of a term from the prefixes of a word, a row for each letter of the term. A row has
 * distances only where the prefixes differ in length by `maxEdits` at most (Ukkonen 1985): the others are more than
 * that.
 */
class Distances {
  /** How many letters were added. */
  added = 0
  readonly #word: Uint32Array
  readonly #maxEdits: number
  readonly #rows: Uint16Array[]
  /** The lowest distance in each row. */
  readonly #lowest: number[]

  constructor(word: string, maxEdits: number) {
    this.#word = Uint32Array.from(word, (letter) => letter.codePointAt(0)!)
    this.#maxEdits = maxEdits
    this.#rows = [Uint16Array.from({ length: this.#word.length + 1 }, (_, index) => index)]
    this.#lowest = [0]
  }

  /** The distance of a term of so many letters, all of them added, from so many letters of the word. */
  between(length: number, ofWord: number): number {
    return Math.abs(length - ofWord) <= this.#maxEdits ? this.#rows[length]![ofWord]! : this.#maxEdits + 1
  }

  /** Adds the letter at `depth` of a term. False if no term with this prefix is within the limit. */
  add(letters: Uint32Array, start: number, depth: number, limit: number): boolean {
    this.added++
    const word = this.#word
    const row = this.#row(depth + 1)
    const above = this.#rows[depth]!
    const swapped = depth > 0 ? this.#rows[depth - 1]! : above
    const [letter, before] = [letters[start + depth], depth > 0 ? letters[start + depth - 1] : undefined]
    const [first, end] = [depth + 1 - this.#maxEdits, Math.min(depth + 2 + this.#maxEdits, row.length)]
    let lowest = this.#maxEdits + 1
    let left = lowest
    if (first <= 0) lowest = left = row[0] = depth + 1
    else if (first <= row.length) row[first - 1] = left
    for (let at = Math.max(1, first); at < end; at++) {
      const diagonal = above[at - 1]! + (word[at - 1] === letter ? 0 : 1)
      let distance = diagonal < left + 1 ? diagonal : left + 1
      if (above[at]! + 1 < distance) distance = above[at]! + 1
      if (at > 1 && word[at - 2] === letter && word[at - 1] === before && swapped[at - 2]! + 1 < distance)
        distance = swapped[at - 2]! + 1
      left = row[at] = distance
      if (distance < lowest) lowest = distance
    }
    if (end < row.length) row[end] = this.#maxEdits + 1
    this.#lowest[depth + 1] = lowest
    // A swap reaches back over one row.
    return lowest <= limit || this.#lowest[depth]! < limit
  }

  #row(depth: number): Uint16Array {
    this.#rows[depth] ??= new Uint16Array(this.#word.length + 1)
    return this.#rows[depth]
  }
}
