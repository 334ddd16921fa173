import assert from 'node:assert/strict'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import {
  type Backend,
  catalogEtag,
  type Json,
  product,
  products,
  SINGLE,
  startBackend,
} from '../import/remote/backend.ts'
import { lines, type Running, Workplace } from './vitrine.ts'

/** A place with a store `a`, and a folder of its own for what is read. */
async function shop(): Promise<Workplace> {
  const place = await new Workplace().withStore('a')
  await mkdir(place.path('tmp'))
  return place
}

const spools = (place: Workplace) => readdir(place.path('tmp'))

async function exported(place: Workplace, store: string): Promise<string[]> {
  return (await place.run(['export', '--store', store])).stdout.trimEnd().split('\n')
}

/** A line of an export without what the API does not tell: when a product and its variants were made and changed. */
function asServed(line: string): string {
  const { createdAt: _, updatedAt: __, ...product } = JSON.parse(line)
  const variants = product.variants.map(({ createdAt: _, updatedAt: __, ...variant }: Json) => variant)
  return JSON.stringify({ ...product, variants })
}

/** Runs `vitrine import` from a server into the store `a`. */
function reading(place: Workplace, address: string, ...more: string[]): Running {
  return place.start(['import', address, '--store', 'a', ...more], { TMPDIR: place.path('tmp') })
}

const SIZES = ['S', 'M', 'L']

/** A product in the native format with what a catalog can have. */
function shirt(number: number) {
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
    files: number % 3 === 0 ? [] : [{ priority: 2, file: { path: `https://img.example/${number}.jpg` } }],
    variants: SIZES.slice(0, number % 4).map((size) => ({
      sku: `S${number}-${size}`,
      price: `${number}.90`,
      stock: number % 2 === 0 ? null : number,
      productOptions: { size },
      labelValues: number % 7 === 0 ? ['Last ones'] : [],
      files: [{ file: { path: `https://img.example/${number}-${size}.png`, fileSize: 100 + number } }],
      taxRate: { name: 'Reduced', rate: 7 },
    })),
  }
}

describe('vitrine import of another server', () => {
  test('of Vitrine itself gives the same catalog, product by product', async () => {
    using place = await shop()
    await place.withStore(
      'theirs',
      Array.from({ length: 260 }, (_, index) => shirt(index + 1)),
    )
    const serving = place.start(['serve', '--port', '0', '--metrics-port', '0'])
    const [, address] = await serving.said(/(http:\/\/127\.0\.0\.1:\d+)/)
    const first = await reading(place, address!, '--remote-store', 'theirs').ended()
    assert.equal(first.stderr.split('\n')[0], `reading ${address}/`)
    assert.match(first.stdout, /^created +260\n[\s\S]*requests +\d+\nbytes +[\d,]+\n[\s\S]*edition 1: 260 products/)
    const [theirs, ours] = [await exported(place, 'theirs'), await exported(place, 'a')]
    assert.equal(ours.length, 260)
    assert.deepEqual(ours.map(asServed), theirs.map(asServed))

    const again = JSON.parse((await reading(place, address!, '--remote-store', 'theirs', '--json').ended()).stdout)
    assert.deepEqual([again.outcome, again.unchanged, again.edition.number], ['unchanged', 260, 1])
    // Three pages of products, four of variants, the products, and a look at the end.
    assert.equal(again.transfer.requests, 3 + 4 + 260 + 1)
    assert.deepEqual(await spools(place), [])
  })

  test('removes what the server no longer has, and makes the store with --create', async () => {
    using place = await shop()
    await using backend = await startBackend(products(3))
    const args = ['import', backend.address, '--store', 'new', '--json', '--create']
    assert.equal(JSON.parse((await place.run(args)).stdout).created, 3)
    backend.products = [product(2), product(4)]
    const { created, removed, edition } = JSON.parse((await place.run(args)).stdout)
    assert.deepEqual([created, removed, edition.productCount], [1, 2, 2])
  })

  test('is asked for nothing when the store is not here', async () => {
    using place = await shop()
    await using backend = await startBackend(products(1))
    const { code, stderr } = await place.run(['import', backend.address, '--store', 'b'])
    assert.equal(code, 1)
    assert.match(stderr, /^vitrine: there is no store b; /)
    assert.deepEqual(backend.asked, [])
  })

  test('changes nothing in a dry run', async () => {
    using place = await shop()
    await using backend = await startBackend(products(2))
    const { stdout } = await reading(place, backend.address, '--dry-run').ended()
    assert.match(stdout, /created +2\n[\s\S]*a dry run: nothing was changed, store a stays at edition 0/)
  })

  test('with a problem is refused, and need not be read again to leave it out', async () => {
    using place = await shop()
    const variant = (variant: Json) => (variant.sku === 'T2-red' ? { ...variant, price: -1 } : variant)
    await using backend = await startBackend(products(3), { variant })
    const refused = await reading(place, backend.address).ended()
    assert.equal(refused.code, 1)
    const name = `product 2: ${backend.products[1].id} variants\\[0\\]\\.price`
    assert.match(refused.stderr, new RegExp(`^${name} is -1, which is negative; expected a price`, 'm'))
    assert.match(refused.stderr, /nothing was changed: 1 problem in 1 product; --skip-invalid/)
    const asked = backend.count(SINGLE)
    const skipping = await reading(place, backend.address, '--skip-invalid').ended()
    assert.equal(skipping.code, 0)
    assert.match(skipping.stderr, /going on from the last run: 3 of 3 products are listed, 3 whole/)
    assert.equal(backend.count(SINGLE), asked)
    assert.deepEqual(await spools(place), [])
  })

  test('that cannot be read is refused in a sentence, and nothing is changed', async () => {
    using place = await shop()
    await using backend = await startBackend(products(1), {
      intercept: (_, response) => Boolean(response.writeHead(403, { 'content-type': 'text/html' }).end('<html>')),
    })
    const { code, stdout, stderr } = await reading(place, backend.address).ended()
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(stderr, /\nvitrine: http:\S+\/: \/store\/products answers 403\. [^\n]* Nothing was changed\.\n$/)
    assert.deepEqual(await spools(place), [])
  })

  for (const [how, signal, code] of [
    ['killed', 'SIGKILL', null],
    ['interrupted', 'SIGINT', 130],
  ] as const) {
    test(`that was ${how} goes on where it was`, async () => {
      using place = await shop()
      let isOpen = false
      let asked = 0
      const backend: Backend = await startBackend(products(150), {
        etag: (body) => catalogEtag(() => backend)(body),
        intercept: (request) => SINGLE.test(request.url!) && ++asked > 100 && !isOpen,
      })
      await using _ = backend
      const running = reading(place, backend.address)
      while (asked <= 100) await new Promise((resume) => setTimeout(resume, 10))
      running.child.kill(signal)
      assert.equal((await running.ended()).code, code)
      assert.deepEqual((await spools(place)).length, 1)
      isOpen = true
      asked = 0
      const { stdout, stderr } = await reading(place, backend.address, '--json').ended()
      const whole = Number(/going on from the last run: 150 of 150 products are listed, (\d+) whole/.exec(stderr)?.[1])
      assert.ok(whole > 90)
      assert.equal(asked, 150 - whole)
      assert.equal(JSON.parse(stdout).created, 150)
      assert.deepEqual(await spools(place), [])
    })
  }
})

describe('vitrine import of another server --every', () => {
  /** The lines of a log that are there so far. */
  const log = (running: Running): Json[] =>
    running.stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))

  test('takes what is new, asks once where nothing is, and ends well when it is told to', async () => {
    using place = await shop()
    const backend: Backend = await startBackend(products(3), { etag: (body) => catalogEtag(() => backend)(body) })
    await using _ = backend
    const running = reading(place, backend.address, '--every', '1s')
    await running.said(/"msg":"published"/)
    await running.said(/"requests":1,"retries":0,"bytes":0,"msg":"the server has nothing new"/)
    backend.products = products(4)
    await running.said(/"created":1,[^\n]*"edition":2,[^\n]*"msg":"published"/)
    running.child.kill('SIGTERM')
    const { code, stderr } = await running.ended()
    assert.deepEqual([code, stderr], [0, ''])
    assert.match(log(running).at(-1).msg, /^stopped$/)
    assert.equal((await exported(place, 'a')).length, 4)
  })

  test('tells of a round that failed, keeps what is served, and goes on', async () => {
    using place = await shop()
    await using backend = await startBackend(products(2))
    const running = reading(place, backend.address, '--every', '1s')
    await running.said(/"msg":"published"/)
    const plain = backend.behaviour
    backend.behaviour = { intercept: (_, response) => Boolean(response.writeHead(401).end()) }
    await running.said(/"level":"error"[^\n]*answers 401[^\n]*Nothing was changed/)
    assert.equal((await exported(place, 'a')).length, 2)
    backend.products = products(5)
    backend.behaviour = plain
    await running.said(/"created":3,[^\n]*"edition":2/)
    running.child.kill('SIGINT')
    assert.equal((await running.ended()).code, 0)
  })

  test('ends well in the middle of a round too, and changes nothing then', async () => {
    using place = await shop()
    let asked = 0
    await using backend = await startBackend(products(9), {
      intercept: (request) => SINGLE.test(request.url!) && ++asked > 3,
    })
    const running = reading(place, backend.address, '--every', '1h')
    while (asked <= 3) await new Promise((resume) => setTimeout(resume, 10))
    running.child.kill('SIGTERM')
    assert.equal((await running.ended()).code, 0)
    assert.deepEqual(await exported(place, 'a'), ['[]'])
  })
})

describe('what cannot be meant of a server, or of a file', () => {
  const SERVER = 'https://127.0.0.1:1/api'
  const cases: [string, string[], RegExp][] = [
    ['a format', [SERVER, '--format', 'native'], /--format says something of a file/],
    ['an encoding', [SERVER, '--encoding', 'utf-8'], /--encoding says something of a file/],
    ['columns', [SERVER, '--columns', 'x.json'], /--columns says something of a file/],
    [
      'a file on a server',
      ['https://host/x.csv.gz?a=1'],
      /is a file, not a server; `curl -L '\S+' \| vitrine import -/,
    ],
    ['a query', [`${SERVER}?page=1`], /expected what comes before \/store\/products/],
    ['no host', ['https://'], /https:\/\/ is not an address/],
    ['a password', ['https://me:secret@host/'], /give them with --header/],
    ['a header that is none', [SERVER, '--header', 'authorization'], /Expected a header such as/],
    ['the header of the store', [SERVER, '--header', 'X-Store-Id: x'], /--remote-store gives the x-store-id/],
    ['a header of HTTP itself', [SERVER, '--header', 'host: x'], /The header host is not for you to give/],
    ['a time that is none', [SERVER, '--every', 'often'], /Expected a time such as 30s, 5m or 1h/],
    ['no time at all', [SERVER, '--every', '0s'], /Expected a time such as 30s, 5m or 1h/],
    ['a dry run for ever', [SERVER, '--every', '1s', '--dry-run'], /--dry-run is for one reading/],
    ['one report for ever', [SERVER, '--every', '1s', '--json'], /--json is for one reading/],
    ['a file again and again', ['catalog.ndjson', '--every', '5m'], /--every is for the address of a server/],
    ['a file with headers', ['-', '--header', 'a: b'], /--header is for the address of a server/],
    ['a file of another store', ['-', '--remote-store', 'b'], /--remote-store is for the address of a server/],
  ]
  for (const [what, args, expected] of cases) {
    test(`${what} is wrong usage`, async () => {
      using place = await shop()
      await writeFile(place.path('catalog.ndjson'), lines([]))
      const { code, stdout, stderr } = await place.run(['import', ...args, '--store', 'a'])
      assert.match(stderr, expected)
      assert.match(stderr, /^vitrine: [^\n]+\n$/)
      assert.doesNotMatch(stderr, /secret/)
      assert.deepEqual([code, stdout], [2, ''])
    })
  }
})
