import type { Draft, PostingList } from '../edition/draft.ts'
import type { Term } from '../edition/term.ts'
import { wordOf } from '../edition/word-term.ts'
import { uniteAll } from '../postings/positions.ts'
import type { Behind } from './behind.ts'
import { merged } from './posting-changes.ts'
import type { Postings } from './postings.ts'
import { PrefixLists } from './prefix-lists.ts'
import { roomOf } from './room.ts'
import type { ValueNames } from './value-names.ts'
import { VocabularyChanges } from './vocabulary-changes.ts'

/** Makes all that was staged the posting lists of the next edition, and with them what follows from the lists of words. */
export async function mergePostings(
  draft: Draft,
  writer: Behind,
  postings: Postings,
  names: ValueNames,
): Promise<void> {
  const prefixes = new PrefixLists(draft, writer, postings)
  const vocabulary = new VocabularyChanges(draft, writer)
  for await (const lists of postings.all()) {
    const { kind } = lists[0]![0]
    const terms = lists.map(([{ term }]) => term)
    const before = await draft.base.postings(kind, terms)
    const gained = lists.map((changes) => uniteAll(changes.map(({ added }) => added)))
    const now = lists.map((changes, index) =>
      merged(
        before[index]!,
        changes.map(({ removed }) => removed),
        [gained[index]!],
      ),
    )
    const list = async (term: Term, index: number): Promise<PostingList> => {
      const name = kind === 'product' ? await names.of(term, before[index]!, now[index]!) : undefined
      return { kind, term, positions: now[index]!, name }
    }
    const written = await Promise.all(terms.map(list))
    await writer.after(() => draft.writePostings(written), roomOf(written))
    for (const [index, term] of terms.entries()) {
      const word = wordOf(term)
      if (!word) continue
      await vocabulary.note(kind, word.field, word.word, before[index]!.size, now[index]!.size)
      await prefixes.add(kind, word.field, word.word, gained[index]!)
    }
  }
  await vocabulary.finish()
  await prefixes.finish()
}
