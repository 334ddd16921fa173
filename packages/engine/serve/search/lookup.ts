import { SharedValue } from '../../edition/recorded-reads.ts'
import type { PostingList } from '../../index/posting-list.ts'
import type { Memory } from '../bounded-cache.ts'
import type { LevelMatch } from './level-match.ts'

/** Looks a word up in a field. The cost is known before anything is read. Remembers the matches. */
export class Lookup implements Memory {
  readonly cost: number
  /** Whether it is known without a read that nothing matches. */
  readonly isEmpty: boolean
  readonly #read: () => Promise<readonly LevelMatch[]>
  #reading: SharedValue<readonly LevelMatch[]> | undefined
  #matches: readonly LevelMatch[] = []

  constructor(cost: number, read: () => Promise<readonly LevelMatch[]>, isEmpty = false) {
    this.cost = cost
    this.#read = read
    this.isEmpty = isEmpty
  }

  /** Reads the matches. Leaves out those without products or variants. */
  async read(): Promise<readonly LevelMatch[]> {
    this.#reading ??= new SharedValue(this.#read)
    try {
      this.#matches = (await this.#reading.get()).filter(({ positions }) => positions.size > 0)
      return this.#matches
    } catch (error) {
      this.#reading = undefined
      throw error
    }
  }

  get bytes(): number {
    return LOOKUP_BYTES + MATCH_BYTES * this.#matches.length
  }

  get lists(): PostingList[] {
    return this.#matches.map(({ positions }) => positions)
  }
}

/** The look-ups of a word in some fields. */
export class Lookups implements Memory {
  readonly ofFields: readonly Lookup[]

  constructor(ofFields: readonly Lookup[]) {
    this.ofFields = ofFields
  }

  get bytes(): number {
    return this.ofFields.reduce((sum, { bytes }) => sum + bytes, 0)
  }

  get lists(): PostingList[] {
    return this.ofFields.flatMap(({ lists }) => lists)
  }
}

/** Approximate memory of a match apart from its positions, and of a look-up with its words, in bytes. */
const MATCH_BYTES = 400
const LOOKUP_BYTES = 1000
