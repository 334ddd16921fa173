import type { Store } from '@vitrine/catalog/store'
import { storeNamed } from '../loading.ts'

/** The product and variant that both stores have under the same ids. */
export const SHARED = {
  product: '11111111-0000-4000-8000-000000000001',
  variant: '11111111-0000-4000-8000-000000000002',
}

/** Ids, codes and a word that only one store has. */
export interface StoreIdentifiers {
  /** Occurs in every text of this store's catalog and in no other store. */
  readonly word: string
  readonly product: string
  readonly variant: string
  readonly label: string
  readonly group: string
  readonly option: string
}

/** A store whose settings have its id. */
export function shopNamed(id: string): Store {
  const url = `https://${id}.example/`
  return {
    ...storeNamed(id),
    currency: 'EUR',
    publicName: `The ${id} shop`,
    url,
    productUrl: `${url}{slug}`,
    hosts: [`${id}.example`],
  }
}

export function identifiersOf(word: string, digit: string): StoreIdentifiers {
  return {
    word,
    product: `${digit.repeat(8)}-0000-4000-8000-000000000001`,
    variant: `${digit.repeat(8)}-0000-4000-8000-000000000002`,
    label: `label-${word}`,
    group: `group-${word}`,
    option: `option-${word}`,
  }
}

/** A catalog that differs from those of other stores only by its identifiers and texts. */
export function catalogOf({ word, product, variant, label, group, option }: StoreIdentifiers): unknown[] {
  const others = Array.from({ length: 30 }, (_, index) => ({
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
  return [shirt, ...others, only]
}

function colour(code: string, word: string) {
  return { group: 'color', name: `${code} ${word}`, code }
}
