import type { Product } from '../catalog/product.ts'
import type { Edition, FacetValueName } from '../edition/edition.ts'
import type { Term } from '../edition/term.ts'
import { lowestPosition, type PostingList } from '../index/set-algebra.ts'
import type { Prepared } from './difference.ts'
import { readProducts } from './read-products.ts'

/**
 * What labels, option groups and options are called. Products may differ on it; the one that was loaded first, which has
 * the lowest position, is right.
 */
export class ValueNames {
  readonly #base: Edition
  /** By the product of the lowest position among those that the import has seen. */
  readonly #seen = new Map<Term, { readonly position: number; readonly name: FacetValueName }>()
  #known: Promise<Map<Term, FacetValueName>> | undefined

  constructor(base: Edition) {
    this.#base = base
  }

  /** Notes what a product calls its values, and gives the terms of those that it called otherwise before. */
  note(before: Product | undefined, { product, row: { position } }: Prepared): Term[] {
    const names = namesOf(product)
    for (const [term, name] of names) {
      const seen = this.#seen.get(term)
      if (!seen || position < seen.position) this.#seen.set(term, { position, name })
    }
    return before ? renamed(namesOf(before), names) : []
  }

  /** What a value is called that products at `before` had and those at `now` will have; undefined for other terms. */
  async of(term: Term, before: PostingList, now: PostingList): Promise<FacetValueName | undefined> {
    if (now.size === 0 || !/^(label:|group:|option:.*:)/.test(term)) return undefined
    const first = lowestPosition(now)
    const seen = this.#seen.get(term)
    if (seen?.position === first) return seen.name
    if (before.size > 0 && lowestPosition(before) === first) return (await this.#published()).get(term)
    const [stored] = await readProducts(this.#base, [first])
    return namesOf(stored!.product).get(term)
  }

  /** What the base calls its values, read once for all lists that are worked on together. */
  #published(): Promise<Map<Term, FacetValueName>> {
    this.#known ??= this.#base
      .facetValues()
      .then((values) => new Map(values.map(({ term, id, name }) => [term, { id, name }])))
    return this.#known
  }
}

function namesOf({ labelValues, optionGroups }: Product): Map<Term, FacetValueName> {
  const names = new Map<Term, FacetValueName>()
  const add = (term: Term, { id, name }: FacetValueName) => {
    if (!names.has(term)) names.set(term, { id, name })
  }
  for (const label of labelValues) add(`label:${label.code}`, label)
  for (const group of optionGroups) {
    add(`group:${group.code}`, group)
    for (const option of group.options) add(`option:${group.code}:${option.code}`, option)
  }
  return names
}

function renamed(before: Map<Term, FacetValueName>, now: Map<Term, FacetValueName>): Term[] {
  const changed = [...now].filter(([term, { id, name }]) => {
    const known = before.get(term)
    return known && (known.id !== id || known.name !== name)
  })
  return changed.map(([term]) => term)
}
