import { PRODUCT_FIELDS, VARIANT_FIELDS } from '@vitrine/engine/edition/term'
import type { CatalogOptions } from '../../bench/catalog/generated-catalog.ts'
import { Random } from '../../bench/catalog/random.ts'
import { Sample } from '../../bench/catalog/sample.ts'
import { STORE } from '../../bench/harness/vitrine.ts'
import { drawSku, drawText } from './catalog.ts'
import { drawWord, SCRIPT_NAMES, SCRIPTS } from './scripts.ts'

/** A request of a kind. */
export interface CostlyRequest {
  readonly kind: string
  /** The script of a search; `mixed` for several. */
  readonly script?: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** Undefined for GET. */
  readonly body?: string
}

/** The longest address in bytes: Node refuses 16 KiB of headers. */
const MAX_ADDRESS = 15_000

/** The most values of a repeated parameter, characters of a search, and ids of an assistant's lookup. */
const MAX_VALUES = 100
const MAX_SEARCH = 200
const MAX_AGENT_IDS = 50

const FIELDS = ['name', 'label', 'option', 'sku', 'description']
const SEARCH_PATHS = ['/store/products', '/store/products/facets', '/store/product-variants', '/store/products/suggest']
const FILTER_PATHS = ['/store/products', '/store/products', '/store/products/facets', '/store/product-variants']
const AGENT_HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'ucp-agent': 'profile="https://agent.example/profile.json"',
}

/** Draws requests that cost as much as their limits allow, of every kind. */
export class RequestDraw {
  readonly #random: Random
  readonly #sample: Sample
  readonly #publications: readonly string[]

  /** `publications` are the names of those in the log of the store, the newest first. */
  constructor(catalog: CatalogOptions, publications: readonly string[], key: string) {
    this.#publications = publications
    this.#random = new Random(`${catalog.seed}/costs/${key}`)
    this.#sample = new Sample(catalog, `costs/${key}`)
  }

  next(): CostlyRequest {
    for (;;) {
      const request = this.#draw()
      if (request.path.length <= MAX_ADDRESS) return request
    }
  }

  #draw(): CostlyRequest {
    const random = this.#random
    const draw = random.pick([
      ...Array<() => CostlyRequest>(6).fill(() => this.#search()),
      ...Array<() => CostlyRequest>(4).fill(() => this.#filters()),
      () => this.#related(),
      () => this.#agent(),
      () => this.#plain(),
      () => this.#changes(),
    ])
    return draw()
  }

  #search(): CostlyRequest {
    const random = this.#random
    const [text, script] = this.#text()
    const path = random.pick(SEARCH_PATHS)
    const parameters = new URLSearchParams({ search: text })
    if (random.chance(0.3)) parameters.set('searchIn', random.pickDistinct(FIELDS, random.integer(1, 5), 5).join())
    if (path === '/store/products' || path === '/store/product-variants') this.#addPage(parameters, path)
    if (random.chance(0.2) && path !== '/store/products/suggest') this.#addFilters(parameters, 2)
    return { ...this.#get(`${path.slice(7)}, search`, path, parameters), script }
  }

  /** Words of one script, or of all, with what is most of them; some are in the catalog. */
  #text(): [text: string, kind: string] {
    const random = this.#random
    const script = random.chance(0.25) ? 'mixed' : random.pick(SCRIPT_NAMES)
    const length = random.pick([1, 2, 3, 8, 20, 60, MAX_SEARCH, MAX_SEARCH])
    const longest = random.pick([1, 2, 3, 4, 8, 16, 200])
    const fromCatalog = random.pick([0, 0.3, 1])
    let text = ''
    while (text.length < length) {
      const each = script === 'mixed' ? random.pick(SCRIPT_NAMES) : script
      const existing = [() => drawText(random, each, 1), () => this.#sample.nameWord(), () => drawSku(random)]
      const word = random.chance(fromCatalog) ? random.pick(existing)() : drawWord(random, each, 1, longest)
      text += word
      if (SCRIPTS[each]!.hasSpaces || random.chance(0.2)) text += ' '
    }
    // By code point, because an address cannot have half of one.
    return [Array.from(text).slice(0, length).join(''), script]
  }

  #filters(): CostlyRequest {
    const random = this.#random
    const path = random.pick(FILTER_PATHS)
    const parameters = new URLSearchParams()
    this.#addFilters(parameters, random.pick([1, 10, MAX_VALUES, MAX_VALUES]))
    if (path !== '/store/products/facets') this.#addPage(parameters, path)
    if (random.chance(0.2)) parameters.set('search', this.#text()[0])
    return this.#get(`${path.slice(7)}, filters`, path, parameters)
  }

  /** Each of the filters with a chance, and up to `most` of its values, of which all, some or none exist. */
  #addFilters(parameters: URLSearchParams, most: number): void {
    const [random, sample] = [this.#random, this.#sample]
    const chance = random.pick([0.2, 0.5, 1])
    const existing = random.pick([0, 0.5, 1])
    const qualified = random.pick([0, 0.5, 1])
    const drawn: Readonly<Record<string, () => string>> = {
      label: () => sample.labelCode(),
      within: () => sample.labelCode(),
      optionGroup: () => sample.labelAndOption().group,
      option: () => {
        const { group, option } = sample.labelAndOption()
        return random.chance(qualified) ? `${group}:${option}` : option
      },
      id: () => random.pick([() => sample.productId(), () => sample.variantId()])(),
      slug: () => drawWord(random, 'latin', 1, 20),
      sku: () => sample.skus(1)[0]!,
    }
    for (const [name, draw] of Object.entries(drawn)) {
      if (!random.chance(name === 'id' || name === 'slug' || name === 'sku' ? chance / 5 : chance)) continue
      const values = Math.ceil(most * random.pick([0.1, 1]))
      for (let count = 0; count < values; count++)
        parameters.append(name, name === 'id' || random.chance(existing) ? draw() : drawWord(random, 'latin', 3, 30))
    }
    if (random.chance(chance)) parameters.set('minPrice', String(random.integer(0, 5000) / 100))
    if (random.chance(chance)) parameters.set('maxPrice', String(random.integer(0, 5_000_000) / 100))
    if (random.chance(chance)) parameters.set('inStock', 'true')
  }

  #addPage(parameters: URLSearchParams, path: string): void {
    const random = this.#random
    const fields = path.endsWith('variants') ? VARIANT_FIELDS : PRODUCT_FIELDS
    if (random.chance(0.3)) parameters.set('sortBy', `${random.pick(fields)}:${random.pick(['ASC', 'DESC'])}`)
    if (random.chance(0.4)) parameters.set('limit', '100')
    if (random.chance(0.4)) parameters.set('page', String(random.pick([2, 50, 500, 100_000])))
    if (random.chance(0.1) && !path.endsWith('variants')) parameters.set('form', 'full')
  }

  #related(): CostlyRequest {
    const random = this.#random
    const parameters = new URLSearchParams({ related: this.#sample.productId() })
    const path = random.pick(['/store/products', '/store/products/facets'])
    if (random.chance(0.3)) this.#addFilters(parameters, 5)
    if (path === '/store/products') this.#addPage(parameters, path)
    return this.#get(`${path.slice(7)}, related`, path, parameters)
  }

  #agent(): CostlyRequest {
    const [random, sample] = [this.#random, this.#sample]
    const ids = Array.from({ length: MAX_AGENT_IDS }, () =>
      random.pick([() => sample.productId(), () => sample.variantId(), () => sample.skus(1)[0]!])(),
    )
    const { group, option } = sample.labelAndOption()
    // Its limit counts UTF-16 units.
    const query =
      Array.from(this.#text()[0])
        .slice(0, MAX_SEARCH / 2)
        .join('')
        .trim() || 'shirt'
    const filters = { price: { min: 0, max: random.integer(0, 1_000_000) }, options: [{ name: group, label: option }] }
    const search = { query, pagination: { limit: 50 }, ...(random.chance(0.5) ? { filters } : {}) }
    const [operation, tool, catalog] = random.pick([
      ['search', 'search_catalog', search],
      ['lookup', 'lookup_catalog', { ids }],
    ] as const)
    if (random.chance(0.5)) return this.#post(`UCP ${operation}`, `/ucp/catalog/${operation}`, catalog)
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: { catalog } } }
    return this.#post(`MCP ${tool}`, '/mcp', call)
  }

  #plain(): CostlyRequest {
    const random = this.#random
    const path = random.pick(['/store/products', '/store/product-variants', '/store/products/facets', '/store/labels'])
    const parameters = new URLSearchParams()
    if (path === '/store/products' || path === '/store/product-variants') this.#addPage(parameters, path)
    if (path === '/store/products/facets') parameters.set('facetLimit', '1000')
    return this.#get(`${path.slice(7)}, all`, path, parameters)
  }

  #changes(): CostlyRequest {
    const random = this.#random
    const since = random.integer(0, this.#publications.length - 1)
    const parameters = new URLSearchParams({ since: this.#publications[since]! })
    if (random.chance(0.5)) parameters.set('until', this.#publications[random.integer(0, since)]!)
    if (random.chance(0.7)) parameters.set('limit', '100')
    if (random.chance(0.5)) parameters.set('page', String(random.pick([2, 50, 500, 100_000])))
    return this.#get('changes', '/store/changes', parameters)
  }

  #get(kind: string, path: string, parameters: URLSearchParams): CostlyRequest {
    return { kind, path: `${path}?${parameters}`, headers: { 'x-store-id': STORE } }
  }

  #post(kind: string, path: string, body: object): CostlyRequest {
    return { kind, path, headers: { 'x-store-id': STORE, ...AGENT_HEADERS }, body: JSON.stringify(body) }
  }
}
