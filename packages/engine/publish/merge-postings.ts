import type { PostingUpdate } from '../edition/posting-update.ts'
import type { Kind, Term } from '../edition/term.ts'
import { listedPrefixTerms, parseWordTerm, type WordField } from '../edition/word-term.ts'
import { memoryBytes, type PostingList } from '../index/posting-list.ts'
import { applyChanges, unionAll } from '../index/set-algebra.ts'
import type { ImportOutput } from './change-writer.ts'
import { LabelUpdates } from './label-updates.ts'
import type { TermChanges } from './posting-staging.ts'

/**
 * Merges the collected changes into posting lists of the next edition, with the dictionary, the prefix lists and the
 * tree of labels.
 */
export async function mergePostings(output: ImportOutput): Promise<void> {
  const { draft, collector, names, stale } = output
  const words = new WordUpdates(output)
  const labels = new LabelUpdates(output)
  for (let batch = await collector.next(); batch; batch = await collector.next()) {
    const { kind } = batch[0]![0]
    const terms = batch.map(([{ term }]) => term)
    const before = await draft.base.storedPostings(kind, terms)
    const added = batch.map((changes) => unionAll(changes.map((change) => change.added)))
    const merge = async (changes: TermChanges, index: number): Promise<PostingUpdate> => {
      const term = terms[index]!
      const removed = unionAll(changes.map((change) => change.removed))
      const after = applyChanges(before[index]!.postings, removed, added[index]!)
      const name = kind === 'product' ? await names.nameOf(term, before[index]!.postings, after) : undefined
      const update = { kind, term, before: before[index]!, after, changed: [removed, added[index]!], name }
      await stale.note(update)
      return labels.note(update)
    }
    const updates = await Promise.all(batch.map(merge))
    await queuePostings(output, updates)
    for (const [index, update] of updates.entries()) await words.add(update, added[index]!)
  }
  await words.finish()
  await labels.finish()
}

/**
 * The approximate memory of a queued update apart from its positions, in bytes. Stored chunks take at most as much as
 * the list.
 */
const UPDATE_BYTES = 600

async function queuePostings({ draft, queue }: ImportOutput, updates: readonly PostingUpdate[]): Promise<void> {
  const bytes = updates.reduce(
    (sum, { before, after }) => sum + 2 * memoryBytes(before.postings) + memoryBytes(after) + UPDATE_BYTES,
    0,
  )
  await queue.push(() => draft.writePostings(updates), bytes)
}

/** The words of one kind and field with the same first letter, and what follows from the changes of their lists. */
interface WordGroup {
  readonly kind: Kind
  readonly field: WordField
  readonly initial: string
  /** Words that had no positions before. */
  readonly added: string[]
  /** Words that have no positions any more. */
  readonly removed: Set<string>
  /** The sets that the list of each prefix gains. */
  readonly gains: Map<Term, PostingList[]>
}

/** The approximate memory of a queued word, in bytes. */
const WORD_BYTES = 50

/** Prefix lists that are read and written together. */
const PREFIX_BATCH = 200

/**
 * Updates what follows from the posting lists of words: the dictionary and the prefix lists. A prefix list gains what
 * the lists of its words gain. What it loses was staged, since only the complete product tells whether it has another
 * word with the prefix. Words must be added in the order of their terms, so that those of one group follow one another.
 */
class WordUpdates {
  readonly #output: ImportOutput
  #group: WordGroup | undefined
  #gains: { readonly kind: Kind; readonly term: Term; readonly gained: PostingList }[] = []

  constructor(output: ImportOutput) {
    this.#output = output
  }

  /** Adds an updated list, if its term is a word. */
  async add({ kind, term, before, after }: PostingUpdate, gained: PostingList): Promise<void> {
    const parsed = parseWordTerm(term)
    if (!parsed) return
    const { field, word } = parsed
    const [initial] = word
    const group = await this.#groupOf(kind, field, initial!)
    if (before.postings.size === 0 && after.size > 0) group.added.push(word)
    if (before.postings.size > 0 && after.size === 0) group.removed.add(word)
    for (const prefix of listedPrefixTerms(field, word)) {
      const gains = group.gains.get(prefix)
      if (!gains) group.gains.set(prefix, [gained])
      else if (gained.size > 0) gains.push(gained)
    }
  }

  async finish(): Promise<void> {
    await this.#finishGroup()
    await this.#writePrefixes()
  }

  async #groupOf(kind: Kind, field: WordField, initial: string): Promise<WordGroup> {
    const open = this.#group
    if (open?.kind === kind && open.field === field && open.initial === initial) return open
    await this.#finishGroup()
    this.#group = { kind, field, initial, added: [], removed: new Set(), gains: new Map() }
    return this.#group
  }

  async #finishGroup(): Promise<void> {
    if (!this.#group) return
    const { draft, queue } = this.#output
    const { kind, field, initial, added, removed, gains } = this.#group
    if (added.length + removed.size > 0) {
      const before = await draft.base.dictionaryOfInitial(kind, field, initial)
      const words = [...before.filter((word) => !removed.has(word)), ...added].sort()
      await queue.push(() => draft.writeDictionary(kind, field, initial, words), words.length * WORD_BYTES)
    }
    for (const [term, sets] of gains) {
      this.#gains.push({ kind, term, gained: unionAll(sets) })
      if (this.#gains.length >= PREFIX_BATCH) await this.#writePrefixes()
    }
  }

  async #writePrefixes(): Promise<void> {
    const { draft, collector } = this.#output
    for (const [kind, batch] of Map.groupBy(this.#gains, ({ kind }) => kind)) {
      const terms = batch.map(({ term }) => term)
      const removals = await collector.prefixRemovals(kind, terms)
      const before = await draft.base.storedPostings(kind, terms)
      const updates = batch.flatMap(({ term, gained }, index) => {
        const removed = unionAll(removals[index]!)
        if (gained.size + removed.size === 0) return []
        const after = applyChanges(before[index]!.postings, removed, gained)
        return [{ kind, term, before: before[index]!, after, changed: [removed, gained] }]
      })
      if (updates.length > 0) await queuePostings(this.#output, updates)
    }
    this.#gains = []
  }
}
