import type { Draft } from '@vitrine/engine/edition/draft'
import type { PostingUpdate } from '@vitrine/engine/edition/posting-update'
import type { Kind, Term } from '@vitrine/engine/edition/term'
import { toPostingList } from '@vitrine/engine/index/posting-list'

/** The update that gives a term these positions, whichever the base of the draft has. */
export async function postingUpdate(
  { base }: Draft,
  kind: Kind,
  term: Term,
  positions: Iterable<number>,
): Promise<PostingUpdate> {
  const [before] = await base.storedPostings(kind, [term])
  const after = toPostingList(positions)
  return { kind, term, before: before!, after, changed: [before!.postings, after] }
}
