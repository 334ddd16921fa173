import { isDeepStrictEqual } from 'node:util'
import { attributesOfVariant, scaledValue } from '@vitrine/catalog/attribute'
import type { Product } from '@vitrine/catalog/product'
import type { Edition } from '../edition/edition.ts'
import type { FacetValue, FacetValueName } from '../edition/rows.ts'
import { isFacetTerm, type Term } from '../edition/term.ts'
import { lowestPosition, type PostingList } from '../index/posting-list.ts'
import type { ProductChange } from './product-version.ts'
import { readProducts } from './read-products.ts'

/**
 * The names of labels, option groups, options and attributes, and the places and colors of options. Products may
 * disagree on these: the product with the lowest position, which was loaded first, decides.
 */
export class ValueNames {
  readonly #base: Edition
  /** From the product of the lowest position that the import has changed. */
  readonly #imported = new Map<Term, { readonly position: number; readonly name: FacetValueName }>()
  #published: Promise<Map<Term, ValueName>> | undefined

  constructor(base: Edition) {
    this.#base = base
  }

  /** Records the names that a product uses. Returns the terms that it used other names for before. */
  record({ before, after }: ProductChange): Term[] {
    if (!after) return []
    const names = namesOf(after.product)
    for (const [term, name] of names) {
      const imported = this.#imported.get(term)
      if (!imported || after.position < imported.position) this.#imported.set(term, { position: after.position, name })
    }
    return before ? renamed(namesOf(before.product), names) : []
  }

  /** The name of a value whose posting list changes from `before` to `after`; undefined for other terms. */
  async nameOf(term: Term, before: PostingList, after: PostingList): Promise<FacetValueName | undefined> {
    if (after.size === 0 || !isFacetTerm(term)) return undefined
    const first = lowestPosition(after)
    const imported = this.#imported.get(term)
    if (imported?.position === first) return imported.name
    if (before.size > 0 && lowestPosition(before) === first) return await this.published(term)
    const [stored] = await readProducts(this.#base, [first])
    return namesOf(stored!).get(term)
  }

  /** What the base says of a value; undefined if it does not have it. */
  async published(term: Term): Promise<ValueName | undefined> {
    return (await this.#publishedNames()).get(term)
  }

  /** The parent of each label of the base that has one. */
  async publishedParents(): Promise<ReadonlyMap<string, string>> {
    const names = [...(await this.#publishedNames())]
    return new Map(names.flatMap(([term, { parent }]) => (parent === undefined ? [] : [[labelOf(term), parent]])))
  }

  #publishedNames(): Promise<Map<Term, ValueName>> {
    this.#published ??= this.#base
      .facetValues()
      .then((values) => new Map(values.map(({ term, postings: _, productCount: __, ...name }) => [term, name])))
    return this.#published
  }
}

/** What an edition says of a value of a facet, apart from its products. */
export type ValueName = Omit<FacetValue, 'term' | 'productCount' | 'postings'>

/** The code in `label:<code>`. */
function labelOf(term: Term): string {
  return term.slice(term.indexOf(':') + 1)
}

function namesOf({ labelValues, optionGroups, attributes, variants }: Product): Map<Term, FacetValueName> {
  const names = new Map<Term, FacetValueName>()
  const add = (term: Term, name: FacetValueName) => {
    if (!names.has(term)) names.set(term, name)
  }
  for (const { id, name, code } of labelValues) add(`label:${code}`, { id, name })
  for (const { id, name, code, options } of optionGroups) {
    add(`group:${code}`, { id, name })
    for (const [place, { id, name, code: ofOption, color }] of options.entries())
      add(`option:${code}:${ofOption}`, { id, name, place, ...(color !== undefined && { color }) })
  }
  // A product's attribute that all of its variants have of their own has no term.
  for (const attribute of new Set(variants.flatMap((variant) => attributesOfVariant(attributes, variant.attributes)))) {
    const scaled = scaledValue(attribute)
    if (scaled) add(`attribute:${attribute.code}:${scaled.scale}`, { name: attribute.name })
  }
  return names
}

function renamed(before: Map<Term, FacetValueName>, after: Map<Term, FacetValueName>): Term[] {
  return [...after.keys()].filter((term) => before.has(term) && !isDeepStrictEqual(before.get(term), after.get(term)))
}
