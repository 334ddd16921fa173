/** All terms of a field. */
export class TermDictionary {
  /** One term a line. Terms with the same first letter are adjacent and sorted by UTF-16 units. */
  readonly text: string
  /** Made when it is first needed. */
  #byInitial: ReadonlyMap<string, string> | undefined

  constructor(text: string) {
    this.text = text
  }

  /** Memory, in bytes: V8 takes at most two for a UTF-16 unit. */
  get bytes(): number {
    return 2 * this.text.length
  }

  /** All terms, in order. */
  *terms(): Generator<string, void, undefined> {
    for (let at = 0, end = 0; at < this.text.length; at = end + 1) {
      end = lineEnd(this.text, at)
      yield this.text.slice(at, end)
    }
  }

  /** Whether `term` is one of the terms. */
  has(term: string): boolean {
    const [text, at] = this.#firstWith(term)
    return at >= 0 && lineEnd(text, at) === at + term.length
  }

  /** The terms that begin with `prefix`, which stand together: the first `limit`. The prefix must not be empty. */
  beginningWith(prefix: string, limit = Number.POSITIVE_INFINITY): string[] {
    const terms: string[] = []
    const [text, first] = this.#firstWith(prefix)
    for (let at = first; at >= 0 && terms.length < limit && text.startsWith(prefix, at); ) {
      const end = lineEnd(text, at)
      terms.push(text.slice(at, end))
      at = end + 1
    }
    return terms
  }

  /** The same terms without those that have digits. Skips all article numbers that begin alike at once. */
  beginningWithoutDigits(prefix: string): string[] {
    const terms: string[] = []
    const [text, first] = this.#firstWith(prefix)
    for (let at = first; at >= 0 && text.startsWith(prefix, at); ) {
      const end = lineEnd(text, at)
      const term = text.slice(at, end)
      const digit = term.search(/\d/)
      if (digit < 0) terms.push(term)
      at = digit < 0 ? end + 1 : lowerBound(text, term.slice(0, digit) + AFTER_DIGITS, end + 1)
    }
    return terms
  }

  /** The terms with the first letter of the prefix, and where the first with the prefix begins in them, or -1. */
  #firstWith(prefix: string): [text: string, at: number] {
    this.#byInitial ??= groupByInitial(this.text)
    const text = this.#byInitial.get(initialAt(prefix, 0)) ?? ''
    const low = lowerBound(text, prefix, 0)
    return [text, text.startsWith(prefix, low) ? low : -1]
  }
}

/** The character after 9. */
const AFTER_DIGITS = ':'

/**
 * Where the first term at or after `target` begins, from a beginning of a term on; or the length of the text or more.
 */
function lowerBound(text: string, target: string, from: number): number {
  // Bisects. Every term before `low` is less than the target; the one at `high` and those after it are not.
  let [low, high] = [from, text.length]
  while (low < high) {
    const centre = (low + high) >>> 1
    const middle = centre === 0 ? 0 : Math.max(low, text.lastIndexOf('\n', centre - 1) + 1)
    const end = lineEnd(text, middle)
    if (text.slice(middle, end) < target) low = end + 1
    else high = middle
  }
  return low
}

/** The part of the text for each first letter. Terms with the same one are adjacent. The parts share its memory. */
function groupByInitial(text: string): Map<string, string> {
  const groups = new Map<string, string>()
  for (let start = 0; start < text.length; ) {
    const initial = initialAt(text, start)
    let end = lineEnd(text, start)
    while (end < text.length && text.startsWith(initial, end + 1)) end = lineEnd(text, end + 1)
    groups.set(initial, text.slice(start, end))
    start = end + 1
  }
  return groups
}

function initialAt(text: string, at: number): string {
  return String.fromCodePoint(text.codePointAt(at)!)
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end
}
