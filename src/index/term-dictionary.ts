/** All terms of a field. */
export class TermDictionary {
  /** One term a line. */
  readonly text: string

  constructor(text: string) {
    this.text = text
  }

  /** Memory, in bytes: V8 takes at most two for a UTF-16 unit. */
  get bytes(): number {
    return 2 * this.text.length
  }

  /** The terms that contain `part`. */
  containing(part: string): string[] {
    const { text } = this
    const terms: string[] = []
    for (let at = text.indexOf(part); at >= 0; ) {
      const end = this.#lineEnd(at)
      terms.push(text.slice(text.lastIndexOf('\n', at) + 1, end))
      at = text.indexOf(part, end)
    }
    return terms
  }

  /** Whether `term` is one of the terms. */
  has(term: string): boolean {
    const at = this.#firstWith(term)
    return at >= 0 && this.#lineEnd(at) === at + term.length
  }

  /** The terms that begin with `prefix`, which stand together. The prefix must not be empty. */
  beginningWith(prefix: string): string[] {
    const terms: string[] = []
    const { text } = this
    for (let at = this.#firstWith(prefix); at >= 0 && text.startsWith(prefix, at); ) {
      const end = this.#lineEnd(at)
      terms.push(text.slice(at, end))
      at = end + 1
    }
    return terms
  }

  /** Where the first term with this prefix begins, or -1. */
  #firstWith(prefix: string): number {
    if (this.text.startsWith(prefix)) return 0
    const at = this.text.indexOf(`\n${prefix}`)
    return at < 0 ? -1 : at + 1
  }

  #lineEnd(from: number): number {
    const end = this.text.indexOf('\n', from)
    return end < 0 ? this.text.length : end
  }
}
