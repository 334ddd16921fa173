import type { Product } from '@vitrine/catalog/product'
import { KINDS, type Kind, type Term } from '../edition/term.ts'
import type { PostingList } from '../index/posting-list.ts'
import { PostingLog } from './posting-log.ts'
import { PostingStaging, type TermChanges } from './posting-staging.ts'
import type { Positioned, ProductChange, ProductVersion } from './product-version.ts'
import { indexedProduct, type TermGroups, termsOf } from './terms.ts'

/**
 * Collects the changes of posting lists that follow from product changes. Record all changes before you read the first
 * batch.
 */
export interface PostingCollector extends AsyncDisposable {
  /** `touched`: terms of products whose lists have to be written even if their positions stay the same. */
  record(changes: readonly ProductChange[], touched: readonly Term[]): Promise<void>

  /** The next batch of changed lists of one kind, by kind and term, without prefix lists; undefined at the end. */
  next(): Promise<readonly TermChanges[] | undefined>

  /** For each prefix term, the sets that are removed from its list. */
  prefixRemovals(kind: Kind, terms: readonly Term[]): Promise<PostingList[][]>
}

/** Changes in the log before they are staged: some 35 MB. */
const MAX_LOGGED_CHANGES = 1_000_000

/** A product to index, with its positions. From another thread, `indexedProduct` comes as JSON. */
type Indexed = Positioned<Product | string> & Partial<Pick<ProductVersion, 'alternates'>>

/** Collects on the thread of the caller. */
export class LocalPostingCollector implements PostingCollector {
  #log = new PostingLog()
  readonly #staging = new PostingStaging()
  #batches: Generator<readonly TermChanges[], undefined> | undefined

  async record(
    changes: readonly { readonly before: Indexed | undefined; readonly after: Indexed | undefined }[],
    touched: readonly Term[],
  ): Promise<void> {
    for (const change of changes) {
      const [before, after] = [termsByPosition(change.before), termsByPosition(change.after)]
      const changed = KINDS.flatMap((kind) =>
        [...new Set([...before[kind].keys(), ...after[kind].keys()])].map((position) => ({
          kind,
          position,
          before: before[kind].get(position) ?? [],
          after: after[kind].get(position) ?? [],
        })),
      )
      this.#log.record(changed)
    }
    for (const term of touched) this.#log.touch('product', term)
    if (this.#log.size >= MAX_LOGGED_CHANGES) this.#stageLog()
  }

  async next(): Promise<readonly TermChanges[] | undefined> {
    if (!this.#batches) this.#stageLog()
    this.#batches ??= this.#staging.batches()
    return this.#batches.next().value
  }

  async prefixRemovals(kind: Kind, terms: readonly Term[]): Promise<PostingList[][]> {
    return terms.map((term) => this.#staging.prefixRemovals(kind, term))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#staging[Symbol.dispose]()
  }

  #stageLog(): void {
    using log = this.#log
    this.#staging.add(log.changes())
    this.#log = new PostingLog()
  }
}

function termsByPosition(indexed: Indexed | undefined): Readonly<Record<Kind, ReadonlyMap<number, TermGroups>>> {
  if (!indexed) return { product: new Map(), variant: new Map() }
  const { product, position, variantPositions, alternates } = indexed
  const terms = termsOf(typeof product === 'string' ? JSON.parse(product) : indexedProduct(product, alternates))
  return {
    product: new Map([[position, terms.product]]),
    variant: new Map(variantPositions.map((position, index) => [position, terms.variants[index]!])),
  }
}
