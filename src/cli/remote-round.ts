import { setTimeout as wait } from 'node:timers/promises'
import type { StoreId } from '../catalog/store.ts'
import type { Submission } from '../catalog/submission.ts'
import { inPlainText } from '../import/read-catalog.ts'
import type { RemoteAddress } from '../import/remote/address.ts'
import { type HttpEnvironment, RemoteClient, type Transfer } from '../import/remote/client.ts'
import { collect } from '../import/remote/collect.ts'
import type { Identity } from '../import/remote/identity.ts'
import { spooledProducts } from '../import/remote/products.ts'
import { RemoteError } from '../import/remote/remote-error.ts'
import type { Spool } from '../import/remote/spool.ts'
import { publish } from '../publish/publish.ts'
import { Refusal } from './failure.ts'
import { ImportRecord } from './import-record.ts'
import type { ImportReport } from './import-report.ts'
import { openTarget } from './import-target.ts'
import { grouped } from './print.ts'
import type { Progress } from './progress.ts'
import type { Header } from './remote-options.ts'
import { openRemoteSpool } from './remote-spool.ts'

/** A server that is to be read, and where to. */
export interface RemoteOrder {
  readonly address: RemoteAddress
  readonly remoteStore: string
  readonly headers: readonly Header[]
  readonly store: StoreId
  readonly create: boolean
  readonly name: string | undefined
  readonly skipInvalid: boolean
  readonly dryRun: boolean
  readonly text: boolean
  readonly report: string | undefined
  readonly database: string
}

/** What came of reading a server once. */
export interface Round {
  /** The state of the server's catalog that is served now; undefined where it was not taken. */
  readonly identity: Identity | undefined
  readonly transfer: Transfer
  /** undefined if the server's catalog is as `known`, so that it was not read. */
  readonly report: ImportReport | undefined
}

/**
 * Reads the server's catalog, unless it is as `known`, and makes it the store's next edition. The catalog is read before
 * the store is locked: other imports need not wait for a slow server.
 */
export async function importOnce(
  order: RemoteOrder,
  known: Identity | undefined,
  progress: Progress,
  signal: AbortSignal,
): Promise<Round> {
  const started = performance.now()
  const { address, remoteStore, headers, store, database } = order
  const onRetry = (reason: string, delay: number) =>
    progress.say(`${reason}: trying again in ${(delay / 1000).toFixed(1)} s`)
  const client = new RemoteClient({ address, store: remoteStore, headers, world: WORLD, onRetry })
  progress.step(`reading ${address.base.href}`)
  try {
    const purpose = [address.base.href, remoteStore, store, database, ...headers.flat()]
    await using kept = await openRemoteSpool(purpose)
    const identity = await collect(client, kept.spool, {
      store: remoteStore,
      known,
      signal,
      onResume: (whole, listed, all) =>
        progress.say(
          `going on from the last run: ${grouped(listed)} of ${grouped(all)} products are listed, ${grouped(whole)} whole`,
        ),
      onStep: (step) => progress.step(step),
      onAgain: (reason) => progress.say(`reading all again, since ${reason}`),
      onProgress: (products) => progress.read(client.transfer.bytes, products),
    })
    if (!identity) {
      kept.drop()
      return { identity: known, transfer: client.transfer, report: undefined }
    }
    const published = await publishCollected(kept.spool, order, client.transfer, progress, signal)
    const report = { ...published, seconds: Math.round(performance.now() - started) / 1000 }
    if (report.outcome === 'refused') return { identity: undefined, transfer: client.transfer, report }
    kept.drop()
    return { identity, transfer: client.transfer, report }
  } catch (error) {
    if (signal.aborted) throw signal.reason
    if (error instanceof RemoteError) throw new Refusal(`${address.base.href}: ${error.message} Nothing was changed.`)
    throw error
  } finally {
    progress.end()
  }
}

/** All that is read is the whole catalog: what is not there goes. */
async function publishCollected(
  spool: Spool,
  order: RemoteOrder,
  transfer: Transfer,
  progress: Progress,
  signal: AbortSignal,
): Promise<Omit<ImportReport, 'seconds'>> {
  const { store, skipInvalid, dryRun } = order
  using record = new ImportRecord(order.report)
  await using target = await openTarget(order)
  const waiting = () => progress.say('another import into this database is under way: waiting until it has ended')
  await using draft = await target.catalogs.draft(store, waiting, signal)
  progress.step('comparing with what is served')
  const products = spooledProducts(spool, draft.base.store, record.on.onWarning)
  const report = await publish(draft, record.watched(order.text ? inPlainTexts(products) : products), {
    replace: true,
    skipInvalid,
    dryRun,
    now: new Date().toISOString(),
    onProgress: (looked) => progress.read(transfer.bytes, looked),
    onStep: (step) => progress.step(step),
  })
  if (report.outcome !== 'refused') target.keepStore()
  record.close(report.problems)
  const { outcome, ...rest } = report
  return { store, outcome, ...rest, ...record.summary(), transfer }
}

async function* inPlainTexts(submissions: AsyncIterable<Submission>): AsyncGenerator<Submission> {
  for await (const submission of submissions) yield inPlainText(submission)
}

const WORLD: HttpEnvironment = {
  fetch: (url, init) => fetch(url, init),
  now: Date.now,
  random: Math.random,
  wait: (milliseconds, signal) => pause(milliseconds, signal),
}

/** Ends early, with the signal's reason, when that is set off. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  try {
    await wait(milliseconds, undefined, { signal })
  } catch {
    throw signal.reason
  }
}
