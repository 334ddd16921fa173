// Complete run only: it starts many processes.
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { WorkingDirectory } from './vitrine.ts'

const HEADER = [
  'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price',
  'Included / Canada,Price / Canada,Compare At Price / Canada,Included / International,Price / International',
].join()

const ROWS = [
  'shirt,Shirt,Size,S,S,20.00,TRUE,29.00,35.00,TRUE,',
  'shirt,,,M,M,21.00,,,,,',
  'bowl,Bowl,,,B,9.00,FALSE,,,TRUE,',
]

/** A folder with a store `a`, the market `ca` with the public name Canada, and `products.csv`. */
async function shop(rows: readonly string[] = ROWS): Promise<WorkingDirectory> {
  const place = await new WorkingDirectory().withStore('a')
  await write(place, rows)
  const add = ['market', 'add', 'a', 'ca', '--language', 'en', '--currency', 'CAD', '--public-name', 'Canada']
  for (const args of [['store', 'set', 'a', '--currency', 'USD', '--language', 'en'], add]) {
    const { code, stderr } = await place.run(args)
    assert.equal(code, 0, stderr)
  }
  return place
}

async function write(place: WorkingDirectory, rows: readonly string[]): Promise<void> {
  await writeFile(place.path('products.csv'), `${[HEADER, ...rows].join('\n')}\n`)
}

async function marketsOf(place: WorkingDirectory): Promise<Record<string, unknown>> {
  const { stdout } = await place.run(['export', '--store', 'a'])
  const products = stdout.trim().split('\n')
  return Object.fromEntries(
    products.map((line) => JSON.parse(line)).map(({ slug, markets }) => [slug, markets] as const),
  )
}

const IMPORT = ['import', 'products.csv', '--store', 'a']

describe('columns of markets in the product CSV of Shopify', () => {
  test('say which products a market has, and their prices', async () => {
    using place = await shop()
    const { code, stderr } = await place.run(IMPORT)
    assert.equal(code, 0, stderr)
    assert.deepEqual(await marketsOf(place), {
      shirt: { ca: { variants: { S: { price: '29.00', listPrice: '35.00' } } } },
      bowl: { ca: { included: false, variants: {} } },
    })
    assert.match(stderr, /^not used: 1 column \(Included \/ International\)$/m)
    assert.match(stderr, /^markets: the store has none called International; `vitrine market add` adds one/m)
    assert.match((await place.run(['market', 'list', 'a'])).stdout, /ca +en +CAD +1 of 2/)
    assert.match((await place.run(IMPORT)).stdout, /nothing to change/)
  })

  test('take a product back into its market, and a price away', async () => {
    using place = await shop()
    await place.run(IMPORT)
    await write(place, ['shirt,Shirt,Size,S,S,20.00,TRUE,,,,', 'bowl,Bowl,,,B,9.00,TRUE,12.00,,,'])
    await place.run(IMPORT)
    assert.deepEqual(await marketsOf(place), {
      shirt: { ca: { variants: {} } },
      bowl: { ca: { variants: { B: { price: '12.00' } } } },
    })
  })

  test('keep what the store knows of the market besides', async () => {
    using place = await shop()
    const markets = { ca: { name: 'Canadian shirt', included: false } }
    const shirt = { name: 'Shirt', slug: 'shirt', variants: [{ sku: 'S', price: '20.00' }], markets }
    await place.run(['import', '-', '--store', 'a'], {}, JSON.stringify(shirt))
    await place.run([...IMPORT, '--change-source'])
    const { shirt: known } = await marketsOf(place)
    assert.deepEqual(known, { ca: { name: 'Canadian shirt', variants: { S: { price: '29.00', listPrice: '35.00' } } } })
  })

  test('are refused or dropped with their row if they are wrong', async () => {
    using place = await shop(['shirt,Shirt,Size,S,S,20.00,TRUE,cheap,,,', 'bowl,Bowl,,,B,9.00,perhaps,,,,'])
    const { code, stderr } = await place.run(IMPORT)
    assert.equal(code, 1)
    assert.match(stderr, /row 2.*markets\.ca\.variants\.S\.price.*"cheap"/)
    const skipping = await place.run([...IMPORT, '--skip-invalid'])
    assert.match(skipping.stderr, /dropped: 1 value of markets\.ca\.included; expected TRUE, FALSE, or blank: row 3/)
  })
})
