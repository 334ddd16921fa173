import { decodeLists, ProductChanges } from './product-changes.ts'
import { MAX_PUBLICATION_TAGS, OTHER_CHANGES, type OtherChange, type Publication } from './publication.ts'

/** What several publications of a store that follow one another changed in all. */
export class JointChanges {
  #products: ProductChanges | undefined = new ProductChanges()
  readonly #also = new Set<OtherChange>()
  #tags: Set<string> | undefined = new Set()

  /** Adds the publication before those that were added. */
  precede({ changes, also, tags }: Publication): void {
    if (changes === null) this.#products = undefined
    else this.#products?.precede(decodeLists(changes))
    for (const other of also) this.#also.add(other)
    for (const tag of tags ?? []) this.#tags?.add(tag)
    if (tags === null || (this.#tags && this.#tags.size > MAX_PUBLICATION_TAGS)) this.#tags = undefined
  }

  /** Undefined if a publication did not know all products that it changed. */
  get products(): ProductChanges | undefined {
    return this.#products
  }

  /** Everything that may have changed besides products, in the order of `OTHER_CHANGES`. */
  get also(): readonly OtherChange[] {
    return OTHER_CHANGES.filter((other) => this.#also.has(other))
  }

  /** The cache tags of the answers that may have changed, at most `MAX_PUBLICATION_TAGS`; null for all answers. */
  get tags(): readonly string[] | null {
    return this.#tags ? [...this.#tags] : null
  }

  /** The same, as a publication says it that changed all this. */
  summary(): Pick<Publication, 'created' | 'changed' | 'removed' | 'also' | 'tags'> {
    const counts = this.#products?.counts() ?? { created: null, changed: null, removed: null }
    return { ...counts, also: this.also, tags: this.tags }
  }
}
