import { isDeepStrictEqual } from 'node:util'
import { MAX_FORMER_SLUGS, type Product, type Submitted } from '@vitrine/catalog/product'
import { keyOfDerivedId } from './derived-key.ts'

/**
 * The submitted product with the slugs that it had: those that the submission states, else those that the store knows,
 * and the slug that it has in the store if that is another. Of more than 20, the oldest are forgotten.
 */
export function withFormerSlugs(
  submitted: Submitted<Product>,
  before: Product | undefined,
  store: string,
): Submitted<Product> {
  const { slug, formerSlugs: stated } = submitted
  const noted = before && before.slug !== slug ? [before.slug] : []
  if (stated === undefined && noted.length === 0 && before?.formerSlugs === undefined) return submitted
  const origin = before && originOf(before, store)
  const earlier = new Set([...(stated ?? before?.formerSlugs ?? []), ...noted])
  for (const known of [slug, origin]) if (known !== undefined) earlier.delete(known)
  const first = origin === undefined || origin === slug ? [] : [origin]
  const retained = [...first, ...[...earlier].slice(first.length - MAX_FORMER_SLUGS)]
  return isDeepStrictEqual(retained, stated) && retained.length > 0
    ? submitted
    : replaceFormerSlugs(submitted, retained)
}

/** The slug from which the id is derived. A later import needs it to find the product again. */
function originOf({ id, slug, formerSlugs = [] }: Product, store: string): string | undefined {
  return keyOfDerivedId(store, id, [slug, ...formerSlugs])?.slug
}

/** The other fields keep their order, which is that of an export. */
function replaceFormerSlugs(product: Submitted<Product>, formerSlugs: readonly string[]): Submitted<Product> {
  const stated = formerSlugs.length === 0 ? [] : [['formerSlugs', formerSlugs] as const]
  const otherFields = Object.entries(product).filter(([name]) => name !== 'formerSlugs')
  const entries = otherFields.flatMap((entry) => (entry[0] === 'variants' ? [...stated, entry] : [entry]))
  return Object.fromEntries(entries) as unknown as Submitted<Product>
}
