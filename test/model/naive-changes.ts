import { isDeepStrictEqual } from 'node:util'
import type { Product } from '@vitrine/catalog/product'
import type { NaiveStore } from './naive.ts'

/** A product that differs between two states of a store. */
export interface ExpectedChange {
  readonly id: string
  readonly change: 'created' | 'changed' | 'removed'
}

/** The products of a store that differ from those of an earlier state, in the order of their first import. */
export function expectedChanges(before: readonly Product[], store: NaiveStore): ExpectedChange[] {
  const [old, now] = [before, store.products].map((products) => new Map(products.map((each) => [each.id, each])))
  const ids = [...new Set([...old!.keys(), ...now!.keys()])]
  return ids
    .filter((id) => !isDeepStrictEqual(old!.get(id), now!.get(id)))
    .sort((a, b) => store.loadOrder(a) - store.loadOrder(b))
    .map((id) => ({ id, change: now!.has(id) ? (old!.has(id) ? 'changed' : 'created') : 'removed' }))
}
