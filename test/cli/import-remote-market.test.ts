// Complete run only: it starts many processes.
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { lines, WorkingDirectory } from './vitrine.ts'

/** A product that costs something else in the market `de`, where the second one is not sold. */
function cup(number: number, price: string) {
  const german = { name: `Tasse ${number}`, slug: `tasse-${number}`, variants: { [`C${number}`]: { price } } }
  return {
    slug: `cup-${number}`,
    name: `Cup ${number}`,
    labelValues: ['Cups'],
    variants: [{ sku: `C${number}`, price: `${number}.00`, stock: number }],
    ...(number !== 2 && { markets: { de: german } }),
  }
}

/** A folder with the store `theirs`, which has the market `de`, and the store `plain`, which has none. */
async function folder(): Promise<WorkingDirectory> {
  const place = await new WorkingDirectory().withStore('theirs')
  await place.withStore('plain', [cup(1, '9.00')])
  await place.run(['store', 'set', 'theirs', '--currency', 'USD', '--language', 'en'])
  await place.run(['market', 'add', 'theirs', 'de', '--language', 'de', '--currency', 'EUR'])
  return place
}

async function load(place: WorkingDirectory, ...products: readonly object[]): Promise<void> {
  await writeFile(place.path('theirs.ndjson'), lines(products))
  const { code, stderr } = await place.run(['import', 'theirs.ndjson', '--store', 'theirs'])
  assert.equal(code, 0, stderr)
}

/** What the copy has: the id, the name, the slug, and the price of each product. */
async function copied(place: WorkingDirectory) {
  const { stdout } = await place.run(['export', '--store', 'copy'])
  const products = stdout.split('\n').filter(Boolean)
  return products.map((line) => {
    const { name, slug, variants, markets } = JSON.parse(line)
    assert.equal(markets, undefined)
    return [name, slug, variants[0].price, variants[0].stock]
  })
}

describe('vitrine import --remote-market', () => {
  test('copies a market as a store, and follows what changes in it', async () => {
    using place = await folder()
    await load(place, cup(1, '9.00'), cup(2, '8.00'), cup(3, '7.00'))
    const serving = place.start(['serve', '--port', '0', '--metrics-port', '0', '--events'])
    const [, address] = await serving.waitFor(/(http:\/\/127\.0\.0\.1:\d+)/)
    const market = ['--remote-store', 'theirs', '--remote-market', 'de']
    const running = place.start(['import', address!, '--store', 'copy', '--create', ...market, '--every', '24h'])
    await running.waitFor(/"created":2,[^\n]*"msg":"published"/)
    const third = ['Tasse 3', 'tasse-3', '7.00', 3]
    assert.deepEqual((await copied(place)).sort(), [['Tasse 1', 'tasse-1', '9.00', 1], third])
    const settings = JSON.parse((await place.run(['store', 'show', 'copy', '--json'])).stdout)
    assert.deepEqual([settings.currency, settings.language], ['EUR', 'de'])
    await load(place, cup(1, '9.50'))
    await running.waitFor(/"created":0,"changed":1,[^\n]*"msg":"published"/)
    assert.deepEqual((await copied(place)).sort(), [['Tasse 1', 'tasse-1', '9.50', 1], third])
    running.child.kill('SIGTERM')
    assert.equal((await running.waitForExit()).code, 0)
  })

  test('refuses a market that the store on the server does not have', async () => {
    using place = await folder()
    const serving = place.start(['serve', '--port', '0', '--metrics-port', '0'])
    const [, address] = await serving.waitFor(/(http:\/\/127\.0\.0\.1:\d+)/)
    const copy = (store: string, market: string) =>
      place.run(['import', `${address}/stores/${store}`, '--store', 'copy', '--create', '--remote-market', market])
    const unknown = await copy('theirs', 'fr')
    assert.equal(unknown.code, 1)
    assert.match(unknown.stderr, /answered 400: market must be one of de, not "fr"\. Nothing was changed/)
    const without = await copy('plain', 'de')
    assert.equal(without.code, 1)
    assert.match(
      without.stderr,
      /answered 400: market is "de", but the store has no markets\. Nothing was changed\.\n$/,
    )
    const missing = await place.run(['store', 'show', 'copy'])
    assert.match(missing.stderr, /store copy does not exist/)
  })
})
