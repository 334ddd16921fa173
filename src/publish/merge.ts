import type { Change, Draft, PostingList } from '../edition/draft.ts'
import type { Term } from '../edition/term.ts'
import { isPrefixTerm, wordOf } from '../edition/word-term.ts'
import { uniteAll } from '../postings/positions.ts'
import { merged } from './posting-changes.ts'
import { PrefixLists } from './prefix-lists.ts'
import type { ValueNames } from './value-names.ts'
import { VocabularyChanges } from './vocabulary-changes.ts'

type Changes = readonly [Change, ...Change[]]

const LISTS_AT_ONCE = 500

/** Makes all that was staged the posting lists of the next edition, and with them what follows from the lists of words. */
export async function mergePostings(draft: Draft, names: ValueNames): Promise<void> {
  const prefixes = new PrefixLists(draft)
  const vocabulary = new VocabularyChanges(draft)
  for await (const lists of batches(draft.staged())) {
    const { kind } = lists[0]![0]
    const terms = lists.map(([{ term }]) => term)
    const before = await draft.base.postings(kind, terms)
    const now = lists.map((changes, index) => merged(before[index]!, changes))
    const list = async (term: Term, index: number): Promise<PostingList> => {
      const name = kind === 'product' ? await names.of(term, before[index]!, now[index]!) : undefined
      return { kind, term, positions: now[index]!, name }
    }
    await draft.writePostings(await Promise.all(terms.map(list)))
    for (const [index, term] of terms.entries()) {
      const word = wordOf(term)
      if (!word) continue
      await vocabulary.note(kind, word.field, word.word, before[index]!.size, now[index]!.size)
      await prefixes.add(kind, word.field, word.word, uniteAll(lists[index]!.map(({ added }) => added)))
    }
  }
  await vocabulary.finish()
  await prefixes.finish()
}

/** Changes of some lists of one kind, without those of lists that follow from others. */
async function* batches(staged: AsyncIterable<Changes>): AsyncGenerator<readonly Changes[]> {
  let batch: Changes[] = []
  for await (const changes of staged) {
    if (isPrefixTerm(changes[0].term)) continue
    if (batch.length === LISTS_AT_ONCE || (batch[0] && batch[0][0].kind !== changes[0].kind)) {
      yield batch
      batch = []
    }
    batch.push(changes)
  }
  if (batch.length > 0) yield batch
}
