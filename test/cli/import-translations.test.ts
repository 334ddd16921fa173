// Complete run only: it starts many processes.
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { WorkingDirectory } from './vitrine.ts'

const PRODUCTS = [
  'Handle,Title,Body (HTML),Type,Option1 Name,Option1 Value,Variant SKU,Variant Price,Image Src,Image Alt Text',
  'linen-shirt,Linen shirt,<p>Cool.</p>,Shirts,Color,Red,LS-R,20.00,https://a.example/s.jpg,A shirt',
  'linen-shirt,,,,,Blue,LS-B,21.00,,',
  'teapot,Teapot,,Kitchen,,,T,40.00,,',
  'bowl,Bowl,,,,,B,9.00,,',
]

const HEADER = 'Type,Identification,Field,Locale,Market,Status,Default content,Translated content'

/** A folder with a store `a` of three products and the markets `de`, `at` and `fr`, and `texts.csv`. */
async function shop(rows: readonly string[]): Promise<WorkingDirectory> {
  const place = await new WorkingDirectory().withStore('a')
  await writeFile(place.path('products.csv'), `${PRODUCTS.join('\n')}\n`)
  await writeFile(place.path('texts.csv'), `${[HEADER, ...rows].join('\n')}\n`)
  const run = async (...args: string[]) => {
    const result = await place.run(args)
    assert.equal(result.code, 0, result.stderr)
  }
  await run('store', 'set', 'a', '--currency', 'EUR', '--language', 'en')
  await run('import', 'products.csv', '--store', 'a')
  for (const [code, language, name] of [
    ['de', 'de', 'Germany'],
    ['fr', 'fr-CA', 'Québec'],
  ] as const)
    await run('market', 'add', 'a', code, '--language', language, '--currency', 'EUR', '--public-name', name)
  return place
}

async function marketsOf(place: WorkingDirectory): Promise<Record<string, unknown>> {
  const { stdout } = await place.run(['export', '--store', 'a'])
  const products = stdout.trim().split('\n')
  return Object.fromEntries(
    products.map((line) => JSON.parse(line)).map(({ slug, markets }) => [slug, markets] as const),
  )
}

const IMPORT = ['import', 'texts.csv', '--store', 'a']

describe('vitrine import of the translations that Shopify exports', () => {
  test('gives each text to the markets of its language', async () => {
    using place = await shop([
      "PRODUCT,'11,title,de,,,Linen shirt,Leinenhemd",
      "PRODUCT,'11,handle,de,,,linen-shirt,leinenhemd",
      "PRODUCT,'11,body_html,de,,,<p>Cool.</p>,<p>Kühl.</p><script>x()</script>",
      "PRODUCT,'11,meta_title,de,,,,Hemden &amp; mehr",
      "PRODUCT,'11,title,fr,,,Linen shirt,Chemise",
      "PRODUCT_OPTION,'21,name,de,,,Color,Farbe",
      "PRODUCT_OPTION_VALUE,'31,name,de,,,Red,Rot",
      "PRODUCT_OPTION_VALUE,'32,name,de,,,Blue,Blau",
      "COLLECTION,'41,title,de,,,Shirts,Hemden",
      "MEDIA_IMAGE,'51,alt,de,,,A shirt,Ein Hemd",
      "PRODUCT,'12,title,de,,,Teapot,Teekanne",
    ])
    const { code, stdout, stderr } = await place.run(IMPORT)
    assert.equal(code, 0, stderr)
    assert.doesNotMatch(stderr, /left out|warning/)
    assert.match(stdout, /^changed +2$[\s\S]*^rows +11, 0 of them left out$/m)
    assert.match(
      stdout,
      /^market de: 2 products of the store in the file, 1 product of the store with nothing of the market$/m,
    )
    assert.match(stdout, /^market fr: 1 product of the store in the file, 2 products of the store with nothing/m)
    assert.deepEqual(await marketsOf(place), {
      'linen-shirt': {
        de: {
          name: 'Leinenhemd',
          description: '<p>Kühl.</p>',
          slug: 'leinenhemd',
          seo: { title: 'Hemden & mehr' },
          labelValues: { shirts: 'Hemden' },
          optionGroups: { color: { name: 'Farbe', options: { red: 'Rot', blue: 'Blau' } } },
          files: { 'https://a.example/s.jpg': { alt: 'Ein Hemd' } },
        },
        fr: { name: 'Chemise' },
      },
      teapot: { de: { name: 'Teekanne' } },
      bowl: undefined,
    })
    assert.match((await place.run(IMPORT)).stdout, /nothing to change/)
  })

  test('tells of every text that no market gets', async () => {
    using place = await shop([
      "PRODUCT,'12,title,de,,,Teapot,Teekanne",
      "PRODUCT,'12,title,es,,,Teapot,Tetera",
      "PRODUCT,'12,body_html,de,,,,",
      "PRODUCT,'99,title,de,,,Sofa,Sofa",
      "METAFIELD,'61,value,de,,,Care,Pflege",
      "COLLECTION,'42,title,de,,,Lamps,Lampen",
      "PRODUCT,'12,title,de,,,Teapot,Kanne",
    ])
    const { stderr } = await place.run(IMPORT)
    const lines = stderr.split('\n').filter((line) => line.startsWith('left out'))
    assert.deepEqual(lines, [
      'left out: 1 row, since the store has no market of its language; `vitrine market add` adds one: row 3 (Teapot)',
      'left out: 1 row, since it has no translation: row 4 (12)',
      'left out: 1 row, since no product shows its text: row 6 (Care)',
      'left out: 1 row, since the store does not have the product: row 5 (Sofa)',
      'left out: 1 row, since no product of the store has its text: row 7 (Lamps)',
      'left out: 1 row, since it is in the file already: row 8 (Teapot)',
    ])
    assert.deepEqual((await marketsOf(place)).teapot, { de: { name: 'Teekanne' } })
  })

  test('prefers the text of a market over that of its language', async () => {
    using place = await shop([
      "PRODUCT,'12,title,fr,,,Teapot,Théière",
      "PRODUCT,'12,title,fr,quebec,,Teapot,Théière canadienne",
      "PRODUCT,'12,title,de,Austria,,Teapot,Teehäferl",
    ])
    const { stderr } = await place.run(IMPORT)
    assert.deepEqual((await marketsOf(place)).teapot, { fr: { name: 'Théière canadienne' } })
    assert.match(stderr, /no market of its language.*row 4 \(Teapot\)/)
  })

  test('does not guess which product has a title', async () => {
    using place = await shop(["PRODUCT,'12,title,de,,,Teapot,Teekanne", "PRODUCT,'13,title,de,,,Teapot,Kanne"])
    const { code, stderr } = await place.run(IMPORT)
    assert.equal(code, 1)
    assert.match(stderr, /since the store does not have the product: rows 2, 3 \(Teapot\)/)
    assert.match(stderr, /nothing in the file would be served/)
  })

  test('reads translations from standard input too', async () => {
    using place = await shop([])
    const { code, stderr } = await place.run(
      ['import', '-', '--store', 'a'],
      {},
      `${HEADER}\nPRODUCT,1,title,de,,,Teapot,Kanne\n`,
    )
    assert.equal(code, 0, stderr)
    assert.match((await place.run(['export', '--store', 'a'])).stdout, /"markets":\{"de":\{"name":"Kanne"/)
  })

  test('refuses options that are for products, and a wrong text with its row', async () => {
    using place = await shop([
      "PRODUCT,'12,title,de,,,Teapot,Teekanne",
      `PRODUCT,'12,handle,de,,,teapot,${'x'.repeat(9)}`,
    ])
    const { code, stderr } = await place.run([...IMPORT, '--replace'])
    assert.equal(code, 1)
    assert.match(stderr, /--replace cannot be used with a file of translations/)
    await writeFile(place.path('texts.csv'), `${HEADER}\nPRODUCT,'12,title,de,,,Teapot,${'x'.repeat(2000)}\n`)
    assert.match((await place.run(IMPORT)).stderr, /row 2.*markets\.de\.name/)
  })
})
