import type { Store } from '../catalog/store.ts'
import { Order } from '../postings/order.ts'
import { NOTHING, type Positions } from '../postings/positions.ts'
import type { Beginning, Edition, EditionSummary } from './edition.ts'
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

  async postings(_kind: Kind, terms: readonly Term[]): Promise<Positions[]> {
    return terms.map(() => NOTHING)
  }

  async beginning(): Promise<Beginning> {
    return { exactly: NOTHING, any: NOTHING }
  }

  async words(): Promise<string> {
    return ''
  }

  async wordsOfInitial(): Promise<[]> {
    return []
  }

  async values(): Promise<[]> {
    return []
  }

  async *listsOf(): AsyncGenerator<never> {}

  async bySlug(slugs: readonly string[]): Promise<undefined[]> {
    return slugs.map(() => undefined)
  }

  async bySku(): Promise<Positions> {
    return NOTHING
  }

  async variantsOf(): Promise<Positions> {
    return NOTHING
  }

  async order(): Promise<Order> {
    return new Order(NO_NUMBERS)
  }

  orderAtHand(): undefined {}

  async ranked(): Promise<Uint32Array> {
    return NO_NUMBERS
  }

  async owners(): Promise<Uint32Array> {
    return NO_NUMBERS
  }

  async positions(_kind: Kind, ids: readonly string[]): Promise<undefined[]> {
    return ids.map(() => undefined)
  }

  async document(): Promise<undefined> {}

  async joined(): Promise<Uint8Array> {
    return NO_BYTES
  }

  async documents(_form: unknown, positions: readonly number[]): Promise<undefined[]> {
    return positions.map(() => undefined)
  }

  remembered<Value>(_key: string, make: () => Promise<Value>): Promise<Value> {
    return make()
  }

  atHand(): undefined {}

  async products(positions: readonly number[]): Promise<undefined[]> {
    return positions.map(() => undefined)
  }

  async variants(positions: readonly number[]): Promise<undefined[]> {
    return positions.map(() => undefined)
  }
}

const NO_NUMBERS = new Uint32Array(0)
const NO_BYTES = new Uint8Array(0)
