import type { Storage } from './storage.ts'

/** Answers for an edition without products. The first import into a store asks it for every product and every term. */
export const EMPTY_STORAGE: Storage = {
  get: async (_at, _table, _group, items) => items.map(() => undefined),
  async *scan() {},
  find: async () => [],
  documentById: () => undefined,
  concatenatedDocuments: async () => ({ body: new Uint8Array(0), lengths: [] }),
  productsOfVariants: () => [],
  names: async () => [],
  chunks: async () => [],
  facetValues: async () => ({ values: [], chunks: [] }),
  productIds: async () => [],
  publications: async () => [],
  codes: async () => [],
  editions: async () => [],
  limits: async () => [],
}
