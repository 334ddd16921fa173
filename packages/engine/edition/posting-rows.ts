import { type PostingChunk, unpackPostings } from '../index/posting-chunks.ts'
import { NO_POSTINGS, type PostingList } from '../index/posting-list.ts'
import type { PostingRow } from './tables.ts'
import type { Term } from './term.ts'

/** A posting list as it is stored. */
export interface StoredPostings {
  readonly chunks: readonly PostingChunk[]
  readonly postings: PostingList
}

export interface TermPostings {
  readonly term: Term
  readonly postings: PostingList
}

/**
 * The key of a chunk: the term, and unless the chunk starts at 0, a space and its start as eight hexadecimal digits. No
 * term has a space. So the chunks of a list are neighbours, in their order.
 *
 *     label:shoes, label:shoes 0000f000, label:shoes 0001e000, label:shorts
 */
export function chunkKey(term: Term, start: number): string {
  return start === 0 ? term : `${term} ${start.toString(16).padStart(8, '0')}`
}

/** The least key after those of a term. */
export function endOfChunks(term: Term): string {
  return `${term}!`
}

/**
 * The posting list of each term, from rows that hold all chunks of these lists, in their order. Throws if a list is
 * damaged.
 */
export function storedPostings(rows: readonly PostingRow[], terms: readonly Term[]): StoredPostings[] {
  // All rows are of the only term. Without a map, short lists take a tenth less time.
  const lists = terms.length > 1 ? chunksByTerm(rows) : undefined
  return terms.map((term) => {
    const chunks = lists ? lists.get(term) : rows.map((row) => chunkOf(row, term))
    return chunks?.length ? { chunks, postings: unpack(term, chunks) } : NOT_STORED
  })
}

/** The posting lists of rows, which hold all chunks of each, in their order. Throws if a list is damaged. */
export function postingsByTerm(rows: readonly PostingRow[]): Map<Term, PostingList> {
  return new Map(Array.from(chunksByTerm(rows), ([term, chunks]) => [term, unpack(term, chunks)]))
}

/** The posting lists of pages of rows: by term. A list may continue on the next page. */
export async function* postingPages(
  pages: AsyncIterable<readonly PostingRow[]>,
): AsyncGenerator<readonly TermPostings[]> {
  let unfinished: readonly [Term, PostingChunk[]] | undefined
  for await (const rows of pages) {
    const lists = [...chunksByTerm(rows)]
    const [first] = lists
    if (unfinished && first?.[0] === unfinished[0]) first[1].unshift(...unfinished[1])
    else if (unfinished) lists.unshift([...unfinished])
    unfinished = lists.pop()
    if (lists.length > 0) yield lists.map(([term, chunks]) => ({ term, postings: unpack(term, chunks) }))
  }
  if (unfinished) yield [{ term: unfinished[0], postings: unpack(...unfinished) }]
}

const NOT_STORED: StoredPostings = { chunks: [], postings: NO_POSTINGS }

/** By term, in the order of the rows. */
function chunksByTerm(rows: readonly PostingRow[]): Map<Term, PostingChunk[]> {
  const lists = new Map<Term, PostingChunk[]>()
  for (const row of rows) {
    const space = row.chunk.indexOf(' ')
    const term = (space < 0 ? row.chunk : row.chunk.slice(0, space)) as Term
    const chunk = chunkOf(row, term)
    const chunks = lists.get(term)
    if (chunks) chunks.push(chunk)
    else lists.set(term, [chunk])
  }
  return lists
}

function chunkOf({ chunk: key, positions: bytes }: PostingRow, term: Term): PostingChunk {
  return { start: key.length === term.length ? 0 : Number.parseInt(key.slice(term.length + 1), 16), bytes }
}

function unpack(term: Term, chunks: readonly PostingChunk[]): PostingList {
  try {
    return unpackPostings(chunks)
  } catch (error) {
    throw new Error(`${term}: ${(error as Error).message}; restore a copy of the database`, { cause: error })
  }
}
