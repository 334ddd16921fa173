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
  { product, derivedFrom }: Pick<AcceptedProduct, 'product' | 'derivedFrom'>,
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
  const rate = storeTaxRate({ ...store, taxRate: store.taxRate })
  const rateOf = (own: Submitted<TaxRate>) => {
    if (own.id === rate.id && own.name === rate.name && own.rate === rate.rate) return undefined
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
    labelValues: product.labelValues.map(labelOf),
  }
}

/** The same with an `id` in place of each `idFrom`. Of another value than an object, itself. */
export function withDerivedIds(product: unknown, store: string): unknown {
  if (!isObject(product)) return product
  const { variants } = product
  const filled = withId(product, store)
  return Array.isArray(variants) ? { ...filled, variants: variants.map((variant) => withId(variant, store)) } : filled
}

function withId(value: unknown, store: string): object {
  if (!isObject(value) || !isKey(value.idFrom)) return value as object
  const { idFrom, ...others } = value
  return { id: idOf(idFrom, store), ...others }
}

/** The id of a thing with a key of the shop system: a part of the key may be that of another thing. */
export function idOf(key: NaturalKey, store: string): Uuid {
  return derivedId(store, ...key.map((part) => (typeof part === 'string' ? part : idOf(part, store))))
}

function isKey(value: unknown): value is NaturalKey {
  return Array.isArray(value) && value.every((part) => typeof part === 'string' || isKey(part))
}
