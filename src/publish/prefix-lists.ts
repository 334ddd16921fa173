import type { Draft, PostingUpdate } from '../edition/draft.ts'
import type { Kind, Term } from '../edition/term.ts'
import { type Field, listedPrefixes, prefixTerm } from '../edition/word-term.ts'
import { type PostingList, unionAll } from '../index/set-algebra.ts'
import type { BoundedQueue } from '../runtime/bounded-queue.ts'
import { estimatedBytes } from './estimated-bytes.ts'
import { merged } from './posting-changes.ts'
import type { PostingCollector } from './postings.ts'

/** A beginning of words whose lists are being merged, with what each of them gained. */
interface Open {
  readonly kind: Kind
  readonly field: Field
  readonly prefix: string
  readonly gained: PostingList[]
}

/** A beginning all of whose words were added. */
interface Closed {
  readonly kind: Kind
  readonly term: Term
  readonly gained: PostingList
}

/** Lists that are read and written together. */
const LISTS_AT_ONCE = 200

/**
 * The lists of what begins with a letter, or two, or three. They gain what the lists of words gain; what they lose was
 * staged, since only a product as a whole tells whether it has another word that begins so. Words must be added in the
 * order of their terms, so that those that begin alike follow one another.
 */
export class PrefixLists {
  readonly #draft: Draft
  readonly #writer: BoundedQueue
  readonly #postings: PostingCollector
  /** The shortest first: each begins with the one before it. */
  readonly #open: Open[] = []
  #closed: Closed[] = []

  constructor(draft: Draft, writer: BoundedQueue, postings: PostingCollector) {
    this.#draft = draft
    this.#writer = writer
    this.#postings = postings
  }

  async add(kind: Kind, field: Field, word: string, gained: PostingList): Promise<void> {
    const prefixes = listedPrefixes(word)
    const same = this.#open.findIndex((open, level) => !isSame(open, kind, field, prefixes[level]))
    await this.#close(same < 0 ? this.#open.length : same)
    for (const prefix of prefixes.slice(this.#open.length)) this.#open.push({ kind, field, prefix, gained: [] })
    for (const open of this.#open) if (gained.size > 0) open.gained.push(gained)
  }

  async finish(): Promise<void> {
    await this.#close(0)
    await this.#write()
  }

  /** Closes all but the first `kept`. */
  async #close(kept: number): Promise<void> {
    for (const { kind, field, prefix, gained } of this.#open.splice(kept))
      this.#closed.push({ kind, term: prefixTerm(field, prefix), gained: unionAll(gained) })
    if (this.#closed.length >= LISTS_AT_ONCE) await this.#write()
  }

  async #write(): Promise<void> {
    for (const [kind, closed] of Map.groupBy(this.#closed, (list) => list.kind)) {
      const terms = closed.map(({ term }) => term)
      const lost = await this.#postings.lossesOf(kind, terms)
      const before = await this.#draft.base.postings(kind, terms)
      const changed = closed.flatMap((list, index) => changedList(list, before[index]!, lost[index]!))
      if (changed.length > 0) await this.#writer.push(() => this.#draft.writePostings(changed), estimatedBytes(changed))
    }
    this.#closed = []
  }
}

/** The list of a beginning with what it lost and gained; none if that is nothing. */
function changedList(
  { kind, term, gained }: Closed,
  before: PostingList,
  lost: readonly PostingList[],
): PostingUpdate[] {
  if (gained.size === 0 && lost.length === 0) return []
  return [{ kind, term, postings: merged(before, lost, [gained]) }]
}

function isSame(open: Open, kind: Kind, field: Field, prefix: string | undefined): boolean {
  return open.kind === kind && open.field === field && open.prefix === prefix
}
