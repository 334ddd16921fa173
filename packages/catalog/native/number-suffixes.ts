/** Continues each series from its last number, so that a million shirts take linear time. */
export class NumberSuffixes {
  /** series → the first number that may be free */
  readonly #numbers = new Map<string, number>()

  /** The first of `base-2`, `base-3`, … that is free. */
  add(series: string, base: string, isFree: (candidate: string) => boolean): string {
    let number = this.#numbers.get(series) ?? 2
    while (!isFree(`${base}-${number}`)) number++
    this.#numbers.set(series, number + 1)
    return `${base}-${number}`
  }
}
