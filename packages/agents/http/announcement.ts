import type { IncomingMessage } from 'node:http'
import { VitrineError } from '@vitrine/catalog/error'
import { storeAndMarket } from '@vitrine/catalog/market'
import type { Store } from '@vitrine/catalog/store'
import { originOf } from '@vitrine/server/address'
import type { EffectiveOptions } from '@vitrine/server/server-options'
import { storePrefix } from '@vitrine/server/store-selection'
import { isAgentStore } from '../ucp-product.ts'

/** Where agents reach a store, or why it is not announced to them. */
export type Announcement = { readonly base: string } | { readonly reason: string }

/**
 * Announces a store under an address that agents can trust: a host of the store, the public URL of the server, or the
 * machine itself, to try it. A `Host` header alone proves nothing.
 */
export function announcement(
  raw: IncomingMessage,
  store: Store,
  storeInPath: string | undefined,
  { publicUrl, defaultStore }: Pick<EffectiveOptions, 'publicUrl' | 'defaultStore'>,
): Announcement {
  if (!isAgentStore(store)) return { reason: 'it has no currency; set one with `vitrine store set --currency`' }
  const { host, hostname, origin } = addressOf(raw)
  const { id, hosts = [] } = store
  if (hosts.includes(hostname)) return { base: `https://${host}${storePrefix(storeInPath)}` }
  const base = publicUrl?.startsWith('https:') ? publicUrl : isLoopback(hostname) ? origin : undefined
  if (base === undefined)
    return { reason: 'it has no public https address; set --public-url, or its hosts with `vitrine store set --host`' }
  const { store: parent } = storeAndMarket(id)
  const isDefault = storeInPath === undefined && parent === defaultStore
  return { base: `${base}${isDefault ? '' : storePrefix(parent)}` }
}

/**
 * The scheme and host that a request names. Throws `malformed-request` if they are no address, such as one with port
 * 99999.
 */
export function addressOf(raw: IncomingMessage): URL {
  const url = URL.parse(originOf(raw))
  if (url) return url
  throw new VitrineError('malformed-request', 'The Host header is not a valid host.')
}

/** Whether a host name stands for this machine. */
function isLoopback(hostname: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)
}
