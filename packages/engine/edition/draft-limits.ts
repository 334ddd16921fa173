import type { Counts, PeakCounts } from './counts.ts'
import type { CopiedState, LimitChange, LimitRow, LimitState, Refusal } from './limit-state.ts'

/** What the limits of publications know of the store, or of a market, that a draft is of, and what they get to know. */
export class DraftLimits {
  /** The counts of the base. */
  readonly before: Counts
  /** The changes when it becomes current, after all others, if it is the edition of another database. */
  ofOther: readonly LimitChange[] = []
  readonly #state: LimitState
  readonly #base: number
  readonly #stored: readonly number[]
  #after: Counts
  #judgement: Judgement | undefined

  /** `stored` are the numbers of all editions that are stored. */
  constructor(state: LimitState, base: number, stored: readonly number[]) {
    this.#state = state
    this.#base = base
    this.#stored = stored
    this.before = state.countsOf(base)
    this.#after = this.before
  }

  /** The highest counts of the last 24 hours. `now` is ISO 8601. */
  peak(now: string): PeakCounts {
    return this.#state.peak(this.#base, now)
  }

  refusalOf(source: string): Refusal | undefined {
    return this.#state.refusalOf(source)
  }

  /** Says what the draft counts, if that differs from its base. */
  setAfter(counts: Counts): void {
    this.#after = counts
  }

  /** Says that the edition is that of another database, and what the limits know there. */
  setOther(rows: readonly LimitRow[], copied: CopiedState, priceLevel: number): void {
    this.#after = { ...this.#after, priceLevel }
    this.#judgement = { source: 'migration', isAllowed: true }
    this.ofOther = this.#state.withOther(rows, copied)
  }

  /** Says what the limits found, before the draft is published or held, or its base changed. */
  setJudgement(judgement: Judgement): void {
    this.#judgement = judgement
  }

  /** The changes when the draft is added as the edition of this number. */
  added(number: number): LimitChange[] {
    return this.#state.withEdition(number, this.#after, [...this.#stored, number])
  }

  /** The changes when it becomes current. The store of a market says whether an operator allowed it. */
  current(publishedAt: string, ofStore: DraftLimits): LimitChange[] {
    if (ofStore.#judgement?.isAllowed) return this.#state.withChosenState(this.#after, publishedAt)
    return this.#state.withState(this.#after, this.#base, publishedAt)
  }

  /** The changes when nothing of it is refused. */
  settled(): LimitChange[] {
    return this.#judgement ? this.#state.withoutRefusal(this.#judgement.source) : []
  }
}

/** What the limits found of a draft. */
export interface Judgement {
  /** What was published, as in `Refusal`. */
  readonly source: string
  /** Whether it crosses limits, and an operator allowed it: later ones are compared with nothing before. */
  readonly isAllowed: boolean
}
