import type { Problem } from '@vitrine/catalog/submission'
import type { Refusal } from '../edition/limit-state.ts'
import type { EditionSummary } from '../edition/rows.ts'
import { CountedChanges } from './counted-changes.ts'
import type { SettingsFindings } from './missing-settings.ts'
import type { ProductChange } from './product-version.ts'
import type { RenamedProduct, RenamingCallbacks } from './renamed-products.ts'
import { SameValues } from './same-values.ts'

/** What an import did, or would have done without `dryRun`. Counts are of products. */
export interface Report extends SettingsFindings {
  readonly created: number
  readonly changed: number
  readonly unchanged: number
  readonly removed: number
  /** Those of the changed products that have another slug. */
  readonly renamed: number
  /** Products that were left out because of problems. */
  readonly skipped: number
  /** The first 1,000 problems, by line. */
  readonly problems: readonly Problem[]
  /** The number of all problems. */
  readonly problemCount: number
  /** The number of labels of which the store got new texts, if it did. */
  readonly labels?: number
  /**
   * `held`: stored, and not current. `unchanged`: nothing differed. `refused`: there were problems. `tried`: a dry run
   * that would have published.
   */
  readonly outcome: 'published' | 'held' | 'unchanged' | 'refused' | 'tried'
  /** What the store notes, if a limit of what may be lost refused the import. */
  readonly refusal?: Refusal
  /** The edition that is current after the import, or that is held. */
  readonly edition: EditionSummary
}

const MAX_PROBLEMS = 1000

/** Counts what an import does. */
export class ImportCounts {
  created = 0
  changed = 0
  unchanged = 0
  removed = 0
  renamed = 0
  skipped = 0
  problemCount = 0
  /** Renamed products that were recognised: those of another shop may have the same skus by chance. */
  recognized = 0
  readonly changes = new CountedChanges()
  readonly sameValues = new SameValues()
  readonly #problems: Problem[] = []

  /** The number of submitted and patched products that were compared or skipped so far. */
  get processed(): number {
    return this.created + this.changed + this.unchanged + this.skipped
  }

  /** Whether the next edition would differ. */
  get isChanged(): boolean {
    return this.created + this.changed + this.removed > 0
  }

  skip(problems: readonly Problem[]): void {
    this.skipped++
    this.problemCount += problems.length
    this.#problems.push(...problems.slice(0, MAX_PROBLEMS - this.#problems.length))
  }

  /** The callbacks, and renamed products are counted. */
  recognizing({ onRenamed, onMaybeRenamed }: RenamingCallbacks): RenamingCallbacks {
    if (!onRenamed) return {}
    const counted = (product: RenamedProduct) => {
      this.recognized++
      onRenamed(product)
    }
    return { onRenamed: counted, onMaybeRenamed }
  }

  count(change: ProductChange): void {
    const { before, after } = change
    this.changes.add(change)
    this.sameValues.add(change)
    this[!before ? 'created' : after ? 'changed' : 'removed']++
    if (!before || !after) return
    if (before.product.slug !== after.product.slug) this.renamed++
  }

  report(outcome: Report['outcome'], { number, publishedAt, productCount, variantCount }: EditionSummary): Report {
    const { created, changed, unchanged, removed, renamed, skipped, problemCount } = this
    const nothing = { created: 0, changed: 0, unchanged: 0, removed: 0, renamed: 0 }
    const counts = outcome === 'refused' ? nothing : { created, changed, unchanged, removed, renamed }
    const problems = this.#problems.toSorted((a, b) => a.line - b.line)
    const edition = { number, publishedAt, productCount, variantCount }
    return { ...counts, skipped, problems, problemCount, outcome, edition }
  }
}
