import type { LabelValue, ProductLabel } from '@vitrine/catalog/product'
import type { Edition } from '../edition/edition.ts'
import { contains, type PostingList } from '../index/posting-list.ts'

/**
 * The parents of the labels of each product. Documents do not have them, so they are read back from the posting lists
 * of `parent` terms: all of them at once, at most 4 bytes for each label with a parent.
 */
export class LabelParents {
  /** By the code of the label. */
  readonly #parents: ReadonlyMap<string, readonly ParentPostings[]>

  private constructor(parents: ReadonlyMap<string, readonly ParentPostings[]>) {
    this.#parents = parents
  }

  /** The parents in an edition. Reads them once, as an edition never changes. */
  static of(edition: Edition): Promise<LabelParents> {
    const parents = READ.get(edition) ?? LabelParents.#read(edition)
    READ.set(edition, parents)
    return parents
  }

  static async #read(edition: Edition): Promise<LabelParents> {
    const parents = new Map<string, ParentPostings[]>()
    for await (const batch of edition.scanPostings('product', 'parent'))
      for (const { term, postings } of batch) {
        const [, code, parent] = term.split(':') as [string, string, string]
        const others = parents.get(code)
        if (others) others.push({ parent, postings })
        else parents.set(code, [{ parent, postings }])
      }
    return new LabelParents(parents)
  }

  /** The labels of the product at this position, with their parents. */
  addTo(labels: readonly LabelValue[], position: number): readonly ProductLabel[] {
    if (this.#parents.size === 0) return labels
    return labels.map((label) => {
      const parent = this.#parents.get(label.code)?.find(({ postings }) => contains(postings, position))
      return parent ? { ...label, parent: parent.parent } : label
    })
  }
}

/** The products in which a label has this parent. */
interface ParentPostings {
  readonly parent: string
  readonly postings: PostingList
}

const READ = new WeakMap<Edition, Promise<LabelParents>>()
