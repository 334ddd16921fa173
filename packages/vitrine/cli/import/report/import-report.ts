import { HIDDEN_BY_MERCHANT, type LeftOutReason, type LeftOutRow } from '@vitrine/catalog/left-out'
import type { LastImport, Store } from '@vitrine/catalog/store'
import type { Finding } from '@vitrine/catalog/stream/record'
import type { MarketSubmission, Patch, Problem, Removal, Submission, Warning } from '@vitrine/catalog/submission'
import { type Crossing, MIN_PRODUCTS } from '@vitrine/engine/publish/limits'
import type { ProductTotals } from '@vitrine/engine/publish/publish'
import type { RenamedProduct } from '@vitrine/engine/publish/renamed-products'
import type { Report } from '@vitrine/engine/publish/report'
import type { Transfer } from '../../../remote/remote-catalog.ts'
import { quantity } from '../../terminal-text.ts'
import { differencesFrom, exceededLimit, type ImportLimits, isNotable } from '../import-limits.ts'
import { BrokenNames } from './broken-names.ts'
import { withoutIndexes } from './finding-place.ts'
import type { MissingContent } from './missing-content.ts'
import { type FindingCount, PlaceCounts } from './place-counts.ts'
import { ReportDetails } from './report-details.ts'
import { ReportFile } from './report-file.ts'
import { isPagePath } from './report-path.ts'

/** The report of an import, as `--json` prints it. */
export interface ImportReport extends Report, ReadFindings {
  readonly store: string
  readonly seconds: number
  /** Products of the store before the import; null if the import was refused before it counted them. */
  readonly stored: number | null
  /**
   * Products that stay although the file does not have them; null if the import is not of a catalog file, or replaces.
   */
  readonly absent: number | null
  /** Whether the store has its first products, and no currency for them. */
  readonly lacksCurrency: boolean
  /** Whether the store has its first products, and no language for their texts. */
  readonly lacksLanguage: boolean
  /** Whether the store has its first products, and a search without `searchIn` looks for their labels only later. */
  readonly searchesLabelsLater: boolean
  /** The limit that the import exceeds, and the option that allows it; null if it exceeds none. */
  readonly limit: string | null
  /** How many times as high the prices of the products are that the store has too, on average; null if few have one. */
  readonly priceFactor: number | null
  /** Changed products that have fewer variants than before. */
  readonly shrunk: number
  /** The fields in which most products that the file changes have one value, and had several. */
  readonly sameValues: ProductTotals['sameValues']
  /** Products without an id of their own that kept their id under a new slug, by their sku: the first 1,000. */
  readonly recognised: readonly RenamedProduct[]
  /** Only for an import for markets. */
  readonly markets?: readonly MarketCounts[]
  /** Only for an import from a server. The line of a problem is then the product's number in the server's list. */
  readonly transfer?: Transfer
}

/** What an import does to a market, in products. */
export interface MarketCounts {
  readonly code: string
  /** Products of the store of which the file says something. */
  readonly products: number
  /** Products of the file that the store does not have; undefined if the file has no products. */
  readonly unknown: number | undefined
  /** Products of the store of which neither the file nor the store says anything in the market. */
  readonly without: number
}

/** What was found in what was read of a file. */
export interface ReadFindings {
  /** Products in the file, or rows with `--only`: valid and invalid ones. */
  readonly submitted: number
  /** The format of the file. */
  readonly format: string | undefined
  /** The number of rows or items in the file; null if the format has no rows. */
  readonly rows: number | null
  /** Why more may follow after the end of the file: predicates of it. */
  readonly endings: readonly string[]
  /** What the products that were read lack. */
  readonly missing: MissingContent
  /** The headers of the columns that have values and are not used. */
  readonly unused: readonly string[]
  /** Valid rows that are not served, by reason. */
  readonly leftOut: readonly LeftOutCount[]
  /** Optional values that are not used since they are wrong, by field. */
  readonly dropped: readonly DroppedCount[]
  /** The first ten warnings of each message, at most 1,000. */
  readonly warnings: readonly Warning[]
  readonly warningCount: number
  /** Messages that several warnings share, by path. */
  readonly repeated: readonly RepeatedWarning[]
}

interface LeftOutCount extends FindingCount {
  readonly reason: LeftOutReason
}

interface RepeatedWarning extends FindingCount {
  /** The column, or the field for all items of its lists. */
  readonly path: string
  readonly message: string
}

interface DroppedCount extends FindingCount {
  /** The column, or the field for all items of its lists: `variants[].gtin`. */
  readonly field: string
  /** What would be right. */
  readonly expected: string
}

const MAX_WARNINGS = 1000

/** Collects the report of an import while it runs, and writes all details to the file of `--report`. */
export class ReportBuilder implements Disposable {
  readonly #startedAt: number
  readonly #path: string | undefined
  #file: ReportFile | undefined
  readonly #warnings: Warning[] = []
  /** By path and message. */
  readonly #repeated = new PlaceCounts()
  /** By reason. */
  readonly #leftOut = new PlaceCounts()
  /** By field and expectation. */
  readonly #dropped = new PlaceCounts()
  readonly #recognised: RenamedProduct[] = []
  #recognisedCount = 0
  readonly #writtenProblems = new Set<Problem>()
  #warningCount = 0
  #submitted = 0
  #unused: readonly string[] = []
  #format: string | undefined
  #rows: number | null = null
  readonly #endings: string[] = []
  #limit: string | undefined
  #priceFactor: number | null = null
  #shrunk = 0
  #sameValues: ProductTotals['sameValues'] = []
  #stored: number | null = null
  #absent: number | null = null
  /** What a page shows besides the report. */
  readonly details = new ReportDetails()

  constructor(path: string | undefined, startedAt = performance.now()) {
    this.#startedAt = startedAt
    this.#path = path
  }

  /** Empties the file, once there is something to import. Throws `CommandError` if it cannot be written. */
  openFile(): void {
    if (this.#path !== undefined && !isPagePath(this.#path)) this.#file = new ReportFile(this.#path)
  }

  /** Notes what is found while a catalog is read. */
  readonly note = (finding: Finding): void => {
    if ('warning' in finding) this.callbacks.onWarning(finding.warning)
    else if ('leftOut' in finding) this.callbacks.onLeftOut(finding.leftOut)
    else if ('used' in finding) this.details.addColumns(finding.used)
    else if ('rows' in finding) this.#rows = finding.rows
    else if ('ending' in finding) this.#endings.push(finding.ending)
    else {
      this.#unused = finding.unused
      for (const column of finding.unused) this.#file?.write({ kind: 'not-used', column })
    }
  }

  /** Says which format the file has. */
  noteFormat(format: string): void {
    this.#format = format
  }

  readonly callbacks = {
    onWarning: (warning: Warning) => {
      this.#warningCount++
      const { path, message } = warning
      const isNew = this.#repeated.add([withoutIndexes(path), message], warning)
      if (isNew && this.#warnings.length < MAX_WARNINGS) this.#warnings.push(warning)
      this.#file?.write({ kind: 'warning', ...warning })
    },
    onLeftOut: (row: LeftOutRow) => {
      this.#leftOut.add([row.reason], row)
      this.#file?.write({ kind: 'left-out', ...row })
    },
    onDropped: (fault: Problem) => {
      this.#dropped.add([withoutIndexes(fault.path), fault.right], fault)
      this.#file?.write({ kind: 'dropped', ...fault })
    },
    onRenamed: (renamed: RenamedProduct) => {
      this.#recognisedCount++
      if (this.#recognised.length < MAX_WARNINGS) this.#recognised.push(renamed)
      this.#file?.write({ kind: 'recognised', ...renamed })
    },
    onMaybeRenamed: ({ from, to, sku: _, ...place }: RenamedProduct) => {
      const message =
        `is ${JSON.stringify(to)}, and ${JSON.stringify(from)} has the same prices and the same name or picture, but is ` +
        'not in the file: with --replace it is this product, which then keeps its id and is not sold twice'
      this.callbacks.onWarning({ ...place, path: 'slug', message })
    },
  }

  /** Passes the submissions on and writes their problems to the file. */
  async *observe<Submitted extends Submission | Patch | Removal | MarketSubmission>(
    submissions: AsyncIterable<Submitted>,
  ): AsyncGenerator<Submitted> {
    const names = new BrokenNames()
    for await (const submission of submissions) {
      if (!('position' in submission)) this.#submitted++
      if ('problems' in submission || 'product' in submission) this.details.add(submission)
      if ('problems' in submission) {
        for (const problem of submission.problems) {
          this.#file?.write({ kind: 'problem', ...problem })
          if (this.#writtenProblems.size < MAX_WARNINGS) this.#writtenProblems.add(problem)
        }
      } else if ('product' in submission) {
        submission.dropped.forEach(this.callbacks.onDropped)
        names.add(submission.product.name)
      }
      yield submission
    }
    const { message } = names
    if (message !== undefined) this.callbacks.onWarning({ line: 1, path: 'the file', message })
  }

  /** Returns whether the import keeps to the limits. The report says which one it exceeds. */
  checkLimits(
    limits: ImportLimits,
    { accepted, created, removed, skipped, priceFactor, sameValues, shrunk }: ProductTotals,
    crossings: readonly Crossing[],
    { store, productCount: stored }: { readonly store: Store; readonly productCount: number },
    replace: boolean,
  ): boolean {
    const format = this.#format
    this.#stored = stored
    this.#sameValues = sameValues
    this.#shrunk = shrunk
    const losing = removed + shrunk
    this.#priceFactor = accepted - created < MIN_PRODUCTS ? null : priceFactor
    this.#absent = replace || format === undefined ? null : stored - (accepted - created)
    const counts = this.#leftOut.all()
    // A new store gets what its merchant shows. In a store with products, much that is hidden may be a mistake.
    const ignored = new Set(['blank', 'section', ...(stored === 0 && accepted > 0 ? HIDDEN_BY_MERCHANT : [])])
    const uncounted = counts.reduce((sum, { kind, count }) => sum + (ignored.has(kind[0]!) ? count : 0), 0)
    const leftOut = counts.reduce((sum, { count }) => sum + count, skipped - uncounted)
    const rows = (this.#rows ?? this.#submitted) - uncounted
    const unit = this.#rows === null ? 'product' : 'row'
    const differences = differencesFrom(store, format)
    // The skus of another shop may be the same by chance, so products that have only these in common do not fit.
    const doubtful = this.#recognisedCount
    const changes = { accepted, created: created + doubtful, crossings }
    const inOtherCurrency = counts.find(({ kind }) => kind[0] === 'other-currency')?.count ?? 0
    // What is in the file in another currency is still sold, and a feed may have each product in several.
    const isTelling = isNotable(inOtherCurrency, rows) && isNotable(losing, stored)
    const currency = `has ${quantity(inOtherCurrency, 'row')} with prices in another currency`
    const endings = isTelling ? [...this.#endings, currency] : this.#endings
    const file = { rows, leftOut, unit, replace, differences, endings } as const
    this.#limit = exceededLimit({ ...file, ...changes, losing, stored }, limits)
    return this.#limit === undefined
  }

  /** What the store remembers of the import. */
  lastImport(
    { accepted, created, changed, removed, skipped, language }: ProductTotals,
    { lastImport }: Store,
    now: Date,
  ): LastImport {
    const { formats = [], languages = [] } = lastImport ?? {}
    const leftOut = this.#leftOut.all().reduce((sum, { count }) => sum + count, skipped)
    const format = this.#format ?? 'api'
    return {
      at: now.toISOString(),
      format,
      products: accepted,
      rows: this.#rows,
      effect: { created, changed, removed, leftOut, warnings: this.#warningCount },
      formats: [...new Set([...formats, format])],
      languages: language === undefined ? languages : [...new Set([...languages, language])],
    }
  }

  /** What was found in what was read so far. */
  get findings(): ReadFindings {
    return {
      submitted: this.#submitted,
      format: this.#format,
      rows: this.#rows,
      endings: this.#endings,
      missing: this.details.missing.counts,
      unused: this.#unused,
      leftOut: this.#leftOut.all().map(({ kind, ...counted }) => ({ reason: kind[0] as LeftOutReason, ...counted })),
      dropped: this.#dropped.all().map(({ kind, ...counted }) => ({ field: kind[0]!, expected: kind[1]!, ...counted })),
      warnings: this.#warnings,
      warningCount: this.#warningCount,
      repeated: this.#repeated
        .all()
        .filter(({ count }) => count > 1)
        .map(({ kind, ...counted }) => ({ path: kind[0]!, message: kind[1]!, ...counted })),
    }
  }

  /** Writes the problems that publishing found, closes the file and returns the report. */
  build(before: Store, { outcome, ...result }: Report): ImportReport {
    this.details.store = before
    for (const problem of result.problems)
      if (!this.#writtenProblems.has(problem)) {
        this.details.addProblem(problem)
        this.#file?.write({ kind: 'problem', ...problem })
      }
    const { language, languageOfTexts, currency, currencies, productUrl, settings } = result
    if (language !== undefined) this.#file?.write({ kind: 'language', language })
    if (currency !== undefined) this.#file?.write({ kind: 'currency', currency })
    if (currencies) this.#file?.write({ kind: 'currencies', currencies })
    if (productUrl !== undefined) this.#file?.write({ kind: 'product-url', productUrl })
    if (settings) this.#file?.write({ kind: 'settings', settings })
    this.#file?.close()
    const { products, label } = this.details.missing.counts
    return {
      store: before.id,
      outcome,
      seconds: Math.round(performance.now() - this.#startedAt) / 1000,
      ...this.findings,
      ...result,
      stored: this.#stored,
      absent: this.#absent,
      lacksCurrency:
        this.#stored === 0 && (before.currency ?? currency ?? settings?.currency ?? currencies) === undefined,
      lacksLanguage:
        this.#stored === 0 && (before.language ?? language ?? settings?.language ?? languageOfTexts) === undefined,
      searchesLabelsLater: this.#stored === 0 && before.searchIn === undefined && label < products,
      limit: this.#limit ?? null,
      priceFactor: this.#priceFactor,
      sameValues: this.#sameValues,
      shrunk: this.#shrunk,
      recognised: this.#recognised,
    }
  }

  [Symbol.dispose](): void {
    this.#file?.close()
  }
}
