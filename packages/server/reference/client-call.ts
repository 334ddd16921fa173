/** How the client for shops sends an operation: the method, and the name of its answer in the sample. */
export interface ClientCall {
  readonly method: string
  readonly answer: string
}

/** The calls of the client by operation. */
export const CLIENT_CALLS: Readonly<Record<string, ClientCall>> = {
  getStore: { method: 'store', answer: 'store' },
  listMarkets: { method: 'markets', answer: 'markets' },
  listChanges: { method: 'changes.list', answer: 'page' },
  listProducts: { method: 'products.list', answer: 'page' },
  getProductFacets: { method: 'products.facets', answer: 'facets' },
  suggestProducts: { method: 'products.suggest', answer: 'suggestions' },
  getProduct: { method: 'products.get', answer: 'product' },
  listLabels: { method: 'labels', answer: 'labels' },
  getLabel: { method: 'label', answer: 'label' },
  listVariants: { method: 'variants.list', answer: 'page' },
  getVariant: { method: 'variants.get', answer: 'variant' },
}
