import type { Product } from '@vitrine/catalog/product'
import type { Term } from '@vitrine/engine/edition/term'
import { NaiveStore } from '../model/naive.ts'
import { findProducts } from '../model/naive-find.ts'
import { textWords } from '../model/searched-words.ts'
import { expectedResult, type TestQuery } from './queries.ts'

const ALL = {
  search: undefined,
  labels: [],
  within: [],
  optionGroups: [],
  options: [],
  ids: [],
  slugs: [],
  skus: [],
  inStock: false,
  sortBy: undefined,
}

/** The expected content of a store in one edition. */
export class ExpectedState {
  readonly edition: number
  readonly #store: NaiveStore
  readonly #results = new Map<TestQuery, string>()
  #productCounts: Map<Term, number> | undefined

  constructor(edition = 0, store = new NaiveStore()) {
    this.edition = edition
    this.#store = store
  }

  /** The state after an import into this one, which does not change. `newest` is the state of the newest edition. */
  after(products: readonly Product[], replace: boolean, newest: ExpectedState): ExpectedState {
    const store = this.#store.withLoadOrderOf(newest.#store)
    const lines = products.map((product) => ({ line: {}, expected: product }))
    const counts = store.load({ lines, replace, now: '' })
    if (!counts || counts.created + counts.changed + counts.removed === 0)
      throw new Error('this import changes nothing')
    return new ExpectedState(newest.edition + 1, store)
  }

  result(query: TestQuery): string {
    let result = this.#results.get(query)
    if (result === undefined) {
      result = expectedResult(this.#store, query)
      this.#results.set(query, result)
    }
    return result
  }

  /** The number of products that carry the term. */
  productCount(term: Term): number {
    if (!this.#productCounts) {
      this.#productCounts = new Map()
      for (const each of this.#store.products.flatMap((product) => [...termsOf(product)]))
        this.#productCounts.set(each, (this.#productCounts.get(each) ?? 0) + 1)
    }
    return this.#productCounts.get(term) ?? 0
  }

  exportLines(): string[] {
    if (this.#store.products.length === 0) return ['[]\n']
    return findProducts(this.#store, ALL).map((product) => `${JSON.stringify(product)}\n`)
  }
}

function termsOf(product: Product): Set<Term> {
  const { name, text } = textWords(product)
  return new Set<Term>([
    ...name.map((word) => `name:${word}` as const),
    ...text.map((word) => `text:${word}` as const),
    ...product.labelValues.map(({ code }) => `label:${code}` as const),
    ...product.optionGroups.map(({ code }) => `group:${code}` as const),
  ])
}
