import { setTimeout as wait } from 'node:timers/promises'
import type { Removal, Submission } from '@vitrine/catalog/submission'
import { createVitrine } from '@vitrine/client'
import { openCatalogs } from '@vitrine/engine/database/open'
import type { Edition } from '@vitrine/engine/edition/edition'
import { batchesOf } from '@vitrine/engine/publish/read-products'
import {
  type Fingerprint,
  newestPublication,
  productsInFull,
  type RemoteAddress,
  type RemoteChanges,
  RemoteClient,
  readChanges,
} from '../../../remote/remote-catalog.ts'
import { CommandError, exitAfter } from '../../errors.ts'
import { findEdition } from '../../find-store.ts'
import { type Log, openLog } from '../../log.ts'
import type { Interval } from '../../options.ts'
import type { Progress } from '../../progress.ts'
import { sentHeaders } from '../headers.ts'
import { refusalOf, usePage } from '../import-and-report.ts'
import type { ImportOptions } from '../import-options.ts'
import { publishImport, rememberUnchanged } from '../publish-import.ts'
import { ReportBuilder } from '../report/import-report.ts'
import { findings } from '../report/report-text.ts'
import { ENVIRONMENT } from './http-environment.ts'
import {
  failureOf,
  importRemote,
  type RemoteImport,
  remoteStoreOf,
  requireSameCurrency,
  withTreatedHtml,
} from './import-remote.ts'
import { takenSettings, untakenSettings } from './shop-settings.ts'

/**
 * Imports the catalog of a server again and again until the signal aborts, with a pause after each import. The first
 * import reads everything. From a server that tells what changed, the next ones read only that. A failed import changes
 * nothing and is logged; the next one follows all the same.
 */
export async function mirror(
  address: RemoteAddress,
  options: ImportOptions,
  interval: Interval,
  signal: AbortSignal,
): Promise<void> {
  const log = await openLog('info')
  const { store } = options
  // Steps are not logged, only retries and other obstacles.
  const progress: Progress = { step() {}, read() {}, say: (line) => log.logger.info(line), end() {} }
  log.logger.info({ store, from: address.base.href }, `importing every ${interval.text}`)
  const copy = new Mirror(address, options, progress, signal)
  while (!signal.aborted) {
    try {
      logResult(await copy.update(), options, log)
    } catch (error) {
      if (!signal.aborted) log.logger.error({ store }, exitAfter(error).message ?? String(error))
    }
    await log.flush()
    await copy.pause(interval.milliseconds)
  }
  log.logger.info('stopped')
  await log.flush()
}

/** Milliseconds. An event may come before all processes of the server know the publication. */
const LAG = 5000

/** A store that is kept equal to that of a server. */
class Mirror {
  readonly #address: RemoteAddress
  readonly #options: ImportOptions
  readonly #progress: Progress
  readonly #signal: AbortSignal
  /** The catalog that was imported last, if everything was read. */
  #imported: Fingerprint | undefined
  /** The publication of the server that was imported last; undefined if everything must be read. */
  #publication: string | undefined
  /** The edition of the store after that. */
  #edition: number | undefined
  /** The newest publication that the server told of as it happened. */
  #newest: string | undefined
  /** What that was when the last import began. */
  #tried: string | undefined
  /** Whether the last import found nothing wrong, but not yet that publication either. */
  #isBehind = false
  #isFollowing = false
  #onNews = () => {}

  constructor(address: RemoteAddress, options: ImportOptions, progress: Progress, signal: AbortSignal) {
    this.#address = address
    this.#options = options
    this.#progress = progress
    this.#signal = signal
  }

  async update(): Promise<RemoteImport> {
    this.#tried = this.#newest
    this.#isBehind = false
    try {
      const result = (await this.#importChanges()) ?? (await this.#importEverything())
      const isCurrent = [undefined, this.#publication].includes(this.#newest)
      this.#isBehind = !isCurrent && this.#publication !== undefined && result.report?.outcome !== 'refused'
      return result
    } catch (error) {
      throw await failureOf(error, this.#address.base.href, this.#options)
    }
  }

  /** Waits for so long, or until the server tells of a publication that no import has tried to read. */
  async pause(milliseconds: number): Promise<void> {
    if (this.#publication !== undefined && !this.#isFollowing) void this.#follow()
    if (this.#hasNews) return
    const news = new AbortController()
    this.#onNews = () => news.abort()
    const signal = AbortSignal.any([this.#signal, news.signal])
    await wait(this.#isBehind ? Math.min(milliseconds, LAG) : milliseconds, undefined, { signal }).catch(() => {})
  }

  /** A publication that could not be imported is no news: the interval decides when it is read again. */
  get #hasNews(): boolean {
    return this.#newest !== this.#tried && this.#newest !== this.#publication
  }

  /** Reads the events of the server until the signal aborts, unless it sends none. */
  async #follow(): Promise<void> {
    this.#isFollowing = true
    const { base } = this.#address
    const shop = createVitrine({
      url: base.href,
      store: remoteStoreOf(this.#address, this.#options),
      market: this.#options.remoteMarket,
      fetch: (url, init) => {
        const headers = new Headers(init?.headers)
        for (const [name, value] of sentHeaders(this.#options)) if (!headers.has(name)) headers.set(name, value)
        // A redirect may lead to another host, which must not get the headers.
        return fetch(url, { ...init, headers, redirect: 'manual' })
      },
    })
    try {
      for await (const { publication } of shop.events({ signal: this.#signal })) {
        this.#newest = publication
        if (this.#hasNews) this.#onNews()
      }
    } catch {
      // The server has not switched events on, or refuses them. The interval decides when it is asked.
    }
  }

  async #importEverything(): Promise<RemoteImport> {
    // Asked before, so that nothing that is published meanwhile is missed.
    const client = this.#client()
    const publication = await newestPublication(client, this.#signal)
    // After a rollback by hand, the store stays as it is until the server has something new.
    if (publication !== undefined && publication === this.#publication) return await this.#unchanged(client)
    const result = await importRemote(this.#address, this.#options, this.#imported, this.#progress, this.#signal)
    this.#imported = result.fingerprint ?? this.#imported
    if (!result.report) this.#publication = publication
    else if (result.fingerprint) await this.#note(publication)
    return result
  }

  /** Undefined if everything must be read. */
  async #importChanges(): Promise<RemoteImport | undefined> {
    const since = this.#publication
    if (since === undefined || (await this.#currentEdition()) !== this.#edition) return undefined
    const client = this.#client()
    const changes = await readChanges(client, since, {
      store: remoteStoreOf(this.#address, this.#options),
      market: this.#options.remoteMarket,
      signal: this.#signal,
      onUnreadable: (sentence) => this.#progress.say(sentence),
    })
    if (changes === 'everything') {
      this.#publication = undefined
      // A store that was removed and added again may give another catalog the same ETag.
      this.#imported = undefined
      return undefined
    }
    const { products, removed, settings, publication } = changes
    if (products.length + removed.length + Object.keys(settings).length === 0) {
      this.#publication = publication
      return await this.#unchanged(client)
    }
    const report = { ...(await this.#publish(changes)), transfer: client.transfer }
    this.#imported = undefined
    if (report.outcome !== 'refused') await this.#note(publication)
    return { fingerprint: undefined, transfer: client.transfer, report }
  }

  async #unchanged({ transfer }: RemoteClient): Promise<RemoteImport> {
    await rememberUnchanged(this.#options, new Date(), this.#progress, this.#signal)
    return { fingerprint: undefined, transfer, report: undefined }
  }

  async #publish({ products, removed, settings }: RemoteChanges) {
    const edition = this.#edition
    // The limit of new products is for files: all products are of the same server.
    const options: ImportOptions = { ...this.#options, maxNew: 100 }
    const url = this.#address.base.href
    using builder = new ReportBuilder(options.report, performance.now())
    builder.openFile()
    const report = await publishImport(options, {
      report: builder,
      progress: this.#progress,
      signal: this.#signal,
      step: 'comparing with the current edition',
      fromServer: true,
      replace: false,
      isIncrement: true,
      settings: takenSettings(settings, options),
      read: (base) => {
        if (base.number !== edition)
          throw new CommandError(`store ${base.store.id} was changed meanwhile. Nothing was changed.`)
        requireSameCurrency(base.store, settings, url)
        const untaken = untakenSettings(settings, base.store, options)
        if (untaken !== undefined) this.#progress.say(untaken)
        const read = productsInFull(products, base.store, builder.callbacks.onWarning)
        const treated = withTreatedHtml(read, options.html, builder.callbacks.onWarning)
        return { submissions: afterRemovals(base, removed, treated) }
      },
      onProgress: () => {},
    })
    await usePage(builder, { sources: [url], options, report }, refusalOf(report, options))
    return report
  }

  async #note(publication: string | undefined): Promise<void> {
    this.#publication = publication
    this.#edition = await this.#currentEdition()
  }

  async #currentEdition(): Promise<number | undefined> {
    await using catalogs = await openCatalogs(this.#options.database, 'require')
    return (await findEdition(catalogs, this.#options.store))?.number
  }

  #client(): RemoteClient {
    const { remoteMarket: market } = this.#options
    const headers = sentHeaders(this.#options)
    const store = remoteStoreOf(this.#address, this.#options)
    return new RemoteClient({ address: this.#address, store, market, headers, environment: ENVIRONMENT })
  }
}

/** Removals of the products with these ids, then the others. */
async function* afterRemovals(
  base: Edition,
  removed: readonly string[],
  others: AsyncIterable<Submission>,
): AsyncGenerator<Removal | Submission> {
  yield* removals(base, removed)
  yield* others
}

/** Removals of the products with these ids that the store has. */
async function* removals(base: Edition, ids: readonly string[]): AsyncGenerator<Removal | Submission> {
  for (const batch of batchesOf(ids))
    for (const [index, position] of (await base.positionsById('product', batch)).entries())
      if (position !== undefined) yield { line: index + 1, position }
}

function logResult({ report, transfer }: RemoteImport, options: ImportOptions, { logger }: Log) {
  const { store } = options
  if (!report) return logger.info({ store, ...transfer }, 'no changes on the server')
  const { outcome, created, changed, removed, skipped, edition, seconds } = report
  const counts = { store, created, changed, removed, skipped, edition: edition.number, ...transfer, seconds }
  const details = { ...counts, findings: [...findings(report)] }
  const reason = refusalOf(report, options)
  if (reason !== undefined) logger.error(details, reason)
  else if (skipped > 0) logger.warn(details, outcome)
  else logger.info(counts, outcome)
}
