import type { Product } from '../../src/catalog/product.ts'
import type { Term } from '../../src/edition/term.ts'
import { NaiveStore } from '../model/naive.ts'
import { findProducts, wordsIn } from '../model/naive-find.ts'
import { expectedAnswer, type Question } from './questions.ts'

const ALL = {
  search: undefined,
  labels: [],
  optionGroups: [],
  options: [],
  ids: [],
  slugs: [],
  skus: [],
  inStock: false,
  sortBy: undefined,
}

/** What a store should be in one edition. */
export class ExpectedState {
  readonly edition: number
  readonly #store: NaiveStore
  readonly #answers = new Map<Question, string>()
  #carriers: Map<Term, number> | undefined

  constructor(edition = 0, store = new NaiveStore()) {
    this.edition = edition
    this.#store = store
  }

  /** The state that an import makes of this one, which stays as it is. `newest` is the last that an import has made. */
  after(products: readonly Product[], replace: boolean, newest: ExpectedState): ExpectedState {
    const store = this.#store.asOfNow(newest.#store)
    const lines = products.map((product) => ({ line: {}, meant: product }))
    const counts = store.load({ lines, replace, now: '' })
    if (!counts || counts.created + counts.changed + counts.removed === 0) throw new Error('this import does nothing')
    return new ExpectedState(newest.edition + 1, store)
  }

  answer(question: Question): string {
    let answer = this.#answers.get(question)
    if (answer === undefined) {
      answer = expectedAnswer(this.#store, question)
      this.#answers.set(question, answer)
    }
    return answer
  }

  /** How many products carry the term. */
  carriers(term: Term): number {
    if (!this.#carriers) {
      this.#carriers = new Map()
      for (const each of this.#store.products.flatMap((product) => [...termsOf(product)]))
        this.#carriers.set(each, (this.#carriers.get(each) ?? 0) + 1)
    }
    return this.#carriers.get(term) ?? 0
  }

  exportLines(): string[] {
    if (this.#store.products.length === 0) return ['[]\n']
    return findProducts(this.#store, ALL).map((product) => `${JSON.stringify(product)}\n`)
  }
}

function termsOf(product: Product): Set<Term> {
  const { name, text } = wordsIn(product)
  return new Set<Term>([
    ...name.map((word) => `name:${word}` as const),
    ...text.map((word) => `text:${word}` as const),
    ...product.labelValues.map(({ code }) => `label:${code}` as const),
    ...product.optionGroups.map(({ code }) => `group:${code}` as const),
  ])
}
