// Complete run only: it starts many processes.
import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { storeId } from '@vitrine/catalog/store'
import { importCommand } from '../../packages/vitrine/cli/import/next-steps.ts'
import { leftOut } from '../quick.ts'
import { type Browser, findChromium, openBrowser } from '../server/chromium.ts'
import { contrast } from '../server/contrast.ts'
import { WorkingDirectory } from './vitrine.ts'

const HEADER =
  'Handle,Title,Body (HTML),Type,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Inventory Qty,Variant Inventory Tracker,Image Src,Status,Gift Card'

/** A name that is markup, and one that is written from right to left. */
const SCRIPT = '<script>document.title=1</script><b>Hat</b> & "more"'
const PRODUCTS = [
  HEADER,
  `hat,"${SCRIPT.replaceAll('"', '""')}",Soft,Hats,Size,S,H-S,19.90,3,shopify,https://img.invalid/hat.jpg,active,false`,
  'hat,,,,,M,H-M,21.00,0,shopify,,,',
  'scarf,قبعة,,,Title,Default Title,SC,8,0,shopify,http://img.invalid/scarf.jpg,active,false',
  'mug,Mug,,,Title,Default Title,MU,8,,,mug.jpg,active,false',
  'draft,Draft,,,Title,Default Title,DR,5,1,shopify,,draft,false',
].join('\n')
const WRONG = `${PRODUCTS}\nbad,Bad thing,,,Title,Default Title,BAD,no,1,shopify,,active,false\n`

async function placeWith(text: string): Promise<WorkingDirectory> {
  const place = new WorkingDirectory()
  await writeFile(place.path('products.csv'), text)
  return place
}

const IMPORT = ['import', 'products.csv', '--store', 'shoes', '--create', '--report', 'report.html']

async function pageOf(place: WorkingDirectory): Promise<string> {
  return await readFile(place.path('report.html'), 'utf8')
}

/** The text of a section, without markup. */
function sectionOf(page: string, title: string): string {
  const content = page.split(`>${title}</h2>`)[1]?.split('</section>')[0] ?? ''
  const spaced = content.replaceAll(/<(?:td|th|li|dd|dt|p|pre|br|h\d|small|ul)\b/g, ' $&')
  return spaced
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll(/\s+/g, ' ')
}

describe('the report of an import as a page', () => {
  test('says what is served, left out, used and missing, and how to go on', async () => {
    using place = await placeWith(WRONG)
    const { code } = await place.run([...IMPORT, '--skip-invalid'])
    assert.equal(code, 0)
    const page = await pageOf(place)
    assert.match(page, /Published: the store shoes has 3 products and 4 variants, as edition 1\./)
    assert.match(sectionOf(page, 'What is served'), /Read: 3 products with 4 variants\. created 3 .*skipped 1/)
    assert.match(sectionOf(page, 'What is served'), /19\.90 – 21\.00 S 19\.90, 3 in stock M 21\.00, sold out/)
    const left = sectionOf(page, 'What is left out, and why')
    assert.match(left, /1 problem of column H "Variant Price"; expected a price .*row 7, column H .* is "no"/)
    assert.match(left, /1 row since the product is a draft row 6 \(draft\)/)
    const columns = sectionOf(page, 'Which columns are used')
    assert.match(columns, /The format is shopify\..*Title the name.*Variant Price the price/)
    assert.match(columns, /Not used: 1 column: Gift Card/)
    const missing = sectionOf(page, 'What shoppers will miss')
    assert.match(missing, /2 of 3 products have no description rows 4 \(قبعة\), 5 \(Mug\)/)
    assert.match(missing, /1 of 3 products has no stock: it is sold out row 4/)
    assert.match(missing, /The store has no language, .*The store has no currency/)
    assert.match(sectionOf(page, 'What to do next'), /Serve it\. vitrine serve.*vitrine store set shoes --currency …/)
  })

  test('is written for a dry run, with the command that imports the file', async () => {
    using place = await placeWith(PRODUCTS)
    assert.equal((await place.run([...IMPORT, '--dry-run', '--name', "Ann's shoes"])).code, 0)
    const page = await pageOf(place)
    assert.match(page, /This was a dry run: nothing was changed\./)
    assert.match(sectionOf(page, 'What would be served'), /created 3 /)
    const command = "vitrine import products.csv --store shoes --create --name 'Ann'\\''s shoes'"
    assert.ok(sectionOf(page, 'What to do next').includes(command))
  })

  test('is written for an import that is refused, with the options that allow it', async () => {
    using place = await placeWith(WRONG)
    assert.equal((await place.run(IMPORT)).code, 1)
    const refused = await pageOf(place)
    assert.match(refused, /class="refused">Nothing was changed: 1 problem in 1 product; --skip-invalid leaves/)
    assert.match(sectionOf(refused, 'What would be served'), /Read without problems: 3 products with 4 variants/)
    assert.match(sectionOf(refused, 'What to do next'), /vitrine import products\.csv .* --skip-invalid/)
    await writeFile(place.path('products.csv'), PRODUCTS.replaceAll(',active,', ',draft,'))
    assert.equal((await place.run([...IMPORT, '--max-left-out', '10%'])).code, 1)
    assert.match(sectionOf(await pageOf(place), 'What to do next'), /--max-left-out 100% ?$/)
  })

  test('is written for a table whose columns are only guessed, with the guess and the ways on', async () => {
    using place = await placeWith('Artikel;Kostet;Notiz\nHut;5,00 €;Regal 3\n')
    assert.equal((await place.run(IMPORT)).code, 1)
    const page = await pageOf(place)
    assert.match(sectionOf(page, 'Which columns are used'), /Kostet price 5,00 €.*Not used: 1 column: Notiz/)
    assert.match(
      sectionOf(page, 'What to do next'),
      /--create --yes.*--write-columns columns\.json.*--columns columns\.json/,
    )
    assert.equal((await place.run([...IMPORT, '--yes'])).code, 0)
    assert.match(sectionOf(await pageOf(place), 'Which columns are used'), /Kostet price 5,00 €/)
  })

  test('is written as far as the file could be read', async () => {
    using place = await placeWith(`${PRODUCTS}\ncut,"Cut off`)
    assert.equal((await place.run(IMPORT)).code, 1)
    assert.match(await pageOf(place), /class="refused">Products\.csv: .*quotation mark.*Nothing was changed\./)
  })

  test('names the elements of a feed and the fields of JSON that are used', async () => {
    using place = await placeWith(
      '<rss><channel><item><id>1</id><title>Hat</title><price>5 EUR</price><link>https://a.example/hat</link><shade>red</shade></item></channel></rss>',
    )
    assert.equal((await place.run([...IMPORT, '--format', 'google'])).code, 0)
    const feed = sectionOf(await pageOf(place), 'Which columns are used')
    assert.match(feed, /price the price, and its currency/)
    assert.doesNotMatch(feed, /availability/)
    assert.match(feed, /Not used: 1 column: shade/)
    const variants = [
      { id: 2, title: 'Default Title', option1: 'Default Title', price: '5.00', sku: 'H', available: true },
    ]
    const product = {
      id: 1,
      title: 'Cap',
      handle: 'cap',
      body_html: '',
      vendor: 'A',
      product_type: 'Caps',
      options: [],
      variants,
      images: [],
    }
    await writeFile(
      place.path('products.csv'),
      JSON.stringify({ products: [{ ...product, admin_graphql_api_id: 'x' }] }),
    )
    assert.equal((await place.run([...IMPORT, '--store', 'json'])).code, 0)
    const json = sectionOf(await pageOf(place), 'Which columns are used')
    assert.match(json, /shopify-json.*handle the slug.*variants\[\]\.price the price/)
    assert.doesNotMatch(json, /barcode|compare_at_price/)
    assert.match(json, /Not used: .*admin_graphql_api_id/)
  })

  test('has a bounded size, and says how many findings it does not show', async () => {
    const rows = Array.from({ length: 3000 }, (_, index) => {
      const long = `${index}${'x'.repeat(300)}`
      return `h${index},${long},,,Title,Default Title,S${index},${index % 2 ? 'no' : '5'},1,shopify,,${index % 3 ? 'draft' : 'active'},`
    })
    const columns = Array.from({ length: 500 }, (_, index) => `Extra ${index}`)
    const header = `${HEADER},${columns.join(',')}`
    using place = await placeWith([header, ...rows.map((row) => `${row}${',1'.repeat(500)}`)].join('\n'))
    assert.equal((await place.run(IMPORT)).code, 1)
    const page = await pageOf(place)
    assert.ok(page.length < 100_000, String(page.length))
    assert.match(page, /<strong>500 problems<\/strong>[\s\S]*and 495 more/)
    assert.match(page, /<strong>2,000 rows<\/strong>[\s\S]*, and 1,990 more/)
    assert.match(page, /Not shown: 300 more columns\./)
  })

  test('does not replace the catalog or another file of the import', async () => {
    using place = await placeWith(PRODUCTS)
    await symlink('products.csv', place.path('report.html'))
    const linked = await place.run(IMPORT)
    assert.deepEqual([linked.code, linked.stdout], [2, ''])
    assert.match(
      linked.stderr,
      /--report report\.html is the catalog itself, which it would replace; name another file/,
    )
    const lines = await place.run(['import', 'products.csv', '--store', 'a', '--create', '--report', 'products.csv'])
    assert.equal(lines.code, 2)
    const database = await place.run([...IMPORT.slice(0, -1), 'shop.html', '--database', 'shop.html'])
    assert.match(database.stderr, /--report shop\.html is the database/)
    assert.equal(await readFile(place.path('products.csv'), 'utf8'), PRODUCTS)
    assert.deepEqual((await readdir(place.path('.'))).sort(), ['products.csv', 'report.html'])
  })

  test('that cannot be written refuses the import before it begins', async () => {
    using place = await placeWith(PRODUCTS)
    await mkdir(place.path('folder.html'))
    for (const [path, fault] of [
      ['none/report.html', 'its folder does not exist'],
      ['folder.html', 'it is a folder; name a file'],
    ] as const) {
      const { code, stdout, stderr } = await place.run([...IMPORT.slice(0, -1), path])
      assert.deepEqual([code, stdout], [1, ''])
      assert.equal(stderr, `vitrine: cannot write the report to ${path}: ${fault}\n`)
    }
    assert.deepEqual((await readdir(place.path('.'))).sort(), ['folder.html', 'products.csv'])
  })

  test('names no password in its commands', () => {
    const database = 'postgres://shop:secret@db.example/shop'
    assert.equal(
      importCommand(['https://a.example/api'], {
        ...{ store: storeId('shoes')!, database, replace: true, dryRun: true, report: 'report.html' },
        header: [['authorization', 'Bearer secret']],
      }),
      "vitrine import https://a.example/api --store shoes --replace --header 'authorization: …' --database postgres://db.example/shop",
    )
  })
})

const chromium = findChromium()
const skip =
  leftOut('a browser') ||
  (chromium === undefined && 'there is no chromium on the path: `apt-get install chromium` gets one')

describe('the page of an import, in a browser', { skip }, () => {
  let place: WorkingDirectory
  let browser: Browser
  let url: string
  before(async () => {
    place = await placeWith(WRONG)
    await place.run([...IMPORT, '--skip-invalid'])
    url = pathToFileURL(place.path('report.html')).href
    browser = await openBrowser(chromium!)
  })
  after(async () => {
    await browser?.[Symbol.asyncDispose]()
    place[Symbol.dispose]()
  })

  for (const width of [1280, 320])
    test(`fits a window of ${width} pixels, and asks for nothing but pictures over https`, async () => {
      using own = await browser.open(url, { width })
      assert.equal(await own.evaluate('document.documentElement.scrollWidth <= innerWidth'), true)
      assert.deepEqual(
        own.requests.filter((address) => address !== url),
        ['https://img.invalid/hat.jpg'],
      )
      // The one error is the picture, whose host does not exist. The style is applied, so its digest is right.
      assert.equal(own.errors.length, 1, own.errors.join('\n'))
      assert.match(own.errors[0]!, /hat\.jpg/)
      assert.equal(await own.evaluate(`getComputedStyle(document.querySelector('.cards')).display`), 'grid')
    })

  test('shows texts of the file as texts, and says which picture is missing', async () => {
    using own = await browser.open(url)
    assert.equal(await own.page.title(), 'Import of products.csv')
    await own.page.getByRole('heading', { name: SCRIPT, exact: true }).waitFor()
    assert.equal(await own.page.locator('script').count(), 0)
    assert.equal(await own.page.getByRole('img').getAttribute('alt'), SCRIPT)
    assert.equal(await own.page.getByRole('img').getAttribute('referrerpolicy'), 'no-referrer')
    const texts = await own.page.locator('.picture').allTextContents()
    assert.match(texts.join('|'), /without an https address: http:\/\/img.*without an https address: mug\.jpg/)
  })

  test('has headings, landmarks and a table that screen readers understand', async () => {
    using own = await browser.open(url)
    const levels = await own.evaluate(
      `[...document.querySelectorAll('h1,h2,h3,h4')].map(({ tagName }) => Number(tagName[1]))`,
    )
    for (const [index, level] of (levels as number[]).entries())
      assert.ok(index === 0 ? level === 1 : level - (levels as number[])[index - 1]! <= 1, String(levels))
    for (const name of ['What is served', 'What is left out, and why', 'What shoppers will miss', 'What to do next'])
      await own.page.getByRole('region', { name, exact: true }).waitFor()
    await own.page.getByRole('main').waitFor()
    await own.page.getByRole('rowheader', { name: 'Variant Price', exact: true }).waitFor()
    assert.equal(await own.evaluate('document.documentElement.lang'), 'en')
    assert.equal(
      await own.evaluate(`new Set([...document.querySelectorAll('[id]')].map(({ id }) => id)).size`),
      await own.evaluate(`document.querySelectorAll('[id]').length`),
    )
  })

  test('has no barriers that axe finds, also if the import is refused', async () => {
    assert.equal((await place.run(IMPORT.with(-1, 'refused.html'))).code, 1)
    for (const name of ['report.html', 'refused.html'])
      for (const colorScheme of ['light', 'dark'] as const) {
        using own = await browser.open(pathToFileURL(place.path(name)).href)
        await own.page.emulateMedia({ colorScheme })
        assert.deepEqual(await own.violations(), [], `${name} in ${colorScheme}`)
      }
  })

  for (const scheme of ['light', 'dark', 'print'] as const)
    test(`has enough contrast in ${scheme}`, async () => {
      using own = await browser.open(url)
      await own.page.emulateMedia(
        scheme === 'print' ? { media: 'print', colorScheme: 'dark' } : { colorScheme: scheme },
      )
      const [page, panel, text, muted] = (await own.evaluate(
        `['page', 'panel', 'text', 'muted'].map((name) => getComputedStyle(document.documentElement).getPropertyValue('--' + name))`,
      )) as [string, string, string, string]
      for (const front of [text, muted]) for (const back of [page, panel]) assert.ok(contrast(front, back) >= 4.5)
      if (scheme === 'print') assert.equal(page, '#ffffff')
    })
})
