import { decodeLists, ProductChanges } from './product-changes.ts'
import { MAX_PUBLICATION_TAGS, type OtherChange, type Publication } from './publication.ts'
import { publicationName } from './publication-name.ts'

/**
 * What changed since the publication of a name, in a log that is newest first. Undefined if the log does not have the
 * name.
 */
export async function differenceSince(
  log: AsyncIterable<Publication>,
  name: string,
): Promise<JointDifference | undefined> {
  let products: ProductChanges | undefined = new ProductChanges()
  const also = new Set<OtherChange>()
  let tags: Set<string> | undefined = new Set()
  for await (const publication of log) {
    if (publicationName(publication) === name) return { products, also: [...also], tags: tags ? [...tags] : null }
    if (publication.changes === null) products = undefined
    else products?.precede(decodeLists(publication.changes))
    for (const other of publication.also) also.add(other)
    for (const tag of publication.tags ?? []) tags?.add(tag)
    if (publication.tags === null || (tags && tags.size > MAX_PUBLICATION_TAGS)) tags = undefined
  }
  return undefined
}

/** What several publications changed in all. */
export interface JointDifference {
  /** Undefined if a publication did not know all products that it changed. */
  readonly products: ProductChanges | undefined
  readonly also: readonly OtherChange[]
  /** The cache tags of the answers that may have changed, at most `MAX_PUBLICATION_TAGS`; null for all answers. */
  readonly tags: readonly string[] | null
}
