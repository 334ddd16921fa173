// Complete run only: it starts many processes.
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { describe, test } from 'node:test'
import { openCatalogs } from '@vitrine/engine/database/open'
import { table } from '../convert/catalog-file.ts'
import { storeNamed } from '../loading.ts'
import { lines, WorkingDirectory } from './vitrine.ts'

const jugs = (count: number, fields: object = {}) =>
  Array.from({ length: count }, (_, index) => ({
    Handle: `jug-${index}`,
    Title: `Jug ${index}`,
    'Variant SKU': `J-${index}`,
    'Variant Price': '19.90',
    ...fields,
  }))
const draft = { Status: 'draft' }

/** Descriptions of the same products in two languages. */
const ENGLISH = [
  'A jug of thick glass that keeps the water cool on the table.',
  'This one holds two litres and does not drip when you pour from it.',
  'The handle is wide enough for a large hand, and the lid stays on.',
  'Made by hand in a small workshop, so that no two of them are the same.',
  'You can put it into the dishwasher, but not into the microwave.',
  'The blue glaze is made without lead and keeps its colour for years.',
]
const GERMAN = [
  'Ein Krug aus dickem Glas, der das Wasser auf dem Tisch kühl hält.',
  'Dieser fasst zwei Liter und tropft nicht, wenn man aus ihm gießt.',
  'Der Griff ist breit genug für eine große Hand, und der Deckel bleibt fest.',
  'Von Hand in einer kleinen Werkstatt gemacht, so dass keiner dem anderen gleicht.',
  'Sie können ihn in die Spülmaschine stellen, aber nicht in die Mikrowelle.',
  'Die blaue Glasur ist ohne Blei gemacht und behält ihre Farbe über Jahre.',
]
const described = (texts: readonly string[]) =>
  table(jugs(12).map((jug, index) => ({ ...jug, 'Body (HTML)': texts[index % texts.length]! })))

/** A folder with a store of four products. */
async function shop(): Promise<WorkingDirectory> {
  const place = await new WorkingDirectory().withStore('a')
  await writeFile(place.path('first.csv'), table(jugs(4)))
  assert.equal((await place.run(['import', 'first.csv', '--store', 'a'])).code, 0)
  return place
}

async function importing(place: WorkingDirectory, content: string, ...options: string[]) {
  await writeFile(place.path('next.csv'), content)
  const { code, stderr } = await place.run(['import', 'next.csv', '--store', 'a', ...options])
  await using catalogs = await openCatalogs(place.path('data/vitrine.db'), 'require')
  const { productCount } = await catalogs.current(storeNamed('a').id)
  return { code, message: stderr.trim().split('\n').at(-1), products: productCount }
}

describe('vitrine import of the wrong file', () => {
  test('warns of names with broken letters', async () => {
    using place = await shop()
    const broken = table(jugs(4).map((jug) => ({ ...jug, Title: `${jug.Title} fÃ¼r Tee` })))
    await writeFile(place.path('broken.csv'), broken)
    const { code, stderr } = await place.run(['import', 'broken.csv', '--store', 'a'])
    assert.equal(code, 0)
    assert.match(
      stderr,
      /warning: .*the file has broken letters in 4 of 4 names, such as "Jug 0 fÃ¼r Tee": .*--encoding/,
    )
  })

  test('refuses a file of which nothing would be served, with and without --replace', async () => {
    using place = await shop()
    const message = 'vitrine: nothing was changed: nothing in the file would be served; --max-left-out 100% allows it'
    const drafts = table(jugs(3, draft))
    assert.deepEqual(await importing(place, drafts), { code: 1, message, products: 4 })
    assert.deepEqual(await importing(place, drafts, '--replace'), { code: 1, message, products: 4 })
    assert.deepEqual(await importing(place, drafts, '--dry-run'), { code: 1, message, products: 4 })
    assert.equal((await importing(place, drafts, '--max-left-out', '100%')).code, 0)
  })

  test('empties a store only with both options', async () => {
    using place = await shop()
    const drafts = table(jugs(3, draft))
    const { code, message } = await importing(place, drafts, '--replace', '--max-left-out', '100')
    const sentence = '4 of 4 products of the store would be removed, more than 50%; --max-removed 100% allows it'
    assert.deepEqual([code, message], [1, `vitrine: nothing was changed: ${sentence}`])
    const both = ['--max-left-out', '100%', '--max-removed', '100%']
    const emptied = await importing(place, drafts, '--replace', ...both)
    assert.deepEqual([emptied.code, emptied.products], [0, 0])
  })

  test('refuses a file of which more than half is left out', async () => {
    using place = await shop()
    const half = table([...jugs(2), ...jugs(2, draft)])
    assert.equal((await importing(place, half)).code, 0)
    const most = table([...jugs(2), ...jugs(3, draft)])
    const { code, message } = await importing(place, most)
    const sentence = '3 of 5 rows would be left out, more than 50%; --max-left-out 60% allows it'
    assert.deepEqual([code, message], [1, `vitrine: nothing was changed: ${sentence}`])
    assert.equal((await importing(place, most, '--max-left-out', '60%')).code, 0)
  })

  test('but not for the drafts of a new store, unless nothing else is served', async () => {
    using place = await new WorkingDirectory().withStore('a')
    const jug = (index: number, fields: object) => ({ ...jugs(1)[0]!, Handle: `jug-${index}`, ...fields })
    const most = table([1, 2, 3, 4, 5].map((index) => jug(index, index > 2 ? draft : { Status: 'active' })))
    const only = table(jugs(3, draft))
    assert.match((await importing(place, only)).message!, /nothing in the file would be served/)
    const { code, products } = await importing(place, most)
    assert.deepEqual([code, products], [0, 2])
  })

  test('counts products with problems that --skip-invalid leaves out', async () => {
    using place = await shop()
    const file = lines([{ name: 'Jug', variants: [] }, { name: '' }, { name: ' ' }])
    const { code, message } = await importing(place, file, '--skip-invalid')
    const sentence = '2 of 3 products would be left out, more than 50%; --max-left-out 67% allows it'
    assert.deepEqual([code, message], [1, `vitrine: nothing was changed: ${sentence}`])
  })

  test('refuses to remove more than half of the products', async () => {
    using place = await shop()
    assert.equal((await importing(place, table(jugs(2)), '--replace')).products, 2)
    await importing(place, table(jugs(4)))
    const { code, message, products } = await importing(place, table(jugs(1)), '--replace')
    const sentence = '3 of 4 products of the store would be removed, more than 50%; --max-removed 75% allows it'
    assert.deepEqual([code, message, products], [1, `vitrine: nothing was changed: ${sentence}`, 4])
    assert.equal((await importing(place, table(jugs(1)), '--replace', '--max-removed', '75%')).products, 1)
  })

  test('refuses stocks of which no sku is known, and takes those of which one is', async () => {
    using place = await shop()
    const unknown = 'sku,stock\nX-1,1\nX-2,2\n'
    const { code, message } = await importing(place, unknown, '--only', 'stock')
    assert.deepEqual([code, /nothing in the file would be served/.test(message!)], [1, true])
    assert.equal((await importing(place, `${unknown}J-1,7\n`, '--only', 'stock')).code, 0)
  })

  test('refuses files of another shop, and takes them with the options that the error names', async () => {
    using place = await new WorkingDirectory().withStore('a')
    const first = await importing(place, table(jugs(12)))
    assert.deepEqual([first.code, first.products], [0, 12])
    const cups = jugs(11).map((jug, index) => ({ ...jug, Handle: `cup-${index}`, Title: `Cup ${index}` }))
    const none = 'none of the 11 products of the file is in the store, which has 12'
    const refused = await importing(place, table(cups))
    const message = `vitrine: nothing was changed: ${none}; --max-new 100% allows it`
    assert.deepEqual(refused, { code: 1, message, products: 12 })

    const feed = ['id,title,price,link,description,image_link,availability']
    for (let index = 0; index < 11; index++)
      feed.push(
        `C-${index},Cup ${index},5 EUR,https://cups.example/${index},,https://cups.example/${index}.jpg,in_stock`,
      )
    const other = await importing(place, feed.join('\n'))
    const source = 'the file has the format google, and earlier imports had shopify'
    const both = `vitrine: nothing was changed: ${none}; ${source}; --max-new 100% --change-source allow it`
    assert.deepEqual(other, { code: 1, message: both, products: 12 })
    const allowed = await importing(place, feed.join('\n'), '--max-new', '100%', '--change-source')
    assert.deepEqual([allowed.code, allowed.products], [0, 23])
    // The store knows both formats now.
    assert.equal((await importing(place, table(jugs(12)))).code, 0)
    assert.equal((await importing(place, feed.join('\n'))).code, 0)
  })

  test('refuses texts in another language than the store, and takes them with the option that the error names', async () => {
    using place = await new WorkingDirectory().withStore('a')
    assert.equal((await importing(place, described(ENGLISH))).code, 0)
    const sentence = 'the texts are in the language de, and the store is in en; --change-source allows it'
    const refused = { code: 1, message: `vitrine: nothing was changed: ${sentence}`, products: 12 }
    assert.deepEqual(await importing(place, described(GERMAN)), refused)
    assert.deepEqual(await importing(place, described(GERMAN), '--replace', '--dry-run'), refused)
    assert.equal((await importing(place, described(GERMAN), '--change-source')).code, 0)
    // The store has had both languages now.
    for (const texts of [ENGLISH, GERMAN]) assert.equal((await importing(place, described(texts))).code, 0)
  })

  test('refuses a file that takes much from the products of the store', async () => {
    using place = await new WorkingDirectory().withStore('a')
    const content = {
      'Image Src': 'https://jugs.example/1.jpg',
      Type: 'Jugs',
      'Body (HTML)': 'Of glass.',
      'Variant Inventory Tracker': 'shopify',
      'Variant Inventory Qty': '4',
    }
    assert.equal((await importing(place, table(jugs(12, content)))).code, 0)
    const without = (name: keyof typeof content, count: number) => {
      const { [name]: _, ...others } = content
      return table([...jugs(12, content).slice(count), ...jugs(count, others)])
    }
    const refused = async (file: string, loss: string, ...options: string[]) => {
      const { code, message } = await importing(place, file, ...options)
      const sentence = `12 of 12 products would ${loss}, more than 25%; --max-lost 100% allows it`
      assert.deepEqual([code, message], [1, `vitrine: nothing was changed: ${sentence}`])
    }
    await refused(without('Image Src', 12), 'lose their pictures', '--dry-run')
    await refused(without('Type', 12), 'lose their categories', '--replace')
    await refused(without('Body (HTML)', 12), 'lose their descriptions')
    await refused(without('Variant Inventory Tracker', 12), 'have no known stock any more')
    const priced = (price: string) => table(jugs(12, { ...content, 'Variant Price': price }))
    const price = 'have a price over five times as high or under a fifth'
    await refused(priced('1990.00'), price)
    await refused(priced('3.97'), price)
    const list = (price: string) =>
      `sku,price\n${jugs(12)
        .map((jug) => `${jug['Variant SKU']},${price}\n`)
        .join('')}`
    await refused(list('0'), price, '--only', 'price')
    // A sale, and what a few products lose, are no mistake.
    assert.equal((await importing(place, list('15.92'), '--only', 'price')).code, 0)
    assert.equal((await importing(place, without('Image Src', 3))).code, 0)
    assert.equal((await importing(place, list('1'), '--only', 'price', '--max-lost', '100%')).code, 0)
  })

  test('says what the store has and the file does not, and what --replace removed', async () => {
    using place = await new WorkingDirectory().withStore('a')
    await writeFile(place.path('all.csv'), table(jugs(12)))
    const first = await place.run(['import', 'all.csv', '--store', 'a'])
    assert.match(first.stderr, /currency: neither the file nor the store names one.* `vitrine store set a --currency/)
    const report = async (...options: string[]) => {
      await writeFile(place.path('less.csv'), table(jugs(10)))
      return (await place.run(['import', 'less.csv', '--store', 'a', ...options])).stderr
    }
    const merged = await report()
    assert.match(merged, /not in the file: 2 products of the store, which stay; --replace removes them/)
    assert.doesNotMatch(merged, /currency:/)
    const { lastImport } = JSON.parse((await place.run(['store', 'show', 'a', '--json'])).stdout)
    assert.deepEqual([lastImport.format, lastImport.products, lastImport.rows], ['shopify', 10, 10])
    const tried = await report('--replace', '--dry-run')
    assert.match(tried, /warning: 2 of 12 products of the store would be removed \(17%\)/)
    const removed = await report('--replace')
    assert.match(removed, /warning: 2 of 12 products of the store were removed \(17%\)/)
    assert.doesNotMatch(removed, /not in the file/)
  })

  test('names a share that is not a percentage', async () => {
    using place = await shop()
    for (const share of ['101%', '-1', 'half']) {
      const { code, message } = await importing(place, table(jugs(4)), '--max-removed', share)
      assert.deepEqual([code, /Expected a percentage from 0% to 100%/.test(message!)], [2, true], share)
    }
  })
})

describe('vitrine import of a file that would lose too much', () => {
  /** Jugs with all that a jug has, and two sizes of each. */
  const sizes = (count: number, fields: object = {}) =>
    table(
      jugs(count, { 'Image Src': 'https://jugs.example/1.jpg', Type: 'Jugs', ...STOCKED, ...fields }).flatMap((jug) =>
        ['S', 'L'].map((size) => ({
          ...jug,
          'Option1 Name': 'Size',
          'Option1 Value': size,
          'Variant SKU': `${jug['Variant SKU']}-${size}`,
        })),
      ),
    )
  const STOCKED = { 'Variant Inventory Tracker': 'shopify', 'Variant Inventory Qty': '4' }
  const stocks = (count: number, stock: number) =>
    `sku,stock\n${Array.from({ length: count }, (_, index) => `J-${index}-S,${stock}\nJ-${index}-L,${stock}\n`).join('')}`

  async function shopOf(count: number): Promise<WorkingDirectory> {
    const place = await new WorkingDirectory().withStore('a')
    assert.equal((await importing(place, sizes(count))).code, 0)
    return place
  }

  /** The end of what the command says is wrong. */
  const refused = (reason: string, option: string) => `vitrine: nothing was changed: ${reason}; ${option} allows it`

  test('is refused if the day has removed too much, and approved once', async () => {
    using place = await shopOf(100)
    assert.equal((await importing(place, sizes(76), '--replace')).products, 76)
    const reason = 'the store would have 60 products, and had 100 within the last 24 hours: more than 25% fewer'
    const more = 'the store would have 120 variants, and had 200 within the last 24 hours: more than 25% fewer'
    const message = refused(`${reason}; ${more}`, '--max-removed 40%')
    assert.deepEqual(await importing(place, sizes(60), '--replace'), { code: 1, message, products: 76 })

    const shown = await place.run(['store', 'show', 'a'])
    assert.match(
      shown.stdout,
      /refused +catalog, 20\S+Z: the store would have 60 products, .*`vitrine approve a` allows/,
    )
    const approved = await place.run(['approve', 'a'])
    assert.match(approved.stdout, /^approved for the next catalog: the store would have 60 products, /)
    // Something else is not approved.
    assert.equal((await importing(place, sizes(59), '--replace')).code, 1)
    assert.match((await place.run(['approve', 'a'])).stdout, /would have 59 products/)
    assert.equal((await importing(place, sizes(59), '--replace')).products, 59)
    assert.match((await place.run(['approve', 'a'])).stdout, /nothing of store a waits/)
    // What was approved is what later imports are compared with.
    assert.equal((await importing(place, sizes(50), '--replace')).products, 50)
  })

  test('is refused if it sells out everything, as a file and as a patch', async () => {
    using place = await shopOf(12)
    const reason = 'the store would have 0 variants in stock, and has 24: more than 50% fewer'
    const message = refused(reason, '--max-lost 100%')
    const empty = sizes(12, { 'Variant Inventory Qty': '0' })
    assert.deepEqual(await importing(place, empty), { code: 1, message, products: 12 })
    assert.deepEqual(await importing(place, stocks(12, 0), '--only', 'stock'), { code: 1, message, products: 12 })
    // Both wait, and a patch within the limits is no answer to the file.
    assert.equal((await importing(place, stocks(3, 0), '--only', 'stock')).code, 0)
    const { refusals } = JSON.parse((await place.run(['store', 'show', 'a', '--json'])).stdout)
    assert.deepEqual(
      refusals.map(({ source }: { source: string }) => source),
      ['catalog'],
    )
    assert.equal((await importing(place, sizes(12))).code, 0)
    const { refusals: none } = JSON.parse((await place.run(['store', 'show', 'a', '--json'])).stdout)
    assert.equal(none, undefined)
  })

  test('is refused if products lose their variants', async () => {
    using place = await shopOf(12)
    const reason = 'the store would have 12 variants, and has 24: more than 25% fewer'
    const message = refused(reason, '--max-removed 50%')
    const one = table(jugs(12, { 'Image Src': 'https://jugs.example/1.jpg', Type: 'Jugs', ...STOCKED }))
    assert.deepEqual(await importing(place, one), { code: 1, message, products: 12 })
    const allowed = await place.run(['import', 'next.csv', '--store', 'a', '--max-removed', '50%'])
    assert.deepEqual([allowed.code, /^fewer variants: 12 products$/m.test(allowed.stderr)], [0, true])
  })

  test('is refused if the prices of everything are others, and told if they moved by more than a sale', async () => {
    using place = await shopOf(12)
    const priced = (price: string) => sizes(12, { 'Variant Price': price })
    const factor = (text: string) =>
      refused(`the prices of the store would be ${text} times as high on average`, '--max-lost 100%')
    assert.equal((await importing(place, priced('97.51'))).message, factor('4.9'))
    assert.equal((await importing(place, priced('3.98'))).message, factor('0.20'))
    const told = async (price: string) => {
      await writeFile(place.path('next.csv'), priced(price))
      const { code, stderr } = await place.run(['import', 'next.csv', '--store', 'a'])
      return [code, /warning: the prices are (\S+) times as high on average as before/.exec(stderr)?.[1]]
    }
    assert.deepEqual(await told('15.92'), [0, undefined])
    assert.deepEqual(await told('23.88'), [0, '1.5'])
  })
})

describe('vitrine import of a file that may be cut off', () => {
  /** Products of the REST API of Shopify, each with so many variants. */
  const page = (count: number, variants = 1) => {
    const products = Array.from({ length: count }, (_, index) => ({
      ...{ id: index + 1, title: `Jug ${index}`, handle: `jug-${index}`, body_html: '', product_type: 'Jugs' },
      published_at: '2026-01-01T00:00:00Z',
      options: [{ name: 'Size' }],
      variants: Array.from({ length: variants }, (_, size) => ({
        ...{ id: index * 1000 + size, option1: `${size}`, option2: null, option3: null, price: '19.90' },
        ...{ sku: `J-${index}-${size}`, inventory_management: null },
      })),
    }))
    return JSON.stringify({ products })
  }

  test('is told where a page of an API ends, and refused if it would remove something', async () => {
    using place = await new WorkingDirectory().withStore('a')
    assert.equal((await importing(place, page(251))).code, 0)
    const ending = 'the file has exactly 250 products, as a full page of the API, so there may be more pages'
    await writeFile(place.path('next.csv'), page(250))
    const added = await place.run(['import', 'next.csv', '--store', 'a'])
    assert.deepEqual([added.code, added.stderr.includes(`warning: ${ending}\n`)], [0, true])
    const refused = `vitrine: nothing was changed: ${ending}, and --replace would take from 1 product; --max-removed 1% allows it`
    assert.deepEqual(await importing(place, page(250), '--replace'), { code: 1, message: refused, products: 251 })
    assert.equal((await importing(place, page(250), '--replace', '--max-removed', '1%')).products, 250)
    assert.equal((await importing(place, page(250), '--replace')).code, 0)
  })

  test('is told if all products have one value where they had several', async () => {
    using place = await new WorkingDirectory().withStore('a')
    const described = jugs(12).map((jug, index) => ({ ...jug, 'Body (HTML)': `Jug ${index} of glass.` }))
    assert.equal((await importing(place, table(described))).code, 0)
    const same = { Title: 'Jug', 'Body (HTML)': '.' }
    await writeFile(place.path('next.csv'), table(described.map((jug) => ({ ...jug, ...same }))))
    const { code, stderr } = await place.run(['import', 'next.csv', '--store', 'a'])
    assert.equal(code, 0)
    for (const field of ['name', 'description'])
      assert.ok(stderr.includes(`warning: 12 products have the same ${field} now, and had different ones\n`), stderr)
    assert.doesNotMatch(stderr, /the same price/)
  })

  test('is told which product has as many variants as an API gives', async () => {
    using place = await new WorkingDirectory().withStore('a')
    assert.equal((await importing(place, page(1, 101))).code, 0)
    const ending = 'the file has exactly 100 variants of Jug 0, the most that the API gives of a product'
    const { code, message } = await importing(place, page(1, 100), '--replace')
    assert.deepEqual([code, message!.includes(`${ending}, and --replace would take from 1 product; `)], [1, true])
  })

  test('is refused with --replace if products would go that it has in another currency', async () => {
    using place = await new WorkingDirectory().withStore('a')
    const cups = (dollars: number) =>
      lines(
        Array.from({ length: 12 }, (_, index) => ({
          name: `Cup ${index}`,
          currency: index < dollars ? 'USD' : 'EUR',
          variants: [{ sku: `C-${index}`, price: 5 }],
        })),
      )
    assert.equal((await importing(place, cups(0))).code, 0)
    const { code, message, products } = await importing(place, cups(3), '--replace')
    const reason = 'the file has 3 rows with prices in another currency, and --replace would take from 3 products'
    assert.deepEqual([code, products, message!.includes(reason)], [1, 12, true], message)
  })

  test('is refused with --replace if it is a table from a pipe whose last line has no end', async () => {
    using place = await shop()
    const piped = async (text: string, ...options: string[]) => {
      const { code, stderr } = await place.run(['import', '-', '--store', 'a', ...options], {}, text)
      return [code, stderr.trim().split('\n').at(-1)]
    }
    const cut = table(jugs(4)).trimEnd().slice(0, -1)
    const sentence =
      'vitrine: standard input: The last line of the table has no end, so the table may be cut off. ' +
      'Write it to a file and import that, or leave out --replace. Nothing was changed.'
    assert.deepEqual(await piped(cut, '--replace'), [1, sentence])
    assert.equal((await piped(cut))[0], 0)
    assert.equal((await piped(`${table(jugs(4)).trimEnd()}\n`, '--replace'))[0], 0)
  })
})
