import { listPart } from '../edition/content-versions.ts'
import type { Edition } from '../edition/edition.ts'
import { noteRead } from '../edition/recorded-reads.ts'
import type { Kind, Term } from '../edition/term.ts'
import type { PostingList } from '../index/posting-list.ts'

/** Makes a reader that reads the posting lists of all calls in one turn of the event loop in one round trip. */
export function batchedReads(edition: Edition, kind: Kind): ReadPostings {
  let batch: Term[] = []
  let lists: Promise<PostingList[]> | undefined
  const readBatch = async () => {
    const terms = batch
    batch = []
    lists = undefined
    return await edition.postings(kind, terms)
  }
  return async (terms) => {
    if (terms.length === 0) return []
    // The read of the batch is that of the first call.
    for (const term of terms) noteRead(listPart(kind, term))
    const from = batch.length
    batch.push(...terms)
    lists ??= Promise.resolve().then(readBatch)
    return (await lists).slice(from, from + terms.length)
  }
}

/** Reads the posting list of each term. */
export type ReadPostings = (terms: readonly Term[]) => Promise<PostingList[]>
