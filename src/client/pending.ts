// To be removed when openapi.json has all of this: then `npm run openapi` writes it into api.ts.

/** What a store tells about itself. A key without a value is absent. */
export interface Store {
  id: string
  publicName?: string
  language?: string
  currency?: string
  minorUnits?: number
  url?: string
  productUrl?: string
  hosts?: string[]
}

/** A label of the store, with the number of products that have it. */
export interface Label {
  id: string
  name: string
  code: string
  /** The code of the label above it. */
  parent?: string
  count: number
}

declare module './api.ts' {
  interface ListProductsQuery {
    form?: 'full' | undefined
    related?: string | undefined
  }
  interface VariantSummary {
    listPrice?: string
  }
  interface VariantSummaryWithFiles {
    listPrice?: string
    gtin?: string
  }
  interface Variant {
    listPrice?: string
    gtin?: string
  }
}
