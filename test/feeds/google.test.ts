import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Product, Submitted } from '@vitrine/catalog/product'
import { googleFeed } from '@vitrine/feeds/google'
import { productsIn } from '../convert/catalog-file.ts'
import { DATABASES } from '../database/databases.ts'
import { feedOf, jacket, shirt, sqliteFeed } from './feed-of.ts'

const XML = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">
<channel>
<title>Shop &amp; Co</title>
<link>https://shop.example/</link>
<description>The products of Shop &amp; Co</description>
<item>
<g:id>J-R</g:id>
<g:title>Jacket - Red</g:title>
<g:description>Dry</g:description>
<g:link>https://shop.example/p/jacket?variant=J-R</g:link>
<g:image_link>https://img.example/red.webp</g:image_link>
<g:additional_image_link>https://img.example/jacket.jpg</g:additional_image_link>
<g:additional_image_link>https://img.example/back,side.png</g:additional_image_link>
<g:availability>in_stock</g:availability>
<g:price>149.00 EUR</g:price>
<g:sale_price>99.00 EUR</g:sale_price>
<g:product_type>Clothing &gt; Jackets</g:product_type>
<g:product_type>Gifts</g:product_type>
<g:gtin>4006381333931</g:gtin>
<g:item_group_id>00000000-0000-4000-8000-000000000001</g:item_group_id>
<g:item_group_title>Jacket</g:item_group_title>
<g:color>Red</g:color>
<g:variant_option>
<g:name>farbe</g:name>
<g:value>Red</g:value>
</g:variant_option>
</item>
<item>
<g:id>J-B</g:id>
<g:title>Jacket - Blue</g:title>
<g:description>Dry</g:description>
<g:link>https://shop.example/p/jacket?variant=J-B</g:link>
<g:image_link>https://img.example/jacket.jpg</g:image_link>
<g:additional_image_link>https://img.example/back,side.png</g:additional_image_link>
<g:availability>out_of_stock</g:availability>
<g:price>149.00 EUR</g:price>
<g:product_type>Clothing &gt; Jackets</g:product_type>
<g:product_type>Gifts</g:product_type>
<g:item_group_id>00000000-0000-4000-8000-000000000001</g:item_group_id>
<g:item_group_title>Jacket</g:item_group_title>
<g:color>Blue</g:color>
<g:variant_option>
<g:name>farbe</g:name>
<g:value>Blue</g:value>
</g:variant_option>
</item>
</channel>
</rss>
`

const ID = '00000000-0000-4000-8000-000000000001'

for (const { database, open, skip } of DATABASES) {
  test(`a Google feed of a store in ${database} has an item for each variant`, { skip }, async () => {
    await using opened = await open()
    const { text, counts } = await feedOf(opened, googleFeed, 'xml', [jacket({ id: ID })])
    assert.equal(text, XML)
    assert.deepEqual(counts, { products: 1, variants: 2, leftOut: [], shortened: [] })
  })
}

describe('a Google feed', () => {
  test('may be a table with tabs, with one product type for each item', async () => {
    const { text } = await sqliteFeed(googleFeed, 'tsv', [jacket({ id: ID, description: 'Dry\n"and" warm' })])
    const [header, first] = text.split('\n', 2)
    assert.match(header!, /^id\ttitle\tdescription\tlink\timage_link\tadditional_image_link\t/)
    assert.ok(first!.endsWith('Dry'))
    assert.match(text, /\t"Dry\n""and"" warm"\t/)
    assert.match(text, /\thttps:\/\/img\.example\/jacket\.jpg,https:\/\/img\.example\/back%2Cside\.png\t/)
    assert.match(text, /\tClothing > Jackets\t/)
    const [product] = await productsIn(text)
    assert.deepEqual([product!.name, product!.variants.length, product!.description], ['Jacket', 2, 'Dry\n"and" warm'])
  })

  test('has the text of HTML, and no characters that XML forbids', async () => {
    const { text } = await sqliteFeed(googleFeed, 'xml', [
      shirt({ name: 'Shirt\u0001 <M>\ufffe', labelValues: ['\u0002Sale'] }),
    ])
    assert.match(text, /<g:title>Shirt &lt;M&gt;<\/g:title>/)
    assert.match(text, /<g:description>Soft &amp; warm\n\n• Cotton<\/g:description>/)
    assert.match(text, /<g:product_type>Sale</)
    assert.equal((await productsIn(text))[0]!.name, 'Shirt <M>')
  })

  test('has tags and collections as custom labels, and only categories as product types', async () => {
    const tags = ['x'.repeat(101), ...'ABCDE'].map((name) => ({ name, kind: 'tag' }))
    const labelValues = [
      'Unknown',
      { name: 'Summer', kind: 'collection' },
      ...tags,
      { name: 'Coats', kind: 'category' },
    ]
    const { text } = await sqliteFeed(googleFeed, 'xml', [shirt({ labelValues })])
    assert.deepEqual(
      [...text.matchAll(/<g:(product_type|custom_label_\d)>(.*)</g)].map(([, name, value]) => [name, value]),
      [
        ...[
          ['product_type', 'Unknown'],
          ['product_type', 'Coats'],
          ['custom_label_0', 'Summer'],
        ],
        ...[...'ABCD'].map((name, index) => [`custom_label_${index + 1}`, name]),
      ],
    )
    const table = (await sqliteFeed(googleFeed, 'tsv', [shirt({ labelValues })])).text
    const [{ labelValues: read }] = (await productsIn(table)) as [Submitted<Product>]
    assert.deepEqual(
      read.map(({ name, kind }) => `${kind} ${name}`),
      ['category Unknown', ...['Summer', ...'ABCD'].map((name) => `tag ${name}`)],
    )
  })

  test('has the measures of unit prices that Google takes', async () => {
    const variants = [
      { sku: 'A', price: '10.50', unitPrice: { contents: '250 g' } },
      { sku: 'B', price: '10.50', unitPrice: { contents: '300 g', amount: '3 g' } },
      { sku: 'C', price: '10.50', unitPrice: { contents: '2 rolls' } },
    ]
    const { text } = await sqliteFeed(googleFeed, 'xml', [shirt({ optionGroups: undefined, variants })])
    const measures = [...text.matchAll(/<g:unit_pricing_(\w+)>([^<]+)</g)].map(([, name, value]) => `${name} ${value}`)
    assert.deepEqual(measures, ['measure 250 g', 'base_measure 100 g', 'measure 300 g'])
  })

  const titles: [string, string, string][] = [
    ['Shirt', 'Shirt', 'Shirt - Red'],
    ['Shirt', 'Red shirt', 'Red shirt'],
    ['Shirt', 'Crimson', 'Shirt - Crimson'],
  ]
  for (const [product, variant, title] of titles) {
    test(`has the title “${title}” for the red variant “${variant}” of “${product}”`, async () => {
      const variants = ['Red', 'Blue'].map((color) => ({
        ...{ name: color === 'Red' ? variant : product, sku: color, price: 1 },
        productOptions: { color },
      }))
      const { text } = await sqliteFeed(googleFeed, 'xml', [
        shirt({ name: product, optionGroups: undefined, variants }),
      ])
      assert.match(text, new RegExp(`<g:id>Red</g:id>\n<g:title>${title}</g:title>`))
    })
  }

  test('groups no variants that their options do not tell apart', async () => {
    const variant = (sku: string, color?: string) => ({ sku, price: 1, productOptions: color ? { color } : {} })
    const groups = { optionGroups: undefined }
    const catalogs = [
      shirt({ ...groups, variants: [variant('A', 'Red')] }),
      shirt({ ...groups, variants: [variant('A', 'Red'), variant('B')] }),
      shirt({ ...groups, variants: [variant('A', 'Red'), variant('B', 'Red')] }),
    ]
    for (const catalog of catalogs)
      assert.doesNotMatch((await sqliteFeed(googleFeed, 'xml', [catalog])).text, /item_group_id/)
  })

  const laptop = (...options: object[]) =>
    shirt({
      name: 'Laptop',
      slug: 'laptop',
      optionGroups: undefined,
      variants: options.map((productOptions, index) => ({ sku: `L-${index}`, price: 900, productOptions })),
    })

  for (const form of ['xml', 'tsv']) {
    test(`names the options that tell variants apart as ${form}, so that they are read back as one product`, async () => {
      const { text } = await sqliteFeed(googleFeed, form, [
        laptop({ RAM: '8 GB', Port: 'C' }, { RAM: '16 GB', Port: 'C' }),
      ])
      const products = await productsIn(text)
      assert.deepEqual(
        products.map(({ name, optionGroups, variants }) => [
          name,
          optionGroups.map((group) => [group.name, group.options.map((option) => option.name)]),
          variants.map(({ sku }) => sku),
        ]),
        [['Laptop', [['RAM', ['8 GB', '16 GB']]], ['L-0', 'L-1']]],
      )
    })
  }

  test('names no options if a variant lacks one, or if its form cannot have them', async () => {
    const incomplete = laptop({ RAM: '8 GB', Port: 'C' }, { RAM: '16 GB' })
    assert.doesNotMatch((await sqliteFeed(googleFeed, 'xml', [incomplete])).text, /variant_option/)
    const long = laptop({ RAM: '8 GB' }, { RAM: 'x'.repeat(251) })
    assert.doesNotMatch((await sqliteFeed(googleFeed, 'xml', [long])).text, /variant_option/)
    const comma = laptop({ RAM: '8 GB' }, { RAM: '16, or 32 GB' })
    assert.match((await sqliteFeed(googleFeed, 'xml', [comma])).text, /<g:value>16, or 32 GB</)
    assert.doesNotMatch((await sqliteFeed(googleFeed, 'tsv', [comma])).text, /RAM/)
  })

  test('has the attributes that Google knows, in the languages of shops, with the values that it knows', async () => {
    const options = { Größe: 'M', gender: 'Female', 'Age group': 'Grown-ups', Ram: '8 GB' }
    const optionGroups = [
      ...Object.entries(options).map(([name, option]) => ({ name, options: [{ name: option }] })),
      { name: 'Material', options: [{ name: 'Wool' }] },
      { name: 'Pattern', options: [{ name: 'Dots' }, { name: 'Stripes' }] },
    ]
    const productOptions = Object.entries(options).map(([group, name]) => ({ group, name }))
    const { text } = await sqliteFeed(googleFeed, 'xml', [shirt({ optionGroups }, { productOptions })])
    const found = [...text.matchAll(/<g:(color|size|material|pattern|age_group|gender)>(.*)</g)]
    assert.deepEqual(
      found.map(([, name, value]) => [name, value]),
      [
        ['size', 'M'],
        ['material', 'Wool'],
        ['gender', 'female'],
      ],
    )
  })

  test('writes amounts with the decimals of the currency, and leaves out those that nobody can pay', async () => {
    const variants = [
      { sku: 'A', price: '1900.00', listPrice: '2500.00' },
      { sku: 'B', price: '19.90' },
      { sku: 'C', price: '100.00', listPrice: '100.50' },
    ]
    const { text, counts } = await sqliteFeed(googleFeed, 'xml', [shirt({ variants })], { currency: 'JPY' })
    assert.deepEqual(
      [...text.matchAll(/price>(.*)</g)].map(([, price]) => price),
      ['2500 JPY', '1900 JPY', '100 JPY'],
    )
    assert.deepEqual(counts.leftOut, [{ reason: 'not-payable', count: 1, examples: ['B'] }])
  })

  test('counts what it leaves out, by reason', async () => {
    const long = 'x'.repeat(51)
    const catalog = [
      shirt({ slug: 'a', createdAt: '2026-01-09', variants: [] }),
      shirt({ slug: 'b', createdAt: '2026-01-08', description: '<p> </p>' }, { sku: 'B' }),
      shirt({ slug: 'c', createdAt: '2026-01-07', files: [] }, { sku: 'C' }),
      shirt({ slug: 'd', createdAt: '2026-01-06', files: ['/shirt.jpg'] }, { sku: 'D' }),
      shirt({ slug: 'e', createdAt: '2026-01-05', files: ['https://img.example/shirt.svg'] }, { sku: 'E' }),
      shirt({ slug: 'f', createdAt: '2026-01-04' }, { sku: 'F', price: 0 }),
      shirt({ slug: 'g', createdAt: '2026-01-03' }, { sku: long }),
      shirt({ slug: 'h', createdAt: '2026-01-02' }, { sku: 'H' }),
      shirt({ slug: 'i', createdAt: '2026-01-01' }, { sku: 'H' }),
    ]
    const { counts } = await sqliteFeed(googleFeed, 'xml', catalog)
    assert.deepEqual([counts.products, counts.variants], [1, 1])
    assert.deepEqual(counts.leftOut, [
      { reason: 'no-variants', count: 1, examples: ['a'] },
      { reason: 'no-description', count: 1, examples: ['B'] },
      { reason: 'no-picture', count: 1, examples: ['C'] },
      { reason: 'relative-picture', count: 1, examples: ['D'] },
      { reason: 'picture-type', count: 1, examples: ['E'] },
      { reason: 'zero-price', count: 1, examples: ['F'] },
      { reason: 'long-sku', count: 1, examples: [long] },
      { reason: 'repeated-sku', count: 1, examples: ['H'] },
    ])
  })

  test('completes the paths of pictures', async () => {
    const pictureBase = 'https://cdn.example/shop/'
    const files = ['/a.jpg', 'b.png', 'https://img.example/ö.jpg', 'data:image/png,x', 'https://img.example/c']
    const { text } = await sqliteFeed(googleFeed, 'xml', [shirt({ files })], { pictureBase })
    assert.deepEqual(
      [...text.matchAll(/image_link>(.*)</g)].map(([, url]) => url),
      [
        'https://cdn.example/a.jpg',
        'https://cdn.example/shop/b.png',
        'https://img.example/%C3%B6.jpg',
        'https://img.example/c',
      ],
    )
  })

  test('has the beginning of a text that is too long, and counts it', async () => {
    const name = `${'word '.repeat(29)}longer`
    const { text, counts } = await sqliteFeed(googleFeed, 'xml', [
      shirt({ name, description: `${'x'.repeat(4998)}\u{1f9e5}.` }),
    ])
    assert.match(text, new RegExp(`<g:title>${'word '.repeat(29).trim()}…</g:title>`))
    assert.ok(text.includes(`<g:description>${'x'.repeat(4998)}…</g:description>`), 'a half of a character stays')
    assert.deepEqual(counts.shortened, [
      { field: 'title', count: 1 },
      { field: 'description', count: 1 },
    ])
  })
})
