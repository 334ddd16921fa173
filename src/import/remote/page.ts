import { hash } from 'node:crypto'
import { isObject } from '../fields.ts'
import { quote } from '../json-path.ts'
import type { RemoteResponse } from './client.ts'
import { RemoteError } from './remote-error.ts'

/** A thing that the server lists, as it came. */
export interface RemoteItem {
  /** As the server writes it. */
  readonly id: string
  readonly fields: Readonly<Record<string, unknown>>
}

/** A page of a list. */
export interface RemotePage {
  readonly items: readonly RemoteItem[]
  readonly totalItems: number
  /** The link to the next page, as it stands there; undefined on the last one. */
  readonly next: string | undefined
}

/** The page that a server answered with. Throws `RemoteError` if it is none. */
export function pageOf({ url, body }: RemoteResponse): RemotePage {
  if (!isObject(body) || !Array.isArray(body.data) || !isObject(body.meta))
    throw new RemoteError(
      `${url.pathname} answers with what is not a page: expected an object with data, meta and links.`,
    )
  const total = Number(body.meta.totalItems ?? Number.NaN)
  if (!Number.isSafeInteger(total) || total < 0)
    throw new RemoteError(`${url.pathname} gives no meta.totalItems, so that nobody can tell whether all was read.`)
  const next = isObject(body.links) ? body.links.next : undefined
  return {
    items: body.data.map((value) => itemOf(value, url)),
    totalItems: total,
    next: typeof next === 'string' && next !== '' ? next : undefined,
  }
}

/** Long enough for every id; what is longer is none. */
const ID_LIMIT = 200

function itemOf(value: unknown, url: URL): RemoteItem {
  if (isObject(value) && typeof value.id === 'string' && value.id !== '' && value.id.length <= ID_LIMIT)
    return { id: value.id, fields: value }
  throw new RemoteError(`${url.pathname} lists ${quote(JSON.stringify(value))}, which has no id.`)
}

/**
 * What a page shows of the catalog. Stocks and times of change do not count: in a shop that sells they never stand still,
 * and each is right by itself, whenever it was read.
 */
export function digestOf({ items, totalItems }: RemotePage): string {
  const text = JSON.stringify([totalItems, items.map(({ fields }) => fields)], (key, value) =>
    key === 'stock' || key === 'updatedAt' ? undefined : value,
  )
  return hash('sha256', text, 'base64url')
}
