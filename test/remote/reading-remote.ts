import type { LabelEntry } from '@vitrine/catalog/label-entry'
import type { Product, Submitted } from '@vitrine/catalog/product'
import type { StoreSettings } from '@vitrine/catalog/store'
import type { Problem, Warning } from '@vitrine/catalog/submission'
import {
  type Fingerprint,
  RemoteAddress,
  type RemoteCatalogOptions,
  RemoteLabels,
  readRemoteCatalog,
  Spool,
  spooledProducts,
  type Transfer,
} from '../../packages/vitrine/remote/remote-catalog.ts'
import type { RetryPolicy } from '../../packages/vitrine/remote/retry-policy.ts'
import { store } from '../convert/reading.ts'

export interface RemoteReading {
  readonly fingerprint: Fingerprint | undefined
  readonly products: readonly Submitted<Product>[]
  readonly problems: readonly Problem[]
  readonly warnings: readonly Warning[]
  readonly transfer: Transfer
  readonly settings: StoreSettings
  /** What the server says of its labels. */
  readonly labels: readonly LabelEntry[] | undefined
  /** What was said about labels and settings. */
  readonly unreadable: readonly string[]
  /** The waits in milliseconds, on a clock that makes no test wait. */
  readonly waits: readonly number[]
  /** The reasons of restarts. */
  readonly restarts: readonly string[]
  /** The number of complete products of each resumed reading. */
  readonly resumed: readonly number[]
}

export interface ReadOptions extends Partial<Pick<RemoteCatalogOptions, 'imported' | 'signal'>> {
  readonly retryPolicy?: Partial<RetryPolicy>
  /** The path of the spool. */
  readonly spool?: string
  readonly headers?: readonly (readonly [string, string])[]
  /** The initial time of the clock. */
  readonly now?: number
}

export const NOW = Date.UTC(2026, 5, 15, 12)

const RETRY_POLICY: RetryPolicy = {
  maxAttempts: 4,
  initialDelay: 100,
  maxDelay: 1000,
  maxRetryAfter: 60_000,
  idleTimeout: 10_000,
}

/** Reads a server as `vitrine import` does. Only waiting advances its clock. */
export async function readServer(address: string, options: ReadOptions = {}): Promise<RemoteReading> {
  const waits: number[] = []
  const restarts: string[] = []
  const resumed: number[] = []
  const unreadable: string[] = []
  let now = options.now ?? NOW
  using spool = new Spool(options.spool ?? ':memory:', () => now)
  const { fingerprint, transfer, settings } = await readRemoteCatalog(spool, {
    address: new RemoteAddress(new URL(address)),
    store: 'theirs',
    headers: options.headers,
    retryPolicy: { ...RETRY_POLICY, ...options.retryPolicy },
    environment: {
      fetch: (url, init) => fetch(url, init),
      now: () => now,
      random: () => 1,
      async wait(milliseconds) {
        waits.push(milliseconds)
        now += milliseconds
      },
    },
    imported: options.imported,
    signal: options.signal ?? new AbortController().signal,
    onResume: (products) => resumed.push(products),
    onRestart: (reason) => restarts.push(reason),
    onProgress: () => {},
    onUnreadable: (sentence) => unreadable.push(sentence),
  })
  const products: Submitted<Product>[] = []
  const problems: Problem[] = []
  const warnings: Warning[] = []
  const labels = new RemoteLabels(spool.labels ?? [])
  for await (const submission of spooledProducts(spool, store, labels, (warning) => warnings.push(warning))) {
    if ('product' in submission) products.push(submission.product)
    else problems.push(...submission.problems)
  }
  const entries = labels.entries((sentence) => unreadable.push(sentence))
  const read = { products, problems, warnings, settings, labels: entries }
  return { fingerprint, ...read, transfer, unreadable, waits, restarts, resumed }
}
