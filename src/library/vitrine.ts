import { VitrineError } from '../catalog/error.ts'
import { type StoreId, storeId } from '../catalog/store.ts'
import type { Warning } from '../catalog/submission.ts'
import { openCatalogs } from '../database/open.ts'
import type { Catalogs } from '../edition/draft.ts'
import { formatValue } from '../import/fields.ts'
import { publish } from '../publish/publish.ts'
import {
  type Catalog,
  type Given,
  type GivenProblem,
  type GivenWarning,
  type PublishOptions,
  PublishRefused,
  type PublishReport,
} from './catalog.ts'
import { Gathered, type Upserted } from './gathered.ts'
import type { PatchInput, RemovalInput } from './given.ts'

export { type ErrorCode, VitrineError } from '../catalog/error.ts'
export type { EditionSummary } from '../edition/edition.ts'
export type * from './given.ts'
export {
  type Catalog,
  type Given,
  type GivenProblem,
  type GivenWarning,
  type PublishOptions,
  PublishRefused,
  type PublishReport,
}

export interface CatalogOptions {
  /** The path of a SQLite file, or the `postgres://…` address of a database. */
  readonly database: string
  /** The id of a store that is there: `vitrine store add` makes one. */
  readonly store: string
  /** Called when `publish` has to wait, because the store, or the SQLite file, is being written by another. */
  readonly onWait?: () => void
}

/**
 * Opens a store to change what it holds. Throws a `VitrineError`: `store-not-found`, or `database-unusable` for a database
 * that is not there, cannot be reached, or is of another version.
 */
export async function openCatalog({ database, store, onWait = () => {} }: CatalogOptions): Promise<Catalog> {
  const id = storeId(store)
  if (!id) throw new VitrineError('store-not-found', `${JSON.stringify(store)} is not the id of a store`)
  await using opened = new AsyncDisposableStack()
  const catalogs = opened.use(await openCatalogs(database, 'refuse'))
  await catalogs.current(id)
  opened.move()
  return new OpenCatalog(catalogs, id, onWait)
}

const KEPT_WARNINGS = 1000

class OpenCatalog implements Catalog {
  readonly store: StoreId
  readonly #catalogs: Catalogs
  readonly #onWait: () => void
  #gathered = new Gathered()
  /** What is published, one edition after the other. */
  #under: Promise<unknown> = Promise.resolve()

  constructor(catalogs: Catalogs, store: StoreId, onWait: () => void) {
    this.#catalogs = catalogs
    this.store = store
    this.#onWait = onWait
  }

  upsert(...products: readonly Upserted[]): void {
    for (const product of products) this.#gathered.upserted.push(product)
  }

  patch(...patches: readonly PatchInput[]): void {
    for (const patch of patches) this.#gathered.patches.push(patch)
  }

  remove(...products: readonly RemovalInput[]): void {
    for (const product of products) this.#gathered.removals.push(product)
  }

  publish(options: PublishOptions = {}): Promise<PublishReport> {
    const gathered = this.#gathered
    this.#gathered = new Gathered()
    const published = this.#under.then(() => this.#publish(gathered, options))
    this.#under = published.catch(() => {})
    return published
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#under
    await this.#catalogs[Symbol.asyncDispose]()
  }

  async #publish(
    gathered: Gathered,
    { dryRun = false, skipInvalid = false, onProgress = () => {} }: PublishOptions,
  ): Promise<PublishReport> {
    await using draft = await this.#catalogs.draft(this.store, this.#onWait)
    const warnings = new Warnings(gathered)
    const report = await publish(draft, gathered.entries(draft.base, warnings.note), {
      replace: false,
      skipInvalid,
      dryRun,
      now: new Date().toISOString(),
      onProgress,
      onUnknownSku: ({ line, sku }) =>
        warnings.note({ line, path: 'sku', message: `is ${formatValue(sku)}, which no variant of the store has` }),
    })
    const { outcome, problemCount, ...counts } = report
    const problems = report.problems.map(({ line, ...problem }) => ({ ...gathered.placeOf(line), ...problem }))
    if (outcome === 'refused') throw new PublishRefused(problems, problemCount)
    return { outcome, ...counts, problems, problemCount, warnings: warnings.kept, warningCount: warnings.count }
  }
}

class Warnings {
  readonly kept: GivenWarning[] = []
  count = 0
  readonly #gathered: Gathered

  constructor(gathered: Gathered) {
    this.#gathered = gathered
  }

  readonly note = ({ line, ...warning }: Warning): void => {
    if (this.count++ < KEPT_WARNINGS) this.kept.push({ ...this.#gathered.placeOf(line), ...warning })
  }
}
