// Complete run only: it starts many processes.
import assert from 'node:assert/strict'
import { copyFileSync, writeFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { WorkingDirectory } from './vitrine.ts'

const HEADER = 'Handle,Title,Type,Option1 Name,Option1 Value,Variant SKU,Variant Price,Included / Canada,Price / Canada'

/** What a shop exports in winter, and in spring: a product is renamed, one is new, and all are in another order. */
const WINTER = [
  'shirt,Shirt,Clothes,Size,S,S1,20.00,TRUE,29.00',
  'shirt,,,,M,S2,21.00,,',
  'bowl,Bowl,Home,,,B1,9.00,FALSE,',
]
const SPRING = [
  'cup,Cup,Home,,,C1,,TRUE,',
  'big-bowl,Big bowl,Home,,,B1,9.50,TRUE,12.00',
  'linen-shirt,Linen shirt,Clothes,Size,M,S2,21.00,FALSE,',
  'linen-shirt,,,,S,S1,19.00,,',
  'plate,Plate,Home,,,P1,3.00,TRUE,4.00',
]

/** A folder with a shop that has a market and texts of labels, and with the winter's export in it. */
async function shop(): Promise<WorkingDirectory> {
  const place = await new WorkingDirectory().withStore('a')
  write(place, WINTER)
  writeFileSync(place.path('labels.json'), '[{"code": "home", "name": "Home & garden", "rank": 1}]')
  const add = ['market', 'add', 'a', 'ca', '--language', 'en', '--currency', 'CAD', '--public-name', 'Canada']
  const set = ['store', 'set', 'a', '--currency', 'USD', '--language', 'en']
  for (const args of [set, add, IMPORT, ['labels', 'labels.json', '--store', 'a']]) await succeed(place, args)
  return place
}

function write(place: WorkingDirectory, rows: readonly string[]): void {
  writeFileSync(place.path('products.csv'), `${[HEADER, ...rows].join('\n')}\n`)
}

const IMPORT = ['import', 'products.csv', '--store', 'a']

async function succeed(place: WorkingDirectory, args: readonly string[], input = ''): Promise<string> {
  const { code, stdout, stderr } = await place.run(args, {}, input)
  assert.equal(code, 0, stderr)
  return stdout
}

/** The stream of the file for the store. */
async function converted(place: WorkingDirectory, options: readonly string[] = []): Promise<string> {
  writeFileSync(place.path('store.json'), await succeed(place, ['store', 'show', 'a', '--json']))
  return await succeed(place, ['convert', 'products.csv', '--for', 'store.json', ...options])
}

/** What a store has, without times. */
async function contents(place: WorkingDirectory): Promise<string> {
  const products = await succeed(place, ['export', '--store', 'a'])
  const labels = await succeed(place, ['labels', '--store', 'a'])
  return `${products}${labels}`.replaceAll(/"(createdAt|updatedAt)":"[^"]+"/g, '"$1":""')
}

/** The second import by both ways, into copies of the same database: their reports and what the store then has. */
async function bothWays(rows: readonly string[], options: readonly string[] = []) {
  using place = await shop()
  copyFileSync(place.path('data/vitrine.db'), place.path('data/copy.db'))
  write(place, rows)
  const stream = await converted(place)
  const ways = [
    { args: [...IMPORT, ...options, '--json'], input: '' },
    { args: ['import', '-', '--store', 'a', ...options, '--json'], input: stream },
  ]
  const results = []
  for (const { args, input } of ways) {
    const { code, stdout, stderr } = await place.run(args, {}, input)
    const { seconds: _, edition, refusal, ...report } = JSON.parse(stdout)
    results.push({
      code,
      messages: stderr.replace(/^reading .*\n/, ''),
      report,
      refusal: { ...refusal, refusedAt: '' },
      edition: edition.number,
      contents: await contents(place),
    })
    copyFileSync(place.path('data/copy.db'), place.path('data/vitrine.db'))
  }
  return results
}

describe('vitrine convert', () => {
  test('and `import -` change a store as `import` of the file does', async () => {
    const [direct, piped] = await bothWays(SPRING)
    assert.deepEqual(piped, direct)
    assert.deepEqual([direct!.code, direct!.report.created, direct!.report.changed], [0, 1, 2])
    assert.match(direct!.contents, /"formerSlugs":\["bowl"\]/)
    assert.match(direct!.contents, /Home & garden/)
  })

  test('and `import -` are refused by the same limits', async () => {
    const [direct, piped] = await bothWays(SPRING.slice(0, 2), ['--replace', '--max-removed', '0%'])
    assert.deepEqual(piped, direct)
    assert.equal(direct!.code, 1)
  })

  test('gives a stream for any store: the store that reads it gives the ids', async () => {
    using place = await shop()
    const stream = await succeed(place, ['convert', 'products.csv'])
    assert.doesNotMatch(stream.split('\n').slice(1).join('\n'), /"id":/)
    assert.match(await succeed(place, ['import', '-', '--store', 'a'], stream), /^unchanged +2$/m)
    // The columns of markets need the store.
    assert.match(stream, /"unused":\["Included \/ Canada","Price \/ Canada"\]/)
  })

  test('gives patches, and prices of a market', async () => {
    using place = await shop()
    writeFileSync(place.path('prices.csv'), 'sku,price\nS1,18.00\n')
    const patches = await succeed(place, ['convert', 'prices.csv', '--only', 'price'])
    assert.match(await succeed(place, ['import', '-', '--store', 'a', '--only', 'price'], patches), /^changed +1$/m)
    const stream = await converted(place, ['--market', 'ca'])
    assert.match(stream.split('\n', 1)[0]!, /"currency":"CAD"/)
    const { code, stdout, stderr } = await place.run(['import', '-', '--store', 'a', '--market', 'ca'], {}, stream)
    assert.equal(code, 0, stderr)
    assert.match(stdout, /^market ca/m)
  })

  test('gives texts in other languages, which `import -` matches with the products of the store', async () => {
    using place = await shop()
    const header = 'Type,Identification,Field,Locale,Market,Status,Default content,Translated content'
    const row = "PRODUCT,'7,title,en,Canada,,Shirt,Canuck shirt"
    writeFileSync(place.path('products.csv'), `${header}\nPRODUCT,'7,handle,en,Canada,,shirt,\n${row}\n`)
    const stream = await converted(place)
    assert.match(stream, /"contents":"texts"/)
    await succeed(place, ['import', '-', '--store', 'a'], stream)
    assert.match(await contents(place), /"name":"Canuck shirt"/)
  })

  test('is cut off without harm', async () => {
    using place = await shop()
    const before = await contents(place)
    write(place, SPRING)
    const stream = await converted(place)
    const cut = stream.slice(0, stream.lastIndexOf('\n', stream.length - 2) + 1)
    const { code, stderr } = await place.run(['import', '-', '--store', 'a', '--replace'], {}, cut)
    assert.equal(code, 1)
    assert.match(stderr, /The stream is cut off after 3 of its products: it has no end record.*Nothing was changed/)
    assert.equal(await contents(place), before)
  })

  test('says what is wrong', async () => {
    using place = await shop()
    const stream = await succeed(place, ['convert', 'products.csv'])
    writeFileSync(place.path('guessed.csv'), 'Nom,Tarif,Z\nCruche,5,1\n')
    const cases: [string[], string, number, RegExp][] = [
      [['convert', 'none.csv'], '', 1, /file none\.csv does not exist/],
      [
        ['convert', 'products.csv', '--for', 'products.csv'],
        '',
        1,
        /products\.csv is not what `vitrine store show <id> --json` prints/,
      ],
      [['convert', 'products.csv', '--market', 'ca'], '', 2, /--market names a market of the store; add --for/],
      [['convert', '-'], '', 1, /standard input: The file is empty/],
      [
        ['import', '-', '--store', 'a', '--format', 'shopify'],
        stream,
        2,
        /--format cannot be used with a stream; give it to `vitrine convert`/,
      ],
      [
        ['import', '-', '--store', 'a', '--only', 'price'],
        stream,
        2,
        /the stream has products, and --only needs patches/,
      ],
      [['import', '-', '--store', 'none'], stream, 1, /store none does not exist/],
    ]
    for (const [args, input, expected, message] of cases) {
      const { code, stderr } = await place.run(args, {}, input)
      assert.match(stderr, message)
      assert.equal(code, expected, args.join(' '))
    }
  })
})
