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
      const end = text.indexOf('\n', at)
      terms.push(text.slice(text.lastIndexOf('\n', at) + 1, end < 0 ? undefined : end))
      at = end < 0 ? -1 : text.indexOf(part, end)
    }
    return terms
  }
}
