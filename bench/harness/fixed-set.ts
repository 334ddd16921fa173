import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { catalogFile, fileMegabytes } from './dataset.ts'
import { median } from './report.ts'
import { checkAnswer, type StoreRequest } from './requests.ts'
import type { Cost, Result, Settings, Size } from './result-file.ts'
import { createScenarios, drawRequests, fetchTotals, type Scenario, selectScenarios } from './scenarios.ts'
import { spreadOf } from './spread.ts'
import { Target } from './target.ts'
import { type ImportResult, importCatalog, importLimit, serve, setStore } from './vitrine.ts'

/** Each with requests that were not sent before, and the response cache off. */
const FIRST_ASKED = [
  ...['product by id', 'product list, any page', 'label and option', 'facets of label and option'],
  ...['search, one word', 'search, two words', 'search, first 3 letters', 'search, first 5 letters'],
  ...['search, one letter wrong', 'suggestions, 1 to 6 letters'],
]
/** The response cache answers none of them. Without it, the server would keep no products for assistants either. */
const OF_ASSISTANTS = ['search over MCP']
/** Each with the default settings, and the same requests again and again. */
const CACHED = ['product by id', 'product list, any page']

const IMPORT = 'import'
const AFTER_CACHED = ', cached'

/** What the fixed set has, in the order of its tables. */
export const FIXED_SET: readonly string[] = [
  ...FIRST_ASKED,
  ...OF_ASSISTANTS,
  ...CACHED.map((name) => `${name}${AFTER_CACHED}`),
  IMPORT,
]

/** Turns that compile the code, before those that count. */
const WARM_UP_TURNS = 3

/** The measurements of one request, or of the import: microseconds of ours and of what nothing can be cheaper than. */
type Pairs = { micros: number[]; least: number[] }

/** All measurements so far. Measuring again adds to them. */
export class FixedSet implements AsyncDisposable {
  readonly #settings: Settings
  /** The native catalog. */
  readonly #catalog: string
  readonly #folder: string
  #databases = 0
  #scenarios: Scenario[] | undefined
  readonly #costs = new Map<string, Pairs>()
  readonly #megabytes = new Map<string, number[]>()

  private constructor(settings: Settings, catalog: string, folder: string) {
    this.#settings = settings
    this.#catalog = catalog
    this.#folder = folder
  }

  /** `folder` keeps catalogs. Databases are new, as they must be of this checkout. */
  static async create(settings: Settings, folder: string): Promise<FixedSet> {
    const catalog = await catalogFile(folder, settings)
    return new FixedSet(settings, catalog, await mkdtemp(join(folder, 'fixed-set-')))
  }

  /** Measures these of the set. */
  async measure(names: readonly string[]): Promise<void> {
    if (names.includes(IMPORT)) for (let count = 0; count < this.#settings.imports; count++) await this.#measureImport()
    if (names.some((name) => name !== IMPORT))
      for (let round = 0; round < this.#settings.rounds; round++) await this.#round(names)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.#folder, { recursive: true })
  }

  figures(): Pick<Result, 'requests' | 'imports' | 'sizes'> {
    const costs = FIXED_SET.flatMap((name) => this.#cost(name))
    const sizes = [...this.#megabytes].map(([name, all]): Size => ({ name, megabytes: spreadOf(all) }))
    return {
      requests: costs.filter(({ name }) => name !== IMPORT),
      imports: costs.filter(({ name }) => name === IMPORT),
      sizes,
    }
  }

  #cost(name: string): Cost[] {
    const pairs = this.#costs.get(name)
    if (pairs === undefined) return []
    const share = spreadOf(pairs.micros.map((micros, index) => pairs.least[index]! / micros))
    return [{ name, micros: median(pairs.micros), least: median(pairs.least), share }]
  }

  async #measureImport(): Promise<void> {
    const { products } = this.#settings
    const { cpuSeconds, peakMegabytes } = await this.#import()
    const file = join(this.#folder, 'limit.db')
    const limit = await importLimit(this.#catalog, file)
    await rm(file)
    this.#add(IMPORT, (cpuSeconds * 1e6) / products, (limit.cpuSeconds * 1e6) / products)
    this.#addMegabytes('import, most memory', peakMegabytes)
    this.#addMegabytes('database', await fileMegabytes(this.#database()))
  }

  /** Imports into the next database, and removes the one before. */
  async #import(): Promise<ImportResult> {
    console.error(`importing ${this.#settings.products} products`)
    if (this.#databases > 0) await rm(this.#database())
    this.#databases++
    const result = await importCatalog(this.#catalog, this.#database())
    // Without a currency, assistants get no products.
    await setStore(this.#database(), ['--currency', 'EUR'])
    return result
  }

  #database(): string {
    return join(this.#folder, `${this.#databases}.db`)
  }

  /** Turns of each kind of request with new servers. */
  async #round(names: readonly string[]): Promise<void> {
    if (this.#databases === 0) await this.#import()
    const database = this.#database()
    await using bare = await Target.bare()
    await using uncached = new Target(await serve(database, { cacheMegabytes: 0 }))
    await uncached.server.untilIdle()
    this.#addMegabytes('server after its start', (await uncached.server.memory()).resident)
    await using cached = new Target(await serve(database))
    // Later rounds draw other requests.
    this.#scenarios ??= createScenarios(this.#settings, await fetchTotals(cached.server.address, this.#settings))
    const scenarios = this.#scenarios
    for (const scenario of selectScenarios(
      scenarios,
      FIRST_ASKED.filter((name) => names.includes(name)),
    ))
      await this.#turns(scenario.name, uncached, bare, () => this.#draw(scenario))
    if (FIRST_ASKED.every((name) => names.includes(name)))
      this.#addMegabytes('server after all requests', (await uncached.server.memory()).resident)
    for (const scenario of selectScenarios(
      scenarios,
      OF_ASSISTANTS.filter((name) => names.includes(name)),
    ))
      await this.#turns(scenario.name, cached, bare, () => this.#draw(scenario))
    for (const scenario of selectScenarios(
      scenarios,
      CACHED.filter((name) => names.includes(name + AFTER_CACHED)),
    )) {
      const requests = this.#draw(scenario)
      await this.#turns(scenario.name + AFTER_CACHED, cached, bare, () => requests)
    }
  }

  #draw(scenario: Scenario): StoreRequest[] {
    return drawRequests(scenario, this.#settings.requests)
  }

  async #turns(name: string, ours: Target, bare: Target, draw: () => StoreRequest[]): Promise<void> {
    console.error(name)
    for (let turn = -WARM_UP_TURNS; turn < this.#settings.turns; turn++) {
      const requests = draw()
      const { micros, bodies } = await ours.take(requests)
      const least = await bare.takeBytes(requests, bodies)
      if (turn >= 0) this.#add(name, micros, least.micros)
      else for (const [index, request] of requests.entries()) checkAnswer(request, bodies[index]!)
    }
  }

  #add(name: string, micros: number, least: number): void {
    const pairs = this.#costs.get(name) ?? { micros: [], least: [] }
    this.#costs.set(name, { micros: [...pairs.micros, micros], least: [...pairs.least, least] })
  }

  #addMegabytes(name: string, megabytes: number): void {
    this.#megabytes.set(name, [...(this.#megabytes.get(name) ?? []), megabytes])
  }
}
