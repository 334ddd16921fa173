import { hash } from 'node:crypto'
import type { StoreId } from './store.ts'

/**
 * A cache tag: the first 12 hexadecimal digits of the SHA-256 of the store, a zero byte and the name. It fits every
 * cache: all tags are equally long, have no upper case, and tell nothing.
 */
export function cacheTag(store: StoreId, name: TagName): string {
  return hash('sha256', `${store}\0${name}`).slice(0, 12)
}

/**
 * What an answer depends on. The empty name: the store. `lists`: any product. `product:<id>`: that product.
 * `label:<code>`: the products and variants of that label or of one below it.
 */
export type TagName = '' | 'lists' | `product:${string}` | `label:${string}`
