import { changeChunks } from '../index/posting-chunks.ts'
import type { PostingList } from '../index/posting-list.ts'
import { chunkKey, type StoredPostings } from './posting-rows.ts'
import type { FacetValueName } from './rows.ts'
import type { RowChange } from './storage.ts'
import type { RowCells } from './tables.ts'
import { isFacetTerm, type Kind, type Term } from './term.ts'

/** A posting list of the next edition. */
export interface PostingUpdate {
  readonly kind: Kind
  readonly term: Term
  /** The list of the base. */
  readonly before: StoredPostings
  /** Empty if the edition does not have the term. */
  readonly after: PostingList
  /** Sets that have each position in which the two differ. */
  readonly changed: readonly PostingList[]
  /** The id and name of the label, option group or option that the term is of. */
  readonly name?: FacetValueName | undefined
}

/** The changes of rows that replace posting lists: of the chunks that differ, and of the values that facets count. */
export function changesToPostings(lists: readonly PostingUpdate[]): RowChange[] {
  const changes: RowChange[] = []
  for (const [kind, same] of Map.groupBy(lists, ({ kind }) => kind)) {
    const rows: RowCells[] = []
    const ended: string[] = []
    for (const { term, before, after, changed } of same) {
      const chunks = changeChunks(before.chunks, after, changed)
      for (const { start, bytes } of chunks.written) rows.push([kind, chunkKey(term, start), bytes])
      for (const start of chunks.ended) ended.push(chunkKey(term, start))
    }
    changes.push({ end: 'postings', group: [kind], items: ended }, { put: 'postings', rows })
  }
  const products = lists.filter(({ kind }) => kind === 'product')
  const values = products.filter(({ name, after }) => name && after.size > 0)
  const emptied = products.filter(({ term, after }) => after.size === 0 && isFacetTerm(term))
  changes.push(
    { end: 'facet_values', group: [], items: emptied.map(({ term }) => term) },
    { put: 'facet_values', rows: values.map(({ term, after, name }) => [term, after.size, JSON.stringify(name)]) },
  )
  return changes
}
