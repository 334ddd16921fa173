import { isDeepStrictEqual } from 'node:util'
import { LABEL_KINDS, type LabelKind } from '@vitrine/catalog/label-kind'
import { yieldByCost } from '@vitrine/runtime/event-loop'
import type { PostingUpdate } from '../edition/posting-update.ts'
import type { FacetValue, FacetValueName } from '../edition/rows.ts'
import { KINDS, type Kind, type Term } from '../edition/term.ts'
import { memoryBytes, NO_POSTINGS, type PostingList } from '../index/posting-list.ts'
import { subtract, unionAll } from '../index/set-algebra.ts'
import type { ImportOutput } from './change-writer.ts'
import { labelTree, topDown } from './label-tree.ts'
import type { ValueName } from './value-names.ts'

/**
 * Writes what follows for all labels from the changes of their posting lists: the kind and the parent of each, and for
 * a category the list of what has it or a label below it, if that is more than the category's own. Holds the changed
 * lists of labels in memory, 4 bytes a position at most.
 */
export class LabelUpdates {
  readonly #output: ImportOutput
  /** The changed lists of labels. */
  readonly #lists: Readonly<Record<Kind, Map<Term, PostingList>>> = { product: new Map(), variant: new Map() }
  /** The sizes of the changed lists of kinds and parents. */
  readonly #sizes: Readonly<Record<'kind' | 'parent', Map<Term, number>>> = { kind: new Map(), parent: new Map() }
  /** The names of labels whose lists of products have changed. */
  readonly #names = new Map<Term, FacetValueName>()

  constructor(output: ImportOutput) {
    this.#output = output
  }

  /** Notes an update. Returns it without the name of a label, whose row is written at the end. */
  note(update: PostingUpdate): PostingUpdate {
    const { kind, term, after, name } = update
    if (term.startsWith('kind:')) this.#sizes.kind.set(term, after.size)
    if (term.startsWith('parent:')) this.#sizes.parent.set(term, after.size)
    if (!term.startsWith('label:')) return update
    this.#lists[kind].set(term, after)
    if (name) this.#names.set(term, name)
    return { ...update, name: undefined }
  }

  async finish(): Promise<void> {
    const changes = [...Object.values(this.#lists), ...Object.values(this.#sizes)]
    if (changes.every(({ size }) => size === 0)) return
    const { base } = this.#output.draft
    const before = new Map((await base.facetValues()).map((value) => [value.term, value]))
    const parentsBefore = parentsIn(before.values())
    const [kinds, parents] = [await this.#kinds(before), await this.#parents(parentsBefore)]
    const labels = this.#labels(before, kinds, parents)
    await this.#output.stale.noteLabels(new Map([...labels].map(([term, row]) => [term, nameOf(row)])), parents)
    const sizes = await this.#rollUp(before, parentsBefore, parents)
    const categories = Array.from(sizes, ([code, productCount]): Row => {
      const { id, name } = labels.get(`label:${code}`)!
      return { term: `within:${code}`, productCount, id: id!, name }
    })
    const rows = [...labels.values(), ...categories].filter((row) => !isSameRow(row, before.get(row.term)))
    await this.#output.queue.push(() => this.#output.draft.writeFacetValues(rows), rows.length * ROW_BYTES)
  }

  /** The kind of each label that has one. */
  async #kinds(before: ReadonlyMap<Term, FacetValue>): Promise<Map<string, LabelKind>> {
    const kinds = new Map<string, LabelKind>()
    for (const { term, kind } of before.values()) if (kind) kinds.set(codeOf(term), kind)
    const codes = [...new Set([...this.#sizes.kind.keys()].map((term) => term.slice(term.indexOf(':', 5) + 1)))]
    const terms = codes.flatMap((code) => LABEL_KINDS.map((kind): Term => `kind:${kind}:${code}`))
    const unchanged = terms.filter((term) => !this.#sizes.kind.has(term))
    const lists = await this.#output.draft.base.postings('product', unchanged)
    const sizes = new Map([...this.#sizes.kind, ...unchanged.map((term, index) => [term, lists[index]!.size] as const)])
    for (const code of codes) {
      const kind = LABEL_KINDS.find((kind) => sizes.get(`kind:${kind}:${code}`)! > 0)
      if (kind) kinds.set(code, kind)
      else kinds.delete(code)
    }
    return kinds
  }

  /** The parent of each label that has one. */
  async #parents(before: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, string>> {
    if (this.#sizes.parent.size === 0) return before
    const sizes = new Map<Term, number>()
    for await (const batch of this.#output.draft.base.scanPostings('product', 'parent')) {
      for (const { term, postings } of batch) sizes.set(term, postings.size)
      await yieldByCost(batch.reduce((sum, { postings }) => sum + postings.size, 0))
    }
    return labelTree(new Map([...sizes, ...this.#sizes.parent]))
  }

  /** The rows of all labels of the next edition, by term. */
  #labels(
    before: ReadonlyMap<Term, FacetValue>,
    kinds: ReadonlyMap<string, LabelKind>,
    parents: ReadonlyMap<string, string>,
  ): Map<Term, Row> {
    const rows = new Map<Term, Row>()
    const terms = new Set([...before.keys().filter((term) => term.startsWith('label:')), ...this.#lists.product.keys()])
    for (const term of terms) {
      const productCount = this.#lists.product.get(term)?.size ?? before.get(term)!.productCount
      if (productCount === 0) continue
      const { id, name } = this.#names.get(term) ?? before.get(term)!
      const [kind, parent] = [kinds.get(codeOf(term)), parents.get(codeOf(term))]
      rows.set(term, { term, productCount, id: id!, name, ...(kind && { kind }), ...(parent && { parent }) })
    }
    return rows
  }

  /**
   * Writes the lists of all categories that have more products, or variants, with what is below them than alone.
   * Returns how many products each of these has.
   */
  async #rollUp(
    before: ReadonlyMap<Term, FacetValue>,
    parentsBefore: ReadonlyMap<string, string>,
    parents: ReadonlyMap<string, string>,
  ): Promise<ReadonlyMap<string, number>> {
    const codes = topDown(parents)
    let sizes = new Map<string, number>()
    for (const { term, productCount } of before.values())
      if (term.startsWith('within:')) sizes.set(codeOf(term), productCount)
    for (const kind of KINDS) {
      const isAffected = this.#sizes.parent.size > 0 || codes.some((code) => this.#lists[kind].has(`label:${code}`))
      if (!isAffected) continue
      if (kind === 'product') sizes = new Map()
      const above = new Set(parents.values())
      const childless = [...new Set(parentsBefore.values())].filter((code) => !above.has(code))
      await this.#write(kind, new Map(childless.map((code) => [code, NO_POSTINGS])))
      for await (const lists of this.#listsWithin(kind, codes.toReversed(), parents)) {
        await this.#write(kind, lists)
        if (kind === 'product') for (const [code, { size }] of lists) if (size > 0) sizes.set(code, size)
      }
    }
    return sizes
  }

  /**
   * The list of each category with all below it, in batches; empty if that is the category's own. `codes` has each
   * label after those below it.
   */
  async *#listsWithin(
    kind: Kind,
    codes: readonly string[],
    parents: ReadonlyMap<string, string>,
  ): AsyncGenerator<ReadonlyMap<string, PostingList>> {
    /** The lists of the children of each category that is still to come. */
    const below = new Map<string, PostingList[]>()
    for (let from = 0; from < codes.length; from += BATCH_LISTS) {
      const batch = codes.slice(from, from + BATCH_LISTS)
      const own = await this.#ownLists(kind, batch)
      const lists = new Map<string, PostingList>()
      for (const [index, code] of batch.entries()) {
        const children = below.get(code)
        const all = children ? unionAll([own[index]!, ...children]) : own[index]!
        if (children) lists.set(code, all.size > own[index]!.size ? all : NO_POSTINGS)
        below.delete(code)
        const parent = parents.get(code)
        const siblings = below.get(parent ?? '')
        if (siblings) siblings.push(all)
        else if (parent !== undefined) below.set(parent, [all])
        await yieldByCost(all.size)
      }
      yield lists
    }
  }

  async #ownLists(kind: Kind, codes: readonly string[]): Promise<PostingList[]> {
    const terms = codes.map((code): Term => `label:${code}`)
    const unchanged = terms.filter((term) => !this.#lists[kind].has(term))
    const lists = await this.#output.draft.base.postings(kind, unchanged)
    const published = new Map(unchanged.map((term, index) => [term, lists[index]!]))
    return terms.map((term) => this.#lists[kind].get(term) ?? published.get(term)!)
  }

  /** Writes the lists that differ from the published ones. */
  async #write(kind: Kind, lists: ReadonlyMap<string, PostingList>): Promise<void> {
    const { draft, queue } = this.#output
    const terms = Array.from(lists.keys(), (code): Term => `within:${code}`)
    const stored = await draft.base.storedPostings(kind, terms)
    const updates = Array.from(lists.values(), (after, index): PostingUpdate => {
      const before = stored[index]!
      const changed = [subtract(after, before.postings), subtract(before.postings, after)]
      return { kind, term: terms[index]!, before, after, changed }
    }).filter(({ changed }) => changed.some(({ size }) => size > 0))
    if (updates.length === 0) return
    const bytes = updates.reduce((sum, { after }) => sum + 2 * memoryBytes(after) + ROW_BYTES, 0)
    await queue.push(() => draft.writePostings(updates), bytes)
  }
}

/** Lists that are read and written together. */
const BATCH_LISTS = 200

/** The approximate memory of a queued row, in bytes. */
const ROW_BYTES = 600

/** The row of a label, or of a category with all that is below it. */
type Row = Omit<FacetValue, 'postings'>

function nameOf({ term: _, productCount: __, ...name }: Row): ValueName {
  return name
}

function isSameRow(row: Row, before: FacetValue | undefined): boolean {
  if (!before) return false
  const { postings: _, ...same } = before
  return isDeepStrictEqual(row, same)
}

function parentsIn(values: Iterable<FacetValue>): Map<string, string> {
  const parents = new Map<string, string>()
  for (const { term, parent } of values) if (parent !== undefined) parents.set(codeOf(term), parent)
  return parents
}

/** The code in `label:<code>` or `within:<code>`. */
function codeOf(term: Term): string {
  return term.slice(term.indexOf(':') + 1)
}
