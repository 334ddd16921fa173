/** A response as it came out of a socket. */
export interface RawResponse {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly body: Buffer
}

/**
 * Splits the bytes of a connection into responses. `methods` are those of the requests, as far as they are known. Throws
 * if bytes are left that are no response.
 */
export function splitResponses(bytes: Buffer, methods: readonly (string | undefined)[]): RawResponse[] {
  const responses: RawResponse[] = []
  let from = 0
  while (from < bytes.length) {
    const end = bytes.indexOf('\r\n\r\n', from)
    const head = bytes.toString('latin1', from, end < 0 ? from + 200 : end)
    const [line, ...lines] = head.split('\r\n')
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(line!)?.[1])
    if (end < 0 || !status) throw new Error(`no response begins with ${JSON.stringify(head.slice(0, 200))}`)
    from = end + 4
    // 100 Continue comes before the response.
    if (status < 200) continue
    const headers = new Map(lines.map((each) => headerOf(each)))
    const length = bodyLength(bytes.subarray(from), status, headers, methods[responses.length])
    responses.push({ status, headers, body: bytes.subarray(from, from + length) })
    from += length
  }
  return responses
}

function headerOf(line: string): [name: string, value: string] {
  const colon = line.indexOf(':')
  return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
}

function bodyLength(
  following: Buffer,
  status: number,
  headers: ReadonlyMap<string, string>,
  method: string | undefined,
): number {
  if (status === 204 || status === 304 || method === 'HEAD') return 0
  if (headers.get('transfer-encoding') === 'chunked') {
    const end = following.indexOf('0\r\n\r\n')
    if (end < 0) throw new Error('a chunked body does not end')
    return end + 5
  }
  const length = Number(headers.get('content-length') ?? 0)
  // A damaged request may have become a HEAD.
  const isHead = method === undefined && (following.length === 0 || following.toString('latin1', 0, 7) === 'HTTP/1.')
  if (isHead) return 0
  if (following.length < length) throw new Error(`a body of ${length} bytes ends after ${following.length}`)
  return length
}
