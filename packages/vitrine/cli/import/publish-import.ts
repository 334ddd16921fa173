import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { StoreId, StoreSettings } from '@vitrine/catalog/store'
import type { Patch, Removal, Submission } from '@vitrine/catalog/submission'
import { databaseExists, openCatalogs, publicName } from '@vitrine/engine/database/open'
import type { Catalogs } from '@vitrine/engine/edition/catalogs'
import type { Edition } from '@vitrine/engine/edition/edition'
import type { PublicationLimits } from '@vitrine/engine/publish/limits'
import { type PublishOptions, publish } from '@vitrine/engine/publish/publish'
import { enteredCommand } from '../entered-command.ts'
import { CommandError } from '../errors.ts'
import { findEdition } from '../find-store.ts'
import type { Progress } from '../progress.ts'
import { newStore } from '../stores/new-store.ts'
import { WAITING_FOR_IMPORT } from '../terminal-text.ts'
import { DEFAULT_MAX_LEFT_OUT, DEFAULT_MAX_NEW, type ImportLimits } from './import-limits.ts'
import type { ImportOptions } from './import-options.ts'
import { MarketImport, type MarketSource } from './market-import.ts'
import type { ImportReport, ReportBuilder } from './report/import-report.ts'
import { measureRoom, roomNeeded } from './room-needed.ts'

/** Publishes submissions as the next edition of a store. Throws `database-unusable`, for example on a full disk. */
export async function publishImport(options: ImportOptions, input: ImportInput): Promise<ImportReport> {
  const free = measureRoom(options.database)
  try {
    return await publishSubmissions(options, input)
  } catch (error) {
    const estimate = roomNeeded(error, free, input.progress.shareRead)
    throw estimate === undefined ? error : new CommandError(estimate)
  }
}

interface ImportInput {
  readonly report: ReportBuilder
  readonly progress: Progress
  readonly signal: AbortSignal
  /** The progress step during which the submissions are read. */
  readonly step: string
  /** The submissions are from a server. */
  readonly fromServer?: boolean
  /** The submissions are the complete catalog: other products of the store are removed. */
  readonly replace: boolean
  /** The submissions are what changed in a catalog since the last import of it. */
  readonly isIncrement?: boolean
  /** Uses worker threads, which pay off for imports of more than a second. */
  readonly inWorker?: boolean
  /** Settings for a store that does not have them. Hosts of another store do not count. */
  readonly settings?: StoreSettings
  readonly labels?: PublishOptions['labels']
  /** Begins to read, once no other import can change the store. */
  readonly read: (base: Edition, now: Date) => CatalogSource | Promise<CatalogSource>
  /** Called with the number of products read so far. */
  readonly onProgress: (products: number) => void
}

/** What is read: changes of the store, or what a file says of its markets. */
type CatalogSource = { readonly submissions: AsyncIterable<Submission | Patch | Removal> } | MarketSource

/** Notes in the store that an import succeeded that found nothing new. Throws `database-unusable`. */
export async function rememberUnchanged(
  { store, database }: ImportOptions,
  now: Date,
  progress: Progress,
  signal: AbortSignal,
): Promise<void> {
  await using catalogs = await openCatalogs(database, 'require')
  await using draft = await catalogs.draft(store, () => progress.say(WAITING_FOR_IMPORT), signal)
  const { lastImport } = draft.base.store
  if (!lastImport) return
  const effect = { created: 0, changed: 0, removed: 0, leftOut: 0, warnings: 0 }
  await draft.changeBase({ lastImport: { ...lastImport, effect, at: now.toISOString() } })
}

async function publishSubmissions(options: ImportOptions, input: ImportInput): Promise<ImportReport> {
  const { report, progress, signal, step, replace, isIncrement = false, inWorker = false, labels, onProgress } = input
  const { store, skipInvalid = false, dryRun = false } = options
  await using target = await openTarget(options, inWorker)
  const onWait = () => progress.say(WAITING_FOR_IMPORT)
  await using draft = await target.catalogs.draft(store, onWait, signal)
  const settings = await withoutTakenHosts(target.catalogs, store, input.settings)
  const now = new Date()
  progress.step(step)
  const source = await input.read(draft.base, now)
  const ofMarkets = 'only' in source ? source : undefined
  const markets = ofMarkets && new MarketImport(draft.base.store, ofMarkets.only, report)
  const read = 'only' in source ? markets!.counted(source.submissions) : report.observe(source.submissions)
  const result = await publish(draft, read, {
    ...markets?.publishOptions,
    replace,
    isIncrement,
    skipInvalid,
    dryRun,
    hold: options.hold ? enteredCommand(process.argv.slice(2)) : undefined,
    inWorker,
    settings,
    ...(labels && { labels }),
    now: now.toISOString(),
    limits: publicationLimits(options, ofMarkets),
    approve: (changes, crossings) => {
      const totals = markets?.totals(changes) ?? changes
      const fileLimits = { ...limitsOf(options, ofMarkets), fromServer: input.fromServer ? store : undefined }
      return report.checkLimits(fileLimits, totals, crossings, draft.base, replace)
    },
    // Stocks every five minutes would hide that the catalog of the night is missing.
    ...(options.only || markets ? {} : { remember: (changes) => report.lastImport(changes, draft.base.store, now) }),
    onUnused: ({ line, row, ...patch }) =>
      report.callbacks.onLeftOut({
        ...{ line, row },
        ...('sku' in patch
          ? { reason: 'unknown-sku', product: patch.sku }
          : { reason: 'unknown-slug', product: patch.slug }),
      }),
    onRenamed: report.callbacks.onRenamed,
    onMaybeRenamed: report.callbacks.onMaybeRenamed,
    onDropped: report.callbacks.onDropped,
    onProgress,
    onStep: (name) => progress.step(options.hold && name === 'publishing' ? 'holding the edition' : STEPS[name]),
  })
  if (result.outcome !== 'refused') target.keepStore()
  const built = report.build(draft.base.store, result)
  return markets?.withCounts(built) ?? built
}

function limitsOf(
  { only, maxLeftOut, maxNew, maxRemoved, changeSource = false }: ImportOptions,
  markets: MarketSource | undefined,
): ImportLimits {
  // A file of translations has the texts of the whole shop.
  const isOfTexts = markets !== undefined && markets.only === undefined
  return {
    // A file of prices or stocks often has many skus that the store does not have.
    maxLeftOut: maxLeftOut ?? (only || isOfTexts ? 100 : DEFAULT_MAX_LEFT_OUT),
    maxNew: maxNew ?? DEFAULT_MAX_NEW,
    mayServeNothing: maxLeftOut === 100,
    mayBeCutOff: maxRemoved !== undefined,
    mayChangeSource: changeSource || markets !== undefined,
  }
}

/** What an import may lose. What a file of the catalog may not, one of stocks or of a market may not either. */
function publicationLimits(
  { only, maxRemoved, maxLost, changeSource = false }: ImportOptions,
  markets: MarketSource | undefined,
): PublicationLimits {
  const market = markets?.only ? `market ${markets.only.code}` : 'markets'
  return { source: only ? 'patch' : markets ? market : 'catalog', maxRemoved, maxLost, mayChangeLanguage: changeSource }
}

async function withoutTakenHosts(
  catalogs: Catalogs,
  store: StoreId,
  settings: StoreSettings | undefined,
): Promise<StoreSettings | undefined> {
  if (settings?.hosts === undefined) return settings
  const { hosts, ...others } = settings
  const taken = (await catalogs.list()).flatMap(({ store: other }) => (other.id === store ? [] : (other.hosts ?? [])))
  return hosts.some((host) => taken.includes(host)) ? others : settings
}

/** The steps after reading, as users know them. */
const STEPS = {
  'merging postings': 'updating the search index',
  sorting: 'sorting the products',
  publishing: 'publishing the edition',
}

interface ImportTarget extends AsyncDisposable {
  readonly catalogs: Catalogs
  /** Keeps a store that was created for the import. Without this call, disposing removes it. */
  keepStore(): void
}

/** Throws `CommandError` if the store does not exist and the options do not create it. */
export async function requireTarget({ store, create, database }: ImportOptions): Promise<void> {
  if (create || (await hasStore(database, store))) return
  const missing = (await databaseExists(database))
    ? `store ${store} does not exist`
    : `the database ${publicName(database)} does not exist`
  throw new CommandError(`${missing}; create the store with \`vitrine store add ${store} --name …\` or with --create`)
}

/** Opens the database, and creates the store if it does not exist. */
async function openTarget(options: ImportOptions, inWorker: boolean): Promise<ImportTarget> {
  const { store, name, create = false, dryRun = false, database } = options
  await requireTarget(options)
  await using resources = new AsyncDisposableStack()
  const isNew = create && !(await hasStore(database, store))
  const path = isNew && dryRun ? await scratchDatabase(resources) : database
  const catalogs = resources.use(await openCatalogs(path, create ? 'create' : 'require', inWorker))
  let isProvisional = isNew
  if (isNew) {
    await catalogs.addStore(newStore(store, name ?? store))
    resources.defer(async () => {
      if (isProvisional) await catalogs.removeStore(store)
    })
  }
  const moved = resources.move()
  return {
    catalogs,
    keepStore() {
      isProvisional = false
    },
    [Symbol.asyncDispose]: () => moved.disposeAsync(),
  }
}

async function hasStore(database: string, store: StoreId): Promise<boolean> {
  if (!(await databaseExists(database))) return false
  await using catalogs = await openCatalogs(database, 'require')
  return (await findEdition(catalogs, store)) !== undefined
}

/** A temporary database for a dry run that would create its store. */
async function scratchDatabase(resources: AsyncDisposableStack): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-dry-run-'))
  resources.defer(() => rm(folder, { recursive: true }))
  return join(folder, 'scratch.db')
}
