import { brandGroup } from '@vitrine/catalog/brand'
import { canBePaid, minorUnits } from '@vitrine/catalog/currency'
import type { PictureFile, Product, Variant } from '@vitrine/catalog/product'
import { pictureUrl, productPage } from '@vitrine/catalog/shop-links'
import { fold } from '@vitrine/catalog/words'
import type { FeedSource } from './feed.ts'
import { type FeedLabels, feedLabels } from './feed-labels.ts'
import type { FeedReason, FeedReport } from './feed-report.ts'
import { cleanText, plainText, shortenText } from './feed-text.ts'
import {
  type AttributeValues,
  attributesOf,
  type ChosenOptions,
  chosenOption,
  chosenOptions,
  optionOf,
} from './item-attributes.ts'

/** A variant as shopping services list it, with the fields that all of them require. */
export interface Item {
  readonly variant: Variant
  /** At most `TITLE_LIMIT` characters. */
  readonly title: string
  /** Plain text of at most `DESCRIPTION_LIMIT` characters. */
  readonly description: string
  readonly url: string
  /** URLs: the pictures of the variant, then those of the product. There is at least one. */
  readonly pictures: readonly [string, ...string[]]
  readonly isAvailable: boolean
  /** An amount and a currency: "19.90 EUR". The list price, if there is one. */
  readonly price: string
  /** The price, if there is a list price. */
  readonly salePrice?: string
  readonly brand?: string
  readonly attributes: AttributeValues
  /** The name of each group from which the variant chose, and the option. */
  readonly options: Readonly<Record<string, string>>
  /** Whether the options tell the items of the product apart. */
  readonly isInGroup: boolean
  /** The options that tell the items of the group apart, if every item has one of each of these groups. */
  readonly ownOptions: Readonly<Record<string, string>>
  readonly labels: FeedLabels
}

/** The fields of an item before it is checked whether the feed can have it. */
type ItemDraft = Omit<Item, 'isInGroup' | 'pictures'> & { readonly pictures: readonly string[] }

/** A picture of a product or of a variant. */
interface PictureEntry {
  readonly file: PictureFile
}

/** What a feed takes. */
export interface ItemRules {
  /** The media types of its pictures. A picture of an unknown type counts as one of them. */
  readonly pictureTypes: readonly string[]
  /** Why the feed cannot have a variant that has all the fields of `Item`. */
  whyLeftOut(draft: ItemDraft): FeedReason | undefined
}

const TITLE_LIMIT = 150
const DESCRIPTION_LIMIT = 5000
const UNKNOWN_TYPE = 'application/octet-stream'

/** The items of a product. Reports the variants that the feed cannot have, and the texts that are shortened. */
export function itemsOf(product: Product, source: FeedSource, rules: ItemRules, report: FeedReport): Item[] {
  if (product.variants.length === 0) report.leaveOut('no-variants', product.slug)
  const shared = sharedFields(product)
  const drafts = product.variants.map((variant) => draftOf(product, variant, shared, source, rules))
  const complete = drafts.filter((draft) => {
    const reason = whyIncomplete(draft, product, source, rules) ?? rules.whyLeftOut(draft)
    if (reason) report.leaveOut(reason, draft.variant.sku)
    return reason === undefined
  })
  if (complete.length > 0) report.products++
  report.variants += complete.length
  const isInGroup = areToldApart(complete)
  const hasOwnOptions =
    isInGroup && complete.every(({ ownOptions }) => Object.keys(ownOptions).length === shared.differing.size)
  return complete.map((draft) => ({
    ...itemOf(draft, isInGroup, report),
    ownOptions: hasOwnOptions ? draft.ownOptions : {},
  }))
}

/** What the items of a product have in common. */
interface SharedFields extends Pick<ItemDraft, 'description' | 'labels'> {
  readonly chosen: ChosenOptions
  /** The groups in which the variants have different options. */
  readonly differing: ReadonlySet<string>
}

function sharedFields(product: Product): SharedFields {
  const { variants, optionGroups } = product
  const differing = optionGroups.filter(
    (group) => new Set(variants.map((variant) => chosenOption(group, variant))).size > 1,
  )
  return {
    description: plainText(product.description),
    labels: feedLabels(product.labelValues),
    chosen: chosenOptions(product),
    differing: new Set(differing.map(({ name }) => name)),
  }
}

function draftOf(
  product: Product,
  variant: Variant,
  { description, labels, chosen, differing }: SharedFields,
  source: FeedSource,
  rules: ItemRules,
): ItemDraft {
  const { price, listPrice, stock } = variant
  const { currency } = source
  const options = optionsOf(product, variant)
  const ownOptions = Object.fromEntries(Object.entries(options).filter(([group]) => differing.has(group)))
  const brands = brandGroup(product.optionGroups)
  const brand = brands && optionOf(brands, variant, chosen)
  const hasListPrice = listPrice !== undefined && canBePaid(listPrice, currency)
  return {
    variant,
    description,
    labels,
    title: titleOf(product, variant, Object.values(ownOptions)),
    url: productPage(source.productUrl, product, variant.sku),
    pictures: picturesOf([...variant.files, ...product.files], rules, source),
    isAvailable: stock === null || stock > 0,
    price: amountOf(hasListPrice ? listPrice : price, currency),
    ...(hasListPrice ? { salePrice: amountOf(price, currency) } : {}),
    ...(brand === undefined ? {} : { brand }),
    attributes: attributesOf(product.optionGroups, variant, chosen),
    options,
    ownOptions,
  }
}

function whyIncomplete(
  { description, pictures, variant }: ItemDraft,
  product: Product,
  { currency }: FeedSource,
  rules: ItemRules,
): FeedReason | undefined {
  if (!canBePaid(variant.price, currency)) return 'not-payable'
  if (description === '') return 'no-description'
  if (pictures.length > 0) return undefined
  const files = [...variant.files, ...product.files]
  if (files.length === 0) return 'no-picture'
  return files.some((file) => hasType(file, rules)) ? 'relative-picture' : 'picture-type'
}

function itemOf(draft: ItemDraft, isInGroup: boolean, report: FeedReport): Item {
  const short = (field: 'title' | 'description', limit: number) => {
    if (draft[field].length > limit) report.shorten(field)
    return shortenText(draft[field], limit)
  }
  return {
    ...draft,
    title: short('title', TITLE_LIMIT),
    description: short('description', DESCRIPTION_LIMIT),
    pictures: draft.pictures as readonly [string, ...string[]],
    isInGroup,
  }
}

/** Whether there are several items, all with options, and no two with the same. */
function areToldApart(drafts: readonly ItemDraft[]): boolean {
  const keys = new Set(drafts.map(({ options }) => JSON.stringify(options)))
  return drafts.length > 1 && keys.size === drafts.length && !keys.has('{}')
}

function optionsOf(product: Product, variant: Variant): Readonly<Record<string, string>> {
  const chosen = product.optionGroups.map((group) => [group.name, chosenOption(group, variant)] as const)
  return Object.fromEntries(chosen.filter((pair): pair is readonly [string, string] => pair[1] !== undefined))
}

/**
 * The name of the variant, if the name of the product is in it. Otherwise the name of the product, and what tells the
 * variant apart: its name, or its options if the names are the same.
 */
function titleOf({ name }: Product, variant: Variant, ownOptions: readonly string[]): string {
  const isNamed = variant.name !== name
  if (isNamed && fold(variant.name).includes(fold(name))) return cleanText(variant.name)
  const details = isNamed ? [variant.name] : ownOptions
  return cleanText(details.length === 0 ? name : `${name} - ${details.join(', ')}`)
}

function picturesOf(files: readonly PictureEntry[], rules: ItemRules, { pictureBase }: FeedSource): string[] {
  const pictures = files.filter((file) => hasType(file, rules))
  return [...new Set(pictures.flatMap(({ file: { path } }) => pictureUrl(path, pictureBase) ?? []))]
}

function hasType({ file: { mimeType } }: PictureEntry, { pictureTypes }: ItemRules): boolean {
  return mimeType === UNKNOWN_TYPE || pictureTypes.includes(mimeType)
}

/** "19.90 EUR"; "1990 JPY", since the yen has no decimals. */
function amountOf(price: string, currency: string): string {
  return `${minorUnits(currency) === 0 ? price.replace(/\.00$/, '') : price} ${currency}`
}
