import type { Store, StoreSettings } from '@vitrine/catalog/store'
import type { HtmlTreatment } from '@vitrine/catalog/stream/converter'
import type { Submission, Warning } from '@vitrine/catalog/submission'
import {
  type Fingerprint,
  type RemoteAddress,
  RemoteError,
  RemoteLabels,
  readRemoteCatalog,
  spooledProducts,
  type Transfer,
} from '../../../remote/remote-catalog.ts'
import { CommandError } from '../../errors.ts'
import { requireConverter } from '../../optional-packages.ts'
import type { Progress } from '../../progress.ts'
import { formatNumber } from '../../terminal-text.ts'
import { sentHeaders } from '../headers.ts'
import { refusalOf, usePage } from '../import-and-report.ts'
import type { ImportOptions } from '../import-options.ts'
import { publishImport, rememberUnchanged } from '../publish-import.ts'
import { type ImportReport, ReportBuilder } from '../report/import-report.ts'
import { ENVIRONMENT } from './http-environment.ts'
import { takenSettings, untakenSettings } from './shop-settings.ts'
import { openStoredSpool } from './spool-folder.ts'

/**
 * Imports the catalog of a server, unless its fingerprint is still `imported`. The complete catalog is read before the
 * store is locked, so that a slow server delays no other import.
 */
export async function importRemote(
  address: RemoteAddress,
  options: ImportOptions,
  imported: Fingerprint | undefined,
  progress: Progress,
  signal: AbortSignal,
): Promise<RemoteImport> {
  const { store, remoteMarket: market, database } = options
  const headers = sentHeaders(options)
  const remoteStore = remoteStoreOf(address, options)
  const url = address.base.href
  const source = market === undefined ? url : `${url}?market=${market}`
  const startedAt = performance.now()
  progress.step(`reading ${url}`)
  try {
    await using stored = await openStoredSpool(
      [source, remoteStore, store, database, ...headers.flat()],
      options.skipInvalid,
    )
    const { fingerprint, transfer, settings } = await readRemoteCatalog(stored.spool, {
      address,
      store: remoteStore,
      market,
      headers,
      environment: ENVIRONMENT,
      imported,
      signal,
      ...toldBy(progress),
    })
    if (!fingerprint) {
      stored.discard()
      if (!options.dryRun) await rememberUnchanged(options, new Date(), progress, signal)
      return { fingerprint: imported, transfer, report: undefined }
    }
    const labels = new RemoteLabels(stored.spool.labels ?? [])
    using builder = new ReportBuilder(options.report, startedAt)
    builder.openFile()
    const report = await publishImport(options, {
      report: builder,
      progress,
      signal,
      step: 'comparing with the current edition',
      fromServer: true,
      replace: true,
      settings: takenSettings(settings, options),
      read: ({ store: target }) => {
        requireSameCurrency(target, settings, url)
        const untaken = untakenSettings(settings, target, options)
        if (untaken !== undefined) progress.say(untaken)
        const products = spooledProducts(stored.spool, target, labels, builder.callbacks.onWarning)
        return { submissions: withTreatedHtml(products, options.html, builder.callbacks.onWarning) }
      },
      labels: () => labels.entries((sentence) => progress.say(sentence)),
      onProgress: (products) => progress.read(transfer.bytes, products),
    })
    const isRefused = report.outcome === 'refused'
    // Only --skip-invalid reads again what had problems. Anything else may be over by the next import.
    if (isRefused && report.limit === null) await stored.keepProblems()
    else stored.discard()
    const complete = { ...report, transfer }
    const ended = { sources: [url], options, report: complete }
    await usePage(builder, ended, refusalOf(complete, options))
    return { fingerprint: isRefused ? undefined : fingerprint, transfer, report: complete }
  } catch (error) {
    throw signal.aborted ? signal.reason : await failureOf(error, url, options)
  } finally {
    progress.end()
  }
}

/** Shows what happens while a catalog is read. */
function toldBy(progress: Progress) {
  return {
    onRetry: (reason: string, delay: number) => progress.say(`${reason}: retrying in ${(delay / 1000).toFixed(1)} s`),
    onResume: (complete: number, listed: number, total: number) =>
      progress.say(
        `resuming the last run: ${formatNumber(listed)} of ${formatNumber(total)} products listed, ` +
          `${formatNumber(complete)} complete`,
      ),
    onUnreadable: (sentence: string) => progress.say(sentence),
    onRestart: (reason: string) => progress.say(`starting over because ${reason}`),
    onStep: (step: string) => progress.step(step),
    onProgress: (products: number, bytes: number) => progress.read(bytes, products),
  }
}

/** The products with their descriptions treated; as they are if that is undefined. */
export async function* withTreatedHtml(
  products: AsyncIterable<Submission>,
  treatment: HtmlTreatment | undefined,
  onWarning: (warning: Warning) => void,
): AsyncGenerator<Submission> {
  if (treatment === undefined || treatment === 'keep') yield* products
  else yield* (await requireConverter(`--html ${treatment}`)).withHtml(products, treatment, onWarning)
}

/** The error of an import from a server, which says that nothing was changed, as the page of the report does. */
export async function failureOf(error: unknown, url: string, options: ImportOptions): Promise<unknown> {
  if (!(error instanceof RemoteError)) return error
  const message = `${url}: ${error.message} Nothing was changed.`
  await usePage(new ReportBuilder(options.report), { sources: [url], options, report: undefined }, message)
  return new CommandError(message)
}

export interface RemoteImport {
  /** The fingerprint of the imported catalog; undefined if it was refused. */
  readonly fingerprint: Fingerprint | undefined
  readonly transfer: Transfer
  /** undefined if the server's catalog is unchanged since the last import. */
  readonly report: ImportReport | undefined
}

/** The store on the server. */
export function remoteStoreOf(address: RemoteAddress, { store, remoteStore }: ImportOptions): string {
  return remoteStore ?? storeInPath(address) ?? store
}

/** The store that the address of a Vitrine names: `https://backend.example.com/stores/8f14e45f`. */
function storeInPath({ base }: RemoteAddress): string | undefined {
  return /\/stores\/([\w-]+)\/$/.exec(base.pathname)?.[1]
}

/** Throws `CommandError` if the prices of the server are in another currency than those of the store. */
export function requireSameCurrency({ id, currency }: Store, settings: StoreSettings, url: string): void {
  if (currency === undefined || settings.currency === undefined || currency === settings.currency) return
  throw new CommandError(
    `the prices of ${url} are in ${settings.currency}, but those of store ${id} are in ${currency}; ` +
      `nothing was changed. If the store should have that currency, run \`vitrine store set ${id} --currency ${settings.currency}\`.`,
  )
}
