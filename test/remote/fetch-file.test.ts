import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { buffer, text } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { FETCH_LIMITS, type FetchOptions, fetchFile } from '../../packages/vitrine/remote/fetch-file.ts'

/** A request as it arrived: its path, and its headers in lower case. */
interface Received {
  readonly path: string
  readonly headers: string
}

type Answer = (socket: Socket, request: Received) => void

/** A server that writes the bytes of its answers itself. */
async function startServer(answer: Answer) {
  const requests: Received[] = []
  const server = createServer((socket) => {
    let head = ''
    socket.on('error', () => {})
    socket.on('data', (data) => {
      head += data.toString('latin1')
      if (!head.includes('\r\n\r\n')) return
      const request = { path: head.split(' ')[1]!, headers: head.toLowerCase() }
      head = ''
      requests.push(request)
      answer(socket, request)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return {
    requests,
    port,
    url: (path = '/feed.csv') => new URL(`http://127.0.0.1:${port}${path}`),
    async [Symbol.asyncDispose]() {
      await once(server.close(), 'close')
    },
  }
}

/** Writes an answer and closes the connection. */
function end(socket: Socket, head: string, ...body: (string | Uint8Array)[]): void {
  socket.write(`HTTP/1.1 ${head}\r\nConnection: close\r\n\r\n`)
  for (const part of body) socket.write(part)
  socket.end()
}

const CSV = `sku,price\n${Array.from({ length: 1000 }, (_, index) => `A${index},5.90\n`).join('')}`

const whole: Answer = (socket) => end(socket, `200 OK\r\nContent-Length: ${CSV.length}`, CSV)

/** What was retried. */
function options(retried: string[] = [], more: Partial<FetchOptions> = {}): FetchOptions {
  return {
    headers: [],
    signal: new AbortController().signal,
    environment: { now: Date.now, random: () => 0, wait: async () => {} },
    onRetry: (reason) => retried.push(reason),
    ...more,
  }
}

async function failure(work: Promise<unknown>): Promise<string> {
  return await work.then(
    () => assert.fail('it did not fail'),
    (error: Error) => error.message,
  )
}

describe('a file at an address', () => {
  test('is read if its length or its last chunk came', async () => {
    const half = CSV.length / 2
    const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`
    const answers: Answer[] = [
      whole,
      (socket) =>
        end(
          socket,
          '200 OK\r\nTransfer-Encoding: chunked',
          chunk(CSV.slice(0, half)),
          chunk(CSV.slice(half)),
          '0\r\n\r\n',
        ),
      (socket) => {
        const body = gzipSync(CSV)
        end(socket, `200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${body.length}`, body)
      },
    ]
    for (const answer of answers) {
      await using server = await startServer(answer)
      const { status, stream, address } = await fetchFile(server.url(), options())
      assert.equal(status.size, CSV.length)
      assert.equal(await text(stream), CSV)
      assert.equal(address.href, server.url().href)
      assert.match(server.requests[0]!.headers, /user-agent: vitrine\r\n/)
    }
  })

  test('that is compressed itself stays so', async () => {
    const body = gzipSync(CSV)
    await using server = await startServer((socket) => end(socket, `200 OK\r\nContent-Length: ${body.length}`, body))
    assert.deepEqual(await buffer((await fetchFile(server.url(), options())).stream), body)
  })

  for (const [what, head, body] of [
    ['a length', `Content-Length: ${CSV.length}`, CSV.slice(0, 5000)],
    ['chunks', 'Transfer-Encoding: chunked', `1388\r\n${CSV.slice(0, 5000)}\r\n`],
    ['a half chunk', 'Transfer-Encoding: chunked', `1388\r\n${CSV.slice(0, 3000)}`],
  ] as const) {
    test(`is refused if it breaks off: ${what}`, async () => {
      await using server = await startServer((socket) => end(socket, `200 OK\r\n${head}`, body))
      const retried: string[] = []
      const message = await failure(fetchFile(server.url(), options(retried)))
      assert.match(
        message,
        /^http:\/\/127\.0\.0\.1:\d+\/feed\.csv broke off after \d+(?: of \d+)? bytes\. Gave up after 3 attempts\.$/,
      )
      assert.deepEqual([retried.length, server.requests.length], [2, 3])
    })
  }

  test('is read at the second attempt', async () => {
    let attempts = 0
    await using server = await startServer((socket, request) => {
      if (++attempts === 1) end(socket, `200 OK\r\nContent-Length: ${CSV.length}`, CSV.slice(0, 5000))
      else if (attempts === 2) end(socket, '503 Busy\r\nRetry-After: 7\r\nContent-Length: 0')
      else whole(socket, request)
    })
    const delays: number[] = []
    const { stream } = await fetchFile(server.url(), options([], { onRetry: (_, delay) => delays.push(delay) }))
    assert.equal(await text(stream), CSV)
    assert.deepEqual(delays, [250, 7000])
  })

  test('is refused if the response says neither its length nor its end', async () => {
    await using server = await startServer((socket) => end(socket, '200 OK', CSV))
    assert.match(
      await failure(fetchFile(server.url(), options())),
      /says neither how long the file is nor where it ends/,
    )
  })

  test('that is compressed for the way must be whole and undamaged', async () => {
    const body = gzipSync(CSV)
    const damaged = Buffer.from(body)
    damaged[body.length - 6]! ^= 1
    for (const sent of [body.subarray(0, -20), damaged]) {
      await using server = await startServer((socket) =>
        end(socket, `200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${sent.length}`, sent),
      )
      assert.match(await failure(fetchFile(server.url(), options())), /sends gzip that is damaged or cut off\.$/)
    }
    await using other = await startServer((socket) =>
      end(socket, '200 OK\r\nContent-Encoding: br\r\nContent-Length: 3', 'abc'),
    )
    assert.match(await failure(fetchFile(other.url(), options())), /sends the file as br; only gzip is read\.$/)
  })

  test('is refused if the status is not 200', async () => {
    for (const [head, expected] of [
      ['204 No Content', /answered 204, and no file\.$/],
      ['206 Partial\r\nContent-Length: 1', /answered 206, and no file\.$/],
      ['304 Not Modified', /answered 304, and no file\.$/],
      ['302 Found\r\nContent-Length: 0', /answered 302, and no file\.$/],
      ['401 No\r\nContent-Length: 0', /answered 401, and no file\. Use --header-file to send credentials\.$/],
      ['404 No\r\nContent-Length: 0', /\/feed\.csv answered 404, and no file\.$/],
      ['500 No\r\nContent-Length: 0', /answered 500\. Gave up after 3 attempts\.$/],
      ['429 No\r\nRetry-After: 86400\r\nContent-Length: 0', /answered 429 and asked clients to wait 86400 seconds/],
    ] as const) {
      await using server = await startServer((socket) => end(socket, head))
      assert.match(await failure(fetchFile(server.url(), options())), expected)
    }
  })

  test('may not be larger than the limit, also decompressed', async () => {
    const limits = { ...FETCH_LIMITS, maxBytes: 5000 }
    const body = gzipSync(CSV)
    assert.ok(body.length < 5000)
    for (const [head, sent] of [
      [`Content-Length: ${CSV.length}`, CSV],
      ['Transfer-Encoding: chunked', `${CSV.length.toString(16)}\r\n${CSV}\r\n0\r\n\r\n`],
      [`Content-Encoding: gzip\r\nContent-Length: ${body.length}`, body],
    ] as const) {
      await using server = await startServer((socket) => end(socket, `200 OK\r\n${head}`, sent))
      assert.match(await failure(fetchFile(server.url(), options([], { limits }))), /has more than 0\.0 MB/)
      assert.equal(server.requests.length, 1)
    }
  })

  test('must not stop coming, before and after its first byte', async () => {
    const limits = { ...FETCH_LIMITS, maxAttempts: 1, idleTimeout: 100 }
    for (const sent of ['', `HTTP/1.1 200 OK\r\nContent-Length: ${CSV.length}\r\n\r\n${CSV.slice(0, 100)}`]) {
      await using server = await startServer((socket) => socket.write(sent))
      assert.match(await failure(fetchFile(server.url(), options([], { limits }))), /sent no data for 0\.1 seconds/)
    }
  })

  test('is given up when the signal aborts', async () => {
    const controller = new AbortController()
    await using server = await startServer((socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${CSV.length}\r\n\r\n${CSV.slice(0, 100)}`)
      setTimeout(() => controller.abort(new Error('enough')), 20)
    })
    assert.equal(await failure(fetchFile(server.url(), options([], { signal: controller.signal }))), 'enough')
  })

  test('cannot be fetched: the error names the address without its query', async () => {
    await using server = await startServer(whole)
    const url = server.url('/feed.csv?key=secret')
    await server[Symbol.asyncDispose]().catch(() => {})
    const message = await failure(fetchFile(url, options()))
    assert.match(message, /^http:\/\/127\.0\.0\.1:\d+\/feed\.csv\?… cannot be reached \(ECONNREFUSED\)\. Gave up/)
    assert.match(
      await failure(fetchFile(new URL('http://nowhere.invalid/x'), options())),
      /^http:\/\/nowhere\.invalid\/x: The host name cannot be resolved\.$|cannot be reached \(EAI_AGAIN\)/,
    )
  })
})

describe('redirects', () => {
  const SECRET = [['authorization', 'Bearer secret']] as const

  test('are followed, and headers go to the host of the address only', async () => {
    await using elsewhere = await startServer((socket, request) =>
      request.path === '/back'
        ? end(socket, `302 Found\r\nLocation: ${here.url('/end')}\r\nContent-Length: 0`)
        : whole(socket, request),
    )
    await using here = await startServer((socket, request) => {
      if (request.path === '/feed.csv') end(socket, '301 Moved\r\nLocation: /moved.csv\r\nContent-Length: 0')
      else if (request.path === '/moved.csv')
        end(socket, `307 Go\r\nLocation: http://u:p@127.0.0.1:${elsewhere.port}/back\r\nContent-Length: 0`)
      else whole(socket, request)
    })
    const { stream, address } = await fetchFile(here.url(), options([], { headers: SECRET }))
    assert.equal(await text(stream), CSV)
    assert.equal(address.href, here.url('/end').href)
    const sent = (requests: readonly Received[]) => requests.map(({ headers }) => headers.includes('bearer secret'))
    assert.deepEqual(sent(here.requests), [true, true, false])
    assert.deepEqual(sent(elsewhere.requests), [false])
    assert.doesNotMatch(elsewhere.requests[0]!.headers, /authorization/)
  })

  test('end after five', async () => {
    await using server = await startServer((socket, { path }) =>
      end(socket, `302 Found\r\nLocation: ${path}0\r\nContent-Length: 0`),
    )
    assert.match(await failure(fetchFile(server.url(), options())), /redirects more than 5 times\.$/)
    assert.equal(server.requests.length, 6)
  })

  test('to something else than an address are refused', async () => {
    for (const location of ['file:///etc/passwd', 'ftp://a/b', 'http://[']) {
      await using server = await startServer((socket) =>
        end(socket, `302 Found\r\nLocation: ${location}\r\nContent-Length: 0`),
      )
      assert.match(
        await failure(fetchFile(server.url(), options())),
        /redirects to something that is no http\(s\) address/,
      )
    }
  })
})
