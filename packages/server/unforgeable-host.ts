import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { quoted } from './parameters.ts'
import { HttpError } from './problem.ts'

/**
 * Throws `malformed-request` if the `Host` of a request to this machine is a name that a stranger may have led here
 * (DNS rebinding), whose page could then read the answer. The name of the public URL is known.
 */
export function requireUnforgeableHost({ headers: { host } }: IncomingMessage, publicUrl: string | undefined): void {
  if (host === undefined) return
  const hostname = URL.parse(`http://${host}`)?.hostname ?? ''
  if (isUnforgeable(hostname) || (publicUrl !== undefined && new URL(publicUrl).hostname === hostname)) return
  const detail = `This server is for its own machine. Ask for localhost or 127.0.0.1, not for ${quoted(host)}.`
  throw new HttpError('malformed-request', detail, [], 421)
}

/**
 * Whether a host name cannot be one that a stranger leads here (DNS rebinding): an address, or the name that every
 * machine has for itself.
 */
export function isUnforgeable(hostname: string): boolean {
  return hostname === 'localhost' || isIP(hostname.replace(/^\[|\]$/g, '')) > 0
}
