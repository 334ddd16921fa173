// Complete run only: it starts many processes.
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { WorkingDirectory } from './vitrine.ts'

const HEADER = 'Handle,Title,Body (HTML),Tags,Option1 Name,Option1 Value,Variant SKU,Variant Price'
const ENGLISH = [
  'linen-shirt,Linen shirt,<p>Cool.</p>,Shirts,Color,Red,LS-R,20.00',
  'linen-shirt,,,,,Blue,LS-B,21.00',
  'teapot,Teapot,,Kitchen,,,T,40.00',
  'bowl,Bowl,,Kitchen,,,B,9.00',
]

/** A folder with a store `a` of three products and the market `de`, and files. */
async function shop(files: Record<string, readonly string[]>, settings = ['--currency', 'EUR']) {
  const place = await new WorkingDirectory().withStore('a')
  await writeFile(place.path('en.csv'), [HEADER, ...ENGLISH, ''].join('\n'))
  for (const [name, lines] of Object.entries(files)) await writeFile(place.path(name), `${lines.join('\n')}\n`)
  const run = async (...args: string[]) => {
    const result = await place.run(args)
    assert.equal(result.code, 0, result.stderr)
  }
  await run('store', 'set', 'a', '--currency', 'USD', '--language', 'en')
  await run('import', 'en.csv', '--store', 'a')
  await run('market', 'add', 'a', 'de', '--language', 'de', ...settings)
  return place
}

/** What the products of the store are in markets, by slug. */
async function marketsOf(place: WorkingDirectory): Promise<Record<string, unknown>> {
  const { stdout } = await place.run(['export', '--store', 'a'])
  const products = stdout.trim().split('\n')
  return Object.fromEntries(
    products.map((line) => JSON.parse(line)).map(({ slug, markets }) => [slug, markets] as const),
  )
}

const GERMAN = [
  HEADER,
  'leinenhemd,Leinenhemd,<p>Kühl.</p>,Hemden,Farbe,Blau,LS-B,24.00',
  'leinenhemd,,,,,Rot,LS-R,23.00',
  'teekanne,Teekanne,,"Küche, Neu",,,T,44.00',
  'unbekannt,Unbekannt,,,,,U,1.00',
]

const IMPORT = ['import', 'de.csv', '--store', 'a', '--market', 'de']

describe('vitrine import --market', () => {
  test('gives texts and prices to the products of the store, matched by sku', async () => {
    using place = await shop({ 'de.csv': GERMAN })
    const { code, stdout, stderr } = await place.run(IMPORT)
    assert.equal(code, 0, stderr)
    assert.match(stdout, /^created +0\nchanged +2\nunchanged +0\nremoved +0\nskipped +0\nrows +4, 1 of them left out\n/)
    assert.match(
      stdout,
      /^market de: 2 products of the store in the file, 1 product of the file not in the store, 1 product of the store with nothing of the market$/m,
    )
    assert.match(stderr, /^left out: 1 row, since the store does not have the product: row 5 \(Unbekannt\)$/m)
    assert.match(stderr, /^warning: row 4: labelValues \(Teekanne\) have other codes/m)
    assert.deepEqual(await marketsOf(place), {
      'linen-shirt': {
        de: {
          name: 'Leinenhemd',
          description: '<p>Kühl.</p>',
          slug: 'leinenhemd',
          labelValues: { shirts: 'Hemden' },
          optionGroups: { color: { name: 'Farbe', options: { red: 'Rot', blue: 'Blau' } } },
          variants: {
            'LS-R': { name: 'Leinenhemd - Rot', price: '23.00' },
            'LS-B': { name: 'Leinenhemd - Blau', price: '24.00' },
          },
        },
      },
      teapot: { de: { name: 'Teekanne', slug: 'teekanne', variants: { T: { name: 'Teekanne', price: '44.00' } } } },
      bowl: undefined,
    })
    assert.match((await place.run(['market', 'list', 'a'])).stdout, /de +de +EUR +2 of 3/)
    assert.match((await place.run(IMPORT)).stdout, /nothing to change[\s\S]*market de: 2 products/)
  })

  test('changes nothing with --dry-run, and holds an edition with --hold', async () => {
    using place = await shop({ 'de.csv': GERMAN })
    assert.match((await place.run([...IMPORT, '--dry-run'])).stdout, /changed +2[\s\S]*dry run, nothing was changed/)
    assert.match((await place.run([...IMPORT, '--hold'])).stdout, /stays as it is, and holds edition 3/)
    assert.equal((await marketsOf(place)).teapot, undefined)
    assert.equal((await place.run(['publish', 'a', '3'])).code, 0)
    assert.notEqual((await marketsOf(place)).teapot, undefined)
  })

  test('reports problems, and --skip-invalid leaves these products out', async () => {
    using place = await shop({ 'de.csv': [...GERMAN.slice(0, 3), 'teekanne,Teekanne,,,,,T,viel'] })
    const refused = await place.run(IMPORT)
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /row 4, column H "Variant Price" \(teekanne\) is "viel"/)
    assert.match((await place.run([...IMPORT, '--skip-invalid'])).stdout, /changed +1[\s\S]*skipped +1/)
  })

  test('refuses a file of another shop, or in another currency', async () => {
    const feed = 'id\ttitle\tprice\tlink\timage_link\tavailability'
    using place = await shop({
      'de.csv': [HEADER, 'x,X,,,,,X,1.00'],
      'usd.tsv': [feed, 'T\tTeekanne\t44.00 USD\thttps://a.example/t\thttps://a.example/t.jpg\tin stock'],
    })
    assert.match((await place.run(IMPORT)).stderr, /nothing in the file would be served/)
    const { code, stderr } = await place.run(['import', 'usd.tsv', '--store', 'a', '--market', 'de'])
    assert.equal(code, 1)
    assert.match(stderr, /the prices of the file are in another currency than EUR, which the market de has/)
    assert.equal((await marketsOf(place)).teapot, undefined)
  })

  test('names the markets that the store has, and refuses options that do not fit', async () => {
    using place = await shop({ 'de.csv': GERMAN })
    const unknown = await place.run([...IMPORT.slice(0, -1), 'fr'])
    assert.equal(unknown.code, 1)
    assert.match(unknown.stderr, /store a has no market fr; expected de; `vitrine market add a fr --language/)
    for (const flags of [['--replace'], ['--only', 'price'], ['--create']]) {
      const { code, stderr } = await place.run([...IMPORT, ...flags])
      assert.equal(code, 2)
      assert.match(stderr, new RegExp(`--market cannot be combined with ${flags[0]}`))
    }
  })
})
