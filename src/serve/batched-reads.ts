import type { Edition } from '../edition/edition.ts'
import type { Kind, Term } from '../edition/term.ts'
import type { PostingList } from '../index/posting-list.ts'
import { mapInTurns } from '../runtime/event-loop.ts'

/** Reads the posting list of each term. */
export type ReadPostings = (terms: readonly Term[]) => Promise<PostingList[]>

/** Terms whose lists are read together. Each list takes some 40 µs, and a request may need hundreds. */
const PART = 64

/** Makes a reader that reads the posting lists of all calls in one turn of the event loop in one round trip. */
export function batchedReads(edition: Edition, kind: Kind): ReadPostings {
  let batch: Term[] = []
  let lists: Promise<PostingList[]> | undefined
  const readBatch = async () => {
    const terms = batch
    batch = []
    lists = undefined
    if (terms.length <= PART) return await edition.postings(kind, terms)
    return (await mapInTurns(partsOf(terms), (part) => edition.postings(kind, part))).flat()
  }
  return async (terms) => {
    if (terms.length === 0) return []
    const from = batch.length
    batch.push(...terms)
    lists ??= Promise.resolve().then(readBatch)
    return (await lists).slice(from, from + terms.length)
  }
}

function* partsOf(terms: readonly Term[]): Generator<readonly Term[]> {
  for (let from = 0; from < terms.length; from += PART) yield terms.slice(from, from + PART)
}
