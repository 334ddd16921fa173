import type { Product, Variant } from '@vitrine/catalog/product'
import type { SearchFieldName } from '@vitrine/catalog/store'
import { fold } from '@vitrine/catalog/words'
import type { ProductConditions, SearchNote, VariantQuery } from '@vitrine/engine/serve/query'
import type { NaiveStore } from './naive.ts'
import type { AttributeTexts } from './naive-attributes.ts'
import { centsOf, hasGtin, hasMpn, productMatches, variantMatches, withCurrentSlugs } from './naive-filter.ts'
import { withPriceNote } from './naive-price.ts'
import { relatedProducts } from './naive-related.ts'
import { placed, ruleFor, withRule } from './naive-rules.ts'
import { compareRanks, type NaiveAnswer, type Rank, searchNaively } from './naive-search.ts'
import { naiveTree } from './naive-tree.ts'
import { type Searched, searchedProducts, searchedVariants, type VariantOfProduct } from './searched-words.ts'

/** A query for the list of products. */
export interface ProductListQuery extends ProductConditions, AttributeTexts {
  /** `<field>:<direction>` */
  readonly sortBy: string | undefined
}

/** A query for the list of variants. */
export interface VariantListQuery extends Omit<VariantQuery, 'sort' | 'offset' | 'limit'>, AttributeTexts {
  readonly sortBy: string | undefined
}

/** All products that match the query, in order. */
export function findProducts(store: NaiveStore, requested: ProductListQuery): Product[] {
  const query = withCurrentSlugs(requested, store.products)
  const { ranks } = candidates(store, query)
  const rule = query.sortBy === undefined ? ruleFor(store, query) : undefined
  const found = query.search === undefined ? [...ranks.keys()] : withRule(store, rule, [...ranks.keys()])
  const matches = found.filter((product) => productMatches(product, query, naiveTree(store.products)))
  const isByPopularity =
    query.related === undefined && (query.search !== undefined || store.settings.order === 'popularity')
  const byDefault = isByPopularity ? 'popularity:DESC' : NEWEST_FIRST
  const isInStockFirst = store.settings.outOfStock === 'last' && query.related === undefined
  const isLate = ({ variants }: Product) => isInStockFirst && variants.every(({ stock }) => stock === 0)
  const sorted = inOrder(matches, query.sortBy, ranks, productField, ({ id }) => store.loadOrder(id), byDefault, isLate)
  return placed(store, rule, sorted)
}

/** What the answer of a list says of its search. */
export function noteOf(store: NaiveStore, query: ProductListQuery): SearchNote | undefined {
  const { note } = searchProducts(store, query)
  return withPriceNote(query.sortBy === undefined && ruleFor(store, query) ? { ...note, rule: true } : note, query)
}

/** All variants that match the query, in order. */
export function findVariants(store: NaiveStore, query: VariantListQuery): VariantOfProduct[] {
  const { ranks } = searchVariants(store, query)
  const matches = [...ranks.keys()]
    .filter(({ product }) => query.product === undefined || product.id === query.product)
    .filter(({ product, variant }) => variantMatches(product, variant, query, naiveTree(store.products)))
  return inOrder(matches, query.sortBy, ranks, variantField, ({ variant }) => store.loadOrder(variant.id))
}

/** The products that match a search and are related to a product, with their ranks: the nearest first, else by the search. */
export function candidates(store: NaiveStore, query: ProductConditions): NaiveAnswer<Product> {
  const answer = searchProducts(store, query)
  if (query.related === undefined) return answer
  const nearness = [...relatedProducts(store, query.related)].filter(([product]) => answer.ranks.has(product))
  return { ...answer, ranks: new Map(nearness.map(([product, sum]) => [product, [-sum]])) }
}

type SearchQuery = Pick<ProductConditions, 'search' | 'searchIn'>

/** The products that match a search, each with its rank. Without a search: all products. */
export function searchProducts(store: NaiveStore, query: SearchQuery): NaiveAnswer<Product> {
  if (query.search === undefined) return { ranks: new Map(store.products.map((product) => [product, []])) }
  return ranked(store, 'products', searchedProducts, ({ variants }) => variants, query, ['name', 'description'])
}

export function searchVariants(store: NaiveStore, query: SearchQuery): NaiveAnswer<VariantOfProduct> {
  const searched = cached(store.products, 'variants', () => searchedVariants(store))
  if (query.search === undefined) return { ranks: new Map([...searched.items.keys()].map((each) => [each, []])) }
  return ranked(store, 'variants', searchedVariants, ({ variant }) => [variant], query, ['name', 'sku'])
}

function ranked<Item>(
  store: NaiveStore,
  kind: string,
  searchedIn: (store: NaiveStore) => Searched<Item>,
  variantsOf: (item: Item) => readonly Variant[],
  { search, searchIn }: SearchQuery,
  defaults: readonly SearchFieldName[],
): NaiveAnswer<Item> {
  const fields = searchIn ?? store.settings.searchIn ?? defaults
  const { language, stopWords, exactWords, synonyms = [] } = store.settings
  const searched = cached(store.products, kind, () => searchedIn(store))
  const isPartNumber = /\d/.test(search!) && (search!.match(/[a-z\d]/gi) ?? []).length > 3
  const key = JSON.stringify([kind, search, fields, language, stopWords, exactWords, synonyms])
  const found = cached(store.products, key, () => searchNaively(searched, search!, fields, store.language, synonyms))
  for (const has of isPartNumber ? [hasGtin, hasMpn] : [hasGtin]) {
    const byNumber = [...searched.items.keys()].filter((item) => has(variantsOf(item), search!))
    if (byNumber.length > 0)
      return { ranks: new Map([...(found.note ? [] : found.ranks), ...byNumber.map((item) => [item, [-1]] as const)]) }
  }
  return found
}

/** What was computed for the products of a store, which are another array after each import. */
const CACHE = new WeakMap<readonly Product[], Map<string, unknown>>()

function cached<Value>(products: readonly Product[], key: string, compute: () => Value): Value {
  const values = CACHE.get(products) ?? new Map<string, unknown>()
  CACHE.set(products, values)
  if (!values.has(key)) values.set(key, compute())
  return values.get(key) as Value
}

const NEWEST_FIRST = 'createdAt:DESC'

/** Sorts by the field of the query. Without one, better matches come first, and equal ones in the default order. */
function inOrder<Item>(
  matches: readonly Item[],
  sortBy: string | undefined,
  ranks: ReadonlyMap<Item, Rank>,
  keyOf: (item: Item, field: string) => Key,
  loadOrderOf: (item: Item) => number,
  byDefault = NEWEST_FIRST,
  isLate: (item: Item) => boolean = () => false,
): Item[] {
  if (sortBy !== undefined) return sorted(matches, sortBy, keyOf, loadOrderOf)
  const rankOf = (item: Item) => [...(ranks.get(item) ?? UNRANKED), Number(isLate(item))]
  return sorted(matches, byDefault, keyOf, loadOrderOf).sort((a, b) => compareRanks(rankOf(a), rankOf(b)))
}

/** The rank of what a search does not find. */
const UNRANKED: Rank = [Number.POSITIVE_INFINITY]

/** A sort key. Null comes last. */
type Key = number | Buffer | null

/** Sorts by the field in one direction, and equal keys by load order; those of popularity by time before that. */
function sorted<Item>(
  items: readonly Item[],
  sortBy: string,
  keyOf: (item: Item, field: string) => Key,
  loadOrderOf: (item: Item) => number,
): Item[] {
  const [field, direction] = sortBy.split(':') as [string, string]
  const sign = direction === 'DESC' ? -1 : 1
  const tied = field === 'popularity' ? sorted(items, NEWEST_FIRST, keyOf, loadOrderOf) : undefined
  return items
    .map((item) => ({ item, key: keyOf(item, field), loadOrder: tied?.indexOf(item) ?? loadOrderOf(item) }))
    .sort((a, b) => {
      if (a.key === null || b.key === null)
        return Number(a.key === null) - Number(b.key === null) || a.loadOrder - b.loadOrder
      return sign * compareKeys(a.key, b.key) || a.loadOrder - b.loadOrder
    })
    .map(({ item }) => item)
}

/** Texts compare by code point, as their UTF-8 bytes do. */
function compareKeys(a: number | Buffer, b: number | Buffer): number {
  return typeof a === 'number' ? a - Number(b) : Buffer.compare(a, b as Buffer)
}

function productField(product: Product, field: string): Key {
  if (field === 'createdAt') return Date.parse(product.createdAt)
  if (field === 'name') return Buffer.from(fold(product.name))
  if (field === 'popularity') return product.popularity ?? 0
  return product.variants.length === 0 ? null : Math.min(...product.variants.map(({ price }) => centsOf(price)))
}

function variantField({ variant }: VariantOfProduct, field: string): Key {
  if (field === 'createdAt' || field === 'updatedAt') return Date.parse(variant[field])
  if (field === 'name') return Buffer.from(fold(variant.name))
  if (field === 'sku') return Buffer.from(variant.sku)
  return field === 'stock' ? variant.stock : centsOf(variant.price)
}
