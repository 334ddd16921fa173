import { isObject } from '@vitrine/catalog/native/fields'
import { quote } from '@vitrine/catalog/native/json-path'
import type { RemoteResponse } from './client.ts'
import { RemoteError } from './remote-error.ts'

/** An item of a list, unchecked except for its id. */
export interface RemoteItem {
  readonly id: string
  readonly fields: Readonly<Record<string, unknown>>
}

/** A page of a list. */
export interface RemotePage {
  readonly items: readonly RemoteItem[]
  readonly totalItems: number
  /** The link to the next page, as the server wrote it; undefined on the last page. */
  readonly next: string | undefined
}

/** Reads a response as a page. Throws `RemoteError` if it is not one. */
export function parsePage({ url, body }: RemoteResponse): RemotePage {
  if (!isObject(body) || !Array.isArray(body.data) || !isObject(body.meta))
    throw new RemoteError(`${url.pathname} did not answer with a page: expected an object with data, meta and links.`)
  const totalItems = Number(body.meta.totalItems ?? Number.NaN)
  if (!Number.isSafeInteger(totalItems) || totalItems < 0)
    throw new RemoteError(`${url.pathname} has no meta.totalItems, so a complete reading cannot be verified.`)
  const next = isObject(body.links) ? body.links.next : undefined
  return {
    items: body.data.map((value) => parseItem(value, url)),
    totalItems,
    next: typeof next === 'string' && next !== '' ? next : undefined,
  }
}

const MAX_ID_LENGTH = 200

function parseItem(value: unknown, url: URL): RemoteItem {
  if (isObject(value) && typeof value.id === 'string' && value.id !== '' && value.id.length <= MAX_ID_LENGTH)
    return { id: value.id, fields: value }
  throw new RemoteError(`${url.pathname} lists ${quote(JSON.stringify(value))}, which has no id.`)
}
