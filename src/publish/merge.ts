import type { Draft, PostingUpdate } from '../edition/draft.ts'
import type { Term } from '../edition/term.ts'
import { parseWordTerm } from '../edition/word-term.ts'
import { unionAll } from '../index/set-algebra.ts'
import type { BoundedQueue } from '../runtime/bounded-queue.ts'
import { DictionaryChanges } from './dictionary-changes.ts'
import { estimatedBytes } from './estimated-bytes.ts'
import { merged } from './posting-changes.ts'
import type { PostingCollector } from './postings.ts'
import { PrefixLists } from './prefix-lists.ts'
import type { ValueNames } from './value-names.ts'

/** Makes all that was staged the posting lists of the next edition, and with them what follows from the lists of words. */
export async function mergePostings(
  draft: Draft,
  writer: BoundedQueue,
  postings: PostingCollector,
  names: ValueNames,
): Promise<void> {
  const prefixes = new PrefixLists(draft, writer, postings)
  const vocabulary = new DictionaryChanges(draft, writer)
  for await (const lists of postings.all()) {
    const { kind } = lists[0]![0]
    const terms = lists.map(([{ term }]) => term)
    const before = await draft.base.postings(kind, terms)
    const gained = lists.map((changes) => unionAll(changes.map(({ added }) => added)))
    const now = lists.map((changes, index) =>
      merged(
        before[index]!,
        changes.map(({ removed }) => removed),
        [gained[index]!],
      ),
    )
    const list = async (term: Term, index: number): Promise<PostingUpdate> => {
      const name = kind === 'product' ? await names.of(term, before[index]!, now[index]!) : undefined
      return { kind, term, postings: now[index]!, name }
    }
    const written = await Promise.all(terms.map(list))
    await writer.push(() => draft.writePostings(written), estimatedBytes(written))
    for (const [index, term] of terms.entries()) {
      const word = parseWordTerm(term)
      if (!word) continue
      await vocabulary.note(kind, word.field, word.word, before[index]!.size, now[index]!.size)
      await prefixes.add(kind, word.field, word.word, gained[index]!)
    }
  }
  await vocabulary.finish()
  await prefixes.finish()
}
