/** A word that is close to another, and how many edits away. */
export interface FuzzyMatch {
  readonly word: string
  readonly edits: number
}

/**
 * The words of a field, laid out so that those near a misspelt one are found without looking at each: words that begin
 * alike follow one another, and what is known of a beginning is worked out once.
 *
 *     word     shared  letters
 *     cotton   0       c o t t o n
 *     cotton's 6       c o t t o n s
 *     cover    2       c o v e r
 */
export class FuzzyDictionary {
  /** The code points of all words, one after the other. */
  readonly #letters: Uint32Array
  /** Where the letters of each word begin; one more at the end. */
  readonly #starts: Uint32Array
  /** How many letters each word has in common with the one before it, from the first on. */
  readonly #shared: Uint8Array

  /** Words a line each, those that begin alike one after another. */
  constructor(text: string) {
    const count = linesIn(text)
    this.#letters = new Uint32Array(text.length)
    this.#starts = new Uint32Array(count + 1)
    this.#shared = new Uint8Array(count + 1)
    let size = 0
    let word = 0
    for (let at = 0; at < text.length; at++) {
      const letter = text.codePointAt(at)!
      if (letter > 0xffff) at++
      if (letter === LINE_END) this.#starts[++word] = size
      else this.#letters[size++] = letter
    }
    if (count > 0) this.#starts[count] = size
    for (let at = 1; at < count; at++) this.#shared[at] = this.#commonBefore(at)
  }

  /** Memory that it takes. */
  get bytes(): number {
    return this.#letters.byteLength + this.#starts.byteLength + this.#shared.byteLength
  }

  /**
   * The words within so many edits of a word: a letter put in, left out or replaced, or two neighbours swapped, and no part
   * edited twice (the optimal string alignment distance, after Damerau 1964). The table of distances has a row for each
   * letter of a word of the vocabulary; words that begin alike share their first rows.
   */
  near(word: string, edits: number): FuzzyMatch[] {
    const wanted = Uint32Array.from(word, (letter) => letter.codePointAt(0)!)
    const table = new Distances(wanted, edits)
    const found: FuzzyMatch[] = []
    const count = this.#starts.length - 1
    for (let at = 0; at < count; ) {
      const start = this.#starts[at]!
      const length = this.#starts[at + 1]! - start
      let depth = Math.min(this.#shared[at]!, length)
      while (depth < length && table.add(this.#letters, start, depth)) depth++
      if (depth < length) at = this.#afterBeginning(at, depth + 1)
      else {
        const distance = table.last(length)
        if (distance <= edits) found.push({ word: this.#word(at), edits: distance })
        at++
      }
    }
    return found
  }

  /** The next word that has not the same first `depth` letters. */
  #afterBeginning(at: number, depth: number): number {
    let next = at + 1
    while (next < this.#starts.length - 1 && this.#shared[next]! >= depth) next++
    return next
  }

  #word(at: number): string {
    return String.fromCodePoint(...this.#letters.subarray(this.#starts[at], this.#starts[at + 1]))
  }

  #commonBefore(at: number): number {
    const [before, start, end] = [this.#starts[at - 1]!, this.#starts[at]!, this.#starts[at + 1]!]
    const most = Math.min(start - before, end - start, 255)
    let common = 0
    while (common < most && this.#letters[before + common] === this.#letters[start + common]) common++
    return common
  }
}

const LINE_END = 10

function linesIn(text: string): number {
  let count = text === '' ? 0 : 1
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++
  return count
}

/** Distances of the beginnings of a word of the vocabulary from the beginnings of the wanted one, a row a letter. */
class Distances {
  readonly #wanted: Uint32Array
  readonly #edits: number
  readonly #rows: Uint16Array[]
  readonly #least: number[]

  constructor(wanted: Uint32Array, edits: number) {
    this.#wanted = wanted
    this.#edits = edits
    this.#rows = [Uint16Array.from({ length: wanted.length + 1 }, (_, index) => index)]
    this.#least = [0]
  }

  /** The distance of the whole of a word of so many letters, all of them added. */
  last(length: number): number {
    return this.#rows[length]![this.#wanted.length]!
  }

  /** Adds the letter at `depth` of a word. False when no word that begins so can be near enough. */
  add(letters: Uint32Array, start: number, depth: number): boolean {
    const row = this.#row(depth + 1)
    const above = this.#rows[depth]!
    const letter = letters[start + depth]
    let least = depth + 1
    row[0] = depth + 1
    for (let at = 1; at < row.length; at++) {
      const same = this.#wanted[at - 1] === letter
      let distance = Math.min(above[at]! + 1, row[at - 1]! + 1, above[at - 1]! + (same ? 0 : 1))
      if (depth > 0 && at > 1 && this.#wanted[at - 2] === letter && this.#wanted[at - 1] === letters[start + depth - 1])
        distance = Math.min(distance, this.#rows[depth - 1]![at - 2]! + 1)
      row[at] = distance
      if (distance < least) least = distance
    }
    this.#least[depth + 1] = least
    // A swap reaches back over one row.
    return least <= this.#edits || this.#least[depth]! < this.#edits
  }

  #row(depth: number): Uint16Array {
    this.#rows[depth] ??= new Uint16Array(this.#wanted.length + 1)
    return this.#rows[depth]
  }
}
