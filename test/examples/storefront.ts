import type { RequestListener } from 'node:http'
import { createStorefront } from '../../examples/storefront/server.ts'
import { openShop, type Shop, STORE } from '../server/shop.ts'

export interface StorefrontShop extends Shop {
  /** The errors behind pages that say that the shop is not available. */
  readonly errors: unknown[]
}

/** A server of the API with the example storefront as its website. */
export async function openStorefront(): Promise<StorefrontShop> {
  const { promise, resolve } = Promise.withResolvers<RequestListener>()
  const shop = await openShop({ website: async (request, response) => (await promise)(request, response) })
  const errors: unknown[] = []
  const onError = (error: unknown) => void errors.push(error)
  resolve(createStorefront({ url: shop.address, store: STORE, sharesServer: true, onError }))
  return { ...shop, errors, [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose]() }
}
