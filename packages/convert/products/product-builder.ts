import { nameKey } from '@vitrine/catalog/code-book'
import type { LeftOutReason } from '@vitrine/catalog/left-out'
import { truncate } from '@vitrine/catalog/native/json-path'
import { slugify } from '@vitrine/catalog/slug'
import type { FindingPlace, NaturalKey, Problem, Warning } from '@vitrine/catalog/submission'
import { derivedId } from '@vitrine/catalog/uuid'
import type { ReadOptions } from '../read-options.ts'
import { stockCount, yesOrNo } from '../rows/parse-cells.ts'
import type { FileSource } from './file-source.ts'
import { isNoBrand } from './no-brand.ts'
import type { VariantFields, VariantOption } from './product-fields.ts'

/** Collects the variants and option groups of one product, and reports what is wrong with it. */
export class ProductBuilder<Key extends string> {
  /** The time of the import. */
  readonly now: Date
  /** The currency of the store, if it has one. */
  readonly currency: string | undefined
  /** What separates thousands in prices such as `1,234`, if the file shows it. */
  readonly thousands: ReadOptions['thousands']
  /** The same for stocks. */
  readonly stockThousands: ReadOptions['stockThousands']
  /** Which lists have commas in their items. */
  readonly commasInItems: ReadonlySet<string>
  readonly problems: Problem[] = []
  /** Faults in optional values, without which the product is accepted. */
  readonly dropped: Problem[] = []
  readonly variants: NativeVariant[] = []
  /** Where each variant is from. */
  readonly variantSources: FileSource<Key>[] = []
  /** The key of each id. */
  readonly derivedFrom = new Map<string, NaturalKey>()
  readonly #format: BuilderFormat<Key>
  readonly #readOptions: ReadOptions
  readonly #groups = new Map<string, { readonly name: string; readonly options: Map<string, string> }>()
  readonly #sourcesByOptions = new Map<string, FileSource<Key>>()
  readonly #skus = new Set<string>()

  constructor(format: BuilderFormat<Key>, readOptions: ReadOptions) {
    this.now = readOptions.now
    this.currency = readOptions.store.currency
    this.thousands = readOptions.thousands
    this.stockThousands = readOptions.stockThousands
    this.commasInItems = readOptions.commasInItems ?? new Set()
    this.#format = format
    this.#readOptions = readOptions
  }

  /** The day of the import, as 2026-03-14. */
  get today(): string {
    return this.now.toISOString().slice(0, 10)
  }

  /** Whether a currency, '' if the file names none, is another one than that of the store. */
  isOtherCurrency(currency: string): boolean {
    return currency !== '' && this.currency !== undefined && currency !== this.currency
  }

  get optionGroups(): readonly { readonly name: string; readonly options: readonly { readonly name: string }[] }[] {
    return [...this.#groups.values()].map(({ name, options }) => ({
      name,
      options: Array.from(options.values(), (option) => ({ name: option })),
    }))
  }

  /** An id derived from a key of the platform. The same key gives the same id in every import. */
  id(...key: string[]): string {
    const id = derivedId(this.#readOptions.store.id, this.#format.name, ...key)
    this.derivedFrom.set(id, [this.#format.name, ...key.map((part) => this.derivedFrom.get(part) ?? part)])
    return id
  }

  /** What the platform calls a product, or another kind of thing, and the id that follows; neither if it is blank. */
  identity(externalId: string, ...kind: string[]): Pick<VariantFields, 'id' | 'externalId'> {
    return externalId === '' ? {} : { id: this.id(...kind, externalId), externalId }
  }

  /** Leaves out parts of the file. The report names each by itself, or all by `named`. */
  leaveOut(sources: readonly FileSource<Key>[], reason: LeftOutReason, named?: FileSource<Key>): undefined {
    for (const source of sources)
      this.#readOptions.onLeftOut({ ...source.place, reason, product: this.nameOf(named ?? source) })
  }

  warn(source: FileSource<Key>, key: Key, message: string): void {
    this.#readOptions.onWarning({ ...this.#placeOf(source, key), message })
  }

  /** Warns about the cell from which a native field comes. */
  warnOfField(source: FileSource<Key>, field: string, message: string): void {
    this.#readOptions.onWarning(this.inFile({ line: source.place.line, path: field, message }, source))
  }

  /** Reports a problem. `wrong` continues the name of the column ("is 5"), `right` continues "expected". */
  problem(source: FileSource<Key>, key: Key, wrong: string, right: string): void {
    this.problems.push({ ...this.#placeOf(source, key), wrong, right })
  }

  /** As `problem`, for an optional value. The product is accepted without it. */
  drop(source: FileSource<Key>, key: Key, wrong: string, right: string): void {
    this.dropped.push({ ...this.#placeOf(source, key), wrong, right })
  }

  /** A finding about a native field, at the place from which the field comes. */
  inFile<Finding extends Problem | Warning>(finding: Finding, productSource: FileSource<Key>): Finding {
    const index = /^variants\[(\d+)\]/.exec(finding.path)?.[1]
    const source = (index && this.variantSources[Number(index)]) || productSource
    const key = source.keyOfField(finding.path.replace(/\[\d+\]/g, '[]'))
    return { ...finding, ...(key === undefined ? this.placeOf(source) : this.#placeOf(source, key)) }
  }

  /** What the report calls the product. */
  nameOf(source: FileSource<Key>): string {
    return this.#format.nameOf(source)
  }

  /** The place of a finding, and its product. */
  placeOf(source: FileSource<Key>): FindingPlace {
    return { ...source.place, product: this.nameOf(source) }
  }

  /**
   * Leaves out a variant that is not sold, for `reason` if there is one, and returns whether it did. Two variants
   * with the same options cannot be told apart: the first one is sold.
   */
  leaveOutUnsold(
    source: FileSource<Key>,
    price: string,
    options: readonly VariantOption[],
    reason?: LeftOutReason,
  ): boolean {
    const unsold =
      reason ?? (price === '' ? 'no-price' : this.sourceWithOptions(options) ? 'duplicate-options' : undefined)
    if (unsold) this.leaveOut([source], unsold)
    return unsold !== undefined
  }

  /** Where the first variant with exactly these options is from. */
  sourceWithOptions(options: readonly VariantOption[]): FileSource<Key> | undefined {
    return this.#sourcesByOptions.get(optionsKey(options))
  }

  /** The sku, if it is not blank and no earlier variant has it. Otherwise one of it, or the prefix, and the options. */
  uniqueSku(source: FileSource<Key>, sku: string, options: readonly VariantOption[], prefix: string): string {
    const isFree = sku !== '' && !this.#skus.has(sku)
    const unique = isFree ? sku : this.#madeSku(sku || prefix, options)
    this.#skus.add(unique)
    if (sku !== '' && sku !== unique) {
      const message = `is ${JSON.stringify(sku)}, which an earlier variant has; ${JSON.stringify(unique)} replaces it`
      this.warnOfField(source, 'variants[].sku', message)
    }
    return unique
  }

  /** The stock that a cell holds; null if it is blank. Text that is not a number is a problem. */
  stock(source: FileSource<Key>, key: Key, text: string): number | null {
    if (text === '') return null
    const count = stockCount(text)
    if (!count)
      this.problem(
        source,
        key,
        `is ${JSON.stringify(text)}`,
        'a whole number without separators, such as 1000, or a blank cell',
      )
    else if (!count.exact) this.warn(source, key, `is ${text} and counts as ${count.stock}`)
    return count?.stock ?? null
  }

  /** The popularity that a cell holds; undefined if it is blank. Drops text that is not a count. */
  popularity(source: FileSource<Key>, key: Key, text: string): number | undefined {
    const count = text === '' ? undefined : stockCount(text)
    if (text !== '' && !count?.exact)
      this.drop(source, key, `is ${JSON.stringify(text)}`, 'a whole number of 0 or more')
    return count?.exact ? count.stock : undefined
  }

  /** Whether a text says yes; `ifBlank` if it is blank. Text that is neither yes nor no is a problem. */
  flag(source: FileSource<Key>, key: Key, text: string, ifBlank: boolean): boolean {
    const value = text === '' ? ifBlank : yesOrNo(text)
    if (value === undefined) this.problem(source, key, `is ${JSON.stringify(text)}`, 'yes, no, true, false, or blank')
    return value ?? ifBlank
  }

  addVariant(source: FileSource<Key>, { options, ...fields }: VariantFields): void {
    const key = optionsKey(options)
    if (!this.#sourcesByOptions.has(key)) this.#sourcesByOptions.set(key, source)
    this.variants.push({ ...fields, productOptions: options.map((option) => this.addOption(option)) })
    this.variantSources.push(source)
  }

  /** Adds an option of the product as a whole, if it is one and no earlier option is in its group. */
  addProductOption(option: VariantOption): void {
    if (!isNoBrand(option.option)) this.addProductOptions([option])
  }

  /** Adds the options of the product as a whole that are not blank and in whose groups no earlier option is. */
  addProductOptions(options: readonly VariantOption[]): void {
    const earlier = new Set(this.#groups.keys())
    for (const each of options) if (each.option !== '' && !earlier.has(nameKey(each.group))) this.addOption(each)
  }

  /** Adds an option to its group. Names that differ only in case and white space are the same. */
  addOption({ group, option }: VariantOption): ChosenOption {
    const existing = this.#groups.get(nameKey(group))
    const { name, options } = existing ?? { name: group, options: new Map<string, string>() }
    if (!existing) this.#groups.set(nameKey(group), { name, options })
    const chosen = options.get(nameKey(option)) ?? option
    options.set(nameKey(option), chosen)
    return { group: name, name: chosen }
  }

  #placeOf(source: FileSource<Key>, key: Key): FindingPlace & { readonly path: string } {
    return { ...source.cellPlace(key), product: this.nameOf(source) }
  }

  #madeSku(start: string, options: readonly VariantOption[]): string {
    const parts = [start, ...options.map(({ option }) => slugify(option))].filter((part) => part !== '')
    const base = truncate(parts.join('-'), MADE_SKU_LIMIT) || 'variant'
    let sku = base
    for (let number = 2; this.#skus.has(sku); number++) sku = `${base}-${number}`
    return sku
  }
}

type NativeVariant = Omit<VariantFields, 'options'> & { readonly productOptions: readonly ChosenOption[] }

/** The names of an option and of its group. */
interface ChosenOption {
  readonly group: string
  readonly name: string
}

/** A format, as far as a builder needs it. */
interface BuilderFormat<Key extends string> {
  readonly name: string
  nameOf(source: FileSource<Key>): string
}

/** The longest sku made here, in UTF-16 units, without a number at its end. */
const MADE_SKU_LIMIT = 180

/** The same text for the same options in any order. */
function optionsKey(options: readonly VariantOption[]): string {
  return JSON.stringify(options.map(({ group, option }) => [nameKey(group), nameKey(option)]).sort())
}
