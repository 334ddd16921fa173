import { InvalidArguments } from './error.ts'
import { MAX_LIMIT } from './requests.ts'

/** Where the next page begins, and how many products it may have. It holds for every edition of the store. */
export interface Cursor {
  readonly offset: number
  readonly limit: number
}

export function writeCursor({ offset, limit }: Cursor): string {
  return Buffer.from(`${offset}/${limit}`).toString('base64url')
}

/** Throws `InvalidArguments`. */
export function readCursor(text: string): Cursor {
  const match = /^(\d{1,10})\/(\d{1,2})$/.exec(Buffer.from(text, 'base64url').toString())
  const [offset, limit] = [Number(match?.[1]), Number(match?.[2])]
  if (match && limit >= 1 && limit <= MAX_LIMIT) return { offset, limit }
  throw new InvalidArguments(
    'pagination.cursor is not a cursor of an earlier answer. Leave it out to get the first page.',
  )
}
