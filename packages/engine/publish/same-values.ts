import { categoriesAmong } from '@vitrine/catalog/label-kind'
import type { ProductChange, ProductVersion } from './product-version.ts'

/** Finds fields in which the changed products have one value, and had several: a file with a column that was filled. */
export class SameValues {
  #products = 0
  readonly #fields = FIELDS.map(() => ({
    before: undefined as Value,
    after: undefined as Value,
    isDiverse: false,
    isSame: true,
  }))

  add({ before, after }: ProductChange): void {
    if (!before || !after) return
    const isFirst = this.#products++ === 0
    for (const [index, field] of this.#fields.entries()) {
      const [old, now] = [VALUES[FIELDS[index]!](before), VALUES[FIELDS[index]!](after)]
      if (isFirst) [field.before, field.after] = [old, now]
      field.isDiverse ||= old !== field.before
      field.isSame &&= now === field.after
    }
  }

  /** Those of most of `products`. That they have none has a limit of its own. */
  among(products: number): SameValue[] {
    if (this.#products < MIN_CHANGED || this.#products * 2 < products) return []
    const same = FIELDS.filter((_, index) => {
      const { after, isDiverse, isSame } = this.#fields[index]!
      return isDiverse && isSame && after !== undefined
    })
    return same.map((field) => ({ field, products: this.#products }))
  }
}

/** A field in which so many products have one value. */
export interface SameValue {
  readonly field: (typeof FIELDS)[number]
  readonly products: number
}

type Value = string | number | undefined

const FIELDS = ['name', 'price', 'picture', 'category', 'description'] as const

/** Fewer may be alike. */
const MIN_CHANGED = 10

/** The value of each field; undefined for none. */
const VALUES: Readonly<Record<(typeof FIELDS)[number], (version: ProductVersion) => Value>> = {
  name: ({ product }) => product.name,
  price: ({ row }) => row.price ?? undefined,
  picture: ({ product }) => product.files[0]?.file.path,
  category: ({ product }) =>
    categoriesAmong(product.labelValues)
      .map(({ code }) => code)
      .join(' ') || undefined,
  description: ({ product }) => product.description || undefined,
}
