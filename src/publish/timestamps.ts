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
} from '../catalog/product.ts'

/**
 * Adds the timestamps that a submitted product leaves out. A thing that was there before keeps its `createdAt`, and
 * keeps its `updatedAt` unless it changed. The other timestamps are `now`.
 */
export function completeTimestamps(submitted: Submitted<Product>, before: Product | undefined, now: string): Product {
  const variantsBefore = byId(before?.variants)
  const variants = submitted.variants.map((variant) => stampVariant(variant, variantsBefore.get(variant.id), now))
  return stamp<Product>({ ...submitted, variants }, before, now)
}

function stampVariant(submitted: Submitted<Variant>, before: Variant | undefined, now: string): Variant {
  const [optionsBefore, filesBefore] = [byId(before?.productOptions), byId(before?.files)]
  const productOptions = submitted.productOptions.map((option) =>
    stamp<ProductOption>(option, optionsBefore.get(option.id), now),
  )
  const files = submitted.files.map((file) => stampFile(file, filesBefore.get(file.id), now))
  const taxRateBefore = before?.taxRate.id === submitted.taxRate.id ? before.taxRate : undefined
  const taxRate = stamp<TaxRate>(submitted.taxRate, taxRateBefore, now)
  return stamp<Variant>({ ...submitted, productOptions, files, taxRate }, before, now)
}

function stampFile(submitted: Submitted<VariantFile>, before: VariantFile | undefined, now: string): VariantFile {
  const file = stamp<StoredFile>(submitted.file, before?.file, now)
  return stamp<VariantFile>({ ...submitted, file }, before, now)
}

function stamp<Thing extends Stamps>(
  thing: Omit<Thing, keyof Stamps> & Partial<Stamps>,
  before: Thing | undefined,
  now: string,
): Thing {
  const createdAt = thing.createdAt ?? before?.createdAt ?? now
  const unchanged = { ...thing, createdAt, updatedAt: thing.updatedAt ?? before?.updatedAt ?? now } as Thing
  if (thing.updatedAt !== undefined || !before || isDeepStrictEqual(unchanged, before)) return unchanged
  return { ...unchanged, updatedAt: now }
}

function byId<Thing extends { readonly id: string }>(things: readonly Thing[] = []): Map<string, Thing> {
  return new Map(things.map((thing) => [thing.id, thing]))
}
