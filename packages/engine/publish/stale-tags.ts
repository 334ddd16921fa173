import { isDeepStrictEqual } from 'node:util'
import { cacheTag, type TagName } from '@vitrine/catalog/cache-tag'
import { storeAndMarket } from '@vitrine/catalog/market'
import type { Product } from '@vitrine/catalog/product'
import { namesIn, type ProductName } from '@vitrine/catalog/rules'
import type { Edition } from '../edition/edition.ts'
import type { PostingUpdate } from '../edition/posting-update.ts'
import { MAX_PUBLICATION_TAGS } from '../edition/publication.ts'
import { isFacetTerm, ON_SALE, type Term } from '../edition/term.ts'
import type { ProductChange } from './product-version.ts'
import type { ValueName, ValueNames } from './value-names.ts'

/**
 * Collects the cache tags of the answers that an import makes stale: of its products, of the labels that these or their
 * variants have or had, with all categories above them, and of lists. All answers are stale if these are too many, or
 * if something changed that answers about other products show too: what a label, an option or an attribute is.
 */
export class StaleTags {
  readonly #base: Edition
  readonly #names: ValueNames
  #isAll = false
  readonly #products = new Set<string>()
  readonly #labels = new Set<string>()
  /** The slugs and skus of the products. */
  readonly #productNames = new Set<string>()
  /** The tree of labels of the next edition, if it may differ from that of the base. */
  #parents: ReadonlyMap<string, string> | undefined

  constructor(base: Edition, names: ValueNames) {
    this.#base = base
    this.#names = names
  }

  add({ before, after }: ProductChange): void {
    for (const version of [before, after]) if (version && !this.#isAll) this.#addProduct(version.product)
    this.#isAll ||= this.#products.size + this.#labels.size > MAX_PUBLICATION_TAGS
  }

  /** Notes an updated posting list of products or variants. */
  async note({ kind, term, before, after, name }: PostingUpdate): Promise<void> {
    if (this.#isAll || kind !== 'product') return
    const [isOld, isNew] = [before.postings.size > 0, after.size > 0]
    // Facets tell whether the store has any attribute, and whether it has any sale.
    if (isOld !== isNew) this.#isAll = term === ON_SALE || term.startsWith('attribute:')
    else if (isNew && isFacetTerm(term) && !term.startsWith('label:')) await this.#compareName(term, name)
  }

  /** Notes all labels of the next edition, and their parents. */
  async noteLabels(labels: ReadonlyMap<Term, ValueName>, parents: ReadonlyMap<string, string>): Promise<void> {
    this.#parents = parents
    for (const [term, label] of labels) {
      if (this.#isAll) return
      await this.#compareName(term, label)
    }
  }

  /** The tags; undefined for all answers. */
  async tags(): Promise<ReadonlySet<string> | undefined> {
    await this.#addPinningLabels()
    const before = await this.#names.publishedParents()
    const above = new Set<string>()
    for (const parents of [before, this.#parents ?? before])
      for (const label of this.#labels)
        for (let code = parents.get(label); code !== undefined && !this.#isAll; code = parents.get(code)) {
          above.add(code)
          this.#isAll = above.size > MAX_PUBLICATION_TAGS
        }
    if (this.#isAll) return undefined
    const labels = [...new Set([...this.#labels, ...above])].map((code): TagName => `label:${code}`)
    const products = [...this.#products].map((id): TagName => `product:${id}`)
    const names: TagName[] = ['lists', ...products, ...labels]
    // The same for all markets, so that one purge reaches them all.
    const { store } = storeAndMarket(this.#base.store.id)
    return new Set(names.map((name) => cacheTag(store, name)))
  }

  #addProduct({ id, slug, labelValues, variants }: Product): void {
    this.#products.add(id)
    this.#productNames.add(keyOf({ slug }))
    for (const { code } of labelValues) this.#labels.add(code)
    for (const { sku, labelValues } of variants) {
      this.#productNames.add(keyOf({ sku }))
      for (const { code } of labelValues) this.#labels.add(code)
    }
  }

  /** A label whose rule pins a product by a slug or sku shows another product if these have moved. */
  async #addPinningLabels(): Promise<void> {
    if (this.#isAll) return
    for (const rule of await this.#base.rules())
      if ('within' in rule && namesIn(rule).some((name) => this.#productNames.has(keyOf(name))))
        this.#labels.add(rule.within)
  }

  /** Facets, and the labels of answers, show what a label or an option is, wherever its products are. */
  async #compareName(term: Term, name: ValueName | undefined): Promise<void> {
    const before = await this.#names.published(term)
    this.#isAll ||= before !== undefined && !isDeepStrictEqual(before, name)
  }
}

function keyOf(name: ProductName): string {
  return 'slug' in name ? `slug ${name.slug}` : `sku ${name.sku}`
}
