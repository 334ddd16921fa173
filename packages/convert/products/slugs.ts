import { isSlug } from '@vitrine/catalog/native/slug'

/** The slug that all links to the variants of a product share, if they do. */
export function slugFromLinks(links: readonly string[]): string | undefined {
  const slugs = new Set(links.map(slugFromLink))
  return slugs.size === 1 ? [...slugs][0] : undefined
}

/** The slug at the end of a path such as `/shirts/linen-shirt/`, or of a link. */
export function slugFromPath(path: string): string | undefined {
  return slugFromLink(URL.parse(path, 'https://shop.example')?.href ?? '')
}

/** Query parameters that select a variant or tell where a visitor came from. Any other may select the product. */
const IGNORED_PARAMETERS = new RegExp(
  [
    '^(?:variant|variation|sku|attribute_.*|color|colour|size|currency|country|lang|locale',
    'utm_.*|ref|source|srsltid|gclid|fbclid)$',
  ].join('|'),
  'i',
)

const LINK_SLUG_LIMIT = 190

/** The last segment of the path without a file extension, unless it takes more than the path to lead to the product. */
function slugFromLink(link: string): string | undefined {
  const url = URL.parse(link)
  if (!url || [...url.searchParams.keys()].some((name) => !IGNORED_PARAMETERS.test(name))) return undefined
  const segment = url.pathname.split('/').findLast((part) => part !== '')
  const slug = segment && decoded(segment).replace(/\.(?:html?|php|aspx?|jsp)$/i, '')
  return slug && slug.length <= LINK_SLUG_LIMIT && isSlug(slug) && !/^(?:index|default)$/i.test(slug) ? slug : undefined
}

/**
 * The http(s) link to a product with `{slug}` in place of its slug, without its query; undefined if the path does not
 * end with the slug. It has no quotes, so that it can be an argument in quotes.
 */
export function linkTemplate(link: string, slug: string): string | undefined {
  if (slugFromLink(link) !== slug || !/^https?:/i.test(link)) return undefined
  const { origin, pathname } = new URL(link)
  const [, before, segment, after] = /^(.*\/)([^/]+)(\/*)$/.exec(pathname)!
  return `${origin}${before}{slug}${segment!.replace(/^.*?(\.(?:html?|php|aspx?|jsp))?$/i, '$1')}${after}`.replaceAll(
    "'",
    '%27',
  )
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
