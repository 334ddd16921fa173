import type { FacetQuery, Facets, Label, Vitrine } from '@vitrine/client'

/** Widgets filter by the names that they show. The service filters by codes. */
export interface FacetNames {
  /** Remembers the names of an answer. */
  learn(facets: Facets): void
  /** The codes of a name in an option group, or of a `label`. A name that nothing has is its own code. */
  codes(facet: string, name: string): Promise<readonly string[]>
  /** Whether a code is of an attribute, and of no option group. */
  isAttribute(code: string): Promise<boolean>
  /** The code of a category by its path. A path that no category has is its own code. */
  category(path: string): Promise<string>
  categories(): Promise<Categories>
}

export interface Categories {
  /** The path of each category: the names from the top down, such as `Clothing > Accessories`. */
  readonly paths: ReadonlyMap<string, string>
  /** The attributes of their levels: `categories.lvl0` and so on. */
  readonly levels: readonly string[]
  /** The number of all labels, categories or not. */
  readonly labels: number
}

/** What the hierarchical widgets put between two names, unless their option `separator` says otherwise. */
export const SEPARATOR = ' > '
/** Milliseconds after which names are read again: a server may keep a client for ever. */
const MAX_AGE = 60_000
/** The most values of each facet that the service counts. */
export const MAX_VALUES = 1000

/** Asks the service for all names of the store only if no answer had a name, as after a reload. */
export function createFacetNames(shop: Vitrine, fixed: FacetQuery): FacetNames {
  const groups = new Map<string, Map<string, Set<string>>>()
  const attributes = new Set<string>()
  const everything = keepFresh(async () => learn(await shop.products.facets({ ...fixed, facetLimit: MAX_VALUES })))
  const categories = keepFresh(async () => categoriesOf(await shop.labels()))

  function learn(facets: Facets): void {
    for (const { code, options } of [...facets.optionGroups, { code: 'label', options: flatLabels(facets) }]) {
      const names = groups.get(code) ?? new Map<string, Set<string>>()
      groups.set(code, names)
      for (const { name, code } of options) names.set(name, (names.get(name) ?? new Set()).add(code))
    }
    for (const { code } of facets.attributes ?? []) attributes.add(code)
  }

  return {
    learn,
    categories,
    async codes(facet, name) {
      if (!groups.get(facet)?.has(name)) await everything()
      return [...(groups.get(facet)?.get(name) ?? [name])]
    },
    async isAttribute(code) {
      if (!groups.has(code)) await everything()
      return attributes.has(code) && !groups.has(code)
    },
    async category(path) {
      const { paths } = await categories()
      const [code = path] = [...paths].find(([, other]) => other === path) ?? []
      return code
    },
  }
}

/** The labels that are no categories: tags, collections, and those of which the catalog does not say what they are. */
export function flatLabels({ labels }: Facets): Facets['labels'] {
  return labels.filter(({ parameter }) => parameter === undefined)
}

/** Each label comes after the one above it. */
function categoriesOf(labels: readonly Label[]): Categories {
  const paths = new Map<string, string>()
  for (const { code, name, parent = '', parameter } of labels) {
    const above = paths.get(parent)
    if (parameter === 'within') paths.set(code, above === undefined ? name : above + SEPARATOR + name)
  }
  const depth = Math.max(0, ...[...paths.values()].map((path) => path.split(SEPARATOR).length))
  const levels = Array.from({ length: depth }, (_, level) => `categories.lvl${level}`)
  return { paths, levels, labels: labels.length }
}

/** Reads something once for all callers, and again after it failed or became too old. */
function keepFresh<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let value: Promise<Value> | undefined
  let readAt = 0
  return async () => {
    if (performance.now() - readAt > MAX_AGE) value = undefined
    if (value === undefined) readAt = performance.now()
    value ??= read()
    return value.catch((error) => {
      value = undefined
      throw error
    })
  }
}
