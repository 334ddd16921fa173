import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { VitrineError } from '../catalog/error.ts'
import { PROBLEM_TYPE, problemOf } from './problem.ts'

/** What Node makes of bytes that are no request: its code, the status for it, and what to tell the client. */
const CAUSES: Record<string, readonly [status: number, detail: string]> = {
  HPE_INVALID_URL: [400, 'The request target has a character that must be percent-encoded, as é is %C3%A9.'],
  HPE_HEADER_OVERFLOW: [431, 'The request target and headers may have 16 KiB in all.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request did not arrive in time.'],
}

/**
 * Answers what Node could not read as a request, closes the connection, and returns the status that it answered with, if
 * the client is still there. The code is `malformed-request`; the status is as exact as HTTP has it.
 */
export function answerClientError(
  error: NodeJS.ErrnoException,
  socket: Socket,
  headers: Readonly<Record<string, string>>,
  base: string | undefined,
): number | undefined {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return undefined
  }
  const [status, detail] = CAUSES[error.code ?? ''] ?? [400, 'The request cannot be read as HTTP.']
  const body = JSON.stringify({ ...problemOf(new VitrineError('malformed-request', detail), '', base), status })
  const lines = Object.entries({
    ...headers,
    'content-type': PROBLEM_TYPE,
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
  return status
}
