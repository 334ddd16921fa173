import type { Market } from '@vitrine/catalog/store'

/** The German market of a store. */
export const marketOf = (word: string): Market => ({
  code: 'de',
  language: 'de',
  currency: 'CHF',
  publicName: `Der Laden ${word}`,
  hosts: [`${word}.example`],
})

interface Translated {
  readonly name: string
  readonly labelValues: readonly { readonly code: string }[]
  readonly variants: readonly {
    readonly sku: string
    readonly productOptions: readonly { readonly group: string; readonly code: string }[]
  }[]
}

/** The catalog with texts and prices for the market. All prices there begin with 777. */
export function withMarket(products: readonly unknown[], word: string): unknown[] {
  return (products as Translated[]).map((product, index) => {
    const options = product.variants.flatMap(({ productOptions }) => productOptions)
    const groups = Object.groupBy(options, ({ group }) => group)
    const named = (codes: readonly { readonly code: string }[]) =>
      Object.fromEntries(codes.map(({ code }) => [code, `${code.split('-')[0]} ${word}`]))
    const content = {
      name: `Linen ${index} ${word}`,
      description: `Von ${word}`,
      labelValues: named(product.labelValues),
      optionGroups: Object.fromEntries(
        Object.entries(groups).map(([group, options]) => [group, { name: `Group ${word}`, options: named(options!) }]),
      ),
      variants: Object.fromEntries(
        product.variants.map(({ sku }) => [sku, { name: `Variant ${word}`, price: `777.${10 + (index % 80)}` }]),
      ),
    }
    return { ...product, markets: { de: content } }
  })
}
