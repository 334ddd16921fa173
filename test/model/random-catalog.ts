import type {
  Attribute,
  PictureDetails,
  Product,
  ProductFile,
  Submitted,
  TaxRate,
  Variant,
  VariantFile,
} from '@vitrine/catalog/product'
import { slugify } from '@vitrine/catalog/slug'
import type { Store } from '@vitrine/catalog/store'
import { derivedId, type Uuid } from '@vitrine/catalog/uuid'
import fc from 'fast-check'
import { firstFree } from '../first-free.ts'
import { centsOf } from './naive-filter.ts'
import {
  type ChosenOption,
  chosenOptions,
  type DeriveId,
  inferredGroups,
  statedGroups,
  writtenLabels,
} from './random-options.ts'
import {
  PRODUCT_KEYS,
  type RandomFile,
  type RandomProduct,
  type RandomTaxRate,
  type RandomTimestamps,
  type RandomVariant,
  randomProducts,
} from './random-product.ts'

/** A product as the catalog file has it, and as the service must understand it. */
export interface RandomLine {
  readonly line: Readonly<Record<string, unknown>>
  readonly expected: Submitted<Product>
}

/** The import of one file. */
export interface Import {
  /** Whether products that are not in the file are removed. */
  readonly replace: boolean
  readonly now: string
  readonly lines: readonly RandomLine[]
}

/** Sequences of imports into a store, with products that recur. */
export function histories(store: Store, maxImports = 3): fc.Arbitrary<readonly Import[]> {
  const repeats = fc.array(fc.boolean(), { minLength: PRODUCT_KEYS, maxLength: PRODUCT_KEYS })
  const file = fc.record({ replace: fc.boolean(), products: randomProducts, repeats })
  return fc.array(file, { minLength: 1, maxLength: maxImports }).map((files) =>
    files.map(({ replace, products, repeats }, index) => {
      const repeated = (files[index - 1]?.products ?? []).filter(({ key }) => repeats[key])
      const others = products.filter(({ key }) => repeated.every((other) => other.key !== key))
      const lines = linesOf([...repeated, ...others], store)
      return { replace, now: `2026-0${index + 3}-01T12:00:00.000Z`, lines }
    }),
  )
}

function linesOf(products: readonly RandomProduct[], store: Store): RandomLine[] {
  const deriveId: DeriveId = (...naturalKey) => derivedId(store.id, ...naturalKey)
  const slugs = new Set<string>()
  const variantIds = new Set<string>()
  return products.map((product) => {
    const identity = identityOf(product, slugs)
    slugs.add(identity.slug)
    const variants = product.variants.map((variant) => ({ ...variant, id: firstUse(variant.id, variantIds) }))
    return shownAsLine(lineOf({ ...product, variants }, identity, store, deriveId))
  })
}

/** Makes the report of a failure show the line only. */
function shownAsLine(line: RandomLine): RandomLine {
  return Object.defineProperty(line, fc.toStringMethod, { value: () => JSON.stringify(line.line) })
}

function firstUse(id: string | undefined, used: Set<string>): string | undefined {
  if (id === undefined || used.has(id)) return undefined
  used.add(id)
  return id
}

/** The properties by which the service recognizes a product. */
interface Identity {
  readonly name: string
  readonly slug: string
  /** Whether the file states the slug. Otherwise the service derives it from the name. */
  readonly statesSlug: boolean
  /** The id in the file, if it has one. */
  readonly id: Uuid | undefined
}

/**
 * Products of four kinds: with an id and a slug that moves between products; with a slug of their own; with a slug derived
 * from the name; with an id and a slug derived from a unique name.
 */
function identityOf({ key, slug, name, terse }: RandomProduct, taken: ReadonlySet<string>): Identity {
  const id = `e0000000-0000-4000-8000-${String(key).padStart(12, '0')}` as Uuid
  const slugFor = (text: string) => firstFree(slugify(text), (candidate) => taken.has(candidate))
  if (key % 4 === 0) return { name, slug: taken.has(slug) ? `of-${key}` : slug, statesSlug: true, id }
  if (key % 4 === 1) return { name, slug: `own-${key}`, statesSlug: true, id: undefined }
  if (key % 4 === 2) return { name, slug: slugFor(name), statesSlug: !terse, id: undefined }
  return { name: `${name} solo${key}`, slug: slugFor(`${name} solo${key}`), statesSlug: !terse, id }
}

function lineOf(product: RandomProduct, identity: Identity, store: Store, deriveId: DeriveId): RandomLine {
  const { name, slug, statesSlug } = identity
  const { terse } = product
  const groups = product.groups ? statedGroups(product.groups, terse, deriveId) : inferredGroups(product, deriveId)
  const variants = product.variants.map((variant) => variantOf(variant, { product, name, slug, store, deriveId }))
  const files = byPriority(product.files.map((file, index) => productFile(file, index, slug, deriveId)))
  const labels = writtenLabels(product, deriveId)
  const id = identity.id ?? deriveId('product', slug)
  return {
    expected: {
      id,
      name,
      description: product.description ?? '',
      slug,
      ...served(product.stamps),
      ...(product.formerSlugs && { formerSlugs: product.formerSlugs.filter((former) => former !== slug) }),
      variants: variants.map(({ expected }) => expected),
      files,
      optionGroups: groups.expected,
      labelValues: labels.expected,
      ...(product.externalId?.[1] && { externalId: product.externalId[1] }),
      ...servedAttributes(product.attributes),
      ...(Number(product.popularity) > 0 && { popularity: Number(product.popularity) }),
    },
    line: {
      id: identity.id ?? (terse ? undefined : id),
      name,
      description: product.description,
      formerSlugs: product.formerSlugs,
      slug: statesSlug ? slug : undefined,
      ...written(product.stamps),
      variants: terse && variants.length === 0 ? undefined : variants.map(({ line }) => line),
      files: writtenFiles(product.files, files, terse),
      optionGroups: groups.line,
      labelValues: labels.line,
      attributes: product.attributes.map(([written]) => written),
      externalId: product.externalId?.[0],
      popularity: product.popularity,
    },
  }
}

interface Parent {
  readonly product: RandomProduct
  readonly name: string
  readonly slug: string
  readonly store: Store
  readonly deriveId: DeriveId
}

function variantOf(variant: RandomVariant, parent: Parent): { expected: Submitted<Variant>; line: object } {
  const { product, slug, store, deriveId } = parent
  const { terse } = product
  const id = (variant.id ?? deriveId('variant', slug, variant.sku)) as Uuid
  const name = variant.name ?? parent.name
  const [writtenPrice, price] = variant.price
  const [writtenListPrice, servedListPrice] = variant.listPrice ?? []
  const listPrice = servedListPrice && centsOf(servedListPrice) > centsOf(price) ? servedListPrice : undefined
  const [writtenGtin, gtin] = variant.gtin ?? []
  const [writtenMpn, mpn] = variant.mpn ?? []
  const [writtenExternalId, externalId] = variant.externalId ?? []
  const stamps = terse ? {} : served(variant.stamps)
  const options = chosenOptions(product, variant, deriveId)
  const files = byPriority(
    variant.files.map((file, index) => variantFile(file, index, { slug, sku: variant.sku, terse, stamps, deriveId })),
  )
  const labels = writtenLabels({ ...variant, labelParents: [], labelKinds: [], terse }, deriveId)
  const taxRate = variant.taxRate && taxRateOf(variant.taxRate, stamps, deriveId)
  return {
    expected: {
      id,
      name,
      sku: variant.sku,
      ...(gtin && { gtin }),
      ...(mpn && { mpn }),
      ...(externalId && { externalId }),
      price,
      ...(listPrice && { listPrice }),
      stock: variant.stock ?? null,
      productOptions: options.map((option) => ({
        ...identityOfOption(option),
        ...(hasOptionStamps(product) ? stamps : {}),
      })),
      files,
      taxRate: taxRate ?? (store.taxRate as TaxRate),
      labelValues: labels.expected,
      ...servedAttributes(variant.attributes),
      ...served(variant.stamps),
    },
    line: {
      id: variant.id ?? (terse ? undefined : id),
      name: variant.name ?? (terse ? undefined : name),
      sku: variant.sku,
      gtin: writtenGtin,
      mpn: writtenMpn,
      externalId: writtenExternalId,
      price: writtenPrice,
      listPrice: writtenListPrice,
      stock: variant.stock,
      productOptions: writtenOptions(options, product, terse ? {} : written(variant.stamps)),
      files: writtenFiles(variant.files, files, terse),
      taxRate: terse ? variant.taxRate : taxRate,
      labelValues: labels.line,
      attributes: terse && variant.attributes.length === 0 ? undefined : variant.attributes.map(([written]) => written),
      product: terse ? undefined : { id: 'ignored' },
      ...written(variant.stamps),
    },
  }
}

function identityOfOption({ option: { id, name, code } }: ChosenOption) {
  return { id, name, code }
}

/** Only the notation by id has timestamps of options. */
function hasOptionStamps({ groups, notation }: RandomProduct): boolean {
  return groups !== undefined && notation === 'ids'
}

function writtenOptions(options: readonly ChosenOption[], product: RandomProduct, stamps: object): unknown {
  if (product.notation === 'map')
    return Object.fromEntries(options.map(({ group, option }) => [group.code, option.code]))
  if (!hasOptionStamps(product))
    return options.map(({ group, option: { name, code } }) => ({ group: group.code, name, code }))
  return options.map((option) =>
    product.terse ? { id: option.option.id } : { ...identityOfOption(option), ...stamps },
  )
}

/** The files as a catalog has them: with details as they are written if `terse`, else as they are served. */
function writtenFiles(files: readonly RandomFile[], served: readonly object[], terse: boolean): readonly object[] {
  return terse ? files.map(({ path, priority, details }) => ({ priority, file: { path, ...details[0] } })) : served
}

function productFile(
  { path, mimeType, priority, details }: RandomFile,
  index: number,
  slug: string,
  deriveId: DeriveId,
): ProductFile {
  return {
    id: deriveId('file', slug, path),
    priority: priority ?? index,
    file: { path, mimeType, ...servedDetails(details) },
  }
}

interface FileOwner {
  readonly slug: string
  readonly sku: string
  readonly terse: boolean
  readonly stamps: ReturnType<typeof served>
  readonly deriveId: DeriveId
}

function variantFile(
  { path, mimeType, priority, details }: RandomFile,
  index: number,
  { slug, sku, terse, stamps, deriveId }: FileOwner,
): Submitted<VariantFile> {
  const fileName = decodeURIComponent(path.slice(path.lastIndexOf('/') + 1))
  return {
    id: deriveId('file', slug, sku, path),
    ...stamps,
    priority: priority ?? index,
    file: {
      id: deriveId('stored-file', path),
      ...stamps,
      originalName: terse ? fileName : `Original of ${fileName}`,
      fileName,
      mimeType,
      fileSize: terse ? 0 : 1234,
      path,
      ...servedDetails(details),
    },
  }
}

function servedDetails([, served]: RandomFile['details']): PictureDetails {
  return served as PictureDetails
}

function taxRateOf({ name, rate }: RandomTaxRate, stamps: object, deriveId: DeriveId): Submitted<TaxRate> {
  return { id: deriveId('tax-rate', name, String(rate)), name, rate, isDefault: false, ...stamps }
}

/** Without the wrong ones, and absent if there are none. */
function servedAttributes(attributes: RandomProduct['attributes']): { attributes?: readonly Attribute[] } {
  const right = attributes.flatMap(([, served]) => served ?? [])
  return right.length === 0 ? {} : { attributes: right }
}

function byPriority<File extends { readonly priority: number }>(files: readonly File[]): File[] {
  return files.toSorted((a, b) => a.priority - b.priority)
}

function served({ createdAt, updatedAt }: RandomTimestamps): { createdAt?: string; updatedAt?: string } {
  return { ...(createdAt && { createdAt: createdAt[1] }), ...(updatedAt && { updatedAt: updatedAt[1] }) }
}

function written({ createdAt, updatedAt }: RandomTimestamps): object {
  return { createdAt: createdAt?.[0], updatedAt: updatedAt?.[0] }
}
