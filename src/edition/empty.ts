import type { Store } from '../catalog/store.ts'
import { NO_POSTINGS, type PostingList } from '../index/set-algebra.ts'
import { SortOrder } from '../index/sort-order.ts'
import type { Edition, EditionSummary, PrefixMatch } from './edition.ts'
import type { Kind, Term } from './term.ts'

/** An edition that holds nothing, so that nothing of it need be read. */
export class EmptyEdition implements Edition {
  readonly store: Store
  readonly number: number
  readonly publishedAt: string
  readonly productCount = 0
  readonly variantCount = 0

  constructor(store: Store, { number, publishedAt }: EditionSummary) {
    this.store = store
    this.number = number
    this.publishedAt = publishedAt
  }

  async postings(_kind: Kind, terms: readonly Term[]): Promise<PostingList[]> {
    return terms.map(() => NO_POSTINGS)
  }

  async prefixMatch(): Promise<PrefixMatch> {
    return { exact: NO_POSTINGS, all: NO_POSTINGS }
  }

  async dictionary(): Promise<string> {
    return ''
  }

  async dictionaryOfInitial(): Promise<[]> {
    return []
  }

  async facetValues(): Promise<[]> {
    return []
  }

  async *scanPostings(): AsyncGenerator<never> {}

  async productsBySlug(slugs: readonly string[]): Promise<undefined[]> {
    return slugs.map(() => undefined)
  }

  async positionsBySku(): Promise<PostingList> {
    return NO_POSTINGS
  }

  async variantsOfProduct(): Promise<PostingList> {
    return NO_POSTINGS
  }

  async sortOrder(): Promise<SortOrder> {
    return new SortOrder(NO_NUMBERS)
  }

  async orderSlice(): Promise<Uint32Array> {
    return NO_NUMBERS
  }

  async productOfVariant(): Promise<Uint32Array> {
    return NO_NUMBERS
  }

  async positionsById(_kind: Kind, ids: readonly string[]): Promise<undefined[]> {
    return ids.map(() => undefined)
  }

  async documentById(): Promise<undefined> {}

  async concatenatedDocuments(): Promise<Uint8Array> {
    return NO_BYTES
  }

  async documents(_form: unknown, positions: readonly number[]): Promise<undefined[]> {
    return positions.map(() => undefined)
  }

  async productRows(positions: readonly number[]): Promise<undefined[]> {
    return positions.map(() => undefined)
  }

  async variantRows(positions: readonly number[]): Promise<undefined[]> {
    return positions.map(() => undefined)
  }
}

const NO_NUMBERS = new Uint32Array(0)
const NO_BYTES = new Uint8Array(0)
