import { slugify } from '../../catalog/slug.ts'
import { SLUG_LIMIT, shortSlug } from '../identifiers.ts'

/** What would end or change a URL that the slug is part of. */
const FORBIDDEN = /[\s/?#\x00-\x1f\x7f-\x9f]/

/**
 * A name that a shop has had in its addresses, as a slug: to the letter, so that the addresses go on working, unless it
 * cannot be one. Left out if nothing is left of it.
 */
export function handleSlug(handle: string): { readonly slug?: string } {
  if (handle !== '' && handle.length <= SLUG_LIMIT && !FORBIDDEN.test(handle)) return { slug: handle }
  return slugify(handle) === '' ? {} : { slug: shortSlug(handle) }
}
