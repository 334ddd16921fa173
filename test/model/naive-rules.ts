import type { Product } from '@vitrine/catalog/product'
import type { ProductName, Rule } from '@vitrine/catalog/rules'
import { tokenize } from '@vitrine/catalog/words'
import type { ProductConditions } from '@vitrine/engine/serve/query'
import type { NaiveStore } from './naive.ts'

/** The first rule of the store that fits a request without `sortBy`. */
export function ruleFor(store: NaiveStore, query: ProductConditions): Rule | undefined {
  const { search, typed, within, related, ids, slugs, skus } = query
  if (related !== undefined || [...ids, ...slugs, ...skus].length > 0) return undefined
  const stems = (text: string) => tokenize(text).map(store.language.stem)
  return store.settings.rules?.find((rule) => {
    if ('within' in rule) return search === undefined && within.includes(rule.within)
    if (search === undefined) return false
    const words = stems(typed?.text ?? search)
    if ('query' in rule) return stems(rule.query).join(' ') === words.join(' ')
    return rule.words.every((each) => stems(each).every((stem) => words.includes(stem)))
  })
}

/** The products that a rule pins, each once, with their places. */
export function pinsOf(store: NaiveStore, rule: Rule | undefined): ReadonlyMap<Product, number> {
  const pins = new Map<Product, number>()
  for (const { at, ...name } of rule?.pin ?? []) {
    const product = productNamed(store, name)
    if (product && !pins.has(product)) pins.set(product, at)
  }
  return pins
}

/** The products that a search finds, with those that the rule pins, and without those that it hides. */
export function withRule(store: NaiveStore, rule: Rule | undefined, found: readonly Product[]): Product[] {
  const pins = [...pinsOf(store, rule).keys()]
  const hidden = rule && 'hide' in rule ? (rule.hide ?? []).map((name) => productNamed(store, name)) : []
  return [...pins, ...found.filter((product) => !pins.includes(product) && !hidden.includes(product))]
}

/** The products in their order, with the pinned ones among them at their places. */
export function placed(store: NaiveStore, rule: Rule | undefined, inOrder: readonly Product[]): Product[] {
  const pins = pinsOf(store, rule)
  const result = inOrder.filter((product) => !pins.has(product))
  for (const [product, at] of [...pins].sort(([, a], [, b]) => a - b))
    if (inOrder.includes(product)) result.splice(at - 1, 0, product)
  return result
}

function productNamed(store: NaiveStore, name: ProductName): Product | undefined {
  const oldestFirst = store.products.toSorted((a, b) => store.loadOrder(a.id) - store.loadOrder(b.id))
  if ('slug' in name) return oldestFirst.find(({ slug }) => slug === name.slug)
  return oldestFirst.find(({ variants }) => variants.some(({ sku }) => sku === name.sku))
}
