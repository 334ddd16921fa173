import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import type { Product } from '@vitrine/catalog/product'
import { openCatalogs, openEditions } from '@vitrine/engine/database/open'
import { IndexCache } from '@vitrine/engine/serve/index-cache'
import type { IndexedEdition } from '@vitrine/engine/serve/indexed-edition'
import { exportLines } from '../../packages/vitrine/cli/export/native-lines.ts'
import { lines } from '../../test/cli/vitrine.ts'
import { type Interruption, runImporter, STEPS, type Step } from '../../test/crash/importer.ts'
import { runQuery, TEST_QUERIES } from '../../test/crash/queries.ts'
import { expectIntegrity, remnants, waitForWriter } from '../../test/crash/remnants.ts'
import { seededProducts, TERMS } from '../../test/crash/seeded-catalog.ts'
import { SeededRandom } from '../../test/crash/seeded-random.ts'
import { load, storeNamed } from '../../test/loading.ts'
import type { CampaignDatabase } from '../harness/databases.ts'

const STORE = storeNamed('killed')
const NEIGHBOUR = storeNamed('neighbour')

/** The chance of an import that holds its edition. */
const HOLD = 0.4

export type Report = (promise: string, details: string) => void

/** A store that alternates between two catalogs, and whose imports are killed. */
export class KilledStore {
  readonly #database: CampaignDatabase
  readonly #files: readonly string[]
  /** What readers see of each catalog. */
  readonly #digests: string[] = []
  #neighbour = ''
  readonly #durations = new Map<Step, number>()
  /** The catalog in the current edition. */
  #current = 1
  #edition = 0

  private constructor(database: CampaignDatabase, files: readonly string[]) {
    this.#database = database
    this.#files = files
  }

  /** Makes the stores, and imports each catalog twice. The second time gives products their final positions. */
  static async open(database: CampaignDatabase, products: number, seed: number): Promise<KilledStore> {
    const files = catalogs(products, seed).map((catalog, index) => {
      const path = database.workplace.path(`${index}.ndjson`)
      writeFileSync(path, lines(catalog))
      return path
    })
    const store = new KilledStore(database, files)
    {
      await using opened = await openCatalogs(database.address, 'create')
      for (const each of [STORE, NEIGHBOUR]) await opened.addStore(each)
      await load(opened, NEIGHBOUR.id, seededProducts(new SeededRandom(seed), 200, 1))
    }
    store.#neighbour = await store.#digest(NEIGHBOUR.id)
    const unexpected = (promise: string, details: string) => {
      throw new Error(`${promise}: ${details}`)
    }
    for (let turn = 0; turn < 4; turn++) {
      store.#digests[turn % 2] = ''
      await store.importNext(undefined, false, unexpected)
    }
    return store
  }

  /**
   * Imports the other catalog. With a source of randomness, it sometimes holds its edition, which is then published or
   * discarded, and it is killed at a random moment if `isKilled`. `published` is false if it was discarded, or never finished.
   */
  async importNext(
    random: SeededRandom | undefined,
    isKilled: boolean,
    report: Report,
  ): Promise<{ killed: boolean; held: boolean; published: boolean }> {
    const next = 1 - this.#current
    const moment = random && isKilled ? this.#moment(random) : undefined
    const hold = random?.chance(HOLD) ?? false
    const what = JSON.stringify(moment ?? 'not killed')
    const context = `${this.#database.name}, edition ${this.#edition}, ${hold ? 'held, ' : ''}${what}`
    const { address } = this.#database
    const command = { file: this.#files[next]!, database: address, store: STORE.id, replace: true, hold }
    const interruption: Interruption | undefined = moment && {
      ...moment,
      interrupt: (child) => void child.kill('SIGKILL'),
    }
    const outcome = await runImporter(command, interruption).catch((error: Error) => {
      report('the next import works', `${context}: ${error.message}`)
      return { failed: true, durations: new Map<Step, number>() }
    })
    if (!outcome.failed) for (const [step, duration] of outcome.durations) this.#durations.set(step, duration)
    await waitForWriter(address)
    let published = await this.#checkState(next, context, report)
    if (hold && published) report('no reader sees an edition that is held', context)
    const end = hold ? await this.#endHold(random!) : undefined
    if (end) published = await this.#checkState(next, `${context}, ${end}`, report)
    if (end ? published !== (end === 'published') : !outcome.failed && !published)
      report('an edition is published if its import succeeds, and not if it is discarded', context)
    return { killed: moment !== undefined && outcome.failed, held: end !== undefined, published }
  }

  /** Publishes or discards the held edition, if there is one, and says which. */
  async #endHold(random: SeededRandom): Promise<'published' | 'discarded' | undefined> {
    await using catalogs = await openCatalogs(this.#database.address, 'require')
    const edition = (await catalogs.editions(STORE.id)).find(({ held }) => held !== null)?.number
    if (edition === undefined) return undefined
    if (random.chance(0.5)) {
      await catalogs.discard(STORE.id, edition)
      return 'discarded'
    }
    await catalogs.publish(STORE.id, () => edition)
    return 'published'
  }

  async checkNeighbour(report: Report): Promise<void> {
    if ((await this.#digest(NEIGHBOUR.id)) !== this.#neighbour)
      report('other stores are unchanged', `${this.#database.name}, edition ${this.#edition}`)
  }

  /** Imports once more to the end. Then nothing of a killed import may be left, and the database must be undamaged. */
  async checkRemains(report: Report): Promise<void> {
    await this.importNext(undefined, false, report)
    await this.checkNeighbour(report)
    const { address, name } = this.#database
    for (const remnant of await remnants(address)) report('the next import leaves no remains', `${name}: ${remnant}`)
    await expectIntegrity(address).catch((error) => report('the database is undamaged', `${name}: ${error.message}`))
  }

  /** A moment in any step, the long steps as often as the short ones. */
  #moment(random: SeededRandom): { step: Step; after: number } {
    const step = random.oneOf(STEPS)
    return { step, after: random.next() * this.#durations.get(step)! }
  }

  /** Compares the store with both catalogs. Returns whether the import has published its edition. */
  async #checkState(next: number, context: string, report: Report): Promise<boolean> {
    await using editions = new IndexCache(await openEditions(this.#database.address), 0)
    const current = await editions.current(STORE.id)
    const published = current.number !== this.#edition
    const digest = await digestOf(current)
    const catalog = published ? next : this.#current
    this.#digests[catalog] ||= digest
    if (digest !== this.#digests[catalog])
      report('a store has exactly the old edition or the new one', `${context}: edition ${current.number} is neither`)
    this.#edition = current.number
    this.#current = catalog
    return published
  }

  async #digest(store: typeof STORE.id): Promise<string> {
    await using editions = new IndexCache(await openEditions(this.#database.address), 0)
    return await digestOf(await editions.current(store))
  }
}

/** A digest of every product, of searches, filters and sort orders, and of the sizes of all posting lists. */
async function digestOf(edition: IndexedEdition): Promise<string> {
  const hash = createHash('sha1')
  for await (const line of exportLines(edition.stored)) hash.update(line)
  for (const query of TEST_QUERIES) hash.update(await runQuery(edition, query))
  for (const { size } of await edition.postings('product', TERMS)) hash.update(`${size},`)
  return hash.digest('hex')
}

/** Two catalogs of small products. In the second, one product in ten is missing and one in ten is different. */
function catalogs(count: number, seed: number): [Product[], Product[]] {
  const first = seededProducts(new SeededRandom(seed), count, 1, count)
  const others = seededProducts(new SeededRandom(seed + 1), count / 5, 2, count)
  const replaced = new Set(others.map(({ id }) => id))
  const second = [...first.filter(({ id }) => !replaced.has(id)), ...others.slice(count / 10)]
  return [first.map(shortened), second.map(shortened)]
}

/** A product with one variant and a few words, so that an import takes seconds. */
function shortened(product: Product): Product {
  return { ...product, description: product.description!.slice(0, 60), variants: product.variants.slice(0, 1) }
}
