import type { ServerResponse } from 'node:http'
import { type Coding, compress } from './compression.ts'

/** What is sent for a read, with the compressed forms that were asked for so far. */
export class Answer {
  /** The pattern of the route that gave it. */
  readonly route: string
  readonly etag: string
  readonly #plain: Uint8Array
  readonly #compressed: { br?: Buffer | Promise<Buffer>; gzip?: Buffer | Promise<Buffer> } = {}

  constructor(route: string, etag: string, body: Uint8Array) {
    this.route = route
    this.etag = etag
    this.#plain = body
  }

  /** Bytes of the body when it is not compressed. */
  get length(): number {
    return this.#plain.length
  }

  /** The body in a coding; compresses it for the first who asks. */
  async bodyIn(coding: Coding | undefined): Promise<Uint8Array> {
    if (coding === undefined) return this.#plain
    this.#compressed[coding] ??= compress(this.#plain, coding)
    const body = await this.#compressed[coding]
    this.#compressed[coding] = body
    return body
  }

  /** The body in a coding, if it is there. */
  bytesIn(coding: Coding | undefined): Uint8Array | undefined {
    const body = coding === undefined ? this.#plain : this.#compressed[coding]
    return body instanceof Promise ? undefined : body
  }

  /** Bytes of memory, nearly. */
  get size(): number {
    const { br, gzip } = this.#compressed
    return this.length + lengthOf(br) + lengthOf(gzip) + 512
  }
}

function lengthOf(body: Buffer | Promise<Buffer> | undefined): number {
  return body instanceof Buffer ? body.length : 0
}

/** Sends an answer; `headers` are those that every response has. */
export function sendAnswer(
  response: ServerResponse,
  headers: Readonly<Record<string, string>>,
  requestId: string,
  answer: Answer,
  { body, coding, cacheControl }: { body: Uint8Array; coding: Coding | undefined; cacheControl: string },
): void {
  const all: Record<string, string | number> = {
    ...headers,
    'x-request-id': requestId,
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
    etag: answer.etag,
    'cache-control': cacheControl,
  }
  if (coding !== undefined) all['content-encoding'] = coding
  response.writeHead(200, all)
  response.end(body)
}
