import { createHash } from 'node:crypto'
import { join, resolve } from 'node:path'
import { type PostgresServer, startServer } from '../../test/postgres/server.ts'
import type { FormatName } from '../formats/formats.ts'
import { databaseFile } from './dataset.ts'
import { createScenarios, fetchTotals, type Scenario, type StoreSet } from './scenarios.ts'
import { Target } from './target.ts'
import { STORE, serve } from './vitrine.ts'

/** What may differ between the sides of a comparison. */
export type Side = {
  /** What differs from the other sides. */
  name: string
  checkout: string
  products: number
  stores: number
  format: FormatName
  database: 'sqlite' | 'postgres'
  workers: number
  encoding: string
}

export type Choices = { [Part in keyof Omit<Side, 'name'>]: Side[Part][] }

/** The databases of the sides, in a folder that is removed later. */
export type Databases = {
  folder: string
  /** The folder that keeps catalogs. */
  kept: string
  seed: number
  language: string
  postgres: PostgresServer | undefined
}

/** What an operator would give a server of this size: the tables are in memory, as the SQLite file is. */
const POSTGRES = { shared_buffers: '1GB', fsync: true, synchronous_commit: true, full_page_writes: true }

/** All combinations. The name of a side has the parts that have several choices. */
export function sidesOf(choices: Choices): Side[] {
  let sides: Record<string, unknown>[] = [{ name: '' }]
  for (const [part, values] of Object.entries(choices)) {
    const word = (value: unknown) =>
      typeof value === 'number' ? `${value.toLocaleString('en-US')} ${part}` : String(value)
    sides = sides.flatMap((side) =>
      values.map((value) => ({
        ...side,
        [part]: value,
        name: values.length === 1 ? side.name : [side.name, word(value)].filter(Boolean).join(', '),
      })),
    )
  }
  return sides as Side[]
}

export async function startPostgres(sides: readonly Side[]): Promise<PostgresServer | undefined> {
  return sides.some(({ database }) => database === 'postgres') ? await startServer(POSTGRES) : undefined
}

export function storesOf({ stores, products }: Side): StoreSet {
  if (stores === 1) return { count: 1, products, nameOf: () => STORE }
  return { count: stores, products: Math.floor(products / stores), nameOf: (store) => `store-${store}` }
}

/** The address of the database of a side. Sides that differ only in the server or the request share it. */
export function databaseOf(side: Side, { folder, postgres }: Databases): string {
  const { checkout, products, stores, format, database } = side
  const key = `${resolve(checkout)} ${products} ${stores} ${format}`
  const name = `side_${createHash('sha256').update(key).digest('hex').slice(0, 16)}`
  return database === 'sqlite' ? join(folder, `${name}.db`) : postgres!.url(name)
}

/** A side whose server runs. Sides with the same catalog share their scenarios, so that they get the same requests. */
export type OpenSide = AsyncDisposable & { side: Side; target: Target; scenarios: Scenario[] }

const scenariosOfCatalog = new Map<string, Scenario[]>()

export async function openSide(
  side: Side,
  options: { connections: number; 'cache-mb': number; imports: number; workers: number[] },
  databases: Databases,
): Promise<OpenSide> {
  const { products, workers, checkout } = side
  const stores = storesOf(side)
  const { kept, seed } = databases
  const isKept = options.imports === 0 && side.database === 'sqlite' && side.stores === 1
  const database = isKept ? await databaseFile(kept, { products, seed }) : databaseOf(side, databases)
  const first = { store: stores.nameOf(0), path: '/store/products' }
  const core = options.workers.some((number) => number > 1) ? '0,1' : '0'
  const settings = { first, workers, checkout, cacheMegabytes: options['cache-mb'], core }
  const target = new Target(await serve(database, settings), options.connections)
  await target.server.untilIdle()
  const catalog = `${products} ${side.stores}`
  // Each server is asked, so that all have the same in their caches.
  const totals = await fetchTotals(target.server.address, { products: stores.products, seed }, stores.nameOf(0))
  const scenarios = scenariosOfCatalog.get(catalog) ?? createScenarios({ products, seed }, totals, stores)
  scenariosOfCatalog.set(catalog, scenarios)
  return { side, target, scenarios, [Symbol.asyncDispose]: () => target[Symbol.asyncDispose]() }
}
