// Complete run only: it starts many processes.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { rowsOf } from '../database/rows.ts'
import { until } from '../database/until.ts'
import { BROKEN, lines, SHIRT, TEAPOT, WorkingDirectory } from './vitrine.ts'

/** A folder with a store `a`, and `catalog.ndjson`. */
async function shop(products: readonly unknown[] = [SHIRT, TEAPOT]): Promise<WorkingDirectory> {
  const place = await new WorkingDirectory().withStore('a')
  await writeFile(place.path('catalog.ndjson'), lines(products))
  return place
}

async function editionOf(place: WorkingDirectory, store = 'a') {
  const { number, productCount } = JSON.parse((await place.run(['store', 'show', store, '--json'])).stdout).edition
  return { number, productCount }
}

/** So many that an import writes some before it has read all. */
const MANY = lines(
  Array.from({ length: 5000 }, (_, n) => ({ name: `Shirt ${n}`, variants: [{ sku: `S${n}`, price: '19.90' }] })),
)

/** Whether an import has written products that are not published. */
async function hasDraft(place: WorkingDirectory): Promise<boolean> {
  return (await rowsOf(place.path('data/vitrine.db'), 'SELECT position FROM documents LIMIT 1')).length > 0
}

const IMPORT = ['import', 'catalog.ndjson', '--store', 'a']

describe('vitrine import', () => {
  test('reads the first catalog of the page of the native format', async () => {
    using place = await shop()
    const page = await readFile(new URL('../../docs/catalog-format.md', import.meta.url), 'utf8')
    await writeFile(place.path('catalog.json'), /^```json\n(.*?)^```/ms.exec(page)![1]!)
    const { stdout } = await place.run(['import', 'catalog.json', '--store', 'my-shop', '--create'])
    assert.match(
      stdout,
      /store my-shop is now at edition 1: 1 product, 2 variants\n1 product read: none has a \w+[^\n]*\n$/,
    )
  })

  test('changes nothing if the file is the same', async () => {
    using place = await shop()
    await place.run(IMPORT)
    const { code, stdout } = await place.run(IMPORT)
    assert.equal(code, 0)
    assert.match(stdout, /unchanged +2\n[\s\S]*nothing to change: store a stays at edition 1/)
  })

  test('prints the report as a JSON object', async () => {
    using place = await shop([{ ...SHIRT, colour: 'red' }, TEAPOT])
    const { code, stdout } = await place.run([...IMPORT, '--json'])
    assert.equal(code, 0)
    const { store, outcome, created, seconds, edition, warnings, warningCount } = JSON.parse(stdout)
    assert.deepEqual([store, outcome, created, edition.number, edition.variantCount], ['a', 'published', 2, 1, 3])
    assert.equal(typeof seconds, 'number')
    assert.equal(warningCount, 1)
    assert.deepEqual([warnings[0].line, warnings[0].path], [1, 'colour'])
  })

  test('reads gzip, a JSON array and standard input', async () => {
    using place = await shop()
    await writeFile(place.path('catalog.json.gz'), gzipSync(JSON.stringify([SHIRT])))
    const packed = await place.run(['import', 'catalog.json.gz', '--store', 'a', '--json'])
    assert.equal(JSON.parse(packed.stdout).created, 1)
    const piped = await place.run(['import', '-', '--store', 'a', '--json'], {}, lines([SHIRT, TEAPOT]))
    assert.equal(JSON.parse(piped.stdout).created, 1)
    assert.match(piped.stderr, /^reading standard input\n/)
    const both = await place.run(['import', '-', '--store', 'a', '--json'], {}, gzipSync(lines([TEAPOT])))
    assert.equal(JSON.parse(both.stdout).outcome, 'unchanged')
  })

  test('reads products that are printed over several lines', async () => {
    using place = await shop()
    const [first, second] = [JSON.stringify(SHIRT, null, 2), JSON.stringify(TEAPOT).replaceAll(',"', ',\n"')]
    await writeFile(place.path('catalog.ndjson'), `${first}\n${second}`)
    assert.equal(JSON.parse((await place.run([...IMPORT, '--json'])).stdout).created, 2)
  })

  test('removes products that are not in the file only with --replace', async () => {
    using place = await shop()
    await place.run(IMPORT)
    await writeFile(place.path('catalog.ndjson'), lines([TEAPOT]))
    assert.equal(JSON.parse((await place.run([...IMPORT, '--json'])).stdout).removed, 0)
    assert.equal(JSON.parse((await place.run([...IMPORT, '--replace', '--json'])).stdout).removed, 1)
    assert.deepEqual(await editionOf(place), { number: 2, productCount: 1 })
  })

  test('changes nothing in a dry run', async () => {
    using place = await shop()
    const { code, stdout } = await place.run([...IMPORT, '--dry-run'])
    assert.equal(code, 0)
    assert.match(stdout, /created +2\n[\s\S]*dry run, nothing was changed: store a stays at edition 0/)
    assert.deepEqual(await editionOf(place), { number: 0, productCount: 0 })
  })
})

describe('vitrine import of a file with problems', () => {
  test('leaves the products out with --skip-invalid', async () => {
    using place = await shop([SHIRT, BROKEN])
    const { code, stdout, stderr } = await place.run([...IMPORT, '--skip-invalid'])
    assert.equal(code, 0)
    assert.match(stdout, /created +1\n[\s\S]*skipped +1\n/)
    assert.match(stderr, /line 2: variants\[0\]\.price is -5/)
  })

  test('prints 20 problems, and all of them with --json', async () => {
    using place = await shop(Array.from({ length: 30 }, () => BROKEN))
    const people = await place.run(IMPORT)
    assert.equal(people.stderr.match(/^line \d+:/gm)?.length, 20)
    assert.match(people.stderr, /^and 40 more problems$/m)
    const machines = await place.run([...IMPORT, '--json'])
    assert.equal(machines.code, 1)
    const { outcome, problems, problemCount } = JSON.parse(machines.stdout)
    assert.deepEqual([outcome, problems.length, problemCount], ['refused', 60, 60])
    assert.match(machines.stderr, /^reading catalog\.ndjson\nvitrine: nothing was changed: [^\n]*\n$/)
  })

  test('suggests --skip-invalid only if it would import something', async () => {
    using place = await shop([BROKEN, BROKEN])
    const { stderr } = await place.run(IMPORT)
    assert.match(stderr, /\nvitrine: nothing was changed: 4 problems in 2 products\n$/)
  })

  test('names a page of the API that was saved', async () => {
    using place = await shop()
    await writeFile(place.path('catalog.ndjson'), JSON.stringify({ data: [SHIRT], meta: {}, links: {} }, null, 2))
    const { code, stderr } = await place.run(IMPORT)
    assert.equal(code, 1)
    assert.match(
      stderr,
      /^line 1: the file is one page of the API, .*; expected the address of the server in place of the file: vitrine import https:\/\/…$/m,
    )
    assert.match(stderr, /\nvitrine: nothing was changed: 1 problem in 1 product\n$/)
  })

  test('escapes control characters of the file', async () => {
    using place = await shop([{ ...SHIRT, '\u001b[2J\u009b31m': 1 }])
    const { stderr } = await place.run(IMPORT)
    assert.doesNotMatch(stderr, /[\u001b\u009b]/)
  })

  const files: [string, string, RegExp][] = [
    ['is empty', '', /^vitrine: catalog\.ndjson: The file is empty\..* Nothing was changed\.$/m],
    ['is XML', '<catalog/>', /^vitrine: catalog\.ndjson: The file looks like XML\..* Nothing was changed\.$/m],
  ]
  for (const [what, content, expected] of files) {
    test(`refuses a file that ${what}`, async () => {
      using place = await shop()
      await writeFile(place.path('catalog.ndjson'), content)
      const { code, stdout, stderr } = await place.run(IMPORT)
      assert.equal(code, 1)
      assert.match(stderr, expected)
      assert.equal(stdout, '')
    })
  }

  test('refuses a file that does not exist, and a folder', async () => {
    using place = await shop()
    await mkdir(place.path('folder'))
    await writeFile(place.path('report.ndjson'), 'the report before\n')
    const missing = await place.run(['import', 'nowhere.ndjson', '--store', 'a', '--report', 'report.ndjson'])
    assert.equal(missing.code, 1)
    assert.match(missing.stderr, /^vitrine: file nowhere\.ndjson does not exist; expected [^\n]*\n$/)
    assert.equal(await readFile(place.path('report.ndjson'), 'utf8'), 'the report before\n')
    const folder = await place.run(['import', 'folder', '--store', 'a'])
    assert.equal(folder.code, 1)
    assert.equal(folder.stderr, 'vitrine: folder is a folder; expected a catalog file\n')
  })
})

describe('vitrine import into a store that does not exist', () => {
  test('names the commands that create it', async () => {
    using place = await shop()
    const { code, stderr } = await place.run(['import', 'catalog.ndjson', '--store', 'b'])
    assert.equal(code, 1)
    assert.match(
      stderr,
      /^vitrine: store b does not exist; create the store with `vitrine store add b --name …` or with --create\n$/,
    )
  })

  test('does not create the database', async () => {
    using place = await shop()
    const { code, stderr } = await place.run([...IMPORT, '--database', 'other.db'])
    assert.equal(code, 1)
    assert.match(stderr, /^vitrine: the database other\.db does not exist; create the store with `vitrine store add a/)
    assert.ok(!existsSync(place.path('other.db')))
  })

  test('creates it with --create', async () => {
    using place = await shop()
    const { code } = await place.run(['import', 'catalog.ndjson', '--store', 'b', '--create', '--name', 'Shop B'])
    assert.equal(code, 0)
    const { name, edition } = JSON.parse((await place.run(['store', 'show', 'b', '--json'])).stdout)
    assert.deepEqual([name, edition.productCount], ['Shop B', 2])
  })

  test('removes it again if the file is refused', async () => {
    using place = await shop([BROKEN])
    assert.equal((await place.run(['import', 'catalog.ndjson', '--store', 'b', '--create'])).code, 1)
    assert.equal((await place.run(['store', 'show', 'b'])).code, 1)
  })

  test('leaves neither store nor database after a dry run', async () => {
    using place = await shop()
    const args = ['import', 'catalog.ndjson', '--store', 'b', '--create', '--dry-run', '--json']
    const { code, stdout } = await place.run([...args, '--database', 'other.db'], { TMPDIR: place.path('.') })
    assert.equal(code, 0)
    assert.equal(JSON.parse(stdout).created, 2)
    assert.deepEqual((await readdir(place.path('.'))).sort(), ['catalog.ndjson', 'data'])
  })
})

describe('an interrupted vitrine import', () => {
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const) {
    test(`by ${signal} changes nothing and exits with ${code}`, async () => {
      using place = await shop()
      const running = place.start(['import', '-', '--store', 'a'])
      running.child.stdin!.write(MANY)
      await running.waitFor(/reading standard input/)
      await until(() => hasDraft(place))
      running.child.kill(signal)
      const ended = await running.waitForExit()
      assert.equal(ended.code, code)
      assert.match(ended.stderr, /\nvitrine: interrupted; nothing was changed\n$/)
      assert.deepEqual(await editionOf(place), { number: 0, productCount: 0 })
      assert.equal(JSON.parse((await place.run([...IMPORT, '--json'])).stdout).created, 2)
    })
  }

  test('by SIGKILL is cleaned up by the next import', async () => {
    using place = await shop()
    const running = place.start(['import', '-', '--store', 'a'])
    running.child.stdin!.write(MANY)
    await running.waitFor(/reading standard input/)
    await until(() => hasDraft(place))
    running.child.kill('SIGKILL')
    await running.waitForExit()
    assert.equal(JSON.parse((await place.run([...IMPORT, '--json'])).stdout).created, 2)
    assert.deepEqual(await editionOf(place), { number: 1, productCount: 2 })
  })
})

describe('two simultaneous imports', () => {
  test('run one after the other, with a message', async () => {
    using place = await shop()
    const first = place.start(['import', '-', '--store', 'a', '--json'])
    first.child.stdin!.write(lines([{ ...SHIRT, slug: 'first' }]))
    await first.waitFor(/reading standard input/)
    const second = place.start([...IMPORT, '--json'])
    await second.waitFor(/waiting for an import into this database to end/)
    assert.equal(second.child.exitCode, null)
    first.child.stdin!.end()
    assert.equal(JSON.parse((await first.waitForExit()).stdout).edition.number, 1)
    assert.equal(JSON.parse((await second.waitForExit()).stdout).edition.number, 2)
  })

  test('can be interrupted while they wait', async () => {
    using place = await shop()
    const first = place.start(['import', '-', '--store', 'a'])
    await first.waitFor(/reading standard input/)
    const second = place.start(IMPORT)
    await second.waitFor(/waiting for an import/)
    second.child.kill('SIGINT')
    assert.equal((await second.waitForExit()).code, 130)
  })
})

test('an import tells the currency that its products name, or that they name several', async () => {
  using place = new WorkingDirectory()
  const products = (...currencies: string[]) =>
    lines(currencies.map((currency, number) => ({ ...SHIRT, slug: `shirt-${number}`, currency })))
  await writeFile(place.path('catalog.ndjson'), products('EUR', 'EUR'))
  const command = ['import', 'catalog.ndjson', '--create', '--report', 'report.ndjson', '--store']
  const text = await place.run([...command, 'a'])
  assert.match(text.stderr, /^currency recognised: EUR; change it with `vitrine store set a --currency …`$/m)
  assert.equal(await readFile(place.path('report.ndjson'), 'utf8'), '{"kind":"currency","currency":"EUR"}\n')
  assert.match((await place.run(['store', 'show', 'a'])).stdout, /^currency +EUR$/m)

  await writeFile(place.path('catalog.ndjson'), products('EUR', 'USD', 'USD'))
  const others = await place.run([...command, 'a'])
  assert.match(others.stderr, /^left out: 2 rows, since its price is in another currency: lines 2, 3 \(Red Shirt\)$/m)
  const several = await place.run([...command, 'b'])
  assert.match(
    several.stderr,
    /^currencies: 1 product in EUR, 2 products in USD. The store has none: `vitrine store set b /m,
  )
  assert.deepEqual(JSON.parse((await place.run([...command, 'c', '--json'])).stdout).currencies, { EUR: 1, USD: 2 })
})

test('an import of a feed suggests the setting for the links of its products', async () => {
  using place = new WorkingDirectory()
  const rows = Array.from({ length: 40 }, (_, number) => {
    const link = number < 38 ? `https://shop.example/p/mug-${number}` : 'https://shop.example/?p=1'
    return `${number}\tMug ${number}\t${link}\t9 EUR\n`
  })
  await writeFile(place.path('feed.tsv'), `id\ttitle\tlink\tprice\n${rows.join('')}`)
  const command = ['import', 'feed.tsv', '--create', '--store', 'a']
  const suggestion = /^links: .* `vitrine store set a --product-url 'https:\/\/shop.example\/p\/\{slug\}'`$/m
  assert.match((await place.run(command)).stderr, suggestion)
  await writeFile(place.path('feed.tsv'), `id\ttitle\tlink\tprice\n${rows.slice(3).join('')}`)
  assert.doesNotMatch((await place.run([...command.slice(0, -1), 'b'])).stderr, /^links:/m)
  await place.run(['store', 'set', 'a', '--product-url', 'https://shop.example/{slug}'])
  assert.doesNotMatch((await place.run(command)).stderr, /^links:/m)
})

test('an import tells the language that it recognises, in every form of its report', async () => {
  using place = new WorkingDirectory()
  const description =
    'This shirt is made of soft cotton and is right for every day. You can wash it in the machine at 40 degrees.'
  const products = [1, 2, 3, 4].map((number) => ({ ...SHIRT, slug: `shirt-${number}`, description }))
  await writeFile(place.path('catalog.ndjson'), lines(products))
  const command = ['import', 'catalog.ndjson', '--create', '--report', 'report.ndjson', '--store']
  const text = await place.run([...command, 'a'])
  assert.match(text.stderr, /^language recognised: en; change it with `vitrine store set a --language …`$/m)
  assert.equal(await readFile(place.path('report.ndjson'), 'utf8'), '{"kind":"language","language":"en"}\n')
  assert.equal(JSON.parse((await place.run([...command, 'b', '--json'])).stdout).language, 'en')
  assert.match((await place.run(['store', 'show', 'b'])).stdout, /^language +en$/m)
})
