import { slugify } from '../../catalog/slug.ts'
import type { NO_TAX } from '../../catalog/store.ts'
import type { FindingPlace, Problem, Warning } from '../../catalog/submission.ts'
import { derivedId } from '../../catalog/uuid.ts'
import { fold } from '../../catalog/words.ts'
import { truncate } from '../json-path.ts'
import type { LeftOutReason } from '../left-out.ts'
import type { ReadOptions } from '../read-options.ts'
import { stockCount } from './parse-cells.ts'
import type { Row } from './row.ts'

/** The fields of a product in the native format, without variants and option groups. */
export interface ProductFields<Key extends string> {
  /** The row that problems with these fields name. */
  readonly row: Row<Key>
  readonly id?: string | undefined
  readonly name: string
  readonly slug?: string | undefined
  /** Whether the product gets another slug if an earlier product has this one. Otherwise that is a problem. */
  readonly mayChangeSlug?: boolean
  readonly description: string
  /** The currency of the prices; undefined if the file does not name one. */
  readonly currency?: string | undefined
  /** The URL of the product in the shop. */
  readonly link?: string | undefined
  readonly files: readonly NativeFile[]
  readonly labelValues: readonly NativeLabel[]
}

/** The fields of a variant in the native format. */
export interface VariantFields {
  readonly id?: string | undefined
  /** Blank for the name of the product. */
  readonly name: string
  readonly sku: string
  readonly gtin?: string | undefined
  readonly price: string
  /** The price before a reduction. */
  readonly listPrice?: string | undefined
  /** null if it is not tracked. */
  readonly stock: number | null
  readonly options: readonly VariantOption[]
  readonly files: readonly NativeFile[]
  /** undefined for the tax rate of the store. */
  readonly taxRate?: typeof NO_TAX | undefined
}

export interface NativeFile {
  readonly priority: number
  readonly file: { readonly path: string; readonly alt?: string }
}

/** A name, with a code if none can be made from it. */
export interface NativeName {
  readonly name: string
  readonly code?: string
}

export interface NativeLabel extends NativeName {
  /** The name of the label above it. */
  readonly parent?: string
}

type NativeVariant = Omit<VariantFields, 'options'> & { readonly productOptions: readonly ChosenOption[] }
type ChosenOption = NativeName & { readonly group: string }

/** An option of a variant and the group of the option, such as “Red” and “Color”. */
export interface VariantOption {
  readonly group: string
  readonly option: string
}

/** A format, as far as a builder needs it. */
interface BuilderFormat<Key extends string> {
  readonly name: string
  nameOf(row: Row<Key>): string
}

/** Collects the variants and option groups of one product, and reports what is wrong with its rows. */
export class ProductBuilder<Key extends string> {
  /** The time of the import. */
  readonly now: Date
  /** The currency of the store, if it has one. */
  readonly currency: string | undefined
  /** What separates thousands in prices such as `1,234`, if the file shows it. */
  readonly thousands: ReadOptions['thousands']
  readonly problems: Problem[] = []
  /** Faults in optional values, without which the product is accepted. */
  readonly dropped: Problem[] = []
  readonly variants: NativeVariant[] = []
  /** The row of each variant. */
  readonly variantRows: Row<Key>[] = []
  readonly #format: BuilderFormat<Key>
  readonly #readOptions: ReadOptions
  readonly #groups = new Map<string, { readonly name: NativeName; readonly options: Map<string, NativeName> }>()
  readonly #rowsByOptions = new Map<string, Row<Key>>()
  readonly #skus = new Set<string>()

  constructor(format: BuilderFormat<Key>, readOptions: ReadOptions) {
    this.now = readOptions.now
    this.currency = readOptions.store.currency
    this.thousands = readOptions.thousands
    this.#format = format
    this.#readOptions = readOptions
  }

  get optionGroups(): readonly (NativeName & { readonly options: readonly NativeName[] })[] {
    return [...this.#groups.values()].map(({ name, options }) => ({ ...name, options: [...options.values()] }))
  }

  /** An id derived from a key of the platform. The same key gives the same id in every import. */
  id(...key: string[]): string {
    return derivedId(this.#readOptions.store.id, this.#format.name, ...key)
  }

  /** Leaves out rows. The report names each by itself, or all by `named`. */
  leaveOut(rows: readonly Row<Key>[], reason: LeftOutReason, named?: Row<Key>): undefined {
    for (const row of rows)
      this.#readOptions.onLeftOut({ ...row.place, reason, product: this.#format.nameOf(named ?? row) })
  }

  warn(row: Row<Key>, key: Key, message: string): void {
    this.#readOptions.onWarning({ ...this.#placeOf(row, key), message })
  }

  /** Warns about the cell from which a native field comes. */
  warnOfField(row: Row<Key>, field: string, message: string): void {
    this.#readOptions.onWarning(this.inFile({ line: row.line, path: field, message }, row))
  }

  /** Reports a problem. `wrong` continues the name of the column ("is 5"), `right` continues "expected". */
  problem(row: Row<Key>, key: Key, wrong: string, right: string): void {
    this.problems.push({ ...this.#placeOf(row, key), wrong, right })
  }

  /** As `problem`, for an optional value. The product is accepted without it. */
  drop(row: Row<Key>, key: Key, wrong: string, right: string): void {
    this.dropped.push({ ...this.#placeOf(row, key), wrong, right })
  }

  /** A finding about a native field, under the row and the column from which the field comes. */
  inFile<Finding extends Problem | Warning>(finding: Finding, productRow: Row<Key>): Finding {
    const index = /^variants\[(\d+)\]/.exec(finding.path)?.[1]
    const row = (index && this.variantRows[Number(index)]) || productRow
    const key = row.layout.keyOfField(finding.path.replace(/\[\d+\]/g, '[]'))
    return { ...finding, ...(key === undefined ? this.placeOf(row) : this.#placeOf(row, key)) }
  }

  /** The row of a finding and its product. */
  placeOf(row: Row<Key>): FindingPlace {
    return { ...row.place, product: this.#format.nameOf(row) }
  }

  /**
   * Leaves out the row of a variant that is not sold, for `reason` if there is one, and returns whether it did. Two variants
   * with the same options cannot be told apart: the first one is sold.
   */
  leaveOutUnsold(row: Row<Key>, price: string, options: readonly VariantOption[], reason?: LeftOutReason): boolean {
    const unsold =
      reason ?? (price === '' ? 'no-price' : this.rowWithOptions(options) ? 'duplicate-options' : undefined)
    if (unsold) this.leaveOut([row], unsold)
    return unsold !== undefined
  }

  /** The row of the first variant that has exactly these options. */
  rowWithOptions(options: readonly VariantOption[]): Row<Key> | undefined {
    return this.#rowsByOptions.get(optionsKey(options))
  }

  /** The sku, if it is not blank and no earlier variant has it. Otherwise a sku made of it, or the prefix, and the options. */
  uniqueSku(row: Row<Key>, sku: string, options: readonly VariantOption[], prefix: string): string {
    const isFree = sku !== '' && !this.#skus.has(sku)
    const unique = isFree ? sku : this.#madeSku(sku || prefix, options)
    this.#skus.add(unique)
    if (sku !== '' && sku !== unique) {
      const message = `is ${JSON.stringify(sku)}, which an earlier variant has; ${JSON.stringify(unique)} replaces it`
      this.warnOfField(row, 'variants[].sku', message)
    }
    return unique
  }

  /** The stock that a cell holds; null if it is blank. Text that is not a number is a problem. */
  stock(row: Row<Key>, key: Key, text: string): number | null {
    if (text === '') return null
    const count = stockCount(text)
    if (!count)
      this.problem(
        row,
        key,
        `is ${JSON.stringify(text)}`,
        'a whole number without separators, such as 1000, or a blank cell',
      )
    else if (!count.exact) this.warn(row, key, `is ${text} and counts as ${count.stock}`)
    return count?.stock ?? null
  }

  addVariant(row: Row<Key>, { options, ...fields }: VariantFields): void {
    const key = optionsKey(options)
    if (!this.#rowsByOptions.has(key)) this.#rowsByOptions.set(key, row)
    this.variants.push({ ...fields, productOptions: options.map((option) => this.addOption(option)) })
    this.variantRows.push(row)
  }

  /** Adds an option of the product as a whole, if it is not blank and no variant chooses from its group. */
  addProductOption(option: VariantOption): void {
    if (option.option !== '' && !this.#groups.has(fold(option.group))) this.addOption(option)
  }

  /** Adds an option to its group. Names that differ only in case and accents are the same. */
  addOption({ group, option }: VariantOption): ChosenOption {
    const existing = this.#groups.get(fold(group))
    const { name, options } = existing ?? { name: withCode(group), options: new Map<string, NativeName>() }
    if (!existing) this.#groups.set(fold(group), { name, options })
    const chosen = options.get(fold(option)) ?? withCode(option)
    options.set(fold(option), chosen)
    return { group: name.name, ...chosen }
  }

  #placeOf(row: Row<Key>, key: Key): FindingPlace & { readonly path: string } {
    return { ...row.cellPlace(key), product: this.#format.nameOf(row) }
  }

  #madeSku(start: string, options: readonly VariantOption[]): string {
    const parts = [start, ...options.map(({ option }) => slugify(option))].filter((part) => part !== '')
    const base = truncate(parts.join('-'), MADE_SKU_LIMIT) || 'variant'
    let sku = base
    for (let number = 2; this.#skus.has(sku); number++) sku = `${base}-${number}`
    return sku
  }
}

/** The longest sku made here, in UTF-16 units, without a number at its end. */
const MADE_SKU_LIMIT = 180

/** The same text for the same options in any order. */
function optionsKey(options: readonly VariantOption[]): string {
  return JSON.stringify(options.map(({ group, option }) => [fold(group), fold(option)]).sort())
}

/**
 * Labels from names, and from paths of names, from the top down. In a path, each label is the parent of the next one. Names that
 * differ only in case and accents are one label. The first mention of a label decides its parent, so that there is no cycle.
 * Drops blank names.
 */
export function labelsFrom(namesAndPaths: readonly (string | readonly string[])[]): NativeLabel[] {
  const labels = new Map<string, NativeLabel>()
  for (const path of namesAndPaths) {
    let parent: NativeLabel | undefined
    for (const name of [path].flat().map((name) => name.trim())) {
      if (name === '') continue
      const label = labels.get(fold(name)) ?? { ...withCode(name), ...(parent && { parent: parent.name }) }
      labels.set(fold(name), label)
      parent = label
    }
  }
  return [...labels.values()]
}

/** The categories of a path such as `Clothing > Shirts`, from the top down. */
export function categoriesOf(path: string): string[] {
  return path.split('>')
}

/** Files from paths, in their order. Drops blank and repeated paths. `alts` has the alt texts by path. */
export function filesFrom(paths: readonly string[], alts?: ReadonlyMap<string, string>): NativeFile[] {
  const distinct = new Set(paths.map((path) => path.trim()).filter((path) => path !== ''))
  return [...distinct].map((path, priority) => ({ priority, file: pictureFile(path, alts) }))
}

/** A picture with its alt text, if it has one. */
export function pictureFile(path: string, alts?: ReadonlyMap<string, string>): NativeFile['file'] {
  const alt = alts?.get(path)
  return alt === undefined ? { path } : { path, alt }
}

/** The name of a variant that has none of its own: “Shirt - Red, M”. */
export function variantName(product: string, options: readonly VariantOption[], separator: string): string {
  const joined = options.map(({ option }) => option).join(separator)
  return [product, joined].filter((part) => part !== '').join(' - ')
}

/** The name, with a code if it has neither letters nor digits: the code of “+” is `u2b`. */
function withCode(name: string): NativeName {
  if (slugify(name) !== '') return { name }
  const points = [...name.trim().toLowerCase()].slice(0, 20).map((character) => character.codePointAt(0)!.toString(16))
  return { name, code: `u${points.join('-')}` }
}
