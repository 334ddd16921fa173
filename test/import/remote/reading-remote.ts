import type { Product, Submitted } from '../../../src/catalog/product.ts'
import type { Problem, Warning } from '../../../src/catalog/submission.ts'
import { RemoteAddress } from '../../../src/import/remote/address.ts'
import { RemoteClient, type Transfer } from '../../../src/import/remote/client.ts'
import { type CollectOptions, collect } from '../../../src/import/remote/collect.ts'
import type { Identity } from '../../../src/import/remote/identity.ts'
import { spooledProducts } from '../../../src/import/remote/products.ts'
import type { RetryPolicy } from '../../../src/import/remote/retry-policy.ts'
import { Spool } from '../../../src/import/remote/spool.ts'
import { store } from '../reading.ts'

export interface RemoteReading {
  readonly identity: Identity | undefined
  readonly products: readonly Submitted<Product>[]
  readonly problems: readonly Problem[]
  readonly warnings: readonly Warning[]
  readonly transfer: Transfer
  /** How long was waited, in milliseconds of a clock that does not make tests wait. */
  readonly waits: readonly number[]
  readonly again: readonly string[]
  readonly resumed: readonly number[]
}

export interface HowToRead extends Partial<Pick<CollectOptions, 'known' | 'signal'>> {
  readonly patience?: Partial<RetryPolicy>
  readonly spool?: string
  readonly headers?: readonly (readonly [string, string])[]
  /** What the clock shows at first. */
  readonly now?: number
}

export const NOW = Date.UTC(2026, 5, 15, 12)

const QUICK: RetryPolicy = { tries: 4, firstDelay: 100, longestDelay: 1000, longestAsked: 60_000, silence: 10_000 }

/** Reads a server as `vitrine import` does. Its clock goes on by what is waited, and nothing else. */
export async function readServer(address: string, how: HowToRead = {}): Promise<RemoteReading> {
  const waits: number[] = []
  const again: string[] = []
  const resumed: number[] = []
  let now = how.now ?? NOW
  const client = new RemoteClient({
    address: new RemoteAddress(new URL(address)),
    store: 'theirs',
    headers: how.headers,
    patience: { ...QUICK, ...how.patience },
    world: {
      fetch: (url, init) => fetch(url, init),
      now: () => now,
      random: () => 1,
      async wait(milliseconds) {
        waits.push(milliseconds)
        now += milliseconds
      },
    },
  })
  using spool = new Spool(how.spool ?? ':memory:', () => now)
  const identity = await collect(client, spool, {
    store: 'theirs',
    known: how.known,
    signal: how.signal ?? new AbortController().signal,
    onResume: (products) => resumed.push(products),
    onAgain: (reason) => again.push(reason),
    onProgress: () => {},
  })
  const products: Submitted<Product>[] = []
  const problems: Problem[] = []
  const warnings: Warning[] = []
  for await (const submission of spooledProducts(spool, store, (warning) => warnings.push(warning))) {
    if ('product' in submission) products.push(submission.product)
    else problems.push(...submission.problems)
  }
  return { identity, products, problems, warnings, transfer: client.transfer, waits, again, resumed }
}
