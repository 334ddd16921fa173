// Complete run only: it starts many processes.
import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { storeId } from '@vitrine/catalog/store'
import { openCatalogs } from '@vitrine/engine/database/open'
import { type Backend, catalogEtag, type Json, product, products, SINGLE, startBackend } from '../remote/backend.ts'
import { lines, type Running, WorkingDirectory } from './vitrine.ts'

/** A folder with a store `a`, and a temporary folder for spools. */
async function shop(): Promise<WorkingDirectory> {
  const place = await new WorkingDirectory().withStore('a')
  await mkdir(place.path('tmp'))
  return place
}

const spools = (place: WorkingDirectory) => readdir(place.path('tmp'))

async function exported(place: WorkingDirectory, store: string): Promise<string[]> {
  return (await place.run(['export', '--store', store])).stdout.trimEnd().split('\n')
}

/** Starts `vitrine import` from a server into the store `a`. */
function startImport(place: WorkingDirectory, address: string, ...more: string[]): Running {
  return place.start(['import', address, '--store', 'a', ...more], { TMPDIR: place.path('tmp') })
}

const SIZES = ['S', 'M', 'L']

/** A product in the native format with all kinds of fields. */
function shirt(number: number) {
  const picture = number % 2 === 0 ? {} : { alt: `Shirt ${number} “front”`, width: 400, height: 300 + number }
  return {
    slug: `shirt-${number}`,
    name: `Shirt ${number}`,
    description: `<p>Shirt № ${number}</p>`,
    createdAt: new Date(Date.UTC(2026, 0, 1, 0, number)).toISOString(),
    labelValues: ['Shirts', ...(number % 5 === 0 ? ['Sale'] : [])],
    optionGroups: [
      { name: 'Size', options: SIZES.map((name) => ({ name })) },
      { name: 'Brand', options: [{ name: 'Acme' }] },
    ],
    files: number % 3 === 0 ? [] : [{ priority: 2, file: { path: `https://img.example/${number}.jpg`, ...picture } }],
    variants: SIZES.slice(0, number % 4).map((size) => ({
      sku: `S${number}-${size}`,
      price: `${number}.90`,
      ...(number % 4 === 1 && { gtin: '4006381333931', listPrice: `${number + 1}.00` }),
      stock: number % 2 === 0 ? null : number,
      productOptions: { size },
      labelValues: number % 7 === 0 ? ['Last ones'] : [],
      files: [{ file: { path: `https://img.example/${number}-${size}.png`, fileSize: 100 + number, ...picture } }],
      taxRate: { name: 'Reduced', rate: 7 },
    })),
  }
}

describe('vitrine import from a server', () => {
  test('imports the same products from Vitrine itself', async () => {
    using place = await shop()
    await place.withStore(
      'theirs',
      Array.from({ length: 260 }, (_, index) => shirt(index + 1)),
    )
    const serving = place.start(['serve', '--port', '0', '--metrics-port', '0'])
    const [, address] = await serving.waitFor(/(http:\/\/127\.0\.0\.1:\d+)/)
    const first = await startImport(place, address!, '--remote-store', 'theirs').waitForExit()
    assert.equal(first.stderr.split('\n')[0], `reading ${address}/`)
    assert.match(first.stdout, /^created +260\n[\s\S]*requests +\d+\nbytes +[\d,]+\n[\s\S]*edition 1: 260 products/)
    const [theirs, ours] = [await exported(place, 'theirs'), await exported(place, 'a')]
    assert.equal(ours.length, 260)
    assert.match(theirs.join(), /"gtin":"4006381333931","price":"9.90","listPrice":"10.00".*"alt":"Shirt 9 “front”"/)
    assert.deepEqual(ours, theirs)

    const again = JSON.parse((await startImport(place, `${address}/stores/theirs`, '--json').waitForExit()).stdout)
    assert.deepEqual([again.outcome, again.unchanged, again.edition.number], ['unchanged', 260, 1])
    // Three pages of products in full, one of variants, the labels, a check at the end, and the settings.
    assert.equal(again.transfer.requests, 3 + 1 + 1 + 1 + 1)
    assert.deepEqual(await spools(place), [])
  })

  test('copies the texts of labels, with the products and alone, and keeps those of the store if there are none', async () => {
    using place = await shop()
    await place.withStore('theirs', [shirt(1), shirt(5)])
    const serving = place.start(['serve', '--port', '0', '--metrics-port', '0'])
    const [, address] = await serving.waitFor(/(http:\/\/127\.0\.0\.1:\d+)/)
    const declare = async (store: string, ...entries: object[]) => {
      await writeFile(place.path('labels.json'), JSON.stringify(entries))
      assert.equal((await place.run(['labels', 'labels.json', '--store', store])).code, 0)
    }
    const declared = async () => (await place.run(['labels', '--store', 'a'])).stdout
    const mirror = async (...more: string[]) =>
      await startImport(place, address!, '--remote-store', 'theirs', ...more).waitForExit()
    const outcome = async (...more: string[]) => {
      const { outcome, labels, edition } = JSON.parse((await mirror('--json', ...more)).stdout)
      return [outcome, labels, edition.number]
    }

    await declare('a', { code: 'sale', rank: 1 })
    assert.deepEqual(await outcome(), ['published', undefined, 2])
    assert.equal(await declared(), '[\n{"code":"sale","rank":1}\n]\n')

    await declare('theirs', { code: 'shirts', name: 'Tops', hidden: true }, { code: 'sale', rank: 0 })
    assert.deepEqual(await outcome('--dry-run'), ['tried', undefined, 2])
    const copied = '[\n{"code":"sale","rank":0},\n{"code":"shirts","name":"Tops","hidden":true}\n]\n'
    const { stdout, stderr } = await mirror()
    assert.match(stderr, /^taken from the server: texts of 2 labels$/m)
    assert.match(stdout, /^changed +0\n[\s\S]*store a is now at edition 3: 2 products/m)
    assert.equal(await declared(), copied)
    assert.deepEqual(await outcome(), ['unchanged', undefined, 3])
  })

  test('takes the settings that the store does not have, and refuses another currency', async () => {
    using place = await shop()
    await place.withStore('theirs', [shirt(1)])
    const theirs = ['--currency', 'EUR', '--public-name', 'Theirs', '--language', 'de', '--url', 'https://a.example']
    await place.run(['store', 'set', 'theirs', ...theirs, '--host', 'a.example'])
    await place.run(['store', 'set', 'a', '--public-name', 'Ours'])
    const serving = place.start(['serve', '--port', '0', '--metrics-port', '0'])
    const [, address] = await serving.waitFor(/(http:\/\/127\.0\.0\.1:\d+)/)
    const stored = async () => JSON.parse((await place.run(['store', 'show', 'a', '--json'])).stdout)
    const careful = await startImport(place, address!, '--remote-store', 'theirs').waitForExit()
    assert.match(careful.stderr, /^taken from the server: currency EUR$/m)
    const untaken =
      /^not taken from the server: url https:\/\/a\.example\/, hosts a\.example; --remote-shop takes them$/m
    assert.match(careful.stderr, untaken)
    const before = await stored()
    assert.deepEqual([before.currency, before.language, before.url], ['EUR', 'de', undefined])

    const first = await startImport(place, address!, '--remote-store', 'theirs', '--remote-shop').waitForExit()
    assert.match(first.stderr, /^taken from the server: url https:\/\/a\.example\/$/m)
    assert.doesNotMatch(first.stderr, /not taken/)
    const { currency, publicName, language, url, hosts } = await stored()
    // The host stays with the other store of this database.
    assert.deepEqual(
      [currency, publicName, language, url, hosts],
      ['EUR', 'Ours', 'de', 'https://a.example/', undefined],
    )

    await place.run(['store', 'set', 'a', '--currency', 'none'])
    const unchanged = await startImport(place, address!, '--remote-store', 'theirs', '--json').waitForExit()
    const { outcome, settings } = JSON.parse(unchanged.stdout)
    assert.deepEqual([outcome, settings, (await stored()).currency], ['unchanged', { currency: 'EUR' }, 'EUR'])

    await place.run(['store', 'set', 'a', '--currency', 'USD'])
    const other = await startImport(place, address!, '--remote-store', 'theirs').waitForExit()
    assert.equal(other.code, 1)
    assert.match(other.stderr, /: the prices of .* are in EUR, but those of store a are in USD; nothing was changed\. /)
  })

  test('creates the store with --create and removes products that the server no longer has', async () => {
    using place = await shop()
    await using backend = await startBackend(products(3))
    const args = ['import', backend.address, '--store', 'new', '--json', '--create']
    assert.equal(JSON.parse((await place.run(args)).stdout).created, 3)
    backend.products = [product(2), product(3), product(4)]
    const { created, removed, edition } = JSON.parse((await place.run(args)).stdout)
    assert.deepEqual([created, removed, edition.productCount], [1, 1, 3])
    backend.products = [product(5)]
    const emptied = await place.run(args)
    assert.deepEqual([emptied.code, JSON.parse(emptied.stdout).edition.number], [1, 2])
    assert.match(emptied.stderr, /3 of 3 products of the store would be removed, more than 50%/)
  })

  test('forgets what a limit refused, and does not recommend to remove what a server lost', async () => {
    using place = await shop()
    await using backend = await startBackend(products(20))
    assert.equal((await startImport(place, backend.address).waitForExit()).code, 0)
    const all = backend.products
    backend.products = all.slice(0, 8)
    const short = await startImport(place, backend.address).waitForExit()
    assert.equal(short.code, 1)
    assert.match(short.stderr, /12 of 20 products of the store would be removed, more than 25%; if the server is right/)
    assert.doesNotMatch(short.stderr, /--max-removed/)
    assert.deepEqual(await spools(place), [])
    backend.products = [...all.slice(0, 19), product(21)]
    const healthy = await startImport(place, backend.address).waitForExit()
    assert.deepEqual([healthy.code, /resuming/.test(healthy.stderr)], [0, false])
    assert.match((await place.run(['approve', 'a'])).stdout, /nothing of store a waits/)
  })

  test('forgets a catalog with problems, too, unless it is to skip them', async () => {
    using place = await shop()
    const wrong = (variant: Json) => (variant.sku === 'T2-red' ? { ...variant, price: -1 } : variant)
    await using backend = await startBackend(products(3), { variant: wrong })
    assert.equal((await startImport(place, backend.address).waitForExit()).code, 1)
    backend.behaviour = {}
    const healthy = await startImport(place, backend.address).waitForExit()
    assert.deepEqual([healthy.code, /resuming/.test(healthy.stderr), await spools(place)], [0, false, []])
  })

  test('has the limits of a file for what a server loses', async () => {
    using place = await shop()
    await using backend = await startBackend(products(12))
    assert.equal((await startImport(place, backend.address).waitForExit()).code, 0)
    await using dear = await startBackend(products(12), {
      variant: (variant: Json) => ({ ...variant, price: Number(variant.price) * 100 }),
    })
    const { code, stderr } = await startImport(place, dear.address).waitForExit()
    assert.equal(code, 1)
    assert.match(stderr, /12 of 12 products would have a price over five times as high or under a fifth, more than 25%/)
  })

  test('sends no request if the store does not exist', async () => {
    using place = await shop()
    await using backend = await startBackend(products(1))
    const { code, stderr } = await place.run(['import', backend.address, '--store', 'b'])
    assert.equal(code, 1)
    assert.match(stderr, /^vitrine: store b does not exist; /)
    assert.deepEqual(backend.requests, [])
  })

  test('changes nothing in a dry run', async () => {
    using place = await shop()
    await using backend = await startBackend(products(2))
    const { stdout } = await startImport(place, backend.address, '--dry-run').waitForExit()
    assert.match(stdout, /created +2\n[\s\S]*dry run, nothing was changed: store a stays at edition 0/)
  })

  test('refuses a catalog with a problem, and does not read it again for --skip-invalid', async () => {
    using place = await shop()
    const variant = (variant: Json) => (variant.sku === 'T2-red' ? { ...variant, price: -1 } : variant)
    await using backend = await startBackend(products(3), { variant })
    const refused = await startImport(place, backend.address).waitForExit()
    assert.equal(refused.code, 1)
    const name = `product 2: ${backend.products[1].id} variants\\[0\\]\\.price \\(Thing 2\\)`
    assert.match(refused.stderr, new RegExp(`^${name} is -1, which is negative; expected a price`, 'm'))
    assert.match(refused.stderr, /nothing was changed: 1 problem in 1 product; --skip-invalid/)
    const requests = backend.count(SINGLE)
    const skipping = await startImport(place, backend.address, '--skip-invalid').waitForExit()
    assert.equal(skipping.code, 0)
    assert.match(skipping.stderr, /resuming the last run: 3 of 3 products listed, 3 complete/)
    assert.equal(backend.count(SINGLE), requests)
    assert.deepEqual(await spools(place), [])
  })

  test('writes its report as a page, without the values of headers', async () => {
    using place = await shop()
    await using backend = await startBackend(products(2))
    const more = ['--report', 'report.html', '--header', 'authorization: Bearer secret', '--dry-run']
    assert.equal((await startImport(place, backend.address, ...more).waitForExit()).code, 0)
    const page = await readFile(place.path('report.html'), 'utf8')
    assert.match(page, /<h1><bdi>http:\/\/127\.0\.0\.1:\d+\/<\/bdi><\/h1>/)
    assert.match(page, /Read: 2 products with/)
    assert.match(page, /<code>vitrine import http:\S+ --store a --header 'authorization: …'<\/code>/)
    assert.doesNotMatch(page, /secret/)
  })

  test('reports a server that refuses requests', async () => {
    using place = await shop()
    await using backend = await startBackend(products(1), {
      intercept: (_, response) => Boolean(response.writeHead(403, { 'content-type': 'text/html' }).end('<html>')),
    })
    const { code, stdout, stderr } = await startImport(place, backend.address, '--report', 'report.html').waitForExit()
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(stderr, /\nvitrine: http:\S+\/ answered 403, and no file\. Use --header-file to send credentials\.\n$/)
    assert.deepEqual(await spools(place), [])
    const page = await readFile(place.path('report.html'), 'utf8')
    assert.match(page, /class="refused">[^<]*\/ answered 403, and no file\. [^<]*</)
  })

  for (const [how, signal, code] of [
    ['killed', 'SIGKILL', null],
    ['interrupted', 'SIGINT', 130],
  ] as const) {
    test(`resumes after it was ${how}`, async () => {
      using place = await shop()
      let isOpen = false
      let requests = 0
      const backend: Backend = await startBackend(products(150), {
        etag: (body) => catalogEtag(() => backend)(body),
        intercept: (request) => SINGLE.test(request.url!) && ++requests > 100 && !isOpen,
      })
      await using _ = backend
      const running = startImport(place, backend.address)
      while (requests <= 100) await new Promise((resume) => setTimeout(resume, 10))
      running.child.kill(signal)
      assert.equal((await running.waitForExit()).code, code)
      assert.deepEqual((await spools(place)).length, 1)
      isOpen = true
      requests = 0
      const { stdout, stderr } = await startImport(place, backend.address, '--json').waitForExit()
      const complete = Number(/resuming the last run: 150 of 150 products listed, (\d+) complete/.exec(stderr)?.[1])
      assert.ok(complete > 90)
      assert.equal(requests, 150 - complete)
      assert.equal(JSON.parse(stdout).created, 150)
      assert.deepEqual(await spools(place), [])
    })
  }
})

describe('vitrine import --every', () => {
  /** The log so far. */
  const log = (running: Running): Json[] =>
    running.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))

  test('imports changes, sends one request if there are none, and exits with 0 at SIGTERM', async () => {
    using place = await shop()
    const backend: Backend = await startBackend(products(3), { etag: (body) => catalogEtag(() => backend)(body) })
    await using _ = backend
    const running = startImport(place, backend.address, '--every', '1s')
    const lastImport = async () => JSON.parse((await place.run(['store', 'show', 'a', '--json'])).stdout).lastImport.at
    await running.waitFor(/"msg":"published"/)
    const publishedAt = await lastImport()
    await running.waitFor(/"requests":1,"retries":0,"bytes":0,"msg":"no changes on the server"/)
    while ((await lastImport()) === publishedAt);
    backend.products = products(4)
    await running.waitFor(/"created":1,[^\n]*"edition":2,[^\n]*"msg":"published"/)
    running.child.kill('SIGTERM')
    const { code, stderr } = await running.waitForExit()
    assert.deepEqual([code, stderr], [0, ''])
    assert.match(log(running).at(-1).msg, /^stopped$/)
    assert.equal((await exported(place, 'a')).length, 4)
  })

  test('reads only what changed on a Vitrine', async () => {
    using place = await shop()
    const theirs = Array.from({ length: 260 }, (_, index) => shirt(index + 1))
    await place.withStore('theirs', theirs)
    const load = async (products: readonly object[]) => {
      await writeFile(place.path('theirs.ndjson'), lines(products))
      const { code, stderr } = await place.run(['import', 'theirs.ndjson', '--store', 'theirs', '--replace'])
      assert.equal(code, 0, stderr)
    }
    const serving = place.start(['serve', '--port', '0', '--metrics-port', '0'])
    const [, address] = await serving.waitFor(/(http:\/\/127\.0\.0\.1:\d+)/)
    const running = startImport(place, address!, '--remote-store', 'theirs', '--every', '1s')
    await running.waitFor(/"created":260,[^\n]*"msg":"published"/)

    const changed = theirs.slice(0, 240).map((each) => ({ ...each, ...(each.slug === 'shirt-7' && { name: 'Vest' }) }))
    await load([...changed, shirt(301)])
    const [line] = await running.waitFor(/"created":1,"changed":1,"removed":20,[^\n]*"msg":"published"/)
    // One for the changes, one for the two products, and one for the language, which the second import found.
    assert.match(line, /"requests":3,/)
    assert.deepEqual(await exported(place, 'a'), await exported(place, 'theirs'))
    await running.waitFor(/"requests":1,[^\n]*"msg":"no changes on the server"/)

    // A store that something else wrote to is read again in all.
    assert.equal((await place.run(['rollback', 'a', '1'])).code, 0)
    await load(changed)
    await running.waitFor(/"removed":20,[^\n]*"requests":[6-9],[^\n]*"msg":"published"/)
    assert.deepEqual(await exported(place, 'a'), await exported(place, 'theirs'))
    running.child.kill('SIGTERM')
    assert.equal((await running.waitForExit()).code, 0)
  })

  test('reads what changed as soon as a server with events publishes it', async () => {
    using place = await shop()
    await place.withStore('theirs', [shirt(1), shirt(2)])
    const serving = place.start(['serve', '--port', '0', '--metrics-port', '0', '--events'])
    const [, address] = await serving.waitFor(/(http:\/\/127\.0\.0\.1:\d+)/)
    const running = startImport(place, `${address}/stores/theirs`, '--every', '24h')
    await running.waitFor(/"created":2,[^\n]*"msg":"published"/)
    for (const count of [3, 4]) {
      const products = Array.from({ length: count }, (_, index) => shirt(index + 1))
      await writeFile(place.path('theirs.ndjson'), lines(products))
      assert.equal((await place.run(['import', 'theirs.ndjson', '--store', 'theirs'])).code, 0)
      await running.waitFor(new RegExp(`"created":1,[^\n]*"edition":${count - 1},[^\n]*"msg":"published"`))
    }
    assert.deepEqual(await exported(place, 'a'), await exported(place, 'theirs'))
    running.child.kill('SIGTERM')
    assert.equal((await running.waitForExit()).code, 0)
  })

  test('reads everything again if the server no longer knows the publication', async () => {
    using place = await shop()
    await place.withStore('theirs', [shirt(1), shirt(2)])
    const serving = place.start(['serve', '--port', '0', '--metrics-port', '0'])
    const [, address] = await serving.waitFor(/(http:\/\/127\.0\.0\.1:\d+)/)
    const running = startImport(place, `${address}/stores/theirs`, '--every', '1s', '--max-removed', '100')
    await running.waitFor(/"created":2,[^\n]*"msg":"published"/)
    serving.child.kill('SIGTERM')
    await serving.waitForExit()
    assert.equal((await place.run(['store', 'remove', 'theirs', '--yes'])).code, 0)
    await place.withStore('theirs', [shirt(2), shirt(3), shirt(4)])
    place.start(['serve', '--port', new URL(address!).port, '--metrics-port', '0'])
    await running.waitFor(/"created":2,[^\n]*"removed":1,[^\n]*"msg":"published"/)
    assert.deepEqual(await exported(place, 'a'), await exported(place, 'theirs'))
    running.child.kill('SIGTERM')
    assert.equal((await running.waitForExit()).code, 0)
  })

  /** What a server answers to a request for the changes since publication `p-1`, when it has another product. */
  const circle = { meta: { from: 'p-1', totalItems: 9 }, links: { next: '?since=p-1' }, data: [{ id: 'x' }] }
  const STRANGE: [string, Json][] = [
    ['that ignores the parameters', { meta: { from: null, totalItems: 0 }, links: {}, data: [] }],
    ['whose links lead in a circle', { ...circle, data: [] }],
    ['whose links lead in a circle of products', circle],
    ['that has fewer changes than it says', { ...circle, links: {} }],
  ]
  for (const [what, answer] of STRANGE) {
    test(`reads everything from a server ${what}`, async () => {
      using place = await shop()
      await using backend = await startBackend(products(2), {
        intercept: (_, response, { pathname, search }) => {
          if (pathname !== '/store/changes') return false
          const meta = { from: null, to: 'p-1', edition: 1, also: [], totalItems: 0 }
          const body = search === '' ? { meta } : { ...answer, meta: { ...meta, to: 'p-2', ...answer.meta } }
          return Boolean(response.setHeader('content-type', 'application/json').end(JSON.stringify(body)))
        },
      })
      const running = startImport(place, backend.address, '--every', '1s')
      await running.waitFor(/"created":2,[^\n]*"msg":"published"/)
      backend.products = products(5)
      await running.waitFor(/"created":3,[^\n]*"edition":2/)
      running.child.kill('SIGTERM')
      assert.equal((await running.waitForExit()).code, 0)
    })
  }

  test('sends its headers to no other host that the events are redirected to', async () => {
    using place = await shop()
    await using other = await startBackend([])
    let redirected = 0
    await using backend = await startBackend(products(2), {
      intercept: (_, response, { pathname }) => {
        const meta = { from: null, to: 'p-1', edition: 1, also: [], totalItems: 0 }
        if (pathname === '/store/events') {
          redirected++
          return Boolean(response.writeHead(307, { location: `${other.address}/store/events` }).end())
        }
        if (pathname !== '/store/changes') return false
        return Boolean(response.setHeader('content-type', 'application/json').end(JSON.stringify({ meta })))
      },
    })
    const running = startImport(place, backend.address, '--every', '1s', '--header', 'x-api-key: secret')
    await running.waitFor(/"created":2,[^\n]*"msg":"published"/)
    backend.products = products(3)
    await running.waitFor(/"created":1,[^\n]*"edition":2/)
    running.child.kill('SIGTERM')
    assert.equal((await running.waitForExit()).code, 0)
    assert.deepEqual([redirected, backend.headers['x-api-key'], other.requests], [1, 'secret', []])
  })

  test('says that it waits to note a success, and exits with 0 meanwhile', async () => {
    using place = await shop()
    const backend: Backend = await startBackend(products(3), { etag: (body) => catalogEtag(() => backend)(body) })
    await using _ = backend
    const running = startImport(place, backend.address, '--every', '1s')
    await running.waitFor(/"msg":"published"/)
    await using catalogs = await openCatalogs(place.path('data/vitrine.db'), 'require')
    await using _draft = await catalogs.draft(storeId('a')!)
    await running.waitFor(/"msg":"waiting for an import into this database to end"/)
    running.child.kill('SIGTERM')
    assert.equal((await running.waitForExit()).code, 0)
  })

  test('logs a failed import and continues', async () => {
    using place = await shop()
    await using backend = await startBackend(products(2))
    const running = startImport(place, backend.address, '--every', '1s', '--report', 'report.html')
    await running.waitFor(/"msg":"published"/)
    const plain = backend.behaviour
    backend.behaviour = { intercept: (_, response) => Boolean(response.writeHead(401).end()) }
    await running.waitFor(/"level":"error"[^\n]*answered 401[^\n]*Nothing was changed/)
    assert.match(await readFile(place.path('report.html'), 'utf8'), /class="refused">[^<]*answered 401\./)
    assert.equal((await exported(place, 'a')).length, 2)
    backend.products = products(5)
    backend.behaviour = plain
    await running.waitFor(/"created":3,[^\n]*"edition":2/)
    running.child.kill('SIGINT')
    assert.equal((await running.waitForExit()).code, 0)
  })

  test('exits with 0 during an import and changes nothing', async () => {
    using place = await shop()
    let requests = 0
    await using backend = await startBackend(products(9), {
      intercept: (request) => SINGLE.test(request.url!) && ++requests > 3,
    })
    const running = startImport(place, backend.address, '--every', '1h')
    while (requests <= 3) await new Promise((resume) => setTimeout(resume, 10))
    running.child.kill('SIGTERM')
    assert.equal((await running.waitForExit()).code, 0)
    assert.deepEqual(await exported(place, 'a'), ['[]'])
  })
})

describe('wrong usage of vitrine import', () => {
  const SERVER = 'https://127.0.0.1:1/api'
  const cases: [string, string[], RegExp][] = [
    [
      'a format with a store of a server',
      [SERVER, '--format', 'native', '--remote-store', 'b'],
      /--remote-store can be used only with the address of a server/,
    ],
    [
      'the address of a file with --every',
      ['https://host/x.csv.gz', '--every', '5m'],
      /--every can be used only with the address of a server/,
    ],
    [
      'two addresses with --every',
      [SERVER, 'https://host/', '--every', '5m'],
      /--every can be used only with the address of a server/,
    ],
    [
      'a limit of files with a server',
      [SERVER, '--max-new', '100%', '--remote-store', 'b'],
      /--max-new can be used only with a file/,
    ],
    ['no host', ['https://'], /https:\/\/ is not a URL/],
    ['a password', ['https://me:secret@host/'], /name it with --header-file/],
    ['a password in an address that is none', ['https://me:secret@ho st/'], /name it with --header-file/],
    ['a file of headers that is not there', [SERVER, '--header-file', 'none'], /File none does not exist/],
    ['a line that is no header', [SERVER, '--header-file', 'catalog.ndjson'], /Line 1: Expected a header such as/],
    ['a header without a value', [SERVER, '--header', 'authorization'], /Expected a header such as/],
    ['the header of the store', [SERVER, '--header', 'X-Store-Id: x'], /Use --remote-store to set x-store-id/],
    ['a header of HTTP itself', [SERVER, '--header', 'host: x'], /The header host cannot be set/],
    ['an invalid interval', [SERVER, '--every', 'often'], /Expected a time such as 30s, 5m or 1h/],
    ['an interval of zero', [SERVER, '--every', '0s'], /Expected a time such as 30s, 5m or 1h/],
    ['--every with --dry-run', [SERVER, '--every', '1s', '--dry-run'], /--every cannot be combined with --dry-run/],
    ['--every with --json', [SERVER, '--every', '1s', '--json'], /--every cannot be combined with --json/],
    [
      'a file with --every',
      ['catalog.ndjson', '--every', '5m'],
      /--every can be used only with the address of a server/,
    ],
    ['a file with --header', ['-', '--header', 'a: b'], /--header can be used only with an address/],
    [
      'a file with --remote-store',
      ['-', '--remote-store', 'b'],
      /--remote-store can be used only with the address of a server/,
    ],
  ]
  for (const [what, args, expected] of cases) {
    test(`${what} exits with 2`, async () => {
      using place = await shop()
      await writeFile(place.path('catalog.ndjson'), 'secret\n')
      const { code, stdout, stderr } = await place.run(['import', ...args, '--store', 'a'])
      assert.match(stderr, expected)
      assert.match(stderr, /^vitrine: [^\n]+\n$/)
      assert.doesNotMatch(stderr, /secret/)
      assert.deepEqual([code, stdout], [2, ''])
    })
  }
})
