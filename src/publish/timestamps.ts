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
 * Gives a submitted product the timestamps that its file leaves out: what was there before keeps its `createdAt`, and
 * its `updatedAt` unless it changed; what is new or changed was made or updated `now`. What has its timestamps already
 * is not copied: an export gives them all.
 */
export function withTimestamps(submitted: Submitted<Product>, before: Product | undefined, now: string): Product {
  const known = byId(before?.variants)
  const variants = each(submitted.variants, (variant) => datedVariant(variant, known?.get(variant.id), now))
  return stamped<Product>(withParts(submitted, { variants }), before, now)
}

function datedVariant(submitted: Submitted<Variant>, before: Variant | undefined, now: string): Variant {
  const options = byId(before?.productOptions)
  const productOptions = each(submitted.productOptions, (option) =>
    stamped<ProductOption>(option, options?.get(option.id), now),
  )
  const known = byId(before?.files)
  const files = each(submitted.files, (file) => datedFile(file, known?.get(file.id), now))
  const rateBefore = before?.taxRate.id === submitted.taxRate.id ? before.taxRate : undefined
  const taxRate = stamped<TaxRate>(submitted.taxRate, rateBefore, now)
  return stamped<Variant>(withParts(submitted, { productOptions, files, taxRate }), before, now)
}

function datedFile(submitted: Submitted<VariantFile>, before: VariantFile | undefined, now: string): VariantFile {
  const file = stamped<StoredFile>(submitted.file, before?.file, now)
  return stamped<VariantFile>(withParts(submitted, { file }), before, now)
}

function stamped<Thing extends Stamps>(
  thing: Omit<Thing, keyof Stamps> & Partial<Stamps>,
  before: Thing | undefined,
  now: string,
): Thing {
  if (thing.createdAt !== undefined && thing.updatedAt !== undefined) return thing as Thing
  const createdAt = thing.createdAt ?? before?.createdAt ?? now
  const kept = { ...thing, createdAt, updatedAt: thing.updatedAt ?? before?.updatedAt ?? now } as Thing
  if (thing.updatedAt !== undefined || !before || isDeepStrictEqual(kept, before)) return kept
  return { ...kept, updatedAt: now }
}

/** What becomes of the items; the list itself if each stays what it is. */
function each<Item, Result extends Item>(items: readonly Item[], become: (item: Item) => Result): readonly Result[] {
  const results = items.map(become)
  return results.every((result, index) => result === items[index]) ? (items as readonly Result[]) : results
}

/** The thing with these parts; itself if it has them already. */
function withParts<Thing extends object, Parts extends Partial<Thing>>(thing: Thing, parts: Parts): Thing & Parts {
  const known = thing as Thing & Parts
  for (const name in parts) if (parts[name] !== known[name]) return { ...thing, ...parts }
  return known
}

function byId<Thing extends { readonly id: string }>(
  things: readonly Thing[] | undefined,
): Map<string, Thing> | undefined {
  return things && new Map(things.map((thing) => [thing.id, thing]))
}
