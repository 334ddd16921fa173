import { runYielding } from '@vitrine/runtime/event-loop'
import { SharedValue } from '../../edition/recorded-reads.ts'
import type { PostingList } from '../../index/posting-list.ts'
import { intersect } from '../../index/set-algebra.ts'
import { type ProductClauses, productClauses, type VariantClause } from '../clauses.ts'
import { ClauseEvaluator, joinProducts } from '../filter.ts'
import type { IndexedEdition } from '../indexed-edition.ts'
import { type ProductConditions, type SearchNote, type SearchText, searchText } from '../query.ts'
import { type AppliedRule, ruleFor, withRule } from '../rules.ts'
import { noteWithPrice } from '../search/price-phrase.ts'
import { type CachedSearchResult, search } from '../search/search.ts'
import { variantsByProduct } from './prepare-facets.ts'

/**
 * The sets of products that a facet request counts. Each leaves out other clauses of the request, and is computed once.
 */
export class ProductSets {
  /** All clauses of the request. */
  readonly clauses: ProductClauses
  readonly #edition: IndexedEdition
  readonly #evaluator: ClauseEvaluator
  readonly #conditions: ProductConditions
  readonly #search: SearchText | undefined
  readonly #sets = new Map<string, SharedValue<PostingList | undefined>>()
  readonly #rule: () => Promise<AppliedRule | undefined>
  readonly #isUnsorted: boolean
  #result: SharedValue<readonly [CachedSearchResult, AppliedRule | undefined]> | undefined

  /** Rules apply only if the list is not sorted. */
  constructor(edition: IndexedEdition, conditions: ProductConditions, isUnsorted: boolean) {
    this.#isUnsorted = isUnsorted
    this.#edition = edition
    this.#evaluator = new ClauseEvaluator(edition, true)
    this.#conditions = conditions
    this.clauses = productClauses(conditions)
    this.#search = searchText(conditions)
    this.#rule = async () => (isUnsorted ? await ruleFor(edition, conditions) : undefined)
  }

  /** Whether these clauses and the search match every product. */
  matchesAll({ product, labels, variant }: ProductClauses): boolean {
    return this.#search === undefined && product.length + labels.length + variant.length === 0
  }

  /** The products that match these clauses and the search; undefined for all. */
  products(clauses: ProductClauses): Promise<PostingList | undefined> {
    const key = this.keyOf(clauses)
    const products = this.#sets.get(key) ?? new SharedValue(() => this.#find(clauses))
    this.#sets.set(key, products)
    return products.get()
  }

  /** The variants for which all of these clauses hold. */
  async variants(clauses: readonly VariantClause[]): Promise<PostingList> {
    return (await this.#evaluator.variants(clauses.map(({ clause }) => clause)))!
  }

  /** The products that match and have a variant for which all clauses on variants hold. */
  async productsWithVariant(clauses: ProductClauses): Promise<PostingList> {
    return clauses.variant.length > 1 ? (await this.products(clauses))! : await this.#joinVariants(clauses)
  }

  /** The products that match these clauses and the search, with a name among the sets of all requests. */
  counted(clauses: ProductClauses) {
    const name = `${JSON.stringify(this.#conditions)} ${this.#isUnsorted} ${this.keyOf(clauses)}`
    return { name, products: () => this.products(clauses) }
  }

  /**
   * A key for some clauses of the request: how many labels, and the index of each clause on variants. In place of the
   * index, a clause that is not the request's own has its field: there is one for each.
   */
  keyOf({ labels, variant }: ProductClauses): string {
    const own = new Map(this.clauses.variant.map((clause, index) => [clause, index]))
    return `${labels.length}/${variant.map((clause) => own.get(clause) ?? clause.field).join()}`
  }

  async #find(clauses: ProductClauses): Promise<PostingList | undefined> {
    if (clauses.variant.length > 1) return await this.#joinVariants(clauses)
    const [filtered, matches] = await Promise.all([this.#evaluator.products(clauses), this.#searched()])
    return filtered && matches ? intersect(filtered, matches) : (filtered ?? matches)
  }

  /** Looks the clauses on variants up among variants, and joins their products. */
  async #joinVariants(clauses: ProductClauses): Promise<PostingList> {
    const [variants, candidates] = await Promise.all([this.variants(clauses.variant), this.#candidates(clauses)])
    if ('list' in variants) return intersect(await joinProducts(this.#edition, variants), candidates)
    const byProduct = await variantsByProduct(this.#edition)
    return await runYielding(byProduct.productsWithAny(variants, candidates, this.#edition.workspace))
  }

  /** The products for which each clause holds. The clauses on variants may hold on different variants. */
  async #candidates(clauses: ProductClauses): Promise<PostingList> {
    const [each, products] = await Promise.all([
      this.#evaluator.productsOfEach(clauses.variant),
      this.products({ ...clauses, variant: [] }),
    ])
    return products ? intersect(each, products) : each
  }

  /** How the results differ from what was searched for; undefined if they do not, or if there is no search. */
  async note(): Promise<SearchNote | undefined> {
    const [searchResult, rule] = (await this.#searchResult()) ?? []
    const note: SearchNote | undefined = rule ? { ...searchResult?.note, rule: true } : searchResult?.note
    const price = this.#conditions.typed?.price
    return price ? noteWithPrice(note, price) : note
  }

  /** The products that the search finds; undefined if there is no search. */
  async #searched(): Promise<PostingList | undefined> {
    const [searchResult, rule] = (await this.#searchResult()) ?? []
    return searchResult && withRule(searchResult.matches.all, rule)
  }

  /** The result of the search, and the rule that applies to it; undefined if there is no search. */
  async #searchResult(): Promise<readonly [CachedSearchResult, AppliedRule | undefined] | undefined> {
    if (this.#search === undefined) return undefined
    const text = this.#search
    this.#result ??= new SharedValue(() => Promise.all([search(this.#edition, 'product', text, false), this.#rule()]))
    return await this.#result.get()
  }
}
