import { htmlToFlatText } from '../../src/catalog/html-text.ts'
import type { Product, Variant } from '../../src/catalog/product.ts'
import { fold, tokenize } from '../../src/catalog/words.ts'
import type { ProductConditions, VariantQuery } from '../../src/serve/query.ts'
import type { NaiveStore } from './naive.ts'
import { centsOf, productPasses, variantPasses } from './naive-filter.ts'
import { compareRanks, type Rank, searched, type Words } from './naive-search.ts'

/** What is asked of the list of products, once parameters that are empty are gone. */
export interface ProductsAsked extends ProductConditions {
  /** `<field>:<direction>` */
  readonly sortBy: string | undefined
}

/** What is asked of the list of variants. */
export interface VariantsAsked extends Omit<VariantQuery, 'sort' | 'page' | 'limit'> {
  readonly sortBy: string | undefined
}

/** A variant and the product that it is one of. */
export interface Owned {
  readonly variant: Variant
  readonly product: Product
}

/** All products that are asked for, in order. */
export function findProducts(store: NaiveStore, asked: ProductsAsked): Product[] {
  const ranks = matching(store, asked.search)
  const found = [...ranks.keys()].filter((product) => productPasses(product, asked))
  return inOrder(found, asked.sortBy, ranks, productField, ({ id }) => store.age(id))
}

/** All variants that are asked for, in order. */
export function findVariants(store: NaiveStore, asked: VariantsAsked): Owned[] {
  const all = store.products.flatMap((product) => product.variants.map((variant) => ({ variant, product })))
  const ranks = ranked(all, wordsInVariant, asked.search)
  const found = [...ranks.keys()]
    .filter(({ product }) => asked.product === undefined || product.id === asked.product)
    .filter(({ variant }) => variantPasses(variant, asked))
  return inOrder(found, asked.sortBy, ranks, variantField, ({ variant }) => store.age(variant.id))
}

/** The products that a search finds, each with its rank; all of them without a search. */
export function matching(store: NaiveStore, search: string | undefined): Map<Product, Rank> {
  return ranked(store.products, wordsIn, search)
}

function ranked<Thing>(all: readonly Thing[], words: (thing: Thing) => Words, search: string | undefined) {
  if (search !== undefined) return searched(all, words, search)
  return new Map(all.map((thing): [Thing, Rank] => [thing, [0, 0, 0]]))
}

/** Finding words is most of the work of a search; products and variants never change. */
const KNOWN_WORDS = new WeakMap<Product | Variant, Words>()

/** The words of a product's name, and of what can be read of its description. */
export function wordsIn(product: Product): Words {
  return known(product, () => ({ name: tokenize(product.name), text: tokenize(htmlToFlatText(product.description)) }))
}

function wordsInVariant({ variant }: Owned): Words {
  return known(variant, () => ({ name: tokenize(variant.name), text: tokenize(variant.sku) }))
}

function known(thing: Product | Variant, find: () => Words): Words {
  const words = KNOWN_WORDS.get(thing) ?? find()
  KNOWN_WORDS.set(thing, words)
  return words
}

/** By the field that is asked for; without one the newest first, after the better match. */
function inOrder<Thing>(
  found: readonly Thing[],
  sortBy: string | undefined,
  ranks: ReadonlyMap<Thing, Rank>,
  keyOf: (thing: Thing, field: string) => Key,
  ageOf: (thing: Thing) => number,
): Thing[] {
  if (sortBy !== undefined) return sorted(found, sortBy, keyOf, ageOf)
  const newestFirst = sorted(found, 'createdAt:DESC', keyOf, ageOf)
  return newestFirst.sort((a, b) => compareRanks(ranks.get(a)!, ranks.get(b)!))
}

/** What things are sorted by; null comes last. */
type Key = number | Buffer | null

/** Sorted by the field, equals by age, whichever the direction. */
function sorted<Thing>(
  things: readonly Thing[],
  sortBy: string,
  keyOf: (thing: Thing, field: string) => Key,
  ageOf: (thing: Thing) => number,
): Thing[] {
  const [field, direction] = sortBy.split(':') as [string, string]
  const sign = direction === 'DESC' ? -1 : 1
  return things
    .map((thing) => ({ thing, key: keyOf(thing, field), age: ageOf(thing) }))
    .sort((a, b) => {
      if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null) || a.age - b.age
      return sign * compareKeys(a.key, b.key) || a.age - b.age
    })
    .map(({ thing }) => thing)
}

/** Texts compare by code point, which is what their bytes do. */
function compareKeys(a: number | Buffer, b: number | Buffer): number {
  return typeof a === 'number' ? a - Number(b) : Buffer.compare(a, b as Buffer)
}

function productField(product: Product, field: string): Key {
  if (field === 'createdAt') return Date.parse(product.createdAt)
  if (field === 'name') return Buffer.from(fold(product.name))
  return product.variants.length === 0 ? null : Math.min(...product.variants.map(({ price }) => centsOf(price)))
}

function variantField({ variant }: Owned, field: string): Key {
  if (field === 'createdAt' || field === 'updatedAt') return Date.parse(variant[field])
  if (field === 'name') return Buffer.from(fold(variant.name))
  if (field === 'sku') return Buffer.from(variant.sku)
  return field === 'stock' ? variant.stock : centsOf(variant.price)
}
