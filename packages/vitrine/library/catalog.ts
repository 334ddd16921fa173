import type { ShopSettings } from '@vitrine/catalog/shop-settings'
import type { EditionSummary } from '@vitrine/engine/edition/rows'
import type { PublishOptions } from '@vitrine/engine/publish/publish'
import type { Report } from '@vitrine/engine/publish/report'
import type { PatchInput, ProductInput, RemovalInput } from './catalog-input.ts'

/** One store of a database, open for changes. The changes wait in memory until `publish`. */
export interface Catalog extends AsyncDisposable {
  /** The store's id. */
  readonly store: string

  /**
   * Adds products, or changes the products with the same id, else with the same slug. `publish` reads an iterable, one
   * product at a time, so that a catalog of any size needs little memory. Do not change a product that you passed by
   * itself before `publish` returns.
   */
  upsert(...products: readonly UpsertInput[]): void

  /**
   * Changes the price, the list price or the stock of all variants with a sku. A patch takes about 300 bytes until
   * `publish`.
   */
  patch(...patches: readonly PatchInput[]): void

  /** Removes products with their variants. */
  remove(...products: readonly RemovalInput[]): void

  /**
   * Makes all changes since the last call the store's next edition. Removes products first, then adds and changes, then
   * patches, whatever the order of your calls: a product that you remove and upsert stays, as upserted. Makes no
   * edition if nothing differs. Waits for other imports into the store, and for earlier calls.
   *
   * Throws `PublishRefused` if there are problems, or if the changes would lose more than `maxRemoved` and `maxLost`
   * allow, and whatever an iterable throws. With `hold`, throws a
   * `VitrineError` `invalid-setting` if the store holds as many editions as it may, and a TypeError if the text is
   * blank. The store is then unchanged. Either way the changes are dropped.
   */
  publish(options?: CatalogPublishOptions): Promise<PublishReport>

  /** The settings of the shop, as `GET /store` shows them. What is not set is absent. */
  settings(): Promise<ShopSettings>

  /**
   * Changes settings of the shop at once, without a new edition. A setting that you leave out stays, and null removes
   * one. Waits for other imports into the store, and for earlier calls of `publish`. Throws a `VitrineError`:
   * `invalid-setting`.
   */
  changeSettings(settings: SettingsInput): Promise<ShopSettings>

  /**
   * Adds a market, or changes the settings of one. A setting that you leave out stays, and null removes one. Publishes
   * an edition at once, and returns it; without a difference, returns the current one. Waits for other imports into the
   * store, and for earlier calls. Throws a `VitrineError`: `invalid-setting`.
   */
  declareMarket(market: MarketDeclaration): Promise<EditionSummary>

  /** Waits for `publish`, and closes the database. Changes that were not published are lost. */
  [Symbol.asyncDispose](): Promise<void>
}

/** One product, or an iterable of products. */
export type UpsertInput = ProductInput | Iterable<ProductInput> | AsyncIterable<ProductInput>

/** Settings of the shop. null removes one. */
export type SettingsInput = { readonly [Name in keyof ShopSettings]: ShopSettings[Name] | null }

/** A market of the store. A new one needs a language and a currency. */
export interface MarketDeclaration extends SettingsInput {
  /** What requests name: 1 to 32 characters of a to z, 0 to 9 and hyphens inside, such as `de-at`. */
  readonly code: string
  /** A BCP 47 tag, such as `de`. */
  readonly language?: string
}

/** `dryRun` and `skipInvalid` are false by default. */
export interface CatalogPublishOptions extends Partial<Pick<PublishOptions, 'dryRun' | 'skipInvalid' | 'onProgress'>> {
  /** How many of the products, and of the variants, may go in a day, in percent: 25; of fewer than 10 products, 50. */
  readonly maxRemoved?: number | undefined
  /**
   * How many products may lose their pictures, categories, descriptions, stocks or prices in a day, as a percentage:
   * 25. 100 allows any prices, too.
   */
  readonly maxLost?: number | undefined
  /** Whether the texts may be in another language than the store has had. */
  readonly mayChangeLanguage?: boolean | undefined
  /**
   * Holds the edition until `vitrine publish` publishes it. The text is the command that makes the same changes again,
   * such as `node sync.js`: an operator needs it if another edition became current meanwhile.
   */
  readonly hold?: string | undefined
}

export interface PublishReport extends Omit<Report, 'outcome' | 'problems'> {
  readonly outcome: Exclude<Report['outcome'], 'refused'>
  /** The first 1,000 problems of the products that `skipInvalid` left out. */
  readonly problems: readonly InputProblem[]
  /** The first 1,000 warnings, such as a sku that no variant has, or an unknown field. */
  readonly warnings: readonly InputWarning[]
  readonly warningCount: number
}

/** A place in your input since the last `publish`. */
export interface InputLocation {
  readonly call: 'upsert' | 'patch' | 'remove'
  /** The number of things passed to that method before, including those of iterables. */
  readonly index: number
  /** The field, such as `variants[2].price`; empty for the complete input. */
  readonly path: string
}

export interface InputProblem extends InputLocation {
  /** What is wrong: "is -5". */
  readonly wrong: string
  /** What is expected: "a price of 0 or more with at most two decimals, such as 19.90". */
  readonly right: string
}

export interface InputWarning extends InputLocation {
  readonly message: string
}

/** Problems in the input, or too much that would be lost. Nothing was published. */
export class PublishRefused extends Error {
  /** The first 1,000. */
  readonly problems: readonly InputProblem[]
  readonly problemCount: number

  /** `limit` says what would be lost, if that is the reason. */
  constructor(problems: readonly InputProblem[], problemCount: number, limit?: string) {
    const shown = problems.slice(0, SHOWN_PROBLEMS).map((problem) => `\n${sentence(problem)}`)
    const more = problemCount > shown.length ? `\nand ${problemCount - shown.length} more` : ''
    const count = `${problemCount} ${problemCount === 1 ? 'problem' : 'problems'}`
    super(`nothing was published: ${limit ?? `${count}${shown.join('')}${more}`}`)
    this.name = 'PublishRefused'
    this.problems = problems
    this.problemCount = problemCount
  }
}

/** Problems in the message of the error. */
const SHOWN_PROBLEMS = 5

function sentence({ call, index, path, wrong, right }: InputProblem): string {
  return `${call} ${index}: ${path || 'the input'} ${wrong}; expected ${right}`
}
