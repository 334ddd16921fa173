import { isObject } from '../native/fields.ts'
import type { ProductFile, ProductOption, StoredFile, Submitted, TaxRate, VariantFile } from '../product.ts'
import { storeTaxRate } from '../store-tax-rate.ts'
import type { AcceptedProduct, NaturalKey } from '../submission.ts'
import { derivedId, type Uuid } from '../uuid.ts'
import type { StreamStore } from './record.ts'

/**
 * A product as a stream has it: without the ids that follow from its other fields and from its store, so that the
 * reader gives them. An id that was derived from a key of the shop system is `idFrom`, which has the key. A variant
 * with the tax rate of the store has none.
 */
export function withoutDerivedIds(
  { product, derivedFrom, topCategories }: Pick<AcceptedProduct, 'product' | 'derivedFrom' | 'topCategories'>,
  store: StreamStore,
): object {
  const { slug, optionGroups, variants } = product
  const isDerived = (id: string, ...key: string[]) => id === derivedId(store.id, ...key)
  const without = <Item extends { readonly id: string }>(item: Item, ...key: string[]): object => {
    const { id, ...others } = item
    if (isDerived(id, ...key)) return others
    const idFrom = derivedFrom?.get(id)
    return idFrom ? { idFrom, ...others } : item
  }
  const options = new Map(
    optionGroups.flatMap((group) => group.options.map(({ id, code }) => [id, { group: group.code, code }] as const)),
  )
  const optionOf = ({ id, name: _, code: __, ...stamps }: Submitted<ProductOption>) => ({
    ...options.get(id),
    ...stamps,
  })
  const labelOf = (label: { readonly id: Uuid; readonly code: string }) => without(label, 'label', label.code)
  const fileOf = (file: ProductFile | Submitted<VariantFile>, ...owner: string[]) =>
    without(file, 'file', ...owner, file.file.path)
  const storedOf = (file: Submitted<StoredFile>) => without(file, 'stored-file', file.path)
  const rate = JSON.stringify(storeTaxRate(store))
  const rateOf = (own: Submitted<TaxRate>) => {
    if (JSON.stringify(own) === rate) return undefined
    return without(own, 'tax-rate', own.name, String(own.rate))
  }
  return {
    ...without(product, 'product', slug),
    variants: variants.map((variant) => {
      const { sku, productOptions, files, taxRate, labelValues } = variant
      return {
        ...without(variant, 'variant', slug, sku),
        productOptions: productOptions.map(optionOf),
        files: files.map((file) => ({ ...fileOf(file, slug, sku), file: storedOf(file.file) })),
        taxRate: rateOf(taxRate),
        labelValues: labelValues.map(labelOf),
      }
    }),
    files: product.files.map((file) => fileOf(file, slug)),
    optionGroups: optionGroups.map((group) => ({
      ...without(group, 'group', group.code),
      options: group.options.map((option) => without(option, 'option', group.code, option.code)),
    })),
    // A category at the top has nothing else that tells it from a name alone.
    labelValues: product.labelValues.map((label) => ({
      ...labelOf(label),
      ...(topCategories?.has(label.code) && { path: [label.name] }),
    })),
  }
}

/**
 * A product of a stream with an `id` in place of each `idFrom`, or the first place of an `idFrom` that is wrong. Of
 * another value than an object, itself.
 */
export function withDerivedIds(
  product: unknown,
  store: string,
): { readonly product: unknown } | { readonly wrong: string } {
  if (!isObject(product)) return { product }
  const { variants } = product
  const filled = withId(product, store)
  if (!filled) return { wrong: 'idFrom' }
  if (!Array.isArray(variants)) return { product: filled }
  const filledVariants = variants.map((variant) => withId(variant, store))
  const index = filledVariants.indexOf(undefined)
  return index >= 0 ? { wrong: `variants[${index}].idFrom` } : { product: { ...filled, variants: filledVariants } }
}

export const RIGHT_KEY = 'a list of texts in place of the id, such as ["shopify", "7"]'

/** undefined if `idFrom` is no key, or if there is an id beside it. */
function withId(value: unknown, store: string): unknown {
  if (!isObject(value) || value.idFrom === undefined) return value
  const { idFrom, ...others } = value
  return isKey(idFrom) && others.id === undefined ? { id: idOf(idFrom, store), ...others } : undefined
}

/** The id of a thing with a key of the shop system: a part of the key may be that of another thing. */
function idOf(key: NaturalKey, store: string): Uuid {
  return derivedId(store, ...key.map((part) => (typeof part === 'string' ? part : idOf(part, store))))
}

function isKey(value: unknown, depth = 1): value is NaturalKey {
  const isPart = (part: unknown) => typeof part === 'string' || (depth < MAX_DEPTH && isKey(part, depth + 1))
  return Array.isArray(value) && value.length > 0 && value.every(isPart)
}

/** A variant is of a product, which is of a shop system. */
const MAX_DEPTH = 3
