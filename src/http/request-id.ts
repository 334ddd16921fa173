import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** The id by which the client, or a proxy before us, knows the request; else a new one, which no other process gives. */
export function requestId(request: IncomingMessage): string {
  const given = request.headers['x-request-id'] as string | undefined
  return given !== undefined && SANE.test(given) ? given : newRequestId()
}

export function newRequestId(): string {
  return `${PROCESS}-${(count++).toString(36)}`
}

const SANE = /^[A-Za-z0-9._-]{1,128}$/
const PROCESS = randomBytes(6).toString('hex')
let count = 0
