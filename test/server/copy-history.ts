import assert from 'node:assert/strict'
import type { OutgoingHttpHeaders } from 'node:http'
import type { Patch } from '@vitrine/catalog/submission'
import type { Draft } from '@vitrine/engine/edition/draft'
import { publicationName } from '@vitrine/engine/edition/publication-name'
import { publish } from '@vitrine/engine/publish/publish'
import { publishDeclared } from '@vitrine/engine/publish/publish-declared'
import { publishTaxRate } from '@vitrine/engine/publish/republish'
import { SeededRandom } from '../crash/seeded-random.ts'
import type { Opened } from '../database/databases.ts'
import type { TestServer } from '../database/test-server.ts'
import { until } from '../database/until.ts'
import { load, storeNamed } from '../loading.ts'
import { type CatalogCopy, CatalogReader } from './catalog-copy.ts'

/** What histories have shown. */
export interface CopyFigures {
  /** Steps of histories, of which some publish nothing. */
  steps: number
  rollbacks: number
  /** Imports that were killed. */
  kills: number
  /** Copies that followed what changed since an earlier publication, and the changes in all of these. */
  replays: number
  changes: number
  /** Times that the log did not know what changed. */
  gone: number
}

/** Imports products in a process of its own that it kills. Returns whether the import ended before. */
type KilledImport = (store: string, products: readonly object[], random: SeededRandom) => Promise<boolean>

/**
 * Publishes at random to a new store: imports, patches, rollbacks, settings and declarations. With `killedImport`, one step is an
 * import that is killed. After each step, a copy of one earlier moment follows what changed, and after the last step one of
 * every moment. Throws if a copy then differs from one that reads everything, or if it was told what is not so.
 */
export async function runCopyHistory(
  { catalogs, editions }: Pick<Opened, 'catalogs' | 'editions'>,
  { origin, get }: Pick<TestServer, 'origin' | 'get'>,
  options: { readonly seed: number; readonly steps: number; readonly killedImport?: KilledImport },
): Promise<CopyFigures> {
  const { seed, steps, killedImport } = options
  const random = new SeededRandom(seed)
  const { id } = storeNamed(`history-${seed}`)
  const figures: CopyFigures = { steps, rollbacks: 0, kills: 0, replays: 0, changes: 0, gone: 0 }
  const history = new History({ catalogs, random, figures }, id)
  await catalogs.addStore(storeNamed(id))
  const fetch = fetchBy(origin, get)
  const reader = new CatalogReader({ url: origin, store: id, fetch })
  const copies: CatalogCopy[] = []
  const follow = async (copy: CatalogCopy, fresh: CatalogCopy) => {
    const changes = await reader.follow(copy, fresh, random.oneOf([3, 100]))
    if (changes === undefined) figures.gone++
    else figures.replays++
    figures.changes += changes ?? 0
    assert.ok(changes !== undefined || history.forgets, `the log has all publications of seed ${seed}`)
  }
  const killed = killedImport ? Math.floor(random.next() * steps) : undefined
  for (let step = 0; step < steps; step++) {
    if (step === killed) await history.importKilled(killedImport!)
    else await history.step()
    const fresh = await freshCopy()
    if (copies.length > 0) await follow(random.oneOf(copies), fresh)
    if (step === steps - 1) for (const copy of copies) await follow(copy, fresh)
    if (fresh.publication !== null) copies.push(fresh)
  }
  await catalogs.removeStore(id)
  return figures

  /** Reads everything, once readers see what is published. */
  async function freshCopy(): Promise<CatalogCopy> {
    const current = await catalogs.current(id)
    const newest = (await current.publications().next()).value
    const name = newest ? publicationName(newest) : null
    // A reader may miss the store for a moment after it was added again.
    const isSeen = async () => {
      const { number, publishedAt } = await editions.current(id)
      return number === current.number && publishedAt === current.publishedAt
    }
    await until(async () => isSeen().catch(() => false))
    let copy: CatalogCopy | undefined
    await until(async () => {
      copy = await reader.readAll()
      return copy.publication === name
    })
    return copy!
  }
}

/** The server as `fetch`, at a fraction of its cost. */
function fetchBy(origin: string, get: TestServer['get']): typeof fetch {
  return async (url, options) => {
    const { status, headers, body } = await get(
      String(url).slice(origin.length),
      options!.headers as OutgoingHttpHeaders,
    )
    return new Response(status === 304 ? null : body, { status, headers: headers as Record<string, string> })
  }
}

interface HistoryContext {
  readonly catalogs: Opened['catalogs']
  readonly random: SeededRandom
  readonly figures: CopyFigures
}

type StoreId = ReturnType<typeof storeNamed>['id']

/** The publications of a store. */
class History {
  readonly #context: HistoryContext
  readonly #store: StoreId
  /** Whether the log may not know what changed since some publications. */
  forgets = false
  /** Milliseconds since 1970. */
  #now = Date.parse('2026-03-01T00:00:00.000Z')

  constructor(context: HistoryContext, store: StoreId) {
    this.#context = context
    this.#store = store
  }

  /** Does something, which may change nothing. */
  async step(): Promise<void> {
    const { catalogs, random, figures } = this.#context
    const kind = random.next()
    if (kind < 0.45) await this.#import()
    else if (kind < 0.6) await this.#draft((draft, now) => this.#patch(draft, now))
    else if (kind < 0.8) {
      figures.rollbacks++
      await catalogs.rollback(this.#store, (kept) => random.oneOf(kept).number)
    } else if (kind < 0.87) {
      const language = random.oneOf(['de', 'en', undefined])
      await catalogs.changeStore(this.#store, { language, publicName: random.oneOf(['One', 'Two']) })
    } else if (kind < 0.91) {
      const rate = random.oneOf([7, 19])
      const taxRate = { ...storeNamed(this.#store).taxRate, name: `${rate} %`, rate }
      await this.#draft((draft, now) => publishTaxRate(draft, taxRate, now))
    } else if (kind < 0.97) await this.#draft((draft, now) => this.#declare(draft, now))
    else if (kind < 0.985) await this.#draft((draft, now) => this.#publishUnknown(draft, now))
    else {
      this.forgets = true
      await catalogs.removeStore(this.#store)
      await catalogs.addStore(storeNamed(this.#store))
      await this.#import()
    }
  }

  async importKilled(killedImport: KilledImport): Promise<void> {
    const { random, figures } = this.#context
    const hasEnded = await killedImport(this.#store, this.#products(1 + Math.floor(random.next() * 8)), random)
    if (!hasEnded) figures.kills++
  }

  async #import(): Promise<void> {
    const { catalogs, random } = this.#context
    const products = this.#products(Math.floor(random.next() * 9))
    const [replace, now] = [random.chance(0.3), this.#nextTime()]
    await load(catalogs, this.#store, products, { replace, now })
  }

  #products(count: number): object[] {
    const slugs = this.#context.random.shuffled([...'abcdefgh']).slice(0, count)
    return slugs.map((slug) => this.#product(slug))
  }

  #product(slug: string) {
    const { random } = this.#context
    const variant = (sku: string) => ({ sku, price: random.oneOf([1, 2]), stock: random.oneOf([0, 1]) })
    return {
      ...{ slug, name: random.oneOf([slug, `${slug} 2`]), description: random.oneOf(['', '', 'Fine.']) },
      labelValues: random.oneOf([[], ['Sale'], ['Sale', 'New']]),
      variants: random.chance(0.2) ? [variant(slug), variant(`${slug}-2`)] : [variant(slug)],
    }
  }

  async #patch(draft: Draft, now: string): Promise<unknown> {
    const { random } = this.#context
    const patches = [...'abcdefgh'].flatMap((sku, line): Patch[] => {
      const kind = random.next()
      if (kind < 0.6) return []
      if (kind < 0.8) return [{ line, sku, stock: random.oneOf([0, 1, 2]) }]
      return [{ line, sku, price: random.oneOf(['1.00', '3.00']) }]
    })
    const submissions = (async function* () {
      yield* patches
    })()
    return await publish(draft, submissions, { replace: false, skipInvalid: false, dryRun: false, now })
  }

  async #declare(draft: Draft, now: string): Promise<unknown> {
    const { random } = this.#context
    const text = random.oneOf(['red', 'blue'])
    if (random.chance(0.3)) return await publishDeclared(draft, 'synonyms', [['mug', text]], now)
    if (random.chance(0.5)) return await publishDeclared(draft, 'labels', [{ code: 'sale', name: text }], now)
    return await publishDeclared(draft, 'rules', [{ query: 'mug', pin: [{ slug: 'a', at: 1 }] }], now)
  }

  /** Publishes an edition of which nobody says how it differs. */
  async #publishUnknown(draft: Draft, publishedAt: string): Promise<unknown> {
    this.forgets = true
    const { productCount, variantCount } = draft.base
    return await draft.publish({ publishedAt, productCount, variantCount })
  }

  async #draft(publish: (draft: Draft, now: string) => Promise<unknown>): Promise<void> {
    await using draft = await this.#context.catalogs.draft(this.#store)
    await publish(draft, this.#nextTime())
  }

  /** Differs from all earlier ones, so that no two editions have the same. */
  #nextTime(): string {
    this.#now += 1000
    return new Date(this.#now).toISOString()
  }
}
