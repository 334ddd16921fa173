import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  droppedIn,
  groupsOf,
  labelsOf,
  optionsOf,
  productsIn,
  readFile,
  reasons,
  table,
  told,
  warned,
} from '../catalog-file.ts'
import { store } from '../reading.ts'

const item = (id: string, color: string, size: string, more: Record<string, string> = {}): Record<string, string> => ({
  id,
  title: `Fell Jacket — ${color}, Size ${size}`,
  description: 'Warm & dry',
  link: `https://shop.example/p/fell-jacket?variant=${id}`,
  image_link: `https://img.example/${id}.jpg`,
  additional_image_link: 'https://img.example/a.jpg,https://img.example/b.jpg',
  availability: 'in stock',
  price: '149.00 EUR',
  brand: 'Fell',
  item_group_id: 'fell',
  product_type: 'Clothing > Jackets',
  color,
  size,
  ...more,
})
const ITEMS = [
  item('f-r-m', 'Red', 'M'),
  item('f-b-l', 'Blue', 'L', { availability: 'out_of_stock', sale_price: '99,50 EUR' }),
]
const MUG = {
  id: 'mug',
  title: 'Mug, red',
  link: 'https://shop.example/mug.html',
  price: '9 USD',
  availability: 'preorder',
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

function rss(items: readonly Readonly<Record<string, string>>[], prefix = 'g:'): string {
  const element = ([name, text]: [string, string]) => `<${prefix}${name}>${escaped(text)}</${prefix}${name}>`
  const all = items.map((fields) => `<item>\n${Object.entries(fields).map(element).join('\n')}\n</item>`).join('\n')
  return `<?xml version="1.0"?>\n<rss xmlns:g="http://base.google.com/ns/1.0"><channel><title>Shop</title>\n${all}\n</channel></rss>`
}

describe('a Google Merchant feed', () => {
  test('names the elements and the columns that are not used', async () => {
    const item = { ...MUG, condition: 'new', material_length: 'x' }
    assert.deepEqual((await readFile(rss([MUG, item]))).unused, ['condition', 'material_length'])
    assert.deepEqual((await readFile(table([MUG, item], '\t'))).unused, ['condition', 'material_length'])
  })

  test('of which the currency is no more in use gives its prices, with a warning', async () => {
    const file = await readFile(rss([{ ...MUG, price: '49.90 HRK' }]))
    assert.deepEqual([file.products[0]?.variants[0]?.price, file.problems], ['49.90', []])
    assert.deepEqual(warned(file), [
      '3 price names HRK, a currency that is no more in use: the store gets no currency from it',
    ])
    const unknown = await readFile(rss([{ ...MUG, price: '49.90 XYZ' }]))
    assert.equal(unknown.problems.length, 1)
  })

  test('may have prefixes in the header of a table, and codes of currencies in lower case', async () => {
    const { id, title, link } = MUG
    const rows = [{ 'g:id': id, 'g:title': title, 'g:link': link, 'g:price': '9.50 usd', 'g:availability': 'in stock' }]
    const file = await readFile(table(rows, '\t'))
    assert.deepEqual([file.format, file.problems, file.unused], ['google', [], []])
    const [submission] = file.submissions
    assert.equal('currency' in submission! && submission.currency, 'USD')
    assert.equal(file.products[0]!.variants[0]!.price, '9.50')
  })

  test('has the availability in the words of schema.org too', async () => {
    const words = ['https://schema.org/OutOfStock', 'http://schema.org/InStock', 'SoldOut', 'PreOrder']
    const file = await readFile(rss(words.map((availability, index) => ({ ...MUG, id: `m-${index}`, availability }))))
    assert.deepEqual(
      file.products.map(({ variants }) => variants[0]!.stock),
      [0, null, 0, null],
    )
    assert.deepEqual(file.warnings, [])
  })

  test('may begin with white space', async () => {
    const file = await readFile(`\n   ${rss([MUG])}`, {}, 2)
    assert.deepEqual([file.products.length, file.problems, file.submissions[0]!.line], [1, [], 4])
  })

  test('may be a list of products with the same elements', async () => {
    const fields = Object.entries(MUG).map(([name, text]) => `<${name}>${escaped(text)}</${name}>`)
    const product = `<product>\n${fields.join('\n')}\n</product>`
    const [mug] = await productsIn(`<?xml version="1.0"?>\n<products>\n${product}\n</products>`)
    assert.deepEqual([mug!.name, mug!.variants[0]!.price], ['Mug, red', '9.00'])
    await assert.rejects(readFile('<shop><product><name>Mug</name></product></shop>'), /Its first element is <shop>/)
  })

  test('of what single stores have is refused as a local inventory feed', async () => {
    const local = { id: 'mug', store_code: 'north', quantity: '3', price: '9 USD' }
    for (const text of [rss([local]), table([local], '\t'), table([{ id: 'mug', 'Store code': 'north', price: '9' }])])
      await assert.rejects(readFile(text), /looks like a local inventory feed .* Import the feed of the products/)
  })

  for (const [name, text] of [
    ['tabs', table([...ITEMS, MUG], '\t')],
    ['commas', table([...ITEMS, MUG])],
    ['RSS', rss([...ITEMS, MUG])],
    ['RSS without prefixes', rss([...ITEMS, MUG], '')],
  ] as const) {
    test(`with ${name} gives a product for each group, and for each item without a group`, async () => {
      const file = await readFile(text)
      assert.deepEqual([file.format, file.rows, file.leftOut, file.problems, file.warnings], ['google', 3, [], [], []])
      const [jacket, mug] = file.products
      assert.deepEqual([jacket!.name, jacket!.slug, jacket!.description], ['Fell Jacket', 'fell-jacket', 'Warm & dry'])
      assert.deepEqual(groupsOf(jacket!), { color: ['Red', 'Blue'], size: ['M', 'L'], brand: ['Fell'] })
      assert.deepEqual(optionsOf(jacket!, 1), { color: 'Blue', size: 'L' })
      assert.deepEqual(
        jacket!.variants.map(({ name, sku, price, stock, files }) => [name, sku, price, stock, files.length]),
        [
          ['Fell Jacket — Red, Size M', 'f-r-m', '149.00', null, 3],
          ['Fell Jacket — Blue, Size L', 'f-b-l', '99.50', 0, 3],
        ],
      )
      assert.deepEqual(
        jacket!.files.map(({ priority, file: { path } }) => [priority, path]),
        [
          [0, 'https://img.example/f-r-m.jpg'],
          [1, 'https://img.example/a.jpg'],
          [2, 'https://img.example/b.jpg'],
        ],
      )
      assert.deepEqual(labelsOf(jacket!), ['Clothing', 'Jackets < clothing'])
      assert.deepEqual([mug!.name, mug!.slug, mug!.variants[0]!.price], ['Mug, red', 'mug', '9.00'])
    })
  }

  const laptop = (id: string, ram: string, color: string, options: string): Record<string, string> => ({
    ...{ id, title: `Laptop ${ram}`, price: '900 EUR', link: 'https://shop.example/laptop', color },
    ...{ item_group_id: 'laptop', item_group_title: 'Laptop Pro', variant_option: options },
  })
  const part = (name: string, value: string) =>
    `<g:variant_option><g:name>${name}</g:name><g:value>${value}</g:value></g:variant_option>`
  const elements = (options: string) => (text: string, index: number) =>
    text.replace(`<g:variant_option>${index}</g:variant_option>`, options)
  for (const [form, text] of [
    [
      'a table',
      table(
        [laptop('a', '8', 'red', 'RAM: 8 GB,Farbe:Red'), laptop('b', '16', 'blue', 'RAM:16\\, or 32 GB,Farbe:Blue')],
        '\t',
      ),
    ],
    [
      'RSS',
      [part('RAM', '8 GB') + part('Farbe', 'Red'), part('RAM', '16, or 32 GB') + part('Farbe', 'Blue')].reduce(
        (feed, options, index) => elements(options)(feed, index),
        rss([laptop('a', '8', 'red', '0'), laptop('b', '16', 'blue', '1')]),
      ),
    ],
  ] as const) {
    test(`in ${form} names any option and the product, instead of an attribute that says the same`, async () => {
      const { products, problems, unused } = await readFile(text)
      assert.deepEqual([problems, unused, products.length], [[], [], 1])
      const [product] = products
      assert.equal(product!.name, 'Laptop Pro')
      assert.deepEqual(groupsOf(product!), { ram: ['8 GB', '16, or 32 GB'], farbe: ['Red', 'Blue'] })
      assert.deepEqual(optionsOf(product!, 1), { ram: '16, or 32 GB', farbe: 'Blue' })
    })
  }

  test('keeps an attribute that says something else than a variant option', async () => {
    const items = [laptop('a', '8', 'red', 'RAM:8 GB'), laptop('b', '16', 'red', 'RAM:16 GB')]
    const [product] = await productsIn(table(items, '\t'))
    assert.deepEqual(groupsOf(product!), { color: ['red'], ram: ['8 GB', '16 GB'] })
  })

  test('may be Atom, with CDATA, repeated elements and nested elements', async () => {
    const atom = `<!-- from here --><feed xmlns="http://www.w3.org/2005/Atom" xmlns:g="http://base.google.com/ns/1.0">
      <title>Shop</title><link rel="self" href="https://shop.example"/>
      <entry><g:id>1</g:id><title><![CDATA[Lamp <small>]]></title><summary>Bright</summary>
        <link href="https://shop.example/lamp"/><g:price>5 EUR</g:price>
        <g:additional_image_link>https://img.example/1.jpg</g:additional_image_link>
        <g:additional_image_link>https://img.example/2.jpg</g:additional_image_link>
        <g:product_type>Light &gt; Lamps</g:product_type><g:product_type>Gifts</g:product_type>
        <g:shipping><g:price>99 EUR</g:price></g:shipping><g:custom_label_3>Top</g:custom_label_3></entry></feed>`
    const [lamp] = await productsIn(atom)
    assert.deepEqual(
      [lamp!.name, lamp!.slug, lamp!.description, lamp!.files.length],
      ['Lamp <small>', 'lamp', 'Bright', 2],
    )
    assert.equal(lamp!.variants[0]!.price, '5.00')
    assert.deepEqual(labelsOf(lamp!), ['Light', 'Lamps < light', 'Gifts', 'Top'])
  })

  const titles: [string, [string, string, string][]][] = [
    ['Fell Hat', [['Fell Hat - Red', 'Red', '']]],
    [
      'Fell Hat',
      [
        ['Red Fell Hat M', 'Red', 'M'],
        ['Blue Fell Hat L', 'Blue', 'L'],
      ],
    ],
    [
      'Fell Hat',
      [
        ['Fell Hat (Red / M)', 'Red', 'M'],
        ['Fell Hat (Red / L)', 'Red', 'L'],
      ],
    ],
    ['Shop | Hat "Sun" - Edition', [['Shop | Hat "Sun" - Edition - Color Red - Size 5″', 'Red', '5″']]],
    ['Red', [['Red', 'Red', '']]],
  ]
  for (const [name, variants] of titles) {
    test(`names a product “${name}” if its titles are ${variants.map(([title]) => title).join(' and ')}`, async () => {
      const rows = variants.map(([title, color, size], index) => item(`${index}`, color, size, { title }))
      assert.equal((await productsIn(table(rows, '\t')))[0]!.name, name)
    })
  }

  test('makes products of the items of a group that nothing tells apart', async () => {
    const lamp = item('lamp', '', '', { title: 'Lamp', brand: 'Bright', description: 'Warm' })
    const products = await productsIn(table([item('curtain', '', '', { title: 'Curtain' }), lamp], '\t'))
    assert.deepEqual(
      products.map(({ name, variants }) => [name, variants.map(({ sku }) => sku)]),
      [
        ['Curtain', ['curtain']],
        ['Lamp', ['lamp']],
      ],
    )
    assert.deepEqual([products[1]!.description, products[1]!.optionGroups[0]!.options[0]!.name], ['Warm', 'Bright'])
  })

  test('may end with an & in a literal text', async () => {
    const feed = rss([MUG]).replace('</item>', '<custom><![CDATA[a & b]]></custom></item>')
    assert.equal((await productsIn(feed)).length, 1)
  })

  test('gives slugs from links that lead to one product, and otherwise from names', async () => {
    const links = [
      'https://shop.example/p/caf%C3%A9/',
      'https://shop.example/product.php?id=5',
      'https://shop.example/',
      'nonsense',
      'https://shop.example/en/caf%C3%A9?utm_source=x',
    ]
    const products = await productsIn(
      table(
        links.map((link, index) => ({ ...MUG, id: `${index}`, link })),
        '\t',
      ),
    )
    assert.deepEqual(
      products.map(({ slug }) => slug),
      ['café', 'mug-red', 'mug-red-2', 'mug-red-3', 'mug-red-4'],
    )
  })

  test('gives the sale price during the sale', async () => {
    const sale = (dates: string, id: string) => ({
      ...MUG,
      id,
      sale_price: '5.00 USD',
      sale_price_effective_date: dates,
    })
    const products = await productsIn(
      table([
        sale('', 'a'),
        sale('2026-06-01T00:00-0800/2026-07-01T00:00-0800', 'b'),
        sale('2026-07-01T00:00Z/2026-08-01T00:00Z', 'c'),
        // Days count from their beginning to their end.
        sale('2026-06-15/2026-06-15', 'd'),
        sale('2026-06-01 / 2026-06-15', 'e'),
        sale('2026-06-01/2026-06-14', 'f'),
        sale('2026-06-16/2026-06-17', 'g'),
        sale('2026-06-01T00:00Z/2026-06-15T00:00Z', 'h'),
        sale('/2026-06-15', 'i'),
      ]),
    )
    assert.deepEqual(
      products.map(({ variants }) => [variants[0]!.price, variants[0]!.listPrice]),
      [
        ['5.00', '9.00'],
        ['5.00', '9.00'],
        ['9.00', undefined],
        ['5.00', '9.00'],
        ['5.00', '9.00'],
        ['9.00', undefined],
        ['9.00', undefined],
        ['9.00', undefined],
        ['5.00', '9.00'],
      ],
    )
  })

  test('says what is wrong with a number beside a currency', async () => {
    const wrong = async (price: string) => told(await readFile(table([{ ...MUG, price }])))
    assert.deepEqual(await wrong('12.375 KWD'), ['2 price is "12.375", which has more than two decimals'])
    assert.deepEqual(await wrong('JPY 1,200'), ['2 price is "1,200", which has a comma'])
    assert.deepEqual(await wrong('1,200 JPY'), ['2 price is "1,200", which has a comma'])
    assert.deepEqual(await wrong('1.2.3 USD'), ['2 price is "1.2.3", which is not a decimal number'])
    assert.deepEqual(await wrong('9 USD 8 EUR'), ['2 price is "9 USD 8 EUR", which has several prices'])
  })

  test('tells the currency of each product', async () => {
    const currencies = async (...prices: string[]) => {
      const rows = prices.map((price, index) => ({ ...MUG, id: `${index}`, price }))
      const { submissions } = await readFile(table(rows))
      return submissions.map((submission) =>
        'product' in submission ? submission.currency : submission.problems[0].wrong,
      )
    }
    assert.deepEqual(await currencies('9 USD', 'EUR 9.00', '9.90EUR', '$9', '9'), [
      'USD',
      'EUR',
      'EUR',
      undefined,
      undefined,
    ])
    assert.deepEqual(await currencies('9 ABC', '1 299,00 SEK'), ['is "ABC"', 'SEK'])
  })

  test('leaves out items in another currency than the store, or else than the first item of the product', async () => {
    const items = [
      item('a', 'Red', 'M'),
      item('a', 'Red', 'M', { price: '9.00 USD' }),
      item('b', 'Red', 'L', { price: '9.00 USD' }),
      item('b', 'Red', 'L', { price: '9.00 EUR', sale_price: '8.00 USD' }),
      item('b', 'Red', 'L', { price: '9.00' }),
      { ...MUG, price: '9 USD' },
    ]
    const inNone = await readFile(table(items))
    assert.deepEqual(reasons(inNone), ['3 other-currency', '4 other-currency', '5 other-currency'])
    assert.deepEqual(
      inNone.products.map(({ variants }) => variants.map(({ sku, price }) => `${sku} ${price}`)),
      [['a 149.00', 'b 9.00'], ['mug 9.00']],
    )
    const inDollars = await readFile(table(items), { store: { ...store, currency: 'USD' } })
    assert.deepEqual(reasons(inDollars), ['2 other-currency', '5 other-currency', '6 repeated'])
    assert.deepEqual(
      inDollars.products.map(({ variants }) => variants.map(({ sku, price }) => `${sku} ${price}`)),
      [['a 9.00', 'b 9.00'], ['mug 9.00']],
    )
  })

  test('tells the template that the link of a product follows', async () => {
    const links = {
      'https://shop.example/p/mug?variant=1': 'https://shop.example/p/{slug}',
      'https://shop.example/de/mug.html': 'https://shop.example/de/{slug}.html',
      'https://shop.example/mug/': 'https://shop.example/{slug}/',
      "https://shop.example/it's/caf%C3%A9": 'https://shop.example/it%27s/{slug}',
      'https://shop.example/product?id=7': undefined,
      'ftp://shop.example/mug': undefined,
      '': undefined,
    }
    for (const [link, template] of Object.entries(links)) {
      const { submissions } = await readFile(table([{ ...MUG, link }, MUG]))
      assert.equal('product' in submissions[0]! && submissions[0].productUrl, template, link)
    }
    // The second product gets another slug than that of its link.
    const { submissions } = await readFile(table([MUG, { ...MUG, id: 'other' }]))
    assert.equal('product' in submissions[1]! && submissions[1].productUrl, undefined)
  })

  test('gives the price if the sale is not cheaper, or if its dates cannot be read', async () => {
    const sale = (id: string, price: string, dates = '') => ({
      ...{ ...MUG, id, sale_price: price, sale_price_effective_date: dates },
    })
    const file = await readFile(
      table([
        sale('a', '9.00 USD'),
        sale('b', '12 USD'),
        sale('c', 'soon'),
        sale('d', '5 USD', '01/01/2020-01/02/2020'),
        sale('e', '5 USD', '2026-13-01/2026-14-01'),
        sale('f', '5 USD', '2026-06-01/2026-07-01'),
      ]),
    )
    assert.deepEqual(
      file.products.map(({ variants }) => variants[0]!.price),
      ['9.00', '9.00', '9.00', '9.00', '9.00', '5.00'],
    )
    const below = 'and the regular price is "9"; expected a price below the regular price'
    const readable = 'and its dates cannot be read; expected dates of the sale such as 2026-03-14'
    assert.deepEqual(droppedIn(file), [
      `3 sale_price is "12", ${below}`,
      `4 sale_price is "soon", ${below}`,
      `5 sale_price is "5", ${readable}`,
      `6 sale_price is "5", ${readable}`,
    ])
  })

  test('gives the part number', async () => {
    const file = await readFile(table([{ ...MUG, mpn: 'AB-12/3' }], '\t'))
    assert.deepEqual([file.products[0]!.variants[0]!.mpn, file.unused], ['AB-12/3', []])
  })

  test('gives the gtin, and drops one that is none', async () => {
    const file = await readFile(
      rss([
        { ...MUG, gtin: '4006381333931' },
        { ...MUG, id: 'b', gtin: '1234' },
      ]),
    )
    assert.deepEqual(
      file.products.map(({ variants }) => variants[0]!.gtin),
      ['4006381333931', undefined],
    )
    assert.match(droppedIn(file).join(), /^\d+ gtin is "1234"; expected a GTIN of 8, 12, 13 or 14 digits/)
  })

  test('leaves out items without a price and repeated items, and warns about equal options', async () => {
    const file = await readFile(
      table(
        [
          item('a', 'Red', 'M'),
          item('a', 'Red', 'L'),
          item('b', 'Red', 'M'),
          item('c', 'Red', 'S', { price: '' }),
          item('d', 'Red', 'XL', { price: '0.00 EUR' }),
          { ...MUG, id: '' },
        ],
        '\t',
      ),
    )
    assert.deepEqual(reasons(file).sort(), ['3 repeated', '5 no-price', '6 no-price', '7 no-product'])
    assert.match(warned(file).join(), /^4 item_group_id is the same as in row 2, and so are the options/)
    assert.equal(file.products[0]!.variants.length, 2)
  })

  test('reports problems by line and column', async () => {
    const file = await readFile(rss([{ ...MUG, price: 'free' }]))
    assert.deepEqual(told(file), ['3 price is "free", which is not a decimal number'])
  })

  for (const [what, text, expected] of [
    ['is cut off', rss([MUG]).slice(0, 150), /XML is cut off/],
    ['is not well formed', rss([MUG]).replace('</g:id>', '</g:ID>'), /: Line 4: The XML is not well formed/],
    [
      'has an unknown entity',
      rss([MUG]).replace('Mug, red', '&boom;'),
      /: Line 5: The XML has &boom; which is an entity/,
    ],
    ['has a bare &', rss([MUG]).replace('Mug, red', 'Mug & cup'), /: Line 5: An & that is not written &amp;/],
    [
      'has a bare & and later a ;',
      rss([MUG]).replace('Mug, red', 'A &\nB; C'),
      /: Line 5: An & that is not written &amp;/,
    ],
    ['is cut off after an entity', rss([MUG]).replace('Mug', 'A &amp; B &lt;').slice(0, 200), /XML is cut off/],
    ['has no items', rss([]), /no item/],
    ['nests elements too deep', `<rss>${'<a>'.repeat(1000)}`, /100 deep/],
    ['has an item that is too long', `<rss><item><id>${'x'.repeat(5e6)}</id></item></rss>`, /longer than 4 MiB/],
    ['has a tag that is too long', `<rss><item ${'x'.repeat(9e6)}`, /longer than 4 MiB/],
  ] as const) {
    test(`that ${what} is refused`, async () => {
      await assert.rejects(readFile(text), expected)
    })
  }
})

describe('a catalog of Meta', () => {
  const sock = {
    id: 'sock-1',
    title: 'Sock',
    description: 'Warm.',
    rich_text_description: '<p>Warm.</p>',
    availability: 'in stock',
    condition: 'new',
    price: '10.00 USD',
    link: 'https://shop.example/sock',
    image_link: 'https://i.example/a.jpg',
    additional_image_link: 'https://i.example/b.jpg|https://i.example/c.jpg; https://i.example/d.jpg',
    brand: 'Toe',
    google_product_category: '166',
    fb_product_category: 'Clothing > Socks',
    quantity_to_sell_on_facebook: '75',
    sale_price: '8.00 USD',
    sale_price_effective_date: '2026-06-01T09:30-00:00/2026-06-30T23:59-00:00',
    item_group_id: '',
    status: 'active',
    'product_tags[0]': 'Winter',
    'product_tags[1]': 'Wool',
  }

  test('is read as a feed of Google, with the stock of the item', async () => {
    const file = await readFile(table([sock]))
    assert.deepEqual([file.format, file.leftOut, file.warnings, file.problems], ['google', [], [], []])
    const [product] = file.products
    assert.deepEqual([product!.slug, product!.description], ['sock', '<p>Warm.</p>'])
    assert.deepEqual(labelsOf(product!), ['Clothing', 'Socks < clothing', 'Winter', 'Wool'])
    assert.deepEqual(
      product!.files.map(({ file: { path } }) => path.at(-5)),
      ['a', 'b', 'c', 'd'],
    )
    const [variant] = product!.variants
    assert.deepEqual([variant!.price, variant!.listPrice, variant!.stock], ['8.00', '10.00', 75])
  })

  const soap = (id: string, options = '') => ({
    ...{ id, title: 'Soap', price: '5 EUR', link: 'https://s.example/soap', item_group_id: 'soap' },
    ...(options !== '' && { additional_variant_attribute: options }),
  })
  const elements = (options: Readonly<Record<string, string>>) =>
    Object.entries(options)
      .map(([label, value]) => `<label>${label}</label><value>${value}</value>`)
      .map((parts) => `<additional_variant_attribute>${parts}</additional_variant_attribute>`)
      .join('')
  for (const [form, text] of [
    ['a table', table([soap('a', 'Scent:Lavender,Ratio:1:1'), soap('b', 'Scent: Mint &amp; lime, Ratio:1:2')])],
    [
      'XML',
      rss([soap('a'), soap('b')])
        .replace('</item>', `${elements({ Scent: 'Lavender', Ratio: '1:1' })}</end>`)
        .replace('</item>', `${elements({ Scent: 'Mint &amp; lime', Ratio: '1:2' })}</item>`)
        .replace('</end>', '</item>'),
    ],
  ] as const)
    test(`has options of any name in ${form}`, async () => {
      const { products, problems, warnings, unused } = await readFile(text)
      assert.deepEqual([problems, warnings, unused, products.length], [[], [], [], 1])
      assert.deepEqual(groupsOf(products[0]!), { scent: ['Lavender', 'Mint & lime'], ratio: ['1:1', '1:2'] })
      assert.deepEqual(optionsOf(products[0]!, 1), { scent: 'Mint & lime', ratio: '1:2' })
    })

  test('may have comments above its header, as in the template', async () => {
    const comments = '"# Required | An id, | Max | characters: 100","# Required | A ""title"""'
    const [product] = await productsIn(`${comments}\n${table([sock])}`)
    assert.equal(product!.name, 'Sock')
  })

  test('has no stock of items that are not available', async () => {
    const items = ['out of stock', 'discontinued', 'mark_as_sold', 'preorder'].map((availability) => ({
      ...sock,
      id: availability,
      availability,
    }))
    const products = await productsIn(table(items))
    assert.deepEqual(
      products.map(({ variants }) => variants[0]!.stock),
      [0, 0, 0, 75],
    )
  })

  test('leaves out items that Meta does not show', async () => {
    const file = await readFile(
      table([
        { ...sock, status: 'archived', visibility: '' },
        { ...sock, visibility: 'hidden' },
        { ...sock, visibility: 'staging' },
        { ...sock, status: 'sleeping' },
      ]),
    )
    assert.deepEqual(reasons(file), ['2 archived', '3 unpublished', '4 unpublished'])
    assert.deepEqual(warned(file), ['5 status is "sleeping", which is unknown, and counts as active'])
  })
})

test('a header that begins with a number sign is no comment', async () => {
  const [product] = await productsIn('# count,id,title,link,price\n1,a,Mug,https://s.example/mug,5 EUR\n')
  assert.equal(product!.name, 'Mug')
})

test('markup within an element of a feed keeps its text', async () => {
  const item =
    '<id>1</id><title><b>Wool</b> hat</title><description><p>Warm</p><p>and soft</p></description><price>5 EUR</price>'
  const [hat] = await productsIn(`<rss><channel><p>News</p><item>${item}</item></channel></rss>`)
  assert.deepEqual([hat!.name, hat!.description], ['Wool hat', 'Warm and soft'])
})

test('unit prices are read', async () => {
  const more = { unit_pricing_measure: '750ml', unit_pricing_base_measure: '1 l' }
  const [jacket] = await productsIn(table([item('f', 'Red', 'M', more)]))
  assert.deepEqual(jacket!.variants[0]!.unitPrice, { price: '198.67', amount: '1', unit: 'l', contents: '0.75' })
})
