import { Connection } from './connection.ts'
import { database, WARM_UP_PRODUCTS } from './dataset.ts'
import { ofStore, type Request } from './request.ts'
import { type Scenario, scenariosOf } from './scenarios.ts'
import type { Server } from './server.ts'
import { totalsOf } from './totals.ts'
import { STORE, serve, WARM_UP } from './vitrine.ts'

/** A server of one catalog, and one client of it. */
export class Site implements AsyncDisposable {
  readonly products: number
  readonly server: Server
  readonly #connection: Connection
  readonly #scenarios: readonly Scenario[]
  readonly #warmUp: readonly Scenario[]

  private constructor(
    products: number,
    server: Server,
    connection: Connection,
    scenarios: readonly Scenario[],
    warmUp: readonly Scenario[],
  ) {
    this.products = products
    this.server = server
    this.#connection = connection
    this.#scenarios = scenarios
    this.#warmUp = warmUp
  }

  /** Its totals come from another server before, so that this one has been asked nothing of what is measured. */
  static async open(folder: string, products: number, seed: number, fresh: boolean): Promise<Site> {
    const file = await database(folder, { products, seed }, fresh)
    const [scenarios, warmUp] = await scenariosFrom(file, products, seed)
    const first = { store: WARM_UP, path: '/store/products' }
    const server = await serve(file, { first, cacheMegabytes: 0, watched: true })
    return new Site(products, server, new Connection(server.address), scenarios, warmUp)
  }

  get scenarios(): string[] {
    return this.#scenarios.map(({ name }) => name)
  }

  /** Different requests of a kind, up to so many: of some kinds there are few. */
  requests(scenario: string, count: number): Request[] {
    const { path } = this.#scenarios.find(({ name }) => name === scenario)!
    return ofStore(STORE, different(path, count))
  }

  ask(request: Request): Promise<number> {
    return this.#connection.ask(request)
  }

  /** Asks for the kind at the small store, so that the code for it has been run. */
  async warmUp(scenario: string, count: number, seconds: number): Promise<void> {
    const { path } = this.#warmUp.find(({ name }) => name === scenario) ?? this.#warmUp[0]!
    const until = performance.now() + seconds * 1000
    for (let asked = 0; asked < count && performance.now() < until; asked++) {
      await this.ask({ store: WARM_UP, path: path() })
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#connection[Symbol.dispose]()
    await this.server[Symbol.asyncDispose]()
  }
}

async function scenariosFrom(file: string, products: number, seed: number): Promise<[Scenario[], Scenario[]]> {
  await using server = await serve(file)
  const big = { products, seed }
  const small = { products: WARM_UP_PRODUCTS, seed }
  const totals = await totalsOf(server.address, STORE, big)
  if (totals.products !== products) throw new Error(`${file} has ${totals.products} products; --fresh makes it anew`)
  return [scenariosOf(big, totals), scenariosOf(small, await totalsOf(server.address, WARM_UP, small))]
}

const TRIES_FOR_ONE = 5

function different(path: () => string, count: number): string[] {
  const paths = new Set<string>()
  for (let tries = 0; paths.size < count && tries < count * TRIES_FOR_ONE; tries++) paths.add(path())
  return [...paths]
}
