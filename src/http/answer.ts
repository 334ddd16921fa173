import type { ServerResponse } from 'node:http'
import { type Coding, compress } from './compression.ts'

/** Bytes that follow one another. */
export type Parts = readonly Uint8Array[]

/** What is sent for a read, with the compressed forms that were asked for so far. */
export class Answer {
  /** The pattern of the route that gave it. */
  readonly route: string
  readonly etag: string
  /** Bytes of the body when it is not compressed. */
  readonly length: number
  #plain: Parts
  readonly #compressed: { br?: Buffer | Promise<Buffer>; gzip?: Buffer | Promise<Buffer> } = {}

  constructor(route: string, etag: string, parts: Parts) {
    this.route = route
    this.etag = etag
    this.length = parts.reduce((sum, part) => sum + part.length, 0)
    this.#plain = parts
  }

  /**
   * The body in a coding; compresses it for the first who asks. Not compressed it stays in its parts: putting them
   * together takes a fifth of the time of a list, and it may never be asked for again.
   */
  async bodyIn(coding: Coding | undefined): Promise<Parts> {
    if (coding === undefined) return this.#plain
    this.#compressed[coding] ??= compress(this.#whole(), coding)
    const body = await this.#compressed[coding]
    this.#compressed[coding] = body
    return [body]
  }

  /** The body in a coding for those who ask again, in one piece, if it is there. */
  bytesIn(coding: Coding | undefined): Parts | undefined {
    if (coding === undefined) return [this.#whole()]
    const body = this.#compressed[coding]
    return body instanceof Buffer ? [body] : undefined
  }

  /** Bytes of memory, nearly. */
  get size(): number {
    const { br, gzip } = this.#compressed
    return this.length + lengthOf(br) + lengthOf(gzip) + 512
  }

  #whole(): Uint8Array {
    if (this.#plain.length > 1) this.#plain = [Buffer.concat(this.#plain)]
    return this.#plain[0]!
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
  { body, coding, cacheControl }: { body: Parts; coding: Coding | undefined; cacheControl: string },
): void {
  const all: Record<string, string | number> = {
    ...headers,
    'x-request-id': requestId,
    'content-type': 'application/json; charset=utf-8',
    'content-length': coding === undefined ? answer.length : body[0]!.length,
    etag: answer.etag,
    'cache-control': cacheControl,
  }
  if (coding !== undefined) all['content-encoding'] = coding
  response.writeHead(200, all)
  for (const part of body.slice(0, -1)) response.write(part)
  response.end(body.at(-1))
}
