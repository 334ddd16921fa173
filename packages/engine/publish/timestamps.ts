import { isDeepStrictEqual } from 'node:util'
import type {
  Product,
  ProductOption,
  Stamps,
  StoredFile,
  Submitted,
  TaxRate,
  Variant,
  VariantFile,
} from '@vitrine/catalog/product'

/**
 * Adds the timestamps that a submitted product leaves out, in their places in an export. A thing that was there before
 * keeps its `createdAt`, and keeps its `updatedAt` unless it changed. The other timestamps are `now`. Things that leave
 * out none are not copied.
 */
export function completeTimestamps(submitted: Submitted<Product>, before: Product | undefined, now: string): Product {
  const variantsBefore = byId(before?.variants)
  const variants = mapChanged(submitted.variants, (variant) =>
    stampVariant(variant, variantsBefore?.get(variant.id), now),
  )
  return stamp<Product>(
    variants === submitted.variants ? (submitted as Product) : { ...submitted, variants },
    before,
    now,
    ({ id, name, description, slug, ...others }, stamps) => ({ id, name, description, slug, ...stamps, ...others }),
  )
}

function stampVariant(submitted: Submitted<Variant>, before: Variant | undefined, now: string): Variant {
  const [optionsBefore, filesBefore] = [byId(before?.productOptions), byId(before?.files)]
  const productOptions = mapChanged(submitted.productOptions, (option) =>
    stamp<ProductOption>(option, optionsBefore?.get(option.id), now),
  )
  const files = mapChanged(submitted.files, (file) => stampFile(file, filesBefore?.get(file.id), now))
  const taxRateBefore = before?.taxRate.id === submitted.taxRate.id ? before.taxRate : undefined
  const taxRate = stamp<TaxRate>(submitted.taxRate, taxRateBefore, now)
  const isSame =
    productOptions === submitted.productOptions && files === submitted.files && taxRate === submitted.taxRate
  return stamp<Variant>(isSame ? (submitted as Variant) : { ...submitted, productOptions, files, taxRate }, before, now)
}

function stampFile(submitted: Submitted<VariantFile>, before: VariantFile | undefined, now: string): VariantFile {
  const file = stamp<StoredFile>(submitted.file, before?.file, now, afterId)
  return stamp<VariantFile>(
    file === submitted.file ? (submitted as VariantFile) : { ...submitted, file },
    before,
    now,
    afterId,
  )
}

function stamp<Thing extends Stamps>(
  thing: Omit<Thing, keyof Stamps> & Partial<Stamps>,
  before: Thing | undefined,
  now: string,
  place: (thing: Omit<Thing, keyof Stamps>, stamps: Stamps) => unknown = last,
): Thing {
  if (thing.createdAt !== undefined && thing.updatedAt !== undefined) return thing as Thing
  const { createdAt, updatedAt, ...others } = thing
  const stamps = { createdAt: createdAt ?? before?.createdAt ?? now, updatedAt: updatedAt ?? before?.updatedAt ?? now }
  const unchanged = place(others as Omit<Thing, keyof Stamps>, stamps) as Thing
  if (updatedAt !== undefined || !before || isDeepStrictEqual(unchanged, before)) return unchanged
  return { ...unchanged, updatedAt: now }
}

function last(thing: object, stamps: Stamps): object {
  return { ...thing, ...stamps }
}

function afterId({ id, ...others }: Pick<VariantFile, 'id'>, stamps: Stamps): object {
  return { id, ...stamps, ...others }
}

/** The results of `change`, or the list itself if it changed nothing. */
function mapChanged<Item, Result extends Item>(
  items: readonly Item[],
  change: (item: Item) => Result,
): readonly Result[] {
  let isChanged = false
  const results: Result[] = []
  for (const item of items) {
    const result = change(item)
    isChanged ||= result !== item
    results.push(result)
  }
  return isChanged ? results : (items as readonly Result[])
}

function byId<Thing extends { readonly id: string }>(
  things?: readonly Thing[],
): ReadonlyMap<string, Thing> | undefined {
  return things && new Map(things.map((thing) => [thing.id, thing]))
}
