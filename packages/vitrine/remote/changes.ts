import { isObject } from '@vitrine/catalog/native/fields'
import type { StoreSettings } from '@vitrine/catalog/store'
import { PAGE_SIZE } from './address.ts'
import type { ReadingOptions } from './catalog-reader.ts'
import type { RemoteClient, RemoteResponse } from './client.ts'
import { parsePage, type RemoteItem } from './page.ts'
import { RemoteError } from './remote-error.ts'
import { readSettings } from './settings.ts'

/** What differs on a server from the catalog of an earlier publication, all of one state of its catalog. */
export interface RemoteChanges {
  /** The name of the publication up to which these are the changes. */
  readonly publication: string
  /** Products that are new or different, in full. */
  readonly products: readonly RemoteItem[]
  /** The ids of products that the server no longer has. */
  readonly removed: readonly string[]
  /** The settings of the store as the server tells them, if one changed. */
  readonly settings: StoreSettings
}

/** The name of the newest publication; undefined if there is none yet, or if the server does not tell, as most do. */
export async function newestPublication(client: RemoteClient, signal: AbortSignal): Promise<string | undefined> {
  try {
    const { body } = await client.get(client.address.changes(), signal, undefined, MAX_ATTEMPTS)
    return metaOf(body)?.to
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error
    return undefined
  }
}

/**
 * Reads what changed since a publication, in one request for each 100 changes and one for each 100 products.
 * `everything` if everything must be read: the server no longer knows what changed, its pages contradict each other,
 * texts of labels changed, or more products than fit in memory. Throws `RemoteError`.
 */
export async function readChanges(
  client: RemoteClient,
  since: string,
  options: ChangesOptions,
): Promise<RemoteChanges | 'everything'> {
  for (let reading = 1; reading <= MAX_READINGS; reading++) {
    const changes = await readOnce(client, since, options)
    if (changes !== 'changed meanwhile') return changes
  }
  return 'everything'
}

type ChangesOptions = Pick<ReadingOptions, 'store' | 'market' | 'signal' | 'onUnreadable'>

async function readOnce(
  client: RemoteClient,
  since: string,
  options: ChangesOptions,
): Promise<RemoteChanges | 'everything' | 'changed meanwhile'> {
  const { signal } = options
  const present: string[] = []
  const removed: string[] = []
  let last: ChangesMeta | undefined
  let total = 0
  for (let next: URL | undefined = client.address.changes(since); next; ) {
    const response = await client.get(next, signal)
    const meta = metaOf(response.body)
    if (meta?.from !== since || meta.also.includes('labels')) return 'everything'
    const page = parsePage(response)
    total = page.totalItems
    if (total > MAX_CHANGES) return 'everything'
    if (last && last.to !== meta.to) return 'changed meanwhile'
    last = meta
    for (const { id, fields } of page.items) (fields.change === 'removed' ? removed : present).push(id)
    // Links may lead in a circle.
    const isLast = page.next === undefined || page.items.length === 0 || present.length + removed.length >= total
    next = isLast ? undefined : client.address.nextPage(page.next!, response.url)
  }
  if (present.length + removed.length !== total) return 'everything'
  const { to, edition } = last!
  const products: RemoteItem[] = []
  for (let start = 0; start < present.length; start += PAGE_SIZE) {
    const ids = present.slice(start, start + PAGE_SIZE)
    const response = await client.get(client.address.productsById(ids), signal)
    const { items } = parsePage(response)
    if (!isOfEdition(response, edition) || items.length !== ids.length) return 'changed meanwhile'
    products.push(...items)
  }
  const settings = last!.also.includes('settings') ? await readSettings(client, options) : {}
  return { publication: to, products, removed, settings }
}

/** A server that cannot answer now is asked once more. */
const MAX_ATTEMPTS = 2

/** Readings of changes while more is published, before everything is read. */
const MAX_READINGS = 3

/** The products of more changes take hundreds of megabytes. They are read into a spool, with all others. */
const MAX_CHANGES = 5000

/** The ETag of a list begins with the number of its edition. */
function isOfEdition({ etag = '' }: RemoteResponse, edition: number): boolean {
  return etag.replace(/^W\//, '').startsWith(`"${edition}-`)
}

interface ChangesMeta {
  readonly from: unknown
  readonly to: string
  readonly edition: number
  readonly also: readonly unknown[]
}

/** Undefined if the answer is not that of Vitrine, or if the store was never published. */
function metaOf(body: unknown): ChangesMeta | undefined {
  if (!isObject(body) || !isObject(body.meta)) return undefined
  const { from, to, edition, also } = body.meta
  if (typeof to !== 'string' || typeof edition !== 'number' || !Array.isArray(also)) return undefined
  return { from, to, edition, also }
}
