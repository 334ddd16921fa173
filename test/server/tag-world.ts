import type { LabelEntry } from '@vitrine/catalog/label-entry'
import type { Rule } from '@vitrine/catalog/rules'
import type { SynonymEntry } from '@vitrine/catalog/synonyms'
import type { SeededRandom } from '../crash/seeded-random.ts'

/** What random publications are made of: products that share labels, options, skus and slugs. */
const PRODUCTS = 12
const LABELS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
const OWN_LABELS = ['own-1', 'own-2']
const COLORS = ['Red', 'Blue', 'Green']
const PARTS = ['one', 'two', 'three']
/** Some differ in their accents only. */
const NAMES = ['one', 'Óne', 'two', 'three']

/** The state of the catalog that the next import has. */
export class TagWorld {
  readonly #random: SeededRandom
  readonly #products: (Body | undefined)[]
  /** The category above each label. */
  readonly #parents = new Map([
    ['b', 'a'],
    ['c', 'b'],
    ['e', 'd'],
  ])
  #leaves = 0

  constructor(random: SeededRandom) {
    this.#random = random
    this.#products = Array.from({ length: PRODUCTS }, (_, number) => this.#newProduct(number))
  }

  /** The products as a file has them. */
  get products(): readonly object[] {
    return this.#products.filter((product) => product !== undefined)
  }

  /** Changes a few products, and seldom what a label is. Returns those that changed. */
  change(): readonly object[] {
    const random = this.#random
    const changed = new Set<number>()
    for (let count = 1 + Math.floor(random.next() * 3); count > 0; count--) changed.add(this.#changeOne())
    if (random.chance(0.04)) this.#parents.set(random.oneOf(['c', 'g', 'h']), random.oneOf(['a', 'd', 'f']))
    return [...changed].map((number) => this.#products[number]!).filter((product) => product !== undefined)
  }

  patch(): object {
    const random = this.#random
    const { slug, variants } = random.oneOf(this.#products.filter((product) => product !== undefined))
    if (random.chance(0.3)) return { line: 1, slug, popularity: Math.floor(random.next() * 50) }
    const sku = random.oneOf(variants as { sku: string }[]).sku
    return random.chance(0.5)
      ? { line: 1, sku, price: price(random) }
      : { line: 1, sku, stock: Math.floor(random.next() * 3) }
  }

  rules(): Rule[] {
    const random = this.#random
    const pin = () => (random.chance(0.5) ? { sku: `s${this.#any()}-0` } : { slug: `p${this.#any()}` })
    const within = random.shuffled(LABELS).slice(0, 4)
    return within.map((label, index) => ({ within: label, pin: [{ ...pin(), at: 1 + (index % 3) }] }))
  }

  synonyms(): SynonymEntry[] {
    const random = this.#random
    return [[random.oneOf(PARTS), 'solo']]
  }

  labelTexts(): LabelEntry[] {
    const random = this.#random
    return random
      .shuffled(LABELS)
      .slice(0, 3)
      .map((code) => ({ code, name: `Said ${random.oneOf(PARTS)}` }))
  }

  /** Requests that look for words, and for completions of them. */
  searches(): string[] {
    const texts = [
      'one',
      'on',
      'produkt',
      'product two',
      'twothree',
      'red',
      's1',
      'solo',
      'a',
      'said',
      'renamed',
      'hats',
    ]
    return texts.flatMap((text) =>
      ['products?', 'products/facets?', 'products/suggest?', 'product-variants?', 'products?sortBy=price:ASC&'].map(
        (path) => `/store/${path}search=${encodeURIComponent(text)}`,
      ),
    )
  }

  /** Requests whose answers are compared, of all kinds. */
  requests(count: number): string[] {
    const all = this.#products.flatMap((_, number) => [
      ...['', '?form=card', '?form=full'].map((form) => `/store/products/${idOf(number)}${form}`),
      ...[0, 1].map((variant) => `/store/product-variants/${idOf(number, variant)}`),
    ])
    const lists = Array.from({ length: count }, () => this.#list())
    return [...new Set([...all, ...lists, '/store/labels', '/store/labels/a', '/store/products/facets'])]
  }

  #list(): string {
    const random = this.#random
    const labels = () => random.shuffled([...LABELS, ...OWN_LABELS, 'leaf-1', 'none'])
    const within = random.chance(0.5)
    const codes = labels().slice(0, random.chance(0.7) ? 1 : 2)
    const scope = codes.map((code) => `${within ? 'within' : 'label'}=${code}`)
    const some = (...parameters: string[]) => (random.chance(0.25) ? [random.oneOf(parameters)] : [])
    const sort = (...fields: string[]) =>
      some(...fields.map((field) => `sortBy=${field}:${random.oneOf(['ASC', 'DESC'])}`))
    const filters = [
      ...some('minPrice=5', 'maxPrice=7'),
      ...some('inStock=true', 'onSale=true'),
      ...some('attribute=weight:..3', 'sku=s1-0', 'sku=s2-1'),
      ...(within ? some(`label=${labels()[0]}`) : []),
    ]
    const options = some('option=red', 'option=color:blue', 'optionGroup=color')
    const page = [...some('limit=1', 'limit=2', 'limit=3'), ...some('page=2')]
    switch (random.oneOf(['list', 'list', 'list', 'facets', 'variants'])) {
      case 'facets': {
        const more = some('buckets=3', 'facetOrder=natural', 'facetOrder=catalog', 'facetLimit=2')
        return `/store/products/facets?${[...scope, ...filters, ...options, ...more].join('&')}`
      }
      case 'variants':
        return `/store/product-variants?${[...scope, ...filters, ...page, ...sort('price', 'name', 'stock')].join('&')}`
      default: {
        const form = [...some('form=card', 'form=full'), ...some('matches=true')]
        const more = [
          ...some('search=product', 'slug=p1', `related=${idOf(1)}`).filter(() => random.chance(0.2)),
          ...form,
        ]
        const sorted = sort('price', 'name', 'popularity', 'createdAt')
        return `/store/products?${[...scope, ...filters, ...options, ...page, ...sorted, ...more].join('&')}`
      }
    }
  }

  /** The category above a label, which some products do not have: then only the tree leads there. */
  #above(code: string): string | undefined {
    return this.#random.chance(0.5) ? this.#parents.get(code) : undefined
  }

  #any(): number {
    return Math.floor(this.#random.next() * PRODUCTS)
  }

  #changeOne(): number {
    const random = this.#random
    const number = this.#any()
    const product = this.#products[number]
    // The first product stays, and with it the names of what it has.
    if (!product || (number > 0 && random.chance(0.08))) {
      this.#products[number] = product ? undefined : this.#newProduct(number)
      return number
    }
    const next = this.#newProduct(number)
    const field = random.oneOf(Object.keys(next).filter((name) => name !== 'id'))
    this.#products[number] = { ...product, [field]: next[field] }
    return number
  }

  #newProduct(number: number): Body {
    const random = this.#random
    const id = idOf(number)
    const isFirst = number === 0
    const variants = Array.from({ length: isFirst || random.chance(0.6) ? 2 : 1 }, (_, index) => ({
      id: idOf(number, index),
      // Two products may have the same sku.
      sku: random.chance(0.1) ? `s${this.#any()}-0` : `s${number}-${index}`,
      price: price(random),
      ...((isFirst || random.chance(0.3)) && { listPrice: '99' }),
      stock: random.chance(0.2) ? null : Math.floor(random.next() * 3),
      labelValues: random.chance(0.15) ? [random.oneOf(OWN_LABELS)] : [],
      ...(random.chance(0.8) && { productOptions: { color: random.oneOf(COLORS).toLowerCase() } }),
    }))
    const distinct = variants.filter(({ sku }, index) => variants.findIndex((other) => other.sku === sku) === index)
    const weight = { code: 'weight', name: 'Weight', value: 1 + Math.floor(random.next() * 4) }
    return {
      id,
      name: `Product ${random.oneOf(NAMES)}`,
      slug: !isFirst && random.chance(0.1) ? `p${number}-${random.oneOf(PARTS)}` : `p${number}`,
      description: random.oneOf(PARTS),
      labelValues: this.#labels(isFirst),
      optionGroups: [{ name: 'Color', options: COLORS.map((name) => ({ name })) }],
      variants: distinct,
      attributes: isFirst || random.chance(0.5) ? [weight] : [],
      popularity: random.chance(0.5) ? Math.floor(random.next() * 5) : 0,
      createdAt: new Date(Date.UTC(2026, 0, 1 + Math.floor(random.next() * 5))).toISOString(),
    }
  }

  /** Labels, some with those above them, as their tree is now. Seldom a new label, or a name of its own for one. */
  #labels(isFirst: boolean): object[] {
    const random = this.#random
    const codes = new Set<string>()
    const drawn = isFirst ? ['c', 'e', 'f'] : random.shuffled(LABELS).slice(0, Math.floor(random.next() * 3))
    for (const label of drawn)
      for (let code: string | undefined = label; code && !codes.has(code); code = this.#above(code)) codes.add(code)
    const labels = [...codes].map((code) => {
      const name = random.chance(0.01) ? `Renamed ${code}` : code.toUpperCase()
      const parent = this.#parents.get(code)
      return { code, name, ...(parent !== undefined && codes.has(parent) && { parent }) }
    })
    const [root] = labels.filter(({ parent }) => parent === undefined)
    if (isFirst || !root || !random.chance(0.1)) return labels
    const code = `leaf-${1 + (this.#leaves++ % 4)}`
    return [...labels, { code, name: code, parent: root.code }]
  }
}

type Body = Record<string, unknown> & { readonly slug: string }

function price(random: SeededRandom): string {
  return String(1 + Math.floor(random.next() * 9))
}

function idOf(product: number, variant?: number): string {
  const number = String(product).padStart(4, '0')
  return `00000000-0000-4000-8000-0000${number}${variant === undefined ? '0000' : `1${String(variant).padStart(3, '0')}`}`
}
