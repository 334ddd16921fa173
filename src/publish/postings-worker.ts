import type { Kind, Term } from '../edition/term.ts'
import { answerWith } from '../edition/thread.ts'
import { GatheredPostings, type Placed } from './postings.ts'
import type { Sent } from './postings-thread.ts'
import type { Changes } from './staging.ts'

/** The program of a thread that gathers what an import does to posting lists, as `postings-thread.ts` asks. */
const postings = new GatheredPostings()
let lists: AsyncIterator<readonly Changes[]> | undefined

answerWith({
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

function asPlaced({ text, ...positions }: Sent): Placed {
  return { ...positions, product: JSON.parse(text) }
}
