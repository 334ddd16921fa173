// The types of programs that set an older `lib` still know AsyncDisposable.
/// <reference lib="esnext.disposable" preserve="true" />
import { isDeepStrictEqual } from 'node:util'
import { VitrineError } from '@vitrine/catalog/error'
import { formatValue } from '@vitrine/catalog/native/fields'
import { SHOP_SETTINGS, type ShopSettings, shopSettings } from '@vitrine/catalog/shop-settings'
import { type Store, type StoreId, storeId } from '@vitrine/catalog/store'
import type { Warning } from '@vitrine/catalog/submission'
import { openCatalogs } from '@vitrine/engine/database/open'
import type { Catalogs } from '@vitrine/engine/edition/catalogs'
import type { EditionSummary } from '@vitrine/engine/edition/rows'
import { type Crossing, shareThatAllows } from '@vitrine/engine/publish/limits'
import { publish } from '@vitrine/engine/publish/publish'
import { publishMarkets } from '@vitrine/engine/publish/republish'
import {
  type Catalog,
  type CatalogPublishOptions,
  type InputWarning,
  type MarketDeclaration,
  PublishRefused,
  type PublishReport,
  type SettingsInput,
  type UpsertInput,
} from './catalog.ts'
import type { PatchInput, RemovalInput } from './catalog-input.ts'
import { declaredMarkets } from './declared-markets.ts'
import { droppedWarning, PendingChanges } from './pending-changes.ts'

export { type ErrorCode, VitrineError } from '@vitrine/catalog/error'
export type { ShopSettings } from '@vitrine/catalog/shop-settings'
export type { EditionSummary } from '@vitrine/engine/edition/rows'
export * from './catalog.ts'
export type * from './catalog-input.ts'

export interface CatalogOptions {
  /** The path of a SQLite file, or the `postgres://…` address of a database. */
  readonly database: string
  /** The id of an existing store. `vitrine store add` adds one. */
  readonly store: string
  /** Called when `publish` has to wait because another process writes to the store or the SQLite file. */
  readonly onWait?: () => void
}

/**
 * Opens an existing store for changes; it creates neither a store nor a database. Throws a `VitrineError`:
 * `store-not-found`; or `database-unusable` for a database that does not exist, does not answer, or has another
 * version. Throws a TypeError if the database or the store is not text.
 */
export async function openCatalog({ database, store, onWait = () => {} }: CatalogOptions): Promise<Catalog> {
  // A program in JavaScript may pass on an environment variable that is not set.
  for (const [name, value] of Object.entries({ database, store }))
    if (typeof value !== 'string') throw new TypeError(`${name} is ${value}; expected text`)
  const id = storeId(store)
  if (!id) throw new VitrineError('store-not-found', `${JSON.stringify(store)} is not a valid store id; ${VALID_ID}`)
  await using opened = new AsyncDisposableStack()
  const catalogs = opened.use(await openCatalogs(database, 'require'))
  await catalogs.current(id).catch((error) => {
    if (!(error instanceof VitrineError) || error.code !== 'store-not-found') throw error
    throw new VitrineError(
      'store-not-found',
      `store ${id} does not exist; \`vitrine store add ${id} --name …\` creates it`,
    )
  })
  opened.move()
  return new OpenCatalog(catalogs, id, onWait)
}

const VALID_ID = 'expected 1 to 64 characters of A-Z a-z 0-9 _ -'

const MAX_WARNINGS = 1000

class OpenCatalog implements Catalog {
  readonly store: StoreId
  readonly #catalogs: Catalogs
  readonly #onWait: () => void
  #pending = new PendingChanges()
  #lastPublish: Promise<unknown> = Promise.resolve()
  #closed: Promise<void> | undefined

  constructor(catalogs: Catalogs, store: StoreId, onWait: () => void) {
    this.#catalogs = catalogs
    this.store = store
    this.#onWait = onWait
  }

  upsert(...products: readonly UpsertInput[]): void {
    for (const product of products) this.#pending.upserts.push(product)
  }

  patch(...patches: readonly PatchInput[]): void {
    for (const patch of patches) this.#pending.patches.push(patch)
  }

  remove(...products: readonly RemovalInput[]): void {
    for (const product of products) this.#pending.removals.push(product)
  }

  async publish(options: CatalogPublishOptions = {}): Promise<PublishReport> {
    this.#requireOpen()
    const changes = this.#pending
    this.#pending = new PendingChanges()
    const { hold } = options
    if (hold !== undefined && (typeof hold !== 'string' || hold.trim() === ''))
      throw new TypeError(`hold is ${formatValue(hold)}; expected the command that makes the same changes again`)
    return await this.#inOrder(() => this.#publish(changes, options))
  }

  async settings(): Promise<ShopSettings> {
    this.#requireOpen()
    return shopSettingsOf((await this.#catalogs.current(this.store)).store)
  }

  async changeSettings(settings: SettingsInput): Promise<ShopSettings> {
    this.#requireOpen()
    const changed = shopSettings(settings)
    await this.#lastPublish
    return shopSettingsOf(await this.#catalogs.changeStore(this.store, changed, this.#onWait))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closed ??= this.#lastPublish.then(() => this.#catalogs[Symbol.asyncDispose]())
    await this.#closed
  }

  async declareMarket(declaration: MarketDeclaration): Promise<EditionSummary> {
    this.#requireOpen()
    return await this.#inOrder(async () => {
      const { store, number, publishedAt, productCount, variantCount } = await this.#catalogs.current(this.store)
      const isKnown = isDeepStrictEqual(declaredMarkets(store, declaration), store.markets)
      if (isKnown) return { number, publishedAt, productCount, variantCount }
      await using draft = await this.#catalogs.draft(this.store, this.#onWait, undefined, (current) =>
        declaredMarkets(current, declaration),
      )
      return await publishMarkets(draft, new Date().toISOString())
    })
  }

  /** Does work after all that was asked for before. */
  async #inOrder<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#lastPublish.then(work)
    this.#lastPublish = result.catch(() => {})
    return await result
  }

  #requireOpen(): void {
    if (this.#closed) throw new Error('the catalog is closed; open it again with openCatalog')
  }

  async #publish(changes: PendingChanges, options: CatalogPublishOptions): Promise<PublishReport> {
    const { dryRun = false, skipInvalid = false, hold, onProgress = () => {} } = options
    const { maxRemoved, maxLost, mayChangeLanguage } = options
    await using draft = await this.#catalogs.draft(this.store, this.#onWait)
    const warnings: InputWarning[] = []
    let warningCount = 0
    const onWarning = ({ line, ...warning }: Warning) => {
      if (warningCount++ < MAX_WARNINGS) warnings.push({ ...changes.locationOf(line), ...warning })
    }
    let limit: string | undefined
    const report = await publish(draft, changes.submissions(draft.base, onWarning), {
      replace: false,
      isIncrement: true,
      skipInvalid,
      dryRun,
      hold,
      now: new Date().toISOString(),
      onProgress,
      limits: { source: 'program', maxRemoved, maxLost, mayChangeLanguage },
      approve: (_, crossings) => {
        if (crossings.length > 0) limit = limitText(crossings, this.store)
        return crossings.length === 0
      },
      onDropped: (fault) => onWarning(droppedWarning(fault)),
      onUnused: ({ line, ...patch }) =>
        onWarning(
          'sku' in patch
            ? { line, path: 'sku', message: `is ${formatValue(patch.sku)}, which no variant of the store has` }
            : { line, path: 'slug', message: `is ${formatValue(patch.slug)}, which no product of the store has` },
        ),
    })
    const { outcome, problemCount, refusal: _, ...others } = report
    const problems = report.problems.map(({ line, ...problem }) => ({ ...changes.locationOf(line), ...problem }))
    if (outcome === 'refused') throw new PublishRefused(problems, problemCount, limit)
    return { outcome, ...others, problems, problemCount, warnings, warningCount }
  }
}

/** What would be lost, and the options that allow it. */
function limitText(crossings: readonly Crossing[], store: StoreId): string {
  const options = [...new Set(crossings.map(({ limit }) => limit))].map((limit) => {
    const value = limit === 'mayChangeLanguage' ? true : shareThatAllows(crossings, limit)
    return `${limit}: ${value}`
  })
  const reasons = crossings.map(({ reason }) => reason).join('; ')
  const approve = `\`vitrine approve ${store}\` allows exactly this, once`
  return `${reasons}; \`{ ${options.join(', ')} }\` allows it, or ${approve}`
}

function shopSettingsOf(store: Store): ShopSettings {
  const names = SHOP_SETTINGS.filter((name) => store[name] !== undefined)
  return Object.fromEntries(names.map((name) => [name, store[name]]))
}
