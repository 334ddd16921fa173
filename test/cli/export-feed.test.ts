// Complete run only: it starts many processes.
import assert from 'node:assert/strict'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { jacket, shirt } from '../feeds/feed-of.ts'
import { WorkingDirectory } from './vitrine.ts'

const SETTINGS = ['--currency', 'EUR', '--product-url', 'https://shop.example/p/{slug}', '--public-name', 'Shop']

async function shop(products: readonly unknown[] = [jacket()]): Promise<WorkingDirectory> {
  const place = await new WorkingDirectory().withStore('a', products)
  await place.run(['store', 'set', 'a', ...SETTINGS])
  return place
}

describe('vitrine export --format', () => {
  test('writes a feed that an import reads', async () => {
    using place = await shop()
    const exported = await place.run(['export', '--store', 'a', '--format', 'google', '--output', 'feed.xml.gz'])
    assert.deepEqual([exported.code, exported.stdout], [0, ''])
    assert.equal(exported.stderr, 'exported edition 1 of store a to feed.xml.gz: 2 variants of 1 product\n')
    assert.match(gunzipSync(await readFile(place.path('feed.xml.gz'))).toString(), /^<\?xml/)
    const imported = await place.run(['import', 'feed.xml.gz', '--store', 'b', '--create', '--json'])
    const { format, rows, created, currency, productUrl } = JSON.parse(imported.stdout)
    assert.deepEqual([format, rows, created, currency], ['google', 2, 1, 'EUR'])
    assert.equal(productUrl, 'https://shop.example/p/{slug}')
  })

  test('writes the feed to standard output, and the report to standard error', async () => {
    using place = await shop([jacket(), shirt({ files: [] })])
    const { code, stdout, stderr } = await place.run(['export', '--store', 'a', '--format', 'google'])
    assert.equal(code, 0)
    assert.match(stdout, /^<\?xml[\s\S]*<\/rss>\n$/)
    assert.deepEqual(stderr.split('\n'), [
      'left out: 1 variant, since neither the variant nor the product has a picture: S',
      'exported edition 1 of store a: 2 variants of 1 product',
      '',
    ])
    const json = await place.run(['export', '--store', 'a', '--format', 'google', '--json'])
    assert.equal(json.stdout, stdout)
    assert.deepEqual(JSON.parse(json.stderr), {
      ...{ store: 'a', edition: 1, format: 'google', products: 1, variants: 2 },
      leftOut: [{ reason: 'no-picture', count: 1, examples: ['S'] }],
      shortened: [],
    })
  })

  for (const [format, file, start] of [
    ['openai', 'products.jsonl.gz', '{"item_id":"'],
    ['openai', 'products.CSV.gz', 'item_id,title,'],
    ['openai', 'products.tsv.gz', 'item_id\ttitle\t'],
    ['google', 'products.txt.gz', 'id\ttitle\t'],
  ] as const) {
    test(`writes ${file} in the format ${format}`, async () => {
      using place = await shop([shirt()])
      const { code } = await place.run(['export', '--store', 'a', '--format', format, '--output', file])
      assert.equal(code, 0)
      assert.ok(
        gunzipSync(await readFile(place.path(file)))
          .toString()
          .startsWith(start),
      )
    })
  }

  test('completes the paths of pictures', async () => {
    using place = await shop([shirt({ files: ['/shirt.jpg'] })])
    const args = ['export', '--store', 'a', '--format', 'google', '--pictures', 'https://img.example']
    assert.match((await place.run(args)).stdout, /<g:image_link>https:\/\/img\.example\/shirt\.jpg</)
    const wrong = await place.run([...args.slice(0, -1), '/pictures'])
    assert.deepEqual([wrong.code, wrong.stdout], [2, ''])
    assert.match(wrong.stderr, /Expected an http or https URL/)
  })

  test('names the command that sets what the store lacks', async () => {
    using place = await new WorkingDirectory().withStore('a', [jacket()])
    const { code, stdout, stderr } = await place.run(['export', '--store', 'a', '--format', 'google'])
    assert.deepEqual([code, stdout], [1, ''])
    assert.equal(
      stderr,
      "vitrine: store a has no currency and no product URL, which a product feed for Google Merchant Center needs; set it with `vitrine store set a --currency EUR --product-url 'https://shop.example/products/{slug}'`\n",
    )
  })

  test('refuses a name that does not say how the feed is written', async () => {
    using place = await shop()
    const { code, stderr } = await place.run(['export', '--store', 'a', '--format', 'google', '--output', 'feed.pdf'])
    assert.equal(code, 2)
    assert.match(stderr, /feed\.pdf is not a name for .*; the name must end in one of \.xml, \.xml\.gz, \.tsv, /)
  })

  test('keeps the file, and says why, if no variant can be in the feed', async () => {
    using place = await shop([shirt({ description: '' })])
    await writeFile(place.path('feed.xml'), 'old')
    const { code, stderr } = await place.run([
      'export',
      '--store',
      'a',
      '--format',
      'google',
      '--output',
      'feed.xml',
      '--overwrite',
    ])
    assert.equal(code, 1)
    assert.match(stderr, /^left out: 1 variant, since the product has no description: S\nvitrine: nothing was exported/)
    assert.equal(await readFile(place.path('feed.xml'), 'utf8'), 'old')
    assert.deepEqual((await readdir(place.path('.'))).sort(), ['data', 'feed.xml'])
  })

  test('refuses a feed that there is not, and names those that there are', async () => {
    using place = await shop()
    const { code, stdout, stderr } = await place.run(['export', '--store', 'a', '--format', 'acp'])
    assert.deepEqual([code, stdout], [2, ''])
    assert.match(stderr, /'acp' is invalid\. Allowed choices are native, google, openai\./)
  })

  test('takes the options of feeds only for a feed', async () => {
    using place = await shop()
    const { code, stderr } = await place.run(['export', '--store', 'a', '--json'])
    assert.deepEqual([code, stderr], [2, 'vitrine: --pictures and --json are for feeds; add --format\n'])
  })
})

describe('vitrine export --market', () => {
  const text = { name: 'Jacke', slug: 'jacke', description: 'Trocken' }
  const inAustria = { 'de-at': { ...text, variants: { 'J-R': { price: '89.00' } } } }

  async function shopWithMarkets(): Promise<WorkingDirectory> {
    const place = await shop()
    const page = 'https://at.example/p/{slug}?variant={sku}'
    const settings = ['--language', 'de-AT', '--currency', 'CHF', '--product-url', page]
    await place.run(['market', 'add', 'a', 'de-at', ...settings])
    await place.run(['market', 'add', 'a', 'cs', '--language', 'cs', '--currency', 'CZK'])
    const file = `${JSON.stringify(jacket({ markets: inAustria }))}\n`
    assert.equal((await place.run(['import', '-', '--store', 'a'], {}, file)).code, 0)
    return place
  }

  test('writes a feed with the texts, prices and links of the market', async () => {
    using place = await shopWithMarkets()
    const google = await place.run(['export', '--store', 'a', '--market', 'de-at', '--format', 'google'])
    assert.equal(google.stderr, 'exported edition 4 of market de-at of store a: 1 variant of 1 product\n')
    assert.match(google.stdout, /<language>de-AT<\/language>/)
    assert.match(google.stdout, /<g:link>https:\/\/at\.example\/p\/jacke\?variant=J-R<\/g:link>/)
    assert.match(google.stdout, /<g:price>89\.00 CHF<\/g:price>/)
    assert.doesNotMatch(google.stdout, /J-B|EUR|a\.de-at/)
    const openai = await place.run(['export', '--store', 'a', '--market', 'de-at', '--format', 'openai', '--json'])
    assert.match(openai.stderr, /"reason":"no-brand"/)
    const told = await place.run(['export', '--store', 'a', '--market', 'de-at', '--format', 'google', '--json'])
    const { store, market, edition } = JSON.parse(told.stderr)
    assert.deepEqual([store, market, edition], ['a', 'de-at', 4])
    const ofStore = await place.run(['export', '--store', 'a', '--format', 'google'])
    assert.match(ofStore.stdout, /149\.00 EUR/)
    assert.doesNotMatch(ofStore.stdout, /<language>|Jacke<|CHF/)
  })

  test('names the markets that there are, and what the market lacks', async () => {
    using place = await shopWithMarkets()
    const unknown = await place.run(['export', '--store', 'a', '--market', 'fr', '--format', 'google'])
    const message = 'vitrine: store a has no market fr; its markets are de-at, cs\n'
    assert.deepEqual([unknown.code, unknown.stderr], [1, message])
    await place.run(['store', 'set', 'a', '--product-url', ''])
    const lacking = await place.run(['export', '--store', 'a', '--market', 'cs', '--format', 'google'])
    assert.match(
      lacking.stderr,
      /^vitrine: market cs of store a has no product URL, .*`vitrine market set a cs --product/,
    )
    const native = await place.run(['export', '--store', 'a', '--market', 'cs'])
    assert.equal(native.code, 2)
    assert.match(native.stderr, /the native format has all markets; leave out --market, or add --format for a feed/)
  })
})
