import type { Draft, PostingUpdate } from '../../src/edition/draft.ts'
import type { Kind, Term } from '../../src/edition/term.ts'
import { toPostingList } from '../../src/index/posting-list.ts'

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
