/** Counts how many products of an import have which value of something. */
export class Tally {
  readonly #counts = new Map<string, number>()
  #products = 0

  add(value: string | undefined): void {
    this.#products++
    if (value === undefined || (this.#counts.size >= MAX_VALUES && !this.#counts.has(value))) return
    this.#counts.set(value, (this.#counts.get(value) ?? 0) + 1)
  }

  /** The value that at least this share of all products have; undefined if there is none. `share` is more than half. */
  sharedBy(share: number): string | undefined {
    return [...this.#counts].find(([, count]) => count >= this.#products * share)?.[0]
  }

  /** The number of products by value. */
  get counts(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#counts)
  }
}

/** The most distinct values that are counted. More values would tell nothing, and would take memory. */
const MAX_VALUES = 1000
