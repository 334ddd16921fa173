/** The broken promises retained in full, of each promise. */
const MAX_DESCRIBED = 5

/** The figures of a campaign, and the promises that it saw broken. */
export class Findings {
  readonly #figures = new Map<string, string>()
  readonly #broken = new Map<string, { times: number; examples: string[] }>()
  #ended = false

  /** Sets a figure: a number, or a text with its unit. */
  figure(name: string, value: number | string): void {
    this.#figures.set(name, typeof value === 'number' ? value.toLocaleString('en-US') : value)
  }

  /** Records that a promise was broken. `example` tells how to see it again. */
  broken(promise: string, example: string): void {
    if (this.#ended) return
    const record = this.#broken.get(promise) ?? { times: 0, examples: [] }
    record.times++
    if (record.examples.length < MAX_DESCRIBED) record.examples.push(example.slice(0, 1000))
    this.#broken.set(promise, record)
  }

  /** Records nothing from now on, because an interrupted campaign breaks its own connections. */
  end(): void {
    this.#ended = true
  }

  get figures(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.#figures)
  }

  get brokenPromises(): Readonly<Record<string, { readonly times: number; readonly examples: readonly string[] }>> {
    return Object.fromEntries(this.#broken)
  }

  get timesBroken(): number {
    return [...this.#broken.values()].reduce((sum, { times }) => sum + times, 0)
  }
}
