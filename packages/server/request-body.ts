import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Headers } from './common-headers.ts'
import { HttpError } from './problem.ts'

/**
 * The body of a request as text, for which the client may wait to be asked. Throws `malformed-request` if it is
 * compressed or too long, or if it ends early. Leaves the connection open for an answer.
 */
export function readBody(raw: IncomingMessage, response: ServerResponse, maxBytes: number): Promise<string> {
  checkEncoding(raw)
  if (raw.headers.expect?.toLowerCase() === '100-continue') response.writeContinue()
  // Node reads nothing of a request that announces no body, and no event tells so.
  if (raw.readableEnded) return Promise.resolve('')
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let bytes = 0
    const refuse = () => {
      raw.removeAllListeners('data')
      reject(unreadable(`The body is longer than ${maxBytes} bytes.`, 413, ['connection', 'close']))
    }
    if (Number(raw.headers['content-length']) > maxBytes) return refuse()
    raw.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      chunks.push(chunk)
      if (bytes > maxBytes) refuse()
    })
    raw.on('end', () => resolve(Buffer.concat(chunks).toString()))
    const interrupt = () => {
      if (!raw.complete) reject(unreadable('The request ended before its body did.', 400, []))
    }
    raw.on('error', interrupt).on('close', interrupt)
    // A client that has gone before is told by no event.
    if (raw.destroyed) interrupt()
  })
}

/** Refuses a compressed body (RFC 9110, 15.5.16). */
function checkEncoding({ headers }: IncomingMessage): void {
  const encoding = headers['content-encoding'] as string | undefined
  if (encoding === undefined || /^(?:identity)?$/i.test(encoding.trim())) return
  const advice = 'Send the body without Content-Encoding: it is JSON as it is.'
  throw unreadable(advice, 415, ['accept-encoding', 'identity'])
}

function unreadable(message: string, status: number, headers: Headers): HttpError {
  return new HttpError('malformed-request', message, headers, status)
}
