import fc from 'fast-check'
import type { Product, ProductFile, Submitted, TaxRate, Variant, VariantFile } from '../../src/catalog/product.ts'
import { slugify } from '../../src/catalog/slug.ts'
import type { Store } from '../../src/catalog/store.ts'
import { derivedId, type Uuid } from '../../src/catalog/uuid.ts'
import { firstFree } from '../first-free.ts'
import {
  type FileDraft,
  KEYS,
  type ProductDraft,
  productDrafts,
  type StampsDraft,
  type TaxRateDraft,
  type VariantDraft,
} from './draft.ts'
import { type Choice, chosenIn, gathered, given, type Ids, labelsOf } from './random-options.ts'

/** A product as a catalog file has it, and what it means by that. */
export interface CatalogLine {
  readonly line: Readonly<Record<string, unknown>>
  readonly meant: Submitted<Product>
}

/** One file that is loaded into a store. */
export interface Import {
  /** The file is the whole catalog. */
  readonly replace: boolean
  readonly now: string
  readonly lines: readonly CatalogLine[]
}

/** Files that are loaded into a store, one after the other. They speak of the same few products. */
export function histories(store: Store, most = 3): fc.Arbitrary<readonly Import[]> {
  const again = fc.array(fc.boolean(), { minLength: KEYS, maxLength: KEYS })
  const file = fc.record({ replace: fc.boolean(), drafts: productDrafts, again })
  return fc.array(file, { minLength: 1, maxLength: most }).map((files) =>
    files.map(({ replace, drafts, again }, index) => {
      const repeated = (files[index - 1]?.drafts ?? []).filter(({ key }) => again[key])
      const others = drafts.filter(({ key }) => repeated.every((other) => other.key !== key))
      const lines = linesOf([...repeated, ...others], store)
      return { replace, now: `2026-0${index + 3}-01T12:00:00.000Z`, lines }
    }),
  )
}

function linesOf(drafts: readonly ProductDraft[], store: Store): CatalogLine[] {
  const ids: Ids = (...naturalKey) => derivedId(store.id, ...naturalKey)
  const slugs = new Set<string>()
  const variantIds = new Set<string>()
  return drafts.map((draft) => {
    const identity = identityOf(draft, slugs)
    slugs.add(identity.slug)
    const variants = draft.variants.map((variant) => ({ ...variant, id: firstUse(variant.id, variantIds) }))
    return shownAsLine(lineOf({ ...draft, variants }, identity, store, ids))
  })
}

/** In the report of a failure the line says it all. */
function shownAsLine(line: CatalogLine): CatalogLine {
  return Object.defineProperty(line, fc.toStringMethod, { value: () => JSON.stringify(line.line) })
}

function firstUse(id: string | undefined, used: Set<string>): string | undefined {
  if (id === undefined || used.has(id)) return undefined
  used.add(id)
  return id
}

/** By what a product is known again. */
interface Identity {
  readonly name: string
  readonly slug: string
  /** Whether the file says the slug, or leaves it to be made from the name. */
  readonly saysSlug: boolean
  /** What the file gives, if it gives one. */
  readonly id: Uuid | undefined
}

/**
 * Four kinds of products: known by an id, with slugs that they take from each other; by a slug of their own; by the slug
 * that their name makes; by an id, with a slug that is made from a name of their own.
 */
function identityOf({ key, slug, name, terse }: ProductDraft, taken: ReadonlySet<string>): Identity {
  const id = `e0000000-0000-4000-8000-${String(key).padStart(12, '0')}` as Uuid
  const made = (text: string) => firstFree(slugify(text), (candidate) => taken.has(candidate))
  if (key % 4 === 0) return { name, slug: taken.has(slug) ? `of-${key}` : slug, saysSlug: true, id }
  if (key % 4 === 1) return { name, slug: `known-${key}`, saysSlug: true, id: undefined }
  if (key % 4 === 2) return { name, slug: made(name), saysSlug: !terse, id: undefined }
  return { name: `${name} solo${key}`, slug: made(`${name} solo${key}`), saysSlug: !terse, id }
}

function lineOf(draft: ProductDraft, identity: Identity, store: Store, ids: Ids): CatalogLine {
  const { name, slug, saysSlug } = identity
  const { terse } = draft
  const groups = draft.groups ? given(draft.groups, terse, ids) : gathered(draft, ids)
  const variants = draft.variants.map((variant) => variantOf(variant, { draft, name, slug, store, ids }))
  const files = byPriority(draft.files.map((file, index) => productFile(file, index, slug, ids)))
  const labels = labelsOf(draft.labels, terse, ids)
  const id = identity.id ?? ids('product', slug)
  return {
    meant: {
      id,
      name,
      description: draft.description ?? '',
      slug,
      ...served(draft.stamps),
      variants: variants.map(({ meant }) => meant),
      files,
      optionGroups: groups.meant,
      labelValues: labels.meant,
    },
    line: {
      id: identity.id ?? (terse ? undefined : id),
      name,
      description: draft.description,
      slug: saysSlug ? slug : undefined,
      ...written(draft.stamps),
      variants: terse && variants.length === 0 ? undefined : variants.map(({ line }) => line),
      files: terse ? draft.files.map(({ path, priority }) => ({ priority, file: { path } })) : files,
      optionGroups: groups.line,
      labelValues: labels.line,
    },
  }
}

interface Parent {
  readonly draft: ProductDraft
  readonly name: string
  readonly slug: string
  readonly store: Store
  readonly ids: Ids
}

function variantOf(variant: VariantDraft, parent: Parent): { meant: Submitted<Variant>; line: object } {
  const { draft, slug, store, ids } = parent
  const { terse } = draft
  const id = (variant.id ?? ids('variant', slug, variant.sku)) as Uuid
  const name = variant.name ?? parent.name
  const [writtenPrice, price] = variant.price
  const stamps = terse ? {} : served(variant.stamps)
  const options = chosenIn(draft, variant, ids)
  const files = byPriority(
    variant.files.map((file, index) => variantFile(file, index, { slug, sku: variant.sku, terse, stamps, ids })),
  )
  const labels = labelsOf(variant.labels, terse, ids)
  const taxRate = variant.taxRate && taxRateOf(variant.taxRate, stamps, ids)
  return {
    meant: {
      id,
      name,
      sku: variant.sku,
      price,
      stock: variant.stock ?? null,
      productOptions: options.map((option) => ({ ...identityOfOption(option), ...(saysStamps(draft) ? stamps : {}) })),
      files,
      taxRate: taxRate ?? (store.taxRate as TaxRate),
      labelValues: labels.meant,
      ...served(variant.stamps),
    },
    line: {
      id: variant.id ?? (terse ? undefined : id),
      name: variant.name ?? (terse ? undefined : name),
      sku: variant.sku,
      price: writtenPrice,
      stock: variant.stock,
      productOptions: writtenOptions(options, draft, terse ? {} : written(variant.stamps)),
      files: terse ? variant.files.map(({ path, priority }) => ({ priority, file: { path } })) : files,
      taxRate: terse ? variant.taxRate : taxRate,
      labelValues: labels.line,
      product: terse ? undefined : { id: 'of no account' },
      ...written(variant.stamps),
    },
  }
}

function identityOfOption({ option: { id, name, code } }: Choice) {
  return { id, name, code }
}

/** Of the notations, only that by id has timestamps of options. */
function saysStamps({ groups, notation }: ProductDraft): boolean {
  return groups !== undefined && notation === 'ids'
}

function writtenOptions(options: readonly Choice[], draft: ProductDraft, stamps: object): unknown {
  if (draft.notation === 'map') return Object.fromEntries(options.map(({ group, option }) => [group.code, option.code]))
  if (!saysStamps(draft)) return options.map(({ group, option: { name, code } }) => ({ group: group.code, name, code }))
  return options.map((option) => (draft.terse ? { id: option.option.id } : { ...identityOfOption(option), ...stamps }))
}

function productFile({ path, mimeType, priority }: FileDraft, index: number, slug: string, ids: Ids): ProductFile {
  return { id: ids('file', slug, path), priority: priority ?? index, file: { path, mimeType } }
}

interface FileOwner {
  readonly slug: string
  readonly sku: string
  readonly terse: boolean
  readonly stamps: ReturnType<typeof served>
  readonly ids: Ids
}

function variantFile(
  { path, mimeType, priority }: FileDraft,
  index: number,
  { slug, sku, terse, stamps, ids }: FileOwner,
): Submitted<VariantFile> {
  const fileName = path.slice(path.lastIndexOf('/') + 1)
  return {
    id: ids('file', slug, sku, path),
    ...stamps,
    priority: priority ?? index,
    file: {
      id: ids('stored-file', path),
      ...stamps,
      originalName: terse ? fileName : `Original of ${fileName}`,
      fileName,
      mimeType,
      fileSize: terse ? 0 : 1234,
      path,
    },
  }
}

function taxRateOf({ name, rate }: TaxRateDraft, stamps: object, ids: Ids): Submitted<TaxRate> {
  return { id: ids('tax-rate', name, String(rate)), name, rate, isDefault: false, ...stamps }
}

function byPriority<File extends { readonly priority: number }>(files: readonly File[]): File[] {
  return files.toSorted((a, b) => a.priority - b.priority)
}

function served({ createdAt, updatedAt }: StampsDraft): { createdAt?: string; updatedAt?: string } {
  return { ...(createdAt && { createdAt: createdAt[1] }), ...(updatedAt && { updatedAt: updatedAt[1] }) }
}

function written({ createdAt, updatedAt }: StampsDraft): object {
  return { createdAt: createdAt?.[0], updatedAt: updatedAt?.[0] }
}
