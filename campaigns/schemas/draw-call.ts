import type { GeneratedCatalog } from '../../bench/catalog/generated-catalog.ts'
import { misspellByOneEdit } from '../../bench/catalog/misspelling.ts'
import type { NativeProduct } from '../../bench/catalog/product.ts'
import type { Random } from '../../bench/catalog/random.ts'

export type ToolName = 'search_catalog' | 'lookup_catalog' | 'get_product' | 'list_filters'

/** A call of a tool with its argument `catalog`. */
export interface AgentCall {
  readonly tool: ToolName
  readonly catalog: unknown
}

/** Calls that are wrong, or that find nothing, are a small part. */
const WRONG_VALUE = 0.01
const WRONG_VALUES: readonly unknown[] = [null, true, -1, 0.5, '', 'x', '\ud800', '💩', [], {}, Array(60).fill('x')]

const CURRENCIES = ['EUR', 'JPY', 'KWD', 'eur', 'USD']

/** Draws a call with ids, skus, slugs, words, labels, options and prices of the catalog, and now and then a wrong value. */
export function drawCall(random: Random, catalog: GeneratedCatalog): AgentCall {
  const product = catalog.product(random.integer(0, catalog.products - 1))
  const tool = random.pick<ToolName>([
    'search_catalog',
    'search_catalog',
    'lookup_catalog',
    'get_product',
    'list_filters',
  ])
  const filters = random.chance(0.4) ? filtersOf(random, product) : undefined
  const context = random.chance(0.2) ? { currency: mostly(random, random.pick(CURRENCIES)) } : undefined
  const narrowing = { filters: mostly(random, filters), context: mostly(random, context) }
  return { tool, catalog: { ...argumentsOf(tool, random, product, catalog), ...narrowing } }
}

function argumentsOf(tool: ToolName, random: Random, product: NativeProduct, catalog: GeneratedCatalog): object {
  switch (tool) {
    case 'search_catalog':
      return {
        query: mostly(random, queryOf(random, product)),
        pagination: mostly(random, pagination(random)),
      }
    case 'lookup_catalog':
      return { ids: mostly(random, idsOf(random, product, catalog)) }
    case 'get_product':
      return {
        id: mostly(random, nameOf(random, product)),
        selected: mostly(random, random.chance(0.5) ? selections(random, product, 3) : undefined),
        preferences: mostly(random, random.chance(0.3) ? product.optionGroups.map(({ name }) => name) : undefined),
      }
    case 'list_filters':
      return { query: mostly(random, queryOf(random, product)) }
  }
}

/** The value, or seldom a wrong one. */
function mostly(random: Random, value: unknown): unknown {
  return random.chance(WRONG_VALUE) ? random.pick(WRONG_VALUES) : value
}

/** One to three words of a product, complete, begun or misspelled; or none. */
function queryOf(random: Random, { name, description }: NativeProduct): string | undefined {
  if (random.chance(0.15)) return undefined
  const words = (random.chance(0.7) ? name : description).split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
  return random
    .pickDistinct(words, random.integer(1, 3), 3)
    .map((word) => {
      if (random.chance(0.1)) return word.slice(0, random.integer(1, word.length))
      return word.length > 3 && random.chance(0.1) ? misspellByOneEdit(word, random) : word
    })
    .join(' ')
}

function pagination(random: Random): object | undefined {
  return random.chance(0.3) ? undefined : { limit: mostly(random, random.integer(1, 55)) }
}

/** Names of up to 50 products, and seldom of more than a lookup takes. */
function idsOf(random: Random, first: NativeProduct, catalog: GeneratedCatalog): unknown[] {
  const count = random.chance(0.02) ? 51 : random.chance(0.05) ? 50 : random.integer(0, 6)
  const others = Array.from({ length: count }, () => catalog.product(random.integer(0, catalog.products - 1)))
  return [first, first, ...others].map((product) => mostly(random, nameOf(random, product)))
}

/** The id, slug, or a variant's id or sku; in capitals or of nothing now and then. */
function nameOf(random: Random, { id, slug, variants }: NativeProduct): string {
  const variant = random.pick(variants)
  const name = random.pick([id, slug, variant.id, variant.sku])
  if (random.chance(0.05)) return name.toUpperCase()
  return random.chance(0.05) ? `${name}x` : name
}

function filtersOf(random: Random, product: NativeProduct): object {
  const bound = () => mostly(random, random.integer(0, 20_000))
  return {
    ...(random.chance(0.4) ? { categories: mostly(random, categories(random, product)) } : {}),
    ...(random.chance(0.4) ? { price: mostly(random, random.pick([{ min: bound() }, { max: bound() }])) } : {}),
    ...(random.chance(0.4) ? { available: mostly(random, random.chance(0.8)) } : {}),
    ...(random.chance(0.4) ? { options: mostly(random, selections(random, product, 2)) } : {}),
  }
}

function categories(random: Random, { labelValues }: NativeProduct): unknown[] {
  const names = labelValues.map(({ name }) => name)
  return random.pickDistinct(names, random.integer(1, 2), 2).map((name) => mostly(random, name))
}

/** Up to so many options of the product, each of another group. */
function selections(random: Random, { optionGroups }: NativeProduct, most: number): unknown[] {
  return random.pickDistinct(optionGroups, random.integer(0, most), 2).map(({ name, options }) => {
    return mostly(random, { name, label: mostly(random, random.pick(options).name) })
  })
}
