import { htmlToFlatText } from '../../src/catalog/html-text.ts'
import type { Product, Variant } from '../../src/catalog/product.ts'
import { fold, tokenize } from '../../src/catalog/words.ts'
import type { ProductConditions, VariantQuery } from '../../src/serve/query.ts'
import type { NaiveStore } from './naive.ts'
import { centsOf, productMatches, variantMatches } from './naive-filter.ts'
import { compareRanks, type FieldWords, type Rank, rankMatches } from './naive-search.ts'

/** A query for the list of products. */
export interface ProductListQuery extends ProductConditions {
  /** `<field>:<direction>` */
  readonly sortBy: string | undefined
}

/** A query for the list of variants. */
export interface VariantListQuery extends Omit<VariantQuery, 'sort' | 'page' | 'limit'> {
  readonly sortBy: string | undefined
}

/** A variant and its product. */
export interface VariantOfProduct {
  readonly variant: Variant
  readonly product: Product
}

/** All products that match the query, in order. */
export function findProducts(store: NaiveStore, query: ProductListQuery): Product[] {
  const ranks = searchProducts(store, query.search)
  const matches = [...ranks.keys()].filter((product) => productMatches(product, query))
  return inOrder(matches, query.sortBy, ranks, productField, ({ id }) => store.loadOrder(id))
}

/** All variants that match the query, in order. */
export function findVariants(store: NaiveStore, query: VariantListQuery): VariantOfProduct[] {
  const all = store.products.flatMap((product) => product.variants.map((variant) => ({ variant, product })))
  const ranks = ranked(all, wordsInVariant, query.search)
  const matches = [...ranks.keys()]
    .filter(({ product }) => query.product === undefined || product.id === query.product)
    .filter(({ variant }) => variantMatches(variant, query))
  return inOrder(matches, query.sortBy, ranks, variantField, ({ variant }) => store.loadOrder(variant.id))
}

/** The products that match a search, each with its rank. Without a search: all products. */
export function searchProducts(store: NaiveStore, search: string | undefined): Map<Product, Rank> {
  return ranked(store.products, productWords, search)
}

function ranked<Item>(all: readonly Item[], words: (item: Item) => FieldWords, search: string | undefined) {
  if (search !== undefined) return rankMatches(all, words, search)
  return new Map(all.map((item): [Item, Rank] => [item, [0, 0, 0]]))
}

/** Cached because finding words is most of the work of a search. Products and variants never change. */
const CACHED_WORDS = new WeakMap<Product | Variant, FieldWords>()

/** The words of a product's name and of the visible text of its description. */
export function productWords(product: Product): FieldWords {
  return cached(product, () => ({ name: tokenize(product.name), text: tokenize(htmlToFlatText(product.description)) }))
}

function wordsInVariant({ variant }: VariantOfProduct): FieldWords {
  return cached(variant, () => ({ name: tokenize(variant.name), text: tokenize(variant.sku) }))
}

function cached(item: Product | Variant, find: () => FieldWords): FieldWords {
  const words = CACHED_WORDS.get(item) ?? find()
  CACHED_WORDS.set(item, words)
  return words
}

/** Sorts by the field of the query. Without one, better matches come first, then newer ones. */
function inOrder<Item>(
  matches: readonly Item[],
  sortBy: string | undefined,
  ranks: ReadonlyMap<Item, Rank>,
  keyOf: (item: Item, field: string) => Key,
  loadOrderOf: (item: Item) => number,
): Item[] {
  if (sortBy !== undefined) return sorted(matches, sortBy, keyOf, loadOrderOf)
  const newestFirst = sorted(matches, 'createdAt:DESC', keyOf, loadOrderOf)
  return newestFirst.sort((a, b) => compareRanks(ranks.get(a)!, ranks.get(b)!))
}

/** A sort key. Null comes last. */
type Key = number | Buffer | null

/** Sorts by the field in one direction, and equal keys by load order. */
function sorted<Item>(
  items: readonly Item[],
  sortBy: string,
  keyOf: (item: Item, field: string) => Key,
  loadOrderOf: (item: Item) => number,
): Item[] {
  const [field, direction] = sortBy.split(':') as [string, string]
  const sign = direction === 'DESC' ? -1 : 1
  return items
    .map((item) => ({ item, key: keyOf(item, field), loadOrder: loadOrderOf(item) }))
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
  return product.variants.length === 0 ? null : Math.min(...product.variants.map(({ price }) => centsOf(price)))
}

function variantField({ variant }: VariantOfProduct, field: string): Key {
  if (field === 'createdAt' || field === 'updatedAt') return Date.parse(variant[field])
  if (field === 'name') return Buffer.from(fold(variant.name))
  if (field === 'sku') return Buffer.from(variant.sku)
  return field === 'stock' ? variant.stock : centsOf(variant.price)
}
