/** What both stores have, under the same ids, slugs, skus and codes. */
export const SHARED = {
  product: '11111111-0000-4000-8000-000000000001',
  variant: '11111111-0000-4000-8000-000000000002',
}

/** What one store has and the other has not: its ids, codes and words. */
export interface Own {
  /** In every text of the store's catalog, and nowhere else. */
  readonly word: string
  readonly product: string
  readonly variant: string
  readonly label: string
  readonly group: string
  readonly option: string
}

export function own(word: string, digit: string): Own {
  return {
    word,
    product: `${digit.repeat(8)}-0000-4000-8000-000000000001`,
    variant: `${digit.repeat(8)}-0000-4000-8000-000000000002`,
    label: `label-${word}`,
    group: `group-${word}`,
    option: `option-${word}`,
  }
}

/** A catalog that is as like that of any other word as it can be. */
export function catalogOf({ word, product, variant, label, group, option }: Own): unknown[] {
  const things = Array.from({ length: 30 }, (_, index) => ({
    slug: `thing-${index}`,
    name: `Thing ${index} ${word}`,
    description: `One of many, ${word}`,
    labelValues: [{ name: `Sale ${word}`, code: 'sale' }],
    variants: [{ sku: `THING-${index}`, price: word.length + index, productOptions: [colour('red', word)] }],
  }))
  const shirt = {
    id: SHARED.product,
    slug: 'shirt',
    name: `Linen shirt ${word}`,
    description: `Of washed linen, ${word}`,
    files: [{ file: { path: `/${word}/shirt.jpg`, mimeType: `image/x-${word}` } }],
    labelValues: [{ name: `Sale ${word}`, code: 'sale' }],
    variants: [
      {
        id: SHARED.variant,
        sku: 'SHIRT',
        price: word.length,
        productOptions: [colour('blue', word)],
        files: [{ file: { path: `/${word}/blue.jpg` } }],
        taxRate: { name: `VAT ${word}`, rate: word.length },
      },
    ],
  }
  const only = {
    id: product,
    slug: `only-${word}`,
    name: `Only ${word}`,
    labelValues: [{ name: `Label ${word}`, code: label }],
    variants: [
      {
        id: variant,
        sku: `ONLY-${word}`,
        price: 1,
        productOptions: [{ group, name: `Option ${word}`, code: option }],
      },
    ],
  }
  return [shirt, ...things, only]
}

function colour(code: string, word: string) {
  return { group: 'color', name: `${code} ${word}`, code }
}
