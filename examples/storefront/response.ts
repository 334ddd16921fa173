import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { gzip as gzipCallback } from 'node:zlib'

export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | AsyncIterable<string>
}

const gzip = promisify(gzipCallback)

/** Faster than the default, for a twentieth more bytes. */
const COMPRESSION_LEVEL = 4

/** Sends a text with an ETag, compressed if the browser accepts that. Sends a long text while it is being made. */
export async function send(request: IncomingMessage, response: ServerResponse, reply: Reply): Promise<void> {
  const { status, headers, body } = reply
  if (typeof body !== 'string') {
    response.writeHead(status, headers)
    if (request.method === 'HEAD') return void response.end()
    return await pipeline(Readable.from(body), response)
  }
  const etag = `W/"${hash('sha256', body).slice(0, 16)}"`
  const validators = status === 200 ? { ...headers, etag, vary: 'Accept-Encoding' } : headers
  if (status === 200 && request.headers['if-none-match'] === etag) return void response.writeHead(304, validators).end()
  const compressed = acceptsGzip(request) && (await gzip(body, { level: COMPRESSION_LEVEL }))
  const bytes = compressed || Buffer.from(body)
  response.writeHead(status, {
    ...validators,
    ...(compressed && { 'content-encoding': 'gzip' }),
    'content-length': bytes.length,
  })
  response.end(request.method === 'HEAD' ? undefined : bytes)
}

function acceptsGzip({ headers }: IncomingMessage): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(String(headers['accept-encoding'] ?? ''))
}
