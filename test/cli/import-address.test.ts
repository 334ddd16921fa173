// Complete run only: it starts many processes.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, readlinkSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { until } from '../database/until.ts'
import { findProgram } from '../deploy/find-program.ts'
import { products, startBackend } from '../remote/backend.ts'
import { type Running, WorkingDirectory } from './vitrine.ts'

/** A folder with a store `a`, and a temporary folder. */
async function shop(products: readonly unknown[] = []): Promise<WorkingDirectory> {
  const place = await new WorkingDirectory().withStore('a', products)
  await mkdir(place.path('tmp'))
  return place
}

/** A server of files, with the requests that it got. */
async function serve(answer: RequestListener) {
  const requests: { readonly url: string; readonly authorization: string | undefined }[] = []
  const server = createServer((request, response) => {
    requests.push({ url: request.url!, authorization: request.headers.authorization })
    answer(request, response)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    requests,
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
}

/** Answers each path with a text, and others with 404. */
function files(texts: Readonly<Record<string, string | Uint8Array>>): RequestListener {
  return ({ url }, response) => {
    const text = texts[url!]
    response.writeHead(text === undefined ? 404 : 200, { 'content-type': 'text/plain' }).end(text)
  }
}

function start(place: WorkingDirectory, command: string, ...args: string[]): Running {
  return place.start([command, ...args, ...(command === 'import' ? ['--store', 'a'] : [])], {
    TMPDIR: place.path('tmp'),
  })
}

const run = async (place: WorkingDirectory, ...args: string[]) => await start(place, 'import', ...args).waitForExit()

async function exported(place: WorkingDirectory): Promise<string> {
  return (await place.run(['export', '--store', 'a'])).stdout
}

const LISTED = Array.from({ length: 1000 }, (_, index) => ({
  slug: `p${index}`,
  name: `Thing ${index}`,
  variants: [{ sku: `A${index}`, price: '57.90' }],
}))

/** The products as a table whose last column is the price. */
const TABLE = `id,title,link,image_link,availability,price\n${LISTED.map(
  ({ name }, index) =>
    `A${index},${name},https://shop.example/p${index},https://shop.example/${index}.jpg,in stock,57.90 EUR\n`,
).join('')}`

describe('vitrine import from the address of a file', () => {
  test('reads every kind of file as if it were here, with the options of files', async () => {
    using place = await shop()
    const ndjson = LISTED.slice(0, 20).map((product) => `${JSON.stringify(product)}\n`)
    await using server = await serve(
      files({
        '/feed.ndjson': ndjson.join(''),
        '/feed.ndjson.gz': gzipSync(ndjson.join('')),
        '/export': ndjson.join(''),
        '/stock.csv': 'sku,stock\nA1,7\n',
        '/export?format=csv&key=secret': 'sku,stock\nA2,8\n',
      }),
    )
    const { address } = server
    const first = await run(place, `${address}/feed.ndjson`, '--report', 'report.html')
    assert.equal(first.code, 0, first.stderr)
    assert.match(first.stderr, new RegExp(`^fetching ${address}/feed\\.ndjson\nreading ${address}/feed\\.ndjson\n`))
    assert.match(first.stdout, /^created +20\n/)
    assert.match(await readFile(place.path('report.html'), 'utf8'), /<h1><bdi>http:\/\/127\.0\.0\.1:\d+\/feed\.ndjson</)
    for (const path of ['/feed.ndjson.gz', '/export']) {
      const again = await run(place, `${address}${path}`, '--replace', '--json')
      assert.equal(JSON.parse(again.stdout).unchanged, 20, again.stderr)
    }
    assert.equal((await run(place, `${address}/stock.csv`, '--only', 'stock')).code, 0)
    const keyed = await run(place, `${address}/export?format=csv&key=secret`, '--only', 'stock')
    assert.deepEqual([keyed.code, /secret/.test(keyed.stderr + keyed.stdout)], [0, false], keyed.stderr)
    assert.match(await exported(place), /"sku":"A1".*"stock":7/)
    assert.match(await exported(place), /"sku":"A2".*"stock":8/)
    // Only the address that may be that of a server was asked for more than its file.
    assert.deepEqual(
      server.requests.map(({ url }) => url).filter((url) => url.includes('/store/')),
      ['/export/store/products?page=1&limit=1&form=full'],
    )
    assert.deepEqual(await readdir(place.path('tmp')), [])
  })

  test('reads several files of one catalog', async () => {
    using place = await shop()
    const [head, ...rows] = TABLE.trimEnd().split('\n')
    await using server = await serve(
      files({ '/1.csv': [head, ...rows.slice(0, 10)].join('\n'), '/2.csv': [head, ...rows.slice(10, 30)].join('\n') }),
    )
    const { stdout, stderr, code } = await run(place, `${server.address}/1.csv`, `${server.address}/2.csv`)
    assert.deepEqual([code, /^created +30\n/.test(stdout)], [0, true], stderr)
  })

  test('changes nothing if the file does not arrive whole', async () => {
    using place = await shop(LISTED)
    const before = await exported(place)
    // Inside of the price of row 857: what is there is a table without a fault.
    const cut = TABLE.slice(0, TABLE.indexOf('.90 EUR\nA858,'))
    let chunked = false
    await using server = await serve((_, response) => {
      response.writeHead(200, chunked ? {} : { 'content-length': TABLE.length })
      response.write(cut, () => response.destroy())
    })
    for (chunked of [false, true]) {
      const { code, stdout, stderr } = await run(place, `${server.address}/feed.csv`, '--replace')
      assert.deepEqual([code, stdout], [1, ''])
      assert.match(
        stderr,
        /\/feed\.csv broke off after \d+.*: retrying in \d\.\d s\n[\s\S]*\nvitrine: .* broke off after .*\n$/,
      )
    }
    assert.equal(await exported(place), before)
  })

  test('changes nothing if the compressed file is cut off, or the answer is an error', async () => {
    using place = await shop(LISTED.slice(0, 20))
    const before = await exported(place)
    const gzip = gzipSync(LISTED.map((product) => `${JSON.stringify(product)}\n`).join(''))
    await using server = await serve(
      files({
        '/cut.ndjson.gz': gzip.subarray(0, -30),
        '/page.csv': '<!DOCTYPE html><html><body>Sign in</body></html>',
        '/empty.csv': '',
      }),
    )
    for (const [path, expected] of [
      ['/cut.ndjson.gz', /cut\.ndjson\.gz: The gzip file is cut off/],
      ['/page.csv', /page\.csv: .*HTML/],
      ['/empty.csv', /empty\.csv: .*empty/],
      ['/none.csv', /none\.csv answered 404, and no file\./],
      ['/none', /none answered 404, and no file\./],
    ] as const) {
      const { code, stderr } = await run(place, `${server.address}${path}`, '--replace')
      assert.match(stderr, expected, path)
      assert.doesNotMatch(stderr, /curl| - --store|\| /)
      assert.equal(code, 1)
    }
    assert.equal(await exported(place), before)
  })

  test('sends headers of a file, tells of redirects, and prints neither headers nor keys', async () => {
    using place = await shop()
    await writeFile(place.path('headers.txt'), 'authorization: Bearer secret\n\nx-shop: 1\n')
    await using elsewhere = await serve(files({ '/signed?key=secret': `${JSON.stringify(LISTED[0])}\n` }))
    await using server = await serve((request, response) => {
      if (request.headers.authorization !== 'Bearer secret' || request.headers['x-shop'] !== '1')
        response.writeHead(401).end()
      else response.writeHead(302, { location: `${elsewhere.address}/signed?key=secret` }).end()
    })
    const refused = await run(place, `${server.address}/feed.ndjson`)
    assert.match(refused.stderr, /answered 401, and no file\. Use --header-file to send credentials\.\n$/)
    const more = ['--header-file', 'headers.txt', '--report', 'report.html', '--dry-run']
    const { code, stdout, stderr } = await run(place, `${server.address}/feed.ndjson`, ...more)
    assert.equal(code, 0, stderr)
    assert.match(stderr, new RegExp(`^redirected to ${elsewhere.address}/signed\\?…$`, 'm'))
    assert.equal(elsewhere.requests[0]!.authorization, undefined)
    const page = await readFile(place.path('report.html'), 'utf8')
    assert.match(page, /<code>vitrine import http:\S+ --store a --header-file headers\.txt<\/code>/)
    assert.doesNotMatch(stdout + stderr + page, /secret/)
  })

  test('follows no redirect from https to http', {
    skip: !findProgram('openssl') && 'there is no openssl',
  }, async () => {
    using place = await shop()
    await using server = await serve(files({ '/feed.ndjson': `${JSON.stringify(LISTED[0])}\n` }))
    const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost']
    const names = ['-addext', 'subjectAltName=IP:127.0.0.1']
    const [key, cert] = [place.path('key.pem'), place.path('certificate.pem')]
    execFileSync('openssl', [...request, ...names, '-keyout', key, '-out', cert], { stdio: 'ignore' })
    const secure = createSecureServer({ key: await readFile(key), cert: await readFile(cert) }, (request, response) => {
      if (request.url === '/whole.ndjson') response.end(`${JSON.stringify(LISTED[0])}\n`)
      else response.writeHead(302, { location: `${server.address}/feed.ndjson` }).end()
    })
    try {
      await once(secure.listen(0, '127.0.0.1'), 'listening')
      const address = `https://127.0.0.1:${(secure.address() as AddressInfo).port}`
      const trusting = (path: string) =>
        place.run(['import', `${address}${path}`, '--store', 'a'], { NODE_EXTRA_CA_CERTS: cert })
      const { code, stderr } = await trusting('/feed.ndjson')
      assert.equal(code, 1)
      assert.match(stderr, /\/feed\.ndjson redirects from https to http, which is not followed\.\n$/)
      assert.deepEqual(server.requests, [])
      assert.equal((await trusting('/whole.ndjson')).code, 0)
      assert.match((await run(place, `${address}/whole.ndjson`)).stderr, /certificate is not accepted/)
    } finally {
      secure.closeAllConnections()
      secure.close()
    }
  })

  test('leaves nothing when it is killed, and ends at a signal', async () => {
    using place = await shop()
    await using server = await serve((_, response) => {
      response.writeHead(200, { 'content-length': 1000 }).write('half')
    })
    for (const [signal, code] of [
      ['SIGKILL', null],
      ['SIGINT', 130],
    ] as const) {
      const running = start(place, 'import', `${server.address}/feed.csv`)
      await running.waitFor(/fetching/)
      await until(async () => server.requests.length > 0 && hasNamelessFile(place.path('tmp')))
      running.child.kill(signal)
      assert.equal((await running.waitForExit()).code, code)
      server.requests.length = 0
    }
    assert.deepEqual(await readdir(place.path('tmp')), [])
  })

  test('asks nothing of the address if the store does not exist', async () => {
    using place = await shop()
    await using server = await serve(files({}))
    const { code, stderr } = await place.run(['import', `${server.address}/feed.csv`, '--store', 'b'])
    assert.deepEqual([code, /store b does not exist/.test(stderr), server.requests], [1, true, []])
  })

  test('is an import from a server if the address answers as one', async () => {
    using place = await shop()
    await using backend = await startBackend(products(3), { prefix: '/api' })
    const { code, stdout, stderr } = await run(place, `${backend.address}/api`)
    assert.equal(code, 0, stderr)
    assert.match(stdout, /^created +3\n/)
    const wrong = await run(place, backend.address)
    assert.match(wrong.stderr, /answered 404, and no file\.\n$/)
  })
})

describe('vitrine convert and vitrine try', () => {
  test('read the file at an address too', async () => {
    using place = await shop()
    await using server = await serve(files({ '/winter-hats.ndjson': `${JSON.stringify(LISTED[0])}\n` }))
    const address = `${server.address}/winter-hats.ndjson`
    const converted = await start(place, 'convert', address).waitForExit()
    assert.deepEqual([converted.code, converted.stdout.trimEnd().split('\n').length], [0, 3], converted.stderr)
    const trying = start(place, 'try', address, '--port', '0', '--metrics-port', '0')
    const [, title] = await trying.waitFor(/The shop "(.*)" is running/)
    assert.equal(title, 'Winter hats')
    trying.child.kill('SIGINT')
    assert.equal((await trying.waitForExit()).code, 0)
  })
})

/** Whether a process has a file open that was in the folder and has no name any more. Only Linux tells. */
function hasNamelessFile(folder: string): boolean {
  if (!existsSync('/proc/self/fd')) return true
  return globSync('/proc/[0-9]*/fd/*').some((link) => {
    try {
      const file = readlinkSync(link)
      return file.startsWith(folder) && file.endsWith(' (deleted)')
    } catch {
      // The process has ended or is of another user.
      return false
    }
  })
}
