import { BATCH_SIZE } from './read-products.ts'

/** Values of an import that wait until the end of the file is known, as JSON, which takes less memory. */
export class Deferred<Value> {
  readonly #texts: string[] = []
  #characters = 0

  get size(): number {
    return this.#texts.length
  }

  /** Returns false if there is no room for the value. */
  add(value: Value): boolean {
    const text = JSON.stringify(value)
    if (this.#characters + text.length > MAX_CHARACTERS) return false
    this.#characters += text.length
    this.#texts.push(text)
    return true
  }

  *batches(): Generator<readonly Value[]> {
    for (let from = 0; from < this.#texts.length; from += BATCH_SIZE)
      yield this.#texts.slice(from, from + BATCH_SIZE).map((text) => JSON.parse(text))
  }

  /** Gives all values, and forgets them. */
  takeAll(): Value[] {
    this.#characters = 0
    return this.#texts.splice(0).map((text) => JSON.parse(text))
  }
}

/** Some 20,000 products. */
const MAX_CHARACTERS = 50_000_000
