import type { FindingPlace } from '@vitrine/catalog/submission'

/** Counts findings by their kind, which is a list of texts. */
export class PlaceCounts {
  readonly #counts = new Map<string, { count: number; readonly places: FindingPlace[] }>()

  /** Whether the place is one of the first of its kind. */
  add(kind: readonly string[], { line, row, file, column, product }: FindingPlace): boolean {
    const key = JSON.stringify(kind)
    const entry = this.#counts.get(key) ?? { count: 0, places: [] }
    if (entry.count === 0 && this.#counts.size === MAX_KINDS) return true
    this.#counts.set(key, entry)
    if (entry.count++ < MAX_PLACES)
      entry.places.push({ line, row, ...(file !== undefined && { file }), column, product })
    return entry.count <= MAX_PLACES
  }

  all(): (FindingCount & { readonly kind: readonly string[] })[] {
    return [...this.#counts].map(([key, { count, places }]) => {
      return { kind: JSON.parse(key) as string[], count, lines: places.map(({ line }) => line), places }
    })
  }
}

/** Findings of one kind. */
export interface FindingCount {
  readonly count: number
  /** The lines of the first ten. */
  readonly lines: readonly number[]
  /** The places of the first ten. */
  readonly places: readonly FindingPlace[]
}

/** Kinds of findings that are counted, and places of each. */
const MAX_KINDS = 1000
const MAX_PLACES = 10
