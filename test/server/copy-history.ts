import assert from 'node:assert/strict'
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
import { CatalogCopy } from './catalog-copy.ts'

/** What histories have shown. */
export interface CopyFigures {
  publications: number
  rollbacks: number
  /** Times that copies followed what changed, and the changes in all of these. */
  updates: number
  changes: number
  /** Times that copies read everything: at first, and where the log did not know all changes. */
  readAll: number
}

/**
 * Publishes at random to a new store: imports, patches, rollbacks, settings and declarations. Copies of the catalog begin
 * at random moments, and follow what changed at others. Throws if a copy then differs from one that reads everything, or
 * if it was told what is not so.
 */
export async function runCopyHistory(
  { catalogs, editions }: Pick<Opened, 'catalogs' | 'editions'>,
  { origin, get }: Pick<TestServer, 'origin' | 'get'>,
  { seed, steps }: { readonly seed: number; readonly steps: number },
): Promise<CopyFigures> {
  const random = new SeededRandom(seed)
  const { id } = storeNamed(`history-${seed}`)
  const figures = { publications: 0, rollbacks: 0, updates: 0, changes: 0, readAll: 0 }
  const history = new History({ catalogs, random, figures }, id)
  await catalogs.addStore(storeNamed(id))
  const copyOf = () => new CatalogCopy(origin, id, random.oneOf([1, 3, 100]))
  const copies = [copyOf()]
  for (let step = 0; step < steps; step++) {
    await history.step()
    const current = await catalogs.current(id)
    const { number, publishedAt } = current
    // A reader may miss the store for a moment after it was added again.
    const isSeen = async () => {
      const shown = await editions.current(id)
      return shown.number === number && shown.publishedAt === publishedAt
    }
    await until(async () => isSeen().catch(() => false))
    const newest = (await current.publications().next()).value
    const name = newest ? publicationName(newest) : null
    await until(async () => JSON.parse((await get('/store/changes', { 'x-store-id': id })).body).meta?.to === name)
    if (copies.length < 5 && random.chance(0.3)) copies.push(copyOf())
    const fresh = copyOf()
    await fresh.update()
    for (const copy of copies) {
      if (step < steps - 1 && random.chance(0.6)) continue
      const changes = await copy.update()
      if (changes === undefined) figures.readAll++
      else figures.updates++
      figures.changes += changes ?? 0
      assert.deepEqual(copy.products, fresh.products, `step ${step} of seed ${seed}`)
    }
  }
  await catalogs.removeStore(id)
  return figures
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
  /** Milliseconds since 1970. */
  #now = Date.parse('2026-03-01T00:00:00.000Z')

  constructor(context: HistoryContext, store: StoreId) {
    this.#context = context
    this.#store = store
  }

  /** Does something, which may change nothing. */
  async step(): Promise<void> {
    const { catalogs, random, figures } = this.#context
    figures.publications++
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
      await catalogs.removeStore(this.#store)
      await catalogs.addStore(storeNamed(this.#store))
      await this.#import()
    }
  }

  async #import(): Promise<void> {
    const { catalogs, random } = this.#context
    const products = random
      .shuffled([...'abcdefgh'])
      .slice(0, Math.floor(random.next() * 9))
      .map((slug) => this.#product(slug))
    const [replace, now] = [random.chance(0.3), this.#nextTime()]
    await load(catalogs, this.#store, products, { replace, now })
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
