import type { IncomingMessage } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { VitrineError } from '@vitrine/catalog/error'
import { type StoreId, storeId } from '@vitrine/catalog/store'
import { EditionGone } from '@vitrine/engine/edition/edition-gone'
import type { MaybePromise } from '@vitrine/engine/edition/maybe-promise'
import type { IndexCache } from '@vitrine/engine/serve/index-cache'
import type { IndexedEdition } from '@vitrine/engine/serve/indexed-edition'
import { quoted } from './parameters.ts'
import type { ResourceRequest } from './resource.ts'

/** A request names its store in the header `x-store-id`, or in this prefix of its path. */
export const STORE_PREFIX = '/stores/:storeId'
const STORES = '/stores/'

/** The store that a path begins with, as it is written there, and the path after it. */
export function splitStore(path: string): { readonly storeInPath: string | undefined; readonly path: string } {
  const end = path.startsWith(STORES) ? path.indexOf('/', STORES.length) : -1
  if (end < 0) return { storeInPath: undefined, path }
  return { storeInPath: path.slice(STORES.length, end), path: path.slice(end) }
}

/** The prefix of links in answers to requests that name their store in the path. */
export function storePrefix(storeInPath: string | undefined): string {
  return storeInPath === undefined ? '' : `${STORES}${storeInPath}`
}

/** The parts of a request that name a store. */
type StoreRequest = Pick<ResourceRequest, 'raw' | 'storeInPath'>

/** Whether the path or the header of a request names a store. */
export function namesStore({ raw, storeInPath }: StoreRequest): boolean {
  return (storeInPath ?? storeInHeader(raw)) !== undefined
}

/**
 * The current edition of the store that a request selects: that of its path or header, else the default store. Throws
 * `store-required`, `store-not-found`, or `invalid-parameter` if path and header name two stores.
 */
export function currentEdition(
  request: StoreRequest,
  editions: IndexCache,
  defaultStore: StoreId | undefined,
): MaybePromise<IndexedEdition> {
  const store = selectedStore(request, defaultStore)
  return editionOf(store, editions, () => storeNotFound(store))
}

/** The current edition of a store. Throws what `notFound` makes if there is no such store. */
export function editionOf(
  store: StoreId,
  editions: IndexCache,
  notFound: () => VitrineError,
): MaybePromise<IndexedEdition> {
  const explain = (error: unknown) => {
    throw error instanceof VitrineError && error.code === 'store-not-found' ? notFound() : error
  }
  try {
    const edition = editions.current(store)
    return edition instanceof Promise ? edition.catch(explain) : edition
  } catch (error) {
    return explain(error)
  }
}

function selectedStore({ raw, storeInPath }: StoreRequest, defaultStore: StoreId | undefined): StoreId {
  const inHeader = storeInHeader(raw)
  if (storeInPath !== undefined && inHeader !== undefined && storeInPath !== inHeader) {
    throw contradiction(storeInPath, inHeader)
  }
  const named = storeInPath ?? inHeader
  const store = named === undefined ? defaultStore : storeId(named)
  if (store !== undefined) return store
  if (named) throw storeNotFound(named)
  throw storeRequired()
}

/** The error for a request that names no store. */
export function storeRequired(): VitrineError {
  const detail = 'Name the store to read from in the header x-store-id, or begin the path with /stores/{id}.'
  return new VitrineError('store-required', detail)
}

/** The error for the id of no store. It is the same for an id that a store could have and for any other text. */
export function storeNotFound(id: string): VitrineError {
  const syntax = 'An id has 1 to 64 letters, digits, "_" and "-"; upper and lower case differ.'
  const advice = 'The operator of this server can list the ids with "vitrine store list".'
  return new VitrineError('store-not-found', `No store has the id ${quoted(id)}. ${syntax} ${advice}`)
}

/** The store that a request names, for the log. Undefined if it names none, or not as an id. */
export function namedStore({ url, headers }: Pick<IncomingMessage, 'url' | 'headers'>): StoreId | undefined {
  const { storeInPath } = splitStore(url!.split('?', 1)[0]!)
  return storeId(storeInPath ?? storeInHeader({ headers }) ?? '')
}

/** The value of the header `x-store-id`. An empty header counts as none. */
function storeInHeader({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined {
  return (headers['x-store-id'] as string | undefined) || undefined
}

function contradiction(inPath: string, inHeader: string): VitrineError {
  const detail = `must be ${quoted(inPath)}, as in the path, not ${quoted(inHeader)}; leave out one of them`
  return new VitrineError(
    'invalid-parameter',
    `The path names the store ${quoted(inPath)}, but the header x-store-id names ${quoted(inHeader)}.`,
    [{ parameter: 'x-store-id', detail }],
  )
}

/**
 * What `read` gives, which finds the current edition of a store and reads it. If its rows went meanwhile, because the
 * store was removed or is published all the time, it is called again, once.
 */
export function readAgainIfGone<Result>(read: () => MaybePromise<Result>): MaybePromise<Result> {
  const again = async (error: unknown) => {
    if (!(error instanceof EditionGone)) throw error
    // Within a turn of the event loop, the current edition stays the same.
    await nextTurn()
    return await read()
  }
  try {
    const result = read()
    return result instanceof Promise ? result.catch(again) : result
  } catch (error) {
    return again(error)
  }
}
