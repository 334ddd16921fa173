/** Parameters that choose a variant of a page, or tell where somebody came from; any other may choose the page. */
const HARMLESS =
  /^(?:variant|variation|sku|attribute_.*|color|colour|size|utm_.*|currency|country|lang|locale|ref|source|srsltid|gclid|fbclid)$/i

/** The slug that the links of a product's items have in common, if they have one. */
export function slugOfLinks(links: readonly string[]): { readonly slug?: string } {
  const slugs = new Set(links.map(slugOf))
  const [slug] = slugs
  return slugs.size === 1 && slug !== undefined ? { slug } : {}
}

/** The last part of the path, without the ending of a file; undefined if it alone does not lead to the product. */
function slugOf(link: string): string | undefined {
  const url = URL.parse(link)
  if (!url || [...url.searchParams.keys()].some((name) => !HARMLESS.test(name))) return undefined
  const last = url.pathname.split('/').findLast((part) => part !== '')
  const name = last && decoded(last).replace(/\.(?:html?|php|aspx?|jsp)$/i, '')
  return name && name.length <= LIMIT && !FORBIDDEN.test(name) && !/^(?:index|default)$/i.test(name) ? name : undefined
}

const LIMIT = 190
const FORBIDDEN = /[\s/?#\x00-\x1f\x7f-\x9f]/

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
