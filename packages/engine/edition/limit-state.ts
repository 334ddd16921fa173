import { type Counts, highestOf, NO_COUNTS, type PeakCounts, peakOf } from './counts.ts'

/** What the limits of publications know of a store, or of a market, when a draft begins. */
export class LimitState {
  readonly #rows: ReadonlyMap<string, string>

  constructor(rows: readonly LimitRow[] = []) {
    this.#rows = new Map(rows.map(({ name, value }) => [name, value]))
  }

  countsOf(edition: number): Counts {
    return this.#read<Counts>(editionName(edition)) ?? NO_COUNTS
  }

  /** The highest counts of the last 24 hours, in which the edition was current. `now` is ISO 8601. */
  peak(edition: number, now: string): PeakCounts {
    const first = hourName(Date.parse(now) - DAY_MILLISECONDS)
    const hours = this.#names('hour').filter((name) => name >= first)
    return highestOf([peakOf(this.countsOf(edition)), ...hours.map((name) => this.#read<PeakCounts>(name)!)])
  }

  get refusals(): readonly Refusal[] {
    return this.#names('refused').map((name) => this.#read<Refusal>(name)!)
  }

  refusalOf(source: string): Refusal | undefined {
    return this.#read<Refusal>(refusalName(source))
  }

  /** The changes when an edition is added: its counts come, those of editions that are not stored go. */
  withEdition(edition: number, counts: Counts, stored: readonly number[]): LimitChange[] {
    const names = new Set(stored.map(editionName))
    const outdated = this.#names('edition').filter((name) => !names.has(name))
    return [...outdated.map(removed), { name: editionName(edition), value: JSON.stringify(counts) }]
  }

  /** The changes when a state with these counts replaces that of an edition. */
  withState(counts: Counts, edition: number, now: string): LimitChange[] {
    const hour = hourName(Date.parse(now))
    const first = hourName(Date.parse(now) - DAY_MILLISECONDS)
    const outdated = this.#names('hour').filter((name) => name < first)
    const known = this.#read<PeakCounts>(hour)
    const states = [peakOf(this.countsOf(edition)), peakOf(counts), ...(known ? [known] : [])]
    return [...outdated.map(removed), { name: hour, value: JSON.stringify(highestOf(states)) }]
  }

  /** The same if an operator chose the state: later ones are compared with it, and with nothing before. */
  withChosenState(counts: Counts, now: string): LimitChange[] {
    const hour = hourName(Date.parse(now))
    const others = this.#names('hour').filter((name) => name !== hour)
    return [...others.map(removed), { name: hour, value: JSON.stringify(peakOf(counts)) }]
  }

  /** The change when a publication of a source is within the limits. */
  withoutRefusal(source: string): LimitChange[] {
    const name = refusalName(source)
    return this.#rows.has(name) ? [removed(name)] : []
  }

  /** What was copied from another database; undefined if nothing was. */
  get copied(): CopiedState | undefined {
    return this.#read(COPIED)
  }

  /**
   * The changes when a state of another database replaces this one: the limits know what they know there, but for the
   * counts of its editions.
   */
  withOther(rows: readonly LimitRow[], copied: CopiedState): LimitChange[] {
    const others = rows.filter(({ name }) => !name.startsWith('edition ') && name !== COPIED)
    const names = new Set(others.map(({ name }) => name))
    const gone = [...this.#names('hour'), ...this.#names('refused')].filter((name) => !names.has(name))
    return [...gone.map(removed), ...others, { name: COPIED, value: JSON.stringify(copied) }]
  }

  #names(kind: string): string[] {
    return [...this.#rows.keys()].filter((name) => name.startsWith(`${kind} `))
  }

  #read<Value>(name: string): Value | undefined {
    const value = this.#rows.get(name)
    return value === undefined ? undefined : (JSON.parse(value) as Value)
  }
}

/** A row of the table `limits`: something that the limits of publications know of a store, by its name. */
export interface LimitRow {
  /** `edition 7`, `hour 2026-11-28T19`, `refused catalog` or `copied`. */
  readonly name: string
  /** JSON: the counts of the edition, the highest counts of the hour, a `Refusal`, or a `CopiedState`. */
  readonly value: string
}

/** A row that is written, or removed if its value is null. */
export interface LimitChange extends Pick<LimitRow, 'name'> {
  readonly value: string | null
}

/** A publication that a limit refused. It waits until an operator approves it, or a later one is within the limits. */
export interface Refusal {
  /** What was published: `catalog`, `patch`, `market de` or `program`. Others of the store go on. */
  readonly source: string
  /** ISO 8601 in UTC with milliseconds. */
  readonly refusedAt: string
  readonly reason: string
  /** What the store had, and what it would have. */
  readonly before: Counts
  readonly after: Counts
  /** A digest of what would be lost. An approval allows exactly that. */
  readonly digest: string
  readonly isApproved: boolean
}

/** What a migration copied from another database. */
export interface CopiedState {
  /** Differs for each state of the store there. */
  readonly state: string
  /** The number of the publication here. Later ones are changes that the other database does not have. */
  readonly publication: number
}

const COPIED = 'copied'

/** The limits compare with the highest counts of so long. */
const DAY_MILLISECONDS = 24 * 3_600_000

/** The change that notes a refusal, instead of an earlier one of the source. */
export function noted(refusal: Refusal): LimitChange {
  return { name: refusalName(refusal.source), value: JSON.stringify(refusal) }
}

function removed(name: string): LimitChange {
  return { name, value: null }
}

function editionName(edition: number): string {
  return `edition ${edition}`
}

function hourName(milliseconds: number): string {
  return `hour ${new Date(milliseconds).toISOString().slice(0, 13)}`
}

function refusalName(source: string): string {
  return `refused ${source}`
}
