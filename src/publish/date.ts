import { isDeepStrictEqual } from 'node:util'
import type { Product, ProductOption, Stamps, StoredFile, Submitted, Variant, VariantFile } from '../catalog/product.ts'

/**
 * Gives a submitted product the timestamps that its file leaves out: what was there before keeps its `createdAt`, and
 * its `updatedAt` unless it changed; what is new or changed was made or updated `now`.
 */
export function dated(submitted: Submitted<Product>, before: Product | undefined, now: string): Product {
  const variants = byId(before?.variants)
  return stamped(
    {
      ...submitted,
      variants: submitted.variants.map((variant) => datedVariant(variant, variants.get(variant.id), now)),
    },
    before,
    now,
  )
}

function datedVariant(submitted: Submitted<Variant>, before: Variant | undefined, now: string): Variant {
  const options = byId(before?.productOptions)
  const files = byId(before?.files)
  return stamped<Variant>(
    {
      ...submitted,
      productOptions: submitted.productOptions.map((option) =>
        stamped<ProductOption>(option, options.get(option.id), now),
      ),
      files: submitted.files.map((file) => datedFile(file, files.get(file.id), now)),
      taxRate: stamped(
        submitted.taxRate,
        before?.taxRate.id === submitted.taxRate.id ? before.taxRate : undefined,
        now,
      ),
    },
    before,
    now,
  )
}

function datedFile(submitted: Submitted<VariantFile>, before: VariantFile | undefined, now: string): VariantFile {
  const file = stamped<StoredFile>(submitted.file, before?.file, now)
  return stamped<VariantFile>({ ...submitted, file }, before, now)
}

function stamped<Thing extends Stamps>(
  thing: Omit<Thing, keyof Stamps> & Partial<Stamps>,
  before: Thing | undefined,
  now: string,
): Thing {
  const createdAt = thing.createdAt ?? before?.createdAt ?? now
  const kept = { ...thing, createdAt, updatedAt: thing.updatedAt ?? before?.updatedAt ?? now } as Thing
  if (thing.updatedAt !== undefined || !before || isDeepStrictEqual(kept, before)) return kept
  return { ...kept, updatedAt: now }
}

function byId<Thing extends { readonly id: string }>(things: readonly Thing[] | undefined): Map<string, Thing> {
  return new Map(things?.map((thing) => [thing.id, thing]))
}
