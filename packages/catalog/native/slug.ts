import { MAX_FORMER_SLUGS } from '../product.ts'
import { slugify } from '../slug.ts'
import { formatValue, isText, type ObjectReader, textFault } from './fields.ts'
import { SLUG_LIMIT, shortSlug } from './identifiers.ts'
import { childPath } from './json-path.ts'
import type { ReadContext } from './read-context.ts'

/** The slug of a product, or the one that it has in a market. '' after a problem. */
export function readSlug(fields: ObjectReader, { slugs, diagnostics, where }: ReadContext, market?: string): string {
  const slug = fields.text('slug', SLUG_LIMIT)
  if (slug === undefined) return ''
  if (!isSlug(slug)) {
    fields.problem('slug', `is ${formatValue(slug)}`, rightSlug(slug))
    return ''
  }
  // No slug has a slash.
  const earlier = slugs.claim(market === undefined ? slug : `${market}/${slug}`, diagnostics.number)
  if (earlier === undefined) return slug
  fields.problem('slug', `is ${formatValue(slug)}, which the product ${where(earlier)} also has`, 'a unique slug')
  return ''
}

/** Characters that would end or change a URL with the slug in it, or show it in another order. */
const FORBIDDEN = /[\s/?#\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/

export function isSlug(text: string): boolean {
  return text !== '' && !FORBIDDEN.test(text) && !FOLDER.test(text)
}

/** The folder of an address and the one above it: browsers remove them from a path. */
const FOLDER = /^\.{1,2}$/

/** Each once, without the slug of the product. Undefined if the file does not have the field. */
export function readFormerSlugs(
  fields: ObjectReader,
  slug: string,
  { diagnostics }: ReadContext,
): string[] | undefined {
  if (!fields.has('formerSlugs')) return undefined
  const path = fields.at('formerSlugs')
  const items = fields.list('formerSlugs', 'a list of the slugs that the product had')
  if (items.length > MAX_FORMER_SLUGS) {
    diagnostics.problem(path, `has ${items.length} slugs`, `at most ${MAX_FORMER_SLUGS} slugs`)
    return undefined
  }
  for (const [index, item] of items.entries()) {
    const itemPath = childPath(path, index)
    if (!isText(item, SLUG_LIMIT)) diagnostics.problem(itemPath, ...textFault(item, SLUG_LIMIT))
    else if (!isSlug(item)) diagnostics.problem(itemPath, `is ${formatValue(item)}`, rightSlug(item))
  }
  return [...new Set(items as string[])].filter((former) => former !== slug)
}

/**
 * The slug for a handle that a shop uses in its URLs. It is the handle itself, so that the URLs stay the same, unless
 * the handle cannot be a slug. undefined if the handle has no letters and digits.
 */
export function slugFromHandle(handle: string): string | undefined {
  if (handle.length <= SLUG_LIMIT && isSlug(handle)) return handle
  return slugify(handle) === '' ? undefined : shortSlug(handle)
}

function rightSlug(slug: string): string {
  if (FOLDER.test(slug)) return 'a slug that an address does not take for a folder, as it does “.” and “..”'
  const right = 'a slug without white space, “/”, “?” or “#”'
  const example = shortSlug(slug)
  return example === '' ? right : `${right}, such as ${formatValue(example)}`
}
