import { decodeEntities } from '@vitrine/catalog/html-text'
import type { LeftOutReason } from '@vitrine/catalog/left-out'
import { shortSlug } from '@vitrine/catalog/native/identifiers'
import { quote } from '@vitrine/catalog/native/json-path'
import { slugFromHandle } from '@vitrine/catalog/native/slug'
import { NO_TAX } from '@vitrine/catalog/store'
import { fold } from '@vitrine/catalog/words'
import type { NativeAttribute } from '../products/attribute-values.ts'
import type { FileSource } from '../products/file-source.ts'
import type { ProductBuilder } from '../products/product-builder.ts'
import {
  categoriesOf,
  filesFrom,
  type LabelMentions,
  type MarketFields,
  type NativeFile,
  type ProductFields,
  pictureFile,
  type VariantFields,
  type VariantOption,
  variantName,
} from '../products/product-fields.ts'
import { decimalText, yesOrNo } from '../rows/parse-cells.ts'
import type { ShopifyColumn } from './shopify-columns.ts'
import type { MarketCells } from './shopify-market-columns.ts'

/** The product that the rows of a table or the JSON of Shopify have. undefined if it is left out. */
export function shopifyProduct(
  parts: readonly ShopifyPart[],
  product: Builder,
): ProductFields<ShopifyColumn> | undefined {
  const sources = parts.map(({ source }) => source)
  const main = parts.find(({ title }) => title !== '')
  if (!main) {
    for (const part of parts)
      product.leaveOut([part.source], isVariant(part) || part.pictures.every(isBlank) ? 'no-title' : 'image-only')
    return undefined
  }
  const reason = whyHidden(main, product)
  if (reason) return product.leaveOut(sources, reason, main.source)
  warnOfOtherTitles(main, parts, product)
  const alts = altTextsOf(parts)
  const skus = addVariants(main, parts, alts, product)
  if (product.variants.length === 0) {
    const others = parts.filter((part) => !isVariant(part))
    return product.leaveOut(
      others.map(({ source }) => source),
      'no-price',
    )
  }
  product.addProductOption({ group: 'Vendor', option: main.vendor })
  return {
    source: main.source,
    externalId: main.productId,
    name: decodeEntities(main.title),
    slug: slugFromHandle(main.handle),
    description: main.description,
    currency: parts.find(({ currency }) => currency !== '')?.currency,
    files: picturesOf(parts, alts, product),
    labels: main.labels,
    seo: main.seo,
    attributes: main.attributes ?? [],
    markets: marketsOf(main, skus, product),
  }
}

type Builder = ProductBuilder<ShopifyColumn>

/** A row of a table, or a variant and a picture of JSON. Texts are those of the file: '' if it has none. */
export interface ShopifyPart {
  readonly source: FileSource<ShopifyColumn>
  readonly productId: string
  readonly variantId: string
  readonly handle: string
  /** Parts without a title belong to the product of another one. */
  readonly title: string
  readonly description: string
  readonly vendor: string
  readonly isDeleted: boolean
  readonly status: string
  readonly published: string
  readonly labels: LabelMentions
  /** The names of the option groups, and the option of the variant in each. */
  readonly groups: readonly string[]
  readonly options: readonly string[]
  readonly sku: string
  readonly gtin: string
  readonly mpn?: string
  readonly price: string
  readonly compareAtPrice: string
  readonly currency: string
  readonly tracker: string
  readonly quantity: string
  readonly taxable: string
  readonly variantPicture: string
  readonly pictures: readonly string[]
  readonly position: string
  readonly alt: string
  readonly seo?: ProductFields<ShopifyColumn>['seo']
  readonly unitPrice?: VariantFields['unitPrice']
  /** Those of the product, and of the variant. */
  readonly attributes?: readonly NativeAttribute[]
  readonly variantAttributes?: readonly NativeAttribute[]
  readonly markets?: readonly MarketCells[]
}

/** The levels of a category of Shopify's taxonomy. A product without one is “Uncategorized”. */
export function taxonomyLevels(category: string): string[] {
  return /^\s*uncategorized\s*$/i.test(category) ? [] : categoriesOf(category)
}

/** The key that the parts of a product share. Shopify makes the handle from the title if the file has none. */
export function shopifyKeys({
  handle,
  title,
  source,
}: Pick<ShopifyPart, 'handle' | 'title' | 'source'>): readonly string[] | LeftOutReason {
  if (handle !== '') return [handle.toLowerCase().normalize()]
  return title === '' ? 'no-product' : [`line ${source.place.line}`]
}

/** Two products under one handle become one. The title tells that they were two. */
function warnOfOtherTitles(main: ShopifyPart, parts: readonly ShopifyPart[], product: Builder): void {
  for (const { source, title } of parts) {
    if (title === '' || title === main.title) continue
    const named = `${main.source.where} the product with this handle is ${quote(main.title)}`
    product.warn(source, 'title', `is ${quote(title)}, but ${named}, which counts`)
  }
}

/** Whether the part has a variant. A part without one adds a picture. */
function isVariant({ price, sku, options }: ShopifyPart): boolean {
  return price !== '' || sku !== '' || !options.every(isBlank)
}

function isBlank(text: string): boolean {
  return text === ''
}

function whyHidden(main: ShopifyPart, product: Builder): LeftOutReason | undefined {
  if (main.isDeleted) return 'deleted'
  const status = main.status.toLowerCase()
  if (status === 'draft' || status === 'archived' || status === 'unlisted') return status
  if (status !== '' && status !== 'active') {
    const right = 'active, draft, archived, unlisted, or blank'
    product.problem(main.source, 'status', `is ${JSON.stringify(status)}`, right)
  }
  return product.flag(main.source, 'published', main.published, true) ? undefined : 'unpublished'
}

/** Returns the sku of each part that is sold. */
function addVariants(
  main: ShopifyPart,
  parts: readonly ShopifyPart[],
  alts: AltTexts,
  product: Builder,
): ReadonlyMap<string, ShopifyPart> {
  const skus = new Map<string, ShopifyPart>()
  const title = decodeEntities(main.title)
  const slug = slugFromHandle(main.handle) ?? (main.handle || shortSlug(title))
  const groups = groupNames([main, ...parts])
  for (const part of parts.filter(isVariant)) {
    const { source, price, sku, tracker, quantity } = part
    const options = optionsOf(part, groups)
    if (product.leaveOutUnsold(source, price, options)) continue
    const unique = product.uniqueSku(source, sku, options, slug)
    skus.set(unique, part)
    product.addVariant(source, {
      name: variantName(title, options, ' / '),
      sku: unique,
      gtin: part.gtin,
      mpn: part.mpn,
      externalId: part.variantId,
      price: decimalText(price),
      listPrice: decimalText(part.compareAtPrice) || undefined,
      unitPrice: part.unitPrice,
      stock: tracker === '' ? null : product.stock(source, 'quantity', quantity),
      options,
      files: filesFrom([part.variantPicture], alts),
      taxRate: yesOrNo(part.taxable) === false ? NO_TAX : undefined,
      attributes: part.variantAttributes ?? [],
    })
  }
  return skus
}

/** What the product is in the markets that the file has columns of. */
function marketsOf(
  main: ShopifyPart,
  skus: ReadonlyMap<string, ShopifyPart>,
  product: Builder,
): Readonly<Record<string, MarketFields>> {
  const entries = (main.markets ?? []).map(({ code, included, price }) => {
    const isIn = included === '' ? undefined : yesOrNo(included)
    if (included !== '' && isIn === undefined)
      product.dropped.push({
        ...product.placeOf(main.source),
        ...{ path: `markets.${code}.included`, wrong: `is ${quote(included)}`, right: 'TRUE, FALSE, or blank' },
      })
    const offers = [...skus].flatMap(([sku, { markets = [] }]) => {
      const own = markets.find((cells) => cells.code === code)
      if (!own?.price) return []
      const reduced = own.listPrice === '' ? {} : { listPrice: decimalText(own.listPrice) }
      return [[sku, { price: decimalText(own.price), ...reduced }] as const]
    })
    // A blank cell takes a price back.
    const variants = price === undefined ? {} : { variants: Object.fromEntries(offers) }
    return [code, { ...(isIn !== undefined && { included: isIn }), ...variants }] as const
  })
  return Object.fromEntries(entries)
}

/** The names of the option groups. Usually only the first part of a product has them. */
function groupNames(parts: readonly ShopifyPart[]): string[] {
  return [0, 1, 2].map((index) => {
    const named = parts.find(({ groups }) => !isBlank(groups[index] ?? ''))
    return named?.groups[index] ?? `Option ${index + 1}`
  })
}

function optionsOf(part: ShopifyPart, groups: readonly string[]): VariantOption[] {
  const options = part.options
    .map((option, index) => ({ group: groups[index]!, option }))
    .filter(({ option }) => option !== '')
  // A product without options has one option of this name.
  return options.length === 1 && fold(options[0]!.option) === 'default title' ? [] : options
}

/** The alt text of each picture that has one, by its path. The first of several counts. */
type AltTexts = ReadonlyMap<string, string>

function altTextsOf(parts: readonly ShopifyPart[]): AltTexts {
  const described = parts.filter(({ alt }) => alt !== '').toReversed()
  return new Map(described.map(({ pictures, alt }) => [pictures[0] ?? '', alt]))
}

/** The pictures of all parts, each once. */
function picturesOf(parts: readonly ShopifyPart[], alts: AltTexts, product: Builder): NativeFile[] {
  const pictures = new Map<string, NativeFile>()
  for (const part of parts) {
    for (const path of part.pictures) {
      if (path === '' || pictures.has(path)) continue
      pictures.set(path, {
        priority: positionOf(part, product) ?? pictures.size + 1,
        file: pictureFile(path, alts.get(path)),
      })
    }
  }
  return [...pictures.values()]
}

function positionOf({ source, position }: ShopifyPart, product: Builder): number | undefined {
  if (/^\d{1,9}(?:\.0*)?$/.test(position)) return Number(position)
  if (position !== '')
    product.warn(source, 'imagePosition', `is ${JSON.stringify(position)}, which is not a whole number, and is ignored`)
  return undefined
}
