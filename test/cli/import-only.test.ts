// Complete run only: it starts many processes.
import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { SHIRT, TEAPOT, WorkingDirectory } from './vitrine.ts'

/** A folder with a store `a` of two products, and `stock.csv`. */
async function shop(rows: string): Promise<WorkingDirectory> {
  const place = await new WorkingDirectory().withStore('a', [SHIRT, TEAPOT])
  await writeFile(place.path('stock.csv'), `sku,price,stock\n${rows}`)
  return place
}

/** The price and stock of each variant, by sku. */
async function offers(place: WorkingDirectory): Promise<Record<string, unknown>> {
  const { stdout } = await place.run(['export', '--store', 'a'])
  const products = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  return Object.fromEntries(
    products.flatMap(({ variants }) =>
      variants.map(({ sku, price, stock }: Record<string, unknown>) => [sku, [price, stock]]),
    ),
  )
}

const IMPORT = ['import', 'stock.csv', '--store', 'a', '--only', 'price,stock']

describe('vitrine import --only', () => {
  test('changes prices and stocks by sku and prints a summary', async () => {
    using place = await shop('RS-S,18.00,0\nT,,4\n')
    const { code, stdout, stderr } = await place.run(IMPORT)
    assert.equal(code, 0, stderr)
    assert.match(stdout, /^created +0\nchanged +2\n[\s\S]*rows +2, 0 of them left out\n[\s\S]*now at edition 2/)
    assert.deepEqual(await offers(place), { 'RS-S': ['18.00', 0], 'RS-M': ['21.00', null], T: ['40.00', 4] })
    assert.match((await place.run(IMPORT)).stdout, /nothing to change: store a stays at edition 2/)
  })

  test('changes only the given fields', async () => {
    using place = await shop('RS-S,18.00,0\n')
    await place.run([...IMPORT.slice(0, -1), 'stock'])
    assert.deepEqual((await offers(place))['RS-S'], ['19.90', 0])
  })

  test('reads standard input', async () => {
    using place = await shop('')
    const args = ['import', '-', '--store', 'a', '--only', 'price', '--json']
    const { stdout } = await place.run(args, {}, '{"sku":"T","price":"39.00"}\n')
    assert.equal(JSON.parse(stdout).changed, 1)
  })

  test('prints the first ten unknown skus and writes all to the report', async () => {
    using place = await shop(`T,39.00,\n${Array.from({ length: 12 }, (_, n) => `X${n},1,1\n`).join('')}`)
    const { code, stderr } = await place.run([...IMPORT, '--dry-run', '--report', 'report.ndjson'])
    assert.equal(code, 0)
    assert.match(
      stderr,
      /^left out: 12 rows, since no variant of the store has the sku: rows 3 \(X0\), 4 \(X1\), .*, 12 \(X9\), and 2 more$/m,
    )
    const report = (await readFile(place.path('report.ndjson'), 'utf8')).trim().split('\n')
    assert.equal(report.length, 12)
    const unknown = { kind: 'left-out', line: 14, row: 14, reason: 'unknown-sku', product: 'X11' }
    assert.deepEqual(JSON.parse(report[11]!), unknown)
    const { leftOut, changed, rows } = JSON.parse((await place.run([...IMPORT, '--json'])).stdout)
    assert.deepEqual([changed, rows, leftOut.length, leftOut[0].count], [1, 13, 1, 12])
  })

  test('refuses a file with an invalid value, or leaves the row out', async () => {
    using place = await shop('T,39.00,\nRS-S,free,\n')
    const { code, stderr } = await place.run(IMPORT)
    assert.equal(code, 1)
    assert.match(stderr, /^row 3, column B "price" \(RS-S\) is "free".*; expected a price/m)
    assert.match(
      stderr,
      /nothing was changed: 1 problem in 1 row; --skip-invalid leaves the row out and imports the others\n$/,
    )
    assert.deepEqual((await offers(place)).T, ['40.00', null])
    const skipped = await place.run([...IMPORT, '--skip-invalid', '--json'])
    assert.deepEqual([JSON.parse(skipped.stdout).changed, JSON.parse(skipped.stdout).skipped], [1, 1])
  })

  test('uses the last of several rows with a sku, with a warning', async () => {
    using place = await shop('T,39.00,1\nT,38.00,\n')
    const { stderr } = await place.run(IMPORT)
    assert.match(
      stderr,
      /^warning: row 3, column A "sku" \(T\) is "T", as in row 2: where both give a value, this one counts$/m,
    )
    assert.deepEqual((await offers(place)).T, ['38.00', 1])
  })

  test('changes nothing when it is interrupted', async () => {
    using place = await shop('')
    const running = place.start(['import', '-', '--store', 'a', '--only', 'price'])
    running.child.stdin!.write('sku,price\nT,1\n')
    await running.waitFor(/reading standard input/)
    running.child.kill('SIGINT')
    assert.equal((await running.waitForExit()).code, 130)
    assert.deepEqual((await offers(place)).T, ['40.00', null])
  })

  for (const more of [['--replace'], ['--create'], ['--html', 'text'], ['--format', 'native']]) {
    test(`cannot be combined with ${more[0]}`, async () => {
      using place = await shop('T,1,1\n')
      const { code, stderr } = await place.run([...IMPORT, ...more])
      assert.equal(code, 2)
      assert.equal(
        stderr,
        `vitrine: --only cannot be combined with ${more[0]}: it changes only the prices, stocks and popularity of what the store has\n`,
      )
    })
  }

  test('changes list prices, and counts those that are below the price', async () => {
    using place = await shop('')
    await writeFile(place.path('stock.csv'), 'sku,listPrice\nT,45\nRS-S,19.80\n')
    const { code, stderr, stdout } = await place.run([...IMPORT.slice(0, -1), 'listPrice'])
    assert.equal(code, 0)
    assert.match(
      stderr,
      /^dropped: 1 value of listPrice; expected a price above the price of the variant: row 3 \(RS-S\)$/m,
    )
    assert.match(stdout, /^changed +1$/m)
    assert.match((await place.run(['export', '--store', 'a'])).stdout, /"price":"40.00","listPrice":"45.00"/)
  })

  test('changes the popularity by sku, as the sum over a product, or by slug', async () => {
    using place = await shop('')
    const only = [...IMPORT.slice(0, -1), 'popularity']
    const popularity = async () => {
      const lines = (await place.run(['export', '--store', 'a'])).stdout.trim().split('\n')
      return Object.fromEntries(lines.map((line) => JSON.parse(line)).map(({ slug, popularity }) => [slug, popularity]))
    }
    await writeFile(place.path('stock.csv'), 'SKU,Units Sold,price\nRS-S,"1,200,000",1\nRS-M,3,1\nT,7,1\n')
    const bySku = await place.run(only)
    assert.match(bySku.stdout, /^changed +2$/m, bySku.stderr)
    const [shirt, teapot] = Object.keys(await popularity())
    assert.deepEqual(await popularity(), { [shirt!]: 1_200_003, [teapot!]: 7 })
    assert.match((await place.run(only)).stdout, /nothing to change/)

    await writeFile(place.path('stock.csv'), `sku,handle,total_sales\n,${shirt},0\nRS-S,,5\n,gone,4\n,${teapot},\n`)
    const { stderr, stdout } = await place.run(only)
    assert.match(stderr, /^left out: 1 row, since no product of the store has the slug: row 4 \(gone\)$/m)
    assert.match(stdout, /^changed +1$/m)
    assert.deepEqual(await popularity(), { [shirt!]: undefined, [teapot!]: 7 })

    await writeFile(place.path('stock.csv'), 'sku,popularity\nT,-1\n,2\n')
    const refused = await place.run(only)
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /^row 2, column B "popularity" \(T\) is "-1"; expected a whole number of 0 or more$/m)
    assert.match(refused.stderr, /^row 3, column A "sku" is blank; expected .*, or the slug of a product$/m)
    assert.deepEqual(await popularity(), { [shirt!]: undefined, [teapot!]: 7 })
  })

  test('accepts no other fields than price, listPrice, stock and popularity', async () => {
    using place = await shop('T,1,1\n')
    for (const fields of ['name', 'price,name', '']) {
      const { code, stderr } = await place.run([...IMPORT.slice(0, -1), fields])
      assert.equal(code, 2)
      assert.match(
        stderr,
        /Expected price, listPrice, stock or popularity, or several with commas, such as price,stock\./,
      )
    }
  })
})
