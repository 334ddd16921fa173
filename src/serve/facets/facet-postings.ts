import type { Edition } from '../../edition/edition.ts'
import type { Kind } from '../../edition/term.ts'
import { memoryBytes, NO_POSTINGS, type PostingList } from '../../index/posting-list.ts'
import { BYTES_PER_POSITION } from '../../index/steps.ts'
import { yieldIfDue } from '../../runtime/event-loop.ts'
import type { FacetDimension, FacetSchema } from './facet-schema.ts'

/** The posting list of each value of a dimension, by ordinal; empty lists for the values of other dimensions. */
export type FacetPostings = readonly PostingList[]

/** Memory of a posting list apart from its positions, in bytes, about: the objects around an array of numbers. */
const LIST_BYTES = 600

export function facetPostingsBytes(postings: FacetPostings): number {
  return postings.reduce((sum, list) => sum + (list.size === 0 ? 8 : LIST_BYTES + memoryBytes(list)), 0)
}

export async function readFacetPostings(
  edition: Edition,
  { values, groups }: FacetSchema,
  kind: Kind,
  dimension: FacetDimension,
): Promise<FacetPostings> {
  // A small edition has its lists of products in the schema.
  if (kind === 'product' && values.every(({ postings }) => postings))
    return values.map(({ term, postings }) => (term.startsWith(`${dimension}:`) ? postings! : NO_POSTINGS))
  const ordinals = new Map(values.map(({ term }, ordinal) => [term, ordinal]))
  const lists = new Array<PostingList>(values.length).fill(NO_POSTINGS)
  // Options are read by group, since each option has another list for itself in any group.
  const prefixes = dimension === 'option' ? groups.map(({ code }) => `option:${code}`) : [dimension]
  for (const prefix of prefixes)
    for await (const batch of edition.scanPostings(kind, prefix)) {
      for (const { term, postings } of batch) {
        const ordinal = ordinals.get(term)
        if (ordinal !== undefined) lists[ordinal] = postings
      }
      await yieldIfDue(batch.reduce((sum, { postings }) => sum + memoryBytes(postings), 0) / BYTES_PER_POSITION)
    }
  return lists
}
