// Complete run only: it starts many processes.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { SERVER_DEFAULTS } from '@vitrine/server/server-options'
import { until } from '../database/until.ts'
import { freshDatabase, noDatabases } from '../postgres/databases.ts'
import { proxyTo } from '../postgres/proxy.ts'
import { halfRequest } from './half-request.ts'
import { ADDRESSES, serve, shop, stoppedShop } from './served-shop.ts'
import { getJson, lines, TEAPOT, WorkingDirectory } from './vitrine.ts'

function products(url: string) {
  return getJson(`${url}/store/products`, { 'x-store-id': 'a' })
}

describe('vitrine serve', () => {
  test('serves a new edition at once', async () => {
    using place = await shop()
    const { server, url } = await serve(place)
    assert.equal((await products(url)).body.meta.totalItems, 1)
    await place.run(['import', '-', '--store', 'a'], {}, lines([TEAPOT]))
    assert.equal((await products(url)).body.meta.totalItems, 2)
    server.child.kill('SIGTERM')
    assert.equal((await server.waitForExit()).code, 0)
  })

  test('has metrics of caches and stores on another port', async () => {
    using place = await shop()
    const { url, operations } = await serve(place)
    await products(url)
    const metrics = await (await fetch(`${operations}/metrics`)).text()
    assert.match(metrics, /^vitrine_products\{store="a"\} 1$/m)
    assert.match(metrics, /^vitrine_index_cache_bytes \d+$/m)
    assert.match(metrics, /^vitrine_response_cache_entries 1$/m)
    assert.equal((await fetch(`${url}/metrics`)).status, 404)
  })

  test('reads settings from the environment, and options override them', async () => {
    using place = await shop()
    const env = {
      DATABASE_URL: 'file:data/vitrine.db',
      VITRINE_HOST: 'localhost',
      VITRINE_PORT: '1',
      VITRINE_PUBLIC_URL: 'https://shop.example/api',
      VITRINE_CORS_ORIGIN: 'https://shop.example,https://www.shop.example',
      VITRINE_CACHE_CONTROL: 'public, max-age=5',
      VITRINE_DEFAULT_STORE: 'a',
      VITRINE_LOG_LEVEL: 'debug',
      VITRINE_CACHE_MB: '',
      VITRINE_INDEX_MB: '0',
      VITRINE_METRICS_HOST: 'localhost',
      VITRINE_GRACE: '0.5',
    }
    const { server, url } = await serve(place, [], env)
    const { status, headers, body } = await getJson(`${url}/store/product-variants`, {
      origin: 'https://www.shop.example',
    })
    assert.equal(status, 200)
    assert.equal(headers.get('access-control-allow-origin'), 'https://www.shop.example')
    assert.equal(headers.get('cache-control'), 'public, max-age=5')
    assert.match(body.links.current, /^https:\/\/shop\.example\/api\//)
    await server.waitFor(/"level":"debug".*GET \/store\/product-variants 200/)
  })

  test('warns of a default store that does not exist', async () => {
    using place = await shop()
    const { server } = await serve(place, ['--default-store', 'nobody'])
    await server.waitFor(/"level":"warn".*the default store nobody does not exist yet/)
  })
})

test('a server without processor time refuses nothing that its only client asks', async () => {
  using place = await shop()
  const { server, url } = await serve(place)
  const status = async (target: string) => (await getJson(`${url}${target}`, { 'x-store-id': 'a' })).status
  for (let round = 0; round < 4; round++) {
    server.child.kill('SIGSTOP')
    const answers = Promise.all(
      [0, 1, 2].map((price) => status(`/store/products?search=red&minPrice=${round}.0${price}`)),
    )
    // What is tested: longer than requests may wait without an overload.
    await new Promise((resume) => setTimeout(resume, 1500))
    server.child.kill('SIGCONT')
    assert.deepEqual(await answers, [200, 200, 200])
    assert.equal(await status(`/store/products/facets?minPrice=${round}`), 200)
  }
})

describe('the start of vitrine serve', () => {
  test('prints all wrong settings with their sources', async () => {
    using place = await shop()
    const options = ['--port', '70000', '--log-level', 'loud', '--public-url', 'shop.example', '--cache-mb', '-1']
    const env = {
      VITRINE_HOST: 'http://x',
      VITRINE_CORS_ORIGIN: 'https://shop.example/',
      VITRINE_GRACE: 'long',
      VITRINE_DEFAULT_STORE: 'a b',
      VITRINE_METRICS_PORT: 'x',
      VITRINE_CACHE_CONTROL: 'public, banana',
      VITRINE_PORT: 'ignored, since the option overrides it',
    }
    const { code, stdout, stderr } = await place.run(['serve', ...options], env)
    assert.equal(code, 2)
    assert.equal(stdout, '')
    const wrong = stderr.trimEnd().split('\n')
    assert.deepEqual(
      wrong.map((line) => /^vitrine: (\S+) is ".*"; expected .+$/.exec(line)?.[1]),
      [
        'VITRINE_HOST',
        '--port',
        '--public-url',
        'VITRINE_CORS_ORIGIN',
        'VITRINE_CACHE_CONTROL',
        'VITRINE_DEFAULT_STORE',
        '--log-level',
        '--cache-mb',
        'VITRINE_METRICS_PORT',
        'VITRINE_GRACE',
      ],
    )
  })

  test('refuses a port that is in use', async () => {
    using place = await shop()
    const taken = await listener()
    const { code, stderr } = await place.run(['serve', '--port', String(taken.port), '--metrics-port', '0'])
    taken.close()
    assert.equal(code, 1)
    assert.match(
      stderr,
      /^vitrine: port \d+ on 127\.0\.0\.1 is in use; choose another with `--port \d+`, or stop the program that uses it\n$/,
    )
  })

  test('refuses a metrics port that is in use', async () => {
    using place = await shop()
    const taken = await listener()
    const { code, stderr } = await place.run(['serve', '--port', '0', '--metrics-port', String(taken.port)])
    taken.close()
    assert.equal(code, 1)
    assert.match(stderr, /is in use; choose another with `--metrics-port \d+`/)
  })

  test('uses a free metrics port if the default one is in use, with a warning', async () => {
    using place = await shop()
    const taken = await listener(9464).catch(() => undefined)
    const server = place.start(['serve', '--port', '0'])
    const [, , , operations] = await server.waitFor(ADDRESSES)
    await server.waitFor(/"level":"warn".*port 9464 is in use: metrics and health are at http/)
    taken?.close()
    assert.doesNotMatch(operations!, /:9464$/)
  })

  test('does not warn of the metrics port if the server does not start', async () => {
    using place = await shop()
    const [taken, metrics] = [await listener(), await listener(9464).catch(() => undefined)]
    const { code, stdout } = await place.run(['serve', '--port', String(taken.port)])
    for (const each of [taken, metrics]) each?.close()
    assert.deepEqual([code, stdout], [1, ''])
  })

  test('refuses an address of another machine', async () => {
    using place = await shop()
    const { code, stderr } = await place.run(['serve', '--host', '192.0.2.1', '--port', '0', '--metrics-port', '0'])
    assert.equal(code, 1)
    assert.match(stderr, /^vitrine: 192\.0\.2\.1 is not an address of this machine; choose another with --host/)
  })

  for (const [database, expected] of [
    ['nowhere.db', /^vitrine: the database nowhere\.db does not exist; `vitrine store add` creates one/],
    ['pictures', /^vitrine: the database pictures is a folder; name a file in it, such as pictures\/vitrine\.db\n$/],
    ['picture.svg', /^vitrine: the database picture\.svg cannot be used: file is not a database, .* with --database, /],
    [
      'postgres://shop:secret@127.0.0.1:1/shop',
      /^vitrine: the database at postgres:\/\/127\.0\.0\.1:1\/shop does not answer: [^\n]*\n$/,
    ],
  ] as const) {
    test(`refuses the database ${database}`, async () => {
      using place = await shop()
      writeFileSync(place.path('picture.svg'), '<svg/>')
      mkdirSync(place.path('pictures'))
      const { code, stderr } = await place.run(['serve', '--database', database])
      assert.equal(code, 1)
      assert.match(stderr, expected)
      assert.doesNotMatch(stderr, /secret/)
    })
  }
})

describe('vitrine serve --print-config', () => {
  const args = ['serve', '--print-config', '--port', '8080', '--cors-origin', 'none']
  const env = {
    DATABASE_URL: 'postgres://reader:se/cr@t@db1,db2/shop?sslmode=verify-full&password=secret',
    VITRINE_GRACE: '0.5',
    VITRINE_HOST: '',
  }

  test('prints all settings with their sources, without passwords', async () => {
    using place = new WorkingDirectory()
    const { code, stdout } = await place.run(args, env)
    assert.equal(code, 0)
    const rows = Object.fromEntries(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => {
          const [option, ...cells] = line.split(/ {2,}/)
          return [option, cells]
        }),
    )
    assert.deepEqual(rows.OPTION, ['VALUE', 'SOURCE'])
    assert.deepEqual(rows['--database'], [
      'postgres://reader:***@db1,db2/shop?sslmode=verify-full&password=***',
      'environment (DATABASE_URL)',
    ])
    assert.deepEqual(rows['--port'], ['8080', 'option'])
    assert.deepEqual(rows['--cors-origin'], ['none', 'option'])
    assert.deepEqual(rows['--grace'], ['0.5', 'environment (VITRINE_GRACE)'])
    assert.deepEqual(rows['--host'], ['127.0.0.1', 'default'])
    assert.deepEqual(rows['--metrics-port'], ['(9464, or a free port if it is in use)', 'default'])
  })

  test('prints JSON with --json', async () => {
    using place = new WorkingDirectory()
    const { code, stdout } = await place.run([...args, '--json'], env)
    assert.equal(code, 0)
    const config = JSON.parse(stdout)
    assert.deepEqual(config.port, { value: 8080, source: 'option' })
    assert.deepEqual(config.grace, { value: 0.5, source: 'environment' })
    assert.deepEqual(config.publicUrl, { value: null, source: 'default' })
    assert.deepEqual(config.corsOrigin, { value: 'none', source: 'option' })
    assert.doesNotMatch(stdout, /secret|cr@t/)
  })

  test('prints what is in effect with --edition', async () => {
    using place = new WorkingDirectory()
    const ignored = ['--cache-control', 'public', '--cache-tags', 'xkey', '--events']
    const { stdout } = await place.run([...args, '--json', '--edition', '8', '--default-store', 'books', ...ignored])
    const { edition, cacheControl, cacheTags, events } = JSON.parse(stdout)
    assert.deepEqual(edition, { value: 8, source: 'option' })
    assert.deepEqual(cacheControl, { value: 'no-store', source: '--edition' })
    for (const setting of [cacheTags, events]) assert.deepEqual(setting, { value: null, source: '--edition' })
  })

  test('prints wrong settings instead, and --json requires it', async () => {
    using place = new WorkingDirectory()
    const wrong = await place.run([...args, '--cache-mb', 'much'])
    assert.deepEqual([wrong.code, wrong.stdout], [2, ''])
    assert.match(wrong.stderr, /^vitrine: --cache-mb is "much"; expected a whole number from 0 to 1000000\n$/)
    const json = await place.run(['serve', '--json'])
    assert.deepEqual([json.code, json.stderr], [2, 'vitrine: --json requires --print-config\n'])
  })

  test('lists every setting that docs/operating.md documents, and no other', async () => {
    using place = new WorkingDirectory()
    const docs = await readFile(new URL('../../docs/operating.md', import.meta.url), 'utf8')
    const documented = [...docs.matchAll(/^\| `(--[a-z-]+)` \| `([A-Z_]+)` \|/gm)].map(([, option, variable]) => [
      option,
      variable,
    ])
    const { stdout } = await place.run(['serve', '--help'])
    const options = [
      ...stdout.replace(/\s+/g, ' ').matchAll(/(--[a-z-]+) (?:<[^>]+>|\[[^\]]+\]) (?:(?! --).)*?env: ([A-Z_]+)\)/g),
    ]
    assert.deepEqual(documented.sort(), options.map(([, option, variable]) => [option, variable]).sort())
  })

  test('has the defaults that docs/operating.md documents, and those of the server', async () => {
    using place = new WorkingDirectory()
    const docs = await readFile(new URL('../../docs/operating.md', import.meta.url), 'utf8')
    const documented = [...docs.matchAll(/^\| `(--[a-z-]+)` \| `[A-Z_]+` \| `([^`]+)` \|/gm)]
    const { stdout } = await place.run(['serve', '--print-config'])
    const printed = new Map(stdout.split('\n').map((line) => line.split(/ {2,}/) as [string, string]))
    for (const [, option, value] of documented) assert.equal(printed.get(option!), value, option!)
    const { corsOrigin, cacheControl, responseCacheBytes, deadline } = SERVER_DEFAULTS
    const ofServer = [corsOrigin, cacheControl, String(responseCacheBytes / 1_000_000), String(deadline / 1000)]
    const options = ['--cors-origin', '--cache-control', '--cache-mb', '--deadline']
    assert.deepEqual(
      options.map((option) => printed.get(option)),
      ofServer,
    )
  })
})

describe('the end of vitrine serve', () => {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    test(`finishes open requests after ${signal}, accepts no others, and exits with 0`, async () => {
      using place = await shop()
      const { server, port, url, operations } = await serve(place)
      const socket = await halfRequest(port)
      server.child.kill(signal)
      await server.waitFor(/finishing open requests/)
      assert.equal((await fetch(`${operations}/readyz`)).status, 503)
      await assert.rejects(products(url))
      socket.write('\r\n')
      const answer = await text(socket)
      assert.match(answer, /^HTTP\/1\.1 200 OK\r\n/)
      assert.match(answer, /"totalItems":1/)
      assert.equal((await server.waitForExit()).code, 0)
    })
  }

  test('answers requests during the shutdown delay, and is not ready', async () => {
    using stopped = await stoppedShop(['--shutdown-delay', '3600'])
    const { server, url, operations } = stopped
    await server.waitFor(/SIGTERM: not ready any more; the port closes in 3600 s/)
    for (const address of [url, operations]) {
      const ready = await fetch(`${address}/readyz`)
      assert.deepEqual([ready.status, await ready.text()], [503, '{"status":"shutting down"}'])
    }
    assert.equal((await products(url)).status, 200)
    assert.equal((await fetch(`${url}/livez`)).status, 200)
  })

  test('stops after the shutdown delay', async () => {
    using stopped = await stoppedShop(['--shutdown-delay', '0.3'])
    await stopped.server.waitFor(/SIGTERM: finishing open requests/)
    assert.equal((await stopped.server.waitForExit()).code, 0)
  })

  test('does not wait for idle connections, which would exceed the grace period', async () => {
    using place = await shop()
    const { server, url } = await serve(place, ['--grace', '10'])
    await products(url)
    server.child.kill('SIGTERM')
    assert.equal((await server.waitForExit()).code, 0)
  })

  test('closes connections after the grace period and exits with 1', async () => {
    using place = await shop()
    const { server, port } = await serve(place, ['--grace', '0.3'])
    const socket = await halfRequest(port)
    const closed = once(
      socket.on('error', () => {}),
      'close',
    )
    server.child.kill('SIGTERM')
    const { code, stdout } = await server.waitForExit()
    await closed
    assert.equal(code, 1)
    assert.match(stdout, /the grace period is over: closing all connections/)
  })

  test('closes connections at a second signal', async () => {
    using place = await shop()
    const { server, port } = await serve(place)
    const socket = await halfRequest(port)
    socket.on('error', () => {})
    server.child.kill('SIGTERM')
    await server.waitFor(/finishing open requests/)
    // Signals soon after the first count as the first.
    const ended = server.waitForExit()
    await until(() => !server.child.kill('SIGTERM') || server.child.exitCode !== null)
    assert.equal((await ended).code, 1)
  })

  test('finishes open requests after an uncaught exception and exits with 1', async () => {
    using place = await shop()
    const exception = "process.on('SIGUSR2', () => { throw new Error('out of the blue') })"
    const { server, port } = await serve(place, [], {
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(exception)}`,
    })
    const socket = await halfRequest(port)
    server.child.kill('SIGUSR2')
    await server.waitFor(/"level":"fatal".*out of the blue/)
    socket.write('\r\n')
    const answer = await text(socket)
    assert.match(answer, /^HTTP\/1\.1 200 OK\r\n/)
    assert.doesNotMatch(answer, /out of the blue/)
    assert.equal((await server.waitForExit()).code, 1)
  })
})

describe('the log of vitrine serve', () => {
  for (const reader of ['ends', 'stops'] as const) {
    test(`keeps the server neither from answering nor from ending if its reader ${reader}`, async () => {
      using place = await shop()
      const args = ['serve', '--port', '0', '--metrics-port', '0', '--log-level', 'debug', '--grace', '2']
      const server = place.piped(args, reader)
      const [, pid] = await server.waitFor(/pid (\d+)/)
      const [, url] = await server.waitFor(ADDRESSES)
      try {
        // The lines of a reader that stops fill the pipe. One that ends is not noticed before the last lines.
        const requests = reader === 'stops' ? 600 : 0
        for (let sent = 0; sent < requests; sent++) assert.equal((await products(url!)).status, 200)
        process.kill(Number(pid), 'SIGTERM')
        assert.equal((await server.waitFor(/code (\d+)/))[1], '0')
      } finally {
        server.child.stdin!.end()
        killIfRunning(Number(pid))
      }
    })
  }
})

function killIfRunning(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    assert.equal((error as NodeJS.ErrnoException).code, 'ESRCH')
  }
}

async function listener(port = 0): Promise<{ readonly port: number; close(): void }> {
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  return { port: (server.address() as { port: number }).port, close: () => server.close() }
}

describe('vitrine serve without its database', { skip: noDatabases() }, () => {
  test('logs when the database is lost and when it answers again', async () => {
    await using database = await freshDatabase()
    await using proxy = await proxyTo(database.url)
    using place = new WorkingDirectory()
    assert.equal((await place.run(['migrate', '--create', '--database', database.url])).code, 0)
    const serving = place.start(['serve', '--port', '0', '--metrics-port', '0'], { DATABASE_URL: proxy.url })
    await serving.waitFor(/serving at/)
    await proxy.refuse()
    await serving.waitFor(/"level":"error".*the database does not answer/)
    await proxy.letThrough()
    await serving.waitFor(/"level":"info".*the database answers again/)
  })
})
