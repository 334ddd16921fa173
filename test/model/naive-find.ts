import type { Product, Variant } from '../../src/catalog/product.ts'
import { fold, visibleText, wordsOf } from '../../src/catalog/words.ts'
import type { NaiveStore } from './naive.ts'

/** What is asked of the list of products, once parameters that are empty are gone. */
export interface ProductsAsked {
  readonly search: string | undefined
  readonly labels: readonly string[]
  readonly optionGroups: readonly string[]
  readonly options: readonly string[]
  /** `<field>:<direction>` */
  readonly sortBy: string | undefined
}

/** A variant and the product that it is one of. */
export interface Owned {
  readonly variant: Variant
  readonly product: Product
}

/** All products that are asked for, in order. */
export function findProducts(store: NaiveStore, asked: ProductsAsked): Product[] {
  const { search, sortBy } = asked
  const found = store.products.filter((product) => passes(product, asked))
  const inOrder = (products: readonly Product[]) =>
    sorted(products, sortBy ?? 'createdAt:DESC', productField, ({ id }) => store.age(id))
  if (search === undefined) return inOrder(found)
  const words = [...new Set(wordsOf(search))]
  const ranks = new Map(found.map((product) => [product, rank(product, words)]))
  const matching = inOrder(found.filter((product) => words.length > 0 && ranks.get(product)))
  return sortBy === undefined ? matching.toSorted((a, b) => compareRanks(ranks.get(a)!, ranks.get(b)!)) : matching
}

/** All variants that are asked for, in order. */
export function findVariants(store: NaiveStore, product: string | undefined, sortBy: string): Owned[] {
  const found = store.products
    .filter(({ id }) => product === undefined || id === product.toLowerCase())
    .flatMap((parent) => parent.variants.map((variant) => ({ variant, product: parent })))
  return sorted(found, sortBy, variantField, ({ variant }) => store.age(variant.id))
}

function passes(product: Product, { labels, optionGroups, options }: ProductsAsked): boolean {
  if (labels.length > 0 && !product.labelValues.some(({ code }) => labels.includes(code))) return false
  const unqualified = options.filter((option) => !option.includes(':'))
  const qualified = options.filter((option) => option.includes(':'))
  const groupCodes = product.optionGroups.map(({ code }) => code)
  if (optionGroups.length > 0 && unqualified.length === 0 && !optionGroups.some((code) => groupCodes.includes(code)))
    return false

  // Each clause is satisfied by any one of its options.
  const clauses: ((option: GroupedOption) => boolean)[] = []
  for (const group of new Set(qualified.map(groupOf)))
    clauses.push((option) => option.group === group && qualified.includes(`${option.group}:${option.code}`))
  if (unqualified.length > 0)
    clauses.push(
      ({ group, code }) => unqualified.includes(code) && (optionGroups.length === 0 || optionGroups.includes(group)),
    )
  if (clauses.length < 2) return clauses.every((clause) => offered(product).some(clause))
  return product.variants.some((variant) => clauses.every((clause) => carried(product, variant).some(clause)))
}

interface GroupedOption {
  readonly group: string
  readonly code: string
}

function groupOf(qualified: string): string {
  return qualified.slice(0, qualified.indexOf(':'))
}

/** All options of the product's groups. */
function offered(product: Product): GroupedOption[] {
  return product.optionGroups.flatMap((group) => group.options.map(({ code }) => ({ group: group.code, code })))
}

/** The options of a variant, and those of groups that no variant of the product chooses from: they are said of all. */
function carried(product: Product, variant: Variant): GroupedOption[] {
  const chosenIn = (some: readonly Variant[]) =>
    product.optionGroups.flatMap((group) =>
      group.options
        .filter((option) => some.some(({ productOptions }) => productOptions.some(({ id }) => id === option.id)))
        .map(({ code }) => ({ group: group.code, code })),
    )
  const chosenGroups = chosenIn(product.variants).map(({ group }) => group)
  return [...chosenIn([variant]), ...offered(product).filter(({ group }) => !chosenGroups.includes(group))]
}

type Rank = readonly [description: number, prefix: number]

/** The sum over the words of how well each matches; undefined if one does not. Less is better. */
function rank(product: Product, words: readonly string[]): Rank | undefined {
  const { name, text } = wordsIn(product)
  let sum: Rank = [0, 0]
  for (const word of words) {
    const best = wordRank(word, name, text)
    if (!best) return undefined
    sum = [sum[0] + best[0], sum[1] + best[1]]
  }
  return sum
}

interface Words {
  readonly name: readonly string[]
  readonly text: readonly string[]
}

/** Finding words is most of the work of a search; products never change. */
const KNOWN_WORDS = new WeakMap<Product, Words>()

/** The words of a product's name, and of what can be read of its description. */
export function wordsIn(product: Product): Words {
  let words = KNOWN_WORDS.get(product)
  if (!words) {
    words = { name: wordsOf(product.name), text: wordsOf(visibleText(product.description)) }
    KNOWN_WORDS.set(product, words)
  }
  return words
}

function wordRank(word: string, name: readonly string[], text: readonly string[]): Rank | undefined {
  if (name.includes(word)) return [0, 0]
  if (name.some((other) => other.startsWith(word))) return [0, 1]
  if (text.includes(word)) return [1, 0]
  if (text.some((other) => other.startsWith(word))) return [1, 1]
  return undefined
}

function compareRanks(a: Rank, b: Rank): number {
  return a[0] - b[0] || a[1] - b[1]
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
  return product.variants.length === 0 ? null : Math.min(...product.variants.map(({ price }) => Number(price)))
}

function variantField({ variant }: Owned, field: string): Key {
  if (field === 'createdAt' || field === 'updatedAt') return Date.parse(variant[field])
  if (field === 'name') return Buffer.from(fold(variant.name))
  if (field === 'sku') return Buffer.from(variant.sku)
  return field === 'stock' ? variant.stock : Number(variant.price)
}
