import type { Kind, Term } from '../edition/term.ts'
import { expose } from '../runtime/worker-rpc.ts'
import { type PositionedProduct, PostingCollection } from './postings.ts'
import type { Sent } from './postings-thread.ts'
import type { PostingChangeLog } from './staging.ts'

/** The program of a thread that gathers what an import does to posting lists, as `postings-thread.ts` asks. */
const postings = new PostingCollection()
let lists: AsyncIterator<readonly PostingChangeLog[]> | undefined

expose({
  note: (replacements: readonly { readonly before?: Sent; readonly now?: Sent }[]) =>
    postings.note(
      replacements.map(({ before, now }) => ({ before: before && asPlaced(before), now: now && asPlaced(now) })),
    ),
  touch: (term: Term) => postings.touch(term),
  next: async () => {
    lists ??= postings.all()[Symbol.asyncIterator]()
    const { value, done } = await lists.next()
    return done ? undefined : value
  },
  lossesOf: (kind: Kind, terms: readonly Term[]) => postings.lossesOf(kind, terms),
})

function asPlaced({ text, ...positions }: Sent): PositionedProduct {
  return { ...positions, product: JSON.parse(text) }
}
