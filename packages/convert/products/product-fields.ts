import { nameKey, pathKey } from '@vitrine/catalog/code-book'
import { type LabelKind, strongestKind } from '@vitrine/catalog/label-kind'
import type { NO_TAX } from '@vitrine/catalog/store'
import type { NativeAttribute } from './attribute-values.ts'
import type { FileSource } from './file-source.ts'

/** The fields of a product in the native format, without variants and option groups. */
export interface ProductFields<Key extends string> {
  /** Where these fields are from, for findings. */
  readonly source: FileSource<Key>
  readonly id?: string | undefined
  /** The id that the platform gives it, as the file writes it. */
  readonly externalId?: string | undefined
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
  readonly labels: LabelMentions | readonly LabelMentions[]
  readonly seo?: NativeSeo | undefined
  readonly rating?: { readonly value: string; readonly count: string } | undefined
  readonly attributes?: readonly NativeAttribute[]
  readonly popularity?: number | undefined
  /** What the file says of markets, by their codes. The store keeps what it knows besides. */
  readonly markets?: Readonly<Record<string, MarketFields>>
}

/** What a product is in a market. */
export interface MarketFields {
  readonly included?: boolean
  /** By their skus. */
  readonly variants?: Readonly<Record<string, { readonly price: string; readonly listPrice?: string }>>
}

/** Texts for search engines. */
export interface NativeSeo {
  readonly title: string
  readonly description: string
}

/** The fields of a variant in the native format. */
export interface VariantFields {
  readonly id?: string | undefined
  /** Blank for the name of the product. */
  readonly name: string
  readonly sku: string
  readonly gtin?: string | undefined
  /** The manufacturer's part number. */
  readonly mpn?: string | undefined
  /** The id that the platform gives it, as the file writes it. */
  readonly externalId?: string | undefined
  readonly price: string
  /** The price before a reduction. */
  readonly listPrice?: string | undefined
  readonly unitPrice?: NativeUnitPrice | undefined
  /** null if it is not tracked. */
  readonly stock: number | null
  readonly options: readonly VariantOption[]
  readonly files: readonly NativeFile[]
  /** undefined for the tax rate of the store. */
  readonly taxRate?: typeof NO_TAX | undefined
  readonly attributes?: readonly NativeAttribute[]
}

/** What a variant contains, and the amount whose price a shop shows, each with its unit: “250 g”. */
export interface NativeUnitPrice {
  readonly contents: string
  readonly amount: string
}

export interface NativeFile {
  readonly priority: number
  readonly file: { readonly path: string; readonly alt?: string }
}

/** A label alone, or a category by the names on the path to it, from the top down. */
export type NativeLabel = { readonly kind?: LabelKind } & (
  | { readonly name: string }
  | { readonly path: readonly string[] }
)

/** The name of a label, or the names on a path to it, from the top down. */
export type LabelPath = string | readonly string[]

/** An option of a variant and the group of the option, such as “Red” and “Color”. */
export interface VariantOption {
  readonly group: string
  readonly option: string
}

/** What a file of a shop system, or a part of it, says of labels, by their kind: `other` is none. */
export type LabelMentions = Readonly<Partial<Record<LabelKind | 'other', readonly LabelPath[]>>>

/**
 * Labels from names, and from paths of names. In a path, each label is the parent of the next one. A name alone that
 * one of the paths has is that category. The strongest kind of all mentions of a label is its kind. Drops blank names,
 * and a name below itself.
 */
export function labelsFrom(mentions: ProductFields<string>['labels']): NativeLabel[] {
  const mentioned = [mentions]
    .flat()
    .flatMap((one) => Object.entries(one))
    .flatMap(([kind, paths]) => paths.flatMap((path) => prefixesOf(path).map((path) => ({ kind, path }))))
  const ofPaths = new Map<string, string>()
  for (const { path } of mentioned)
    if (typeof path !== 'string')
      ofPaths.set(nameKey(path.at(-1)!), ofPaths.get(nameKey(path.at(-1)!)) ?? pathKey(path))
  const keyOf = (path: LabelPath) => (typeof path === 'string' && ofPaths.get(nameKey(path))) || pathKey(path)
  return [...Map.groupBy(mentioned, ({ path }) => keyOf(path)).values()].map((same) => {
    const kind = strongestKind(same.map(({ kind }) => (kind === 'other' ? undefined : (kind as LabelKind))))
    const { path } = same.find(({ path }) => typeof path !== 'string') ?? same[0]!
    return { ...(typeof path === 'string' ? { name: path } : { path }), ...(kind && { kind }) }
  })
}

/** A name, or each beginning of a path. */
function prefixesOf(path: LabelPath): LabelPath[] {
  const filled = [path]
    .flat()
    .map((name) => name.trim())
    .filter((name) => name !== '')
  if (typeof path === 'string') return filled
  const steps = filled.filter((name, index) => index === 0 || nameKey(name) !== nameKey(filled[index - 1]!))
  return steps.map((_, index) => steps.slice(0, index + 1))
}

/** Texts for search engines, if there are any. Leaves out templates such as `%%title%%`, which plugins fill. */
export function seoFrom(title: string, description: string): NativeSeo | undefined {
  const [shown, described] = [title, description].map((text) => (TEMPLATE.test(text) ? '' : text.trim()))
  return shown || described ? { title: shown!, description: described! } : undefined
}

const TEMPLATE = /%%\w+%%|%\w+(?:\(\w*\))?%/

/** The unit price, if the file has what the variant contains. */
export function unitPriceFrom(contents: string, amount: string): NativeUnitPrice | undefined {
  return contents.trim() === '' ? undefined : { contents, amount }
}

/** The categories of a path such as `Clothing > Shirts`, from the top down. */
export function categoriesOf(path: string): string[] {
  return path.split('>')
}

/** Files from paths, in their order. Drops blank and repeated paths, and blank alt texts. */
export function filesFrom(paths: readonly string[], alts: Iterable<PathAndAlt> = []): NativeFile[] {
  const distinct = new Set(paths.map((path) => path.trim()).filter((path) => path !== ''))
  const altOf = new Map([...alts].filter(([, alt]) => alt !== ''))
  return [...distinct].map((path, priority) => ({ priority, file: pictureFile(path, altOf.get(path)) }))
}

type PathAndAlt = readonly [path: string, alt: string]

/** A picture with its alt text, if it has one. */
export function pictureFile(path: string, alt: string | undefined): NativeFile['file'] {
  return alt === undefined ? { path } : { path, alt }
}

/** The name of a variant that has none of its own: “Shirt - Red, M”. */
export function variantName(product: string, options: readonly VariantOption[], separator: string): string {
  const joined = options.map(({ option }) => option).join(separator)
  return [product, joined].filter((part) => part !== '').join(' - ')
}
