import type { PublicationStamp } from './rows.ts'

/**
 * The name of a publication outside of Vitrine, such as `2s-mbx1k2ar`: its number and its time. A store that was
 * removed or restored gives the number again, but at another time, so it does not know the names of before. Clients
 * take names as opaque.
 */
export function publicationName({ number, publishedAt }: PublicationStamp): string {
  return `${number.toString(36)}-${Date.parse(publishedAt).toString(36)}`
}

/** The number in a name; undefined if the text is no name. The publication of that number may have another name. */
export function numberInName(text: string): number | undefined {
  return NAME.test(text) ? Number.parseInt(text, 36) : undefined
}

/** Both numbers stay below 36^9, and so are exact. */
const NAME = /^[1-9a-z][0-9a-z]{0,8}-[1-9a-z][0-9a-z]{0,8}$/
