import type { IncomingMessage } from 'node:http'
import { VitrineError } from '@vitrine/catalog/error'
import type { OperationRequest } from './operation.ts'
import type { EffectiveOptions } from './server-options.ts'

/**
 * Makes the function that gives the address of the server in links: the public URL, or else the origin that a request
 * names. It warns once of clients that use https while links are http.
 */
export function serverAddress({
  publicUrl,
  logger,
}: Pick<EffectiveOptions, 'publicUrl' | 'logger'>): OperationRequest['addressOf'] {
  if (publicUrl !== undefined) return () => publicUrl
  let warned = false
  return (raw) => {
    const origin = originOf(raw)
    if (!warned && raw.headers['x-forwarded-proto'] === 'https' && origin.startsWith('http:')) {
      warned = true
      const example = `--public-url ${origin.replace('http:', 'https:')}`
      if (logger) logger.warn(`Clients use https, but links of variants are http. Set the public URL: ${example}`)
    }
    return origin
  }
}

/**
 * The scheme and host that a request names: in an absolute target (RFC 9112, 3.2.2), else in `Host`, else its socket.
 */
export function originOf({ url, headers, socket }: IncomingMessage): string {
  const absolute = /^(https?):\/\/([^/?#]+)/i.exec(url!)
  const scheme = absolute?.[1]?.toLowerCase() ?? 'http'
  const host = absolute?.[2] ?? headers.host ?? `${socket.localAddress}:${socket.localPort}`
  const match = HOST.exec(host)
  if (!match || Number(match[1]) > MAX_PORT)
    throw new VitrineError('malformed-request', 'The Host header is not a valid host.')
  return `${scheme}://${host}`
}

const HOST = /^(?:[A-Za-z0-9._~-]+|\[[0-9A-Fa-f:.]+\])(?::(\d{1,5}))?$/
const MAX_PORT = 65_535
