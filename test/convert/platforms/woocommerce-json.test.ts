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

/** A product of the REST API. */
function product(id: number, name: string, more: object = {}) {
  return {
    ...{ id, name, slug: name.toLowerCase().replace(/\W+/g, '-'), permalink: `https://shop.example/product/p-${id}/` },
    ...{
      date_created: '2025-01-02T03:04:05',
      type: 'simple',
      status: 'publish',
      featured: false,
      catalog_visibility: 'visible',
    },
    ...{ description: '', short_description: '', sku: `SKU-${id}`, price: '30', regular_price: '30', sale_price: '' },
    ...{
      date_on_sale_from: null,
      date_on_sale_to: null,
      on_sale: false,
      purchasable: true,
      virtual: false,
      tax_status: 'taxable',
    },
    ...{
      tax_class: '',
      manage_stock: false,
      stock_quantity: null,
      stock_status: 'instock',
      backorders: 'no',
      weight: '',
    },
    ...{
      parent_id: 0,
      categories: [],
      tags: [],
      images: [],
      attributes: [],
      variations: [],
      meta_data: [{ id: 1, key: 'x' }],
    },
    ...more,
  }
}

const IMAGE = { id: 5, src: 'https://shop.example/a,b.jpg', name: 'a', alt: 'A coat &amp; hood' }
const COAT = product(10, 'Rain coat &amp; hood', {
  ...{ type: 'variable', price: '70', regular_price: '', sku: 'coat', variations: [11, 12], slug: 'rain-coat' },
  ...{
    description: '<p>Dry.</p>\n<p>C:\\new</p>',
    images: [IMAGE, { id: 6, src: 'https://shop.example/back.jpg', alt: '' }],
  },
  categories: [
    { id: 1, name: 'Coats &amp; jackets', slug: 'coats' },
    { id: 2, name: 'Rain, snow', slug: 'rain' },
  ],
  tags: [{ id: 3, name: 'new', slug: 'new' }],
  brands: [{ id: 4, name: 'Nordic', slug: 'nordic' }],
  attributes: [
    {
      id: 1,
      name: 'Color',
      slug: 'pa_color',
      position: 0,
      visible: true,
      variation: true,
      options: ['Red', 'Blue, dark'],
    },
    { id: 0, name: 'Size', position: 1, visible: true, variation: true, options: ['S', 'M'] },
  ],
})

/** A variation as /products/10/variations gives it. */
function variation(id: number, color: string, more: object = {}) {
  const { name: _, images: __, variations: ___, ...fields } = product(id, '')
  const attributes = [{ id: 1, name: 'Color', option: color }]
  const image = { ...IMAGE, alt: '' }
  return {
    ...fields,
    type: 'variation',
    parent_id: 10,
    sku: `coat-${id}`,
    regular_price: '80',
    attributes,
    image,
    ...more,
  }
}

const RED = variation(11, 'Red', {
  sale_price: '70',
  date_on_sale_from: '2026-06-01T00:00:00',
  date_on_sale_to: '2026-06-15T23:59:59',
})
const BLUE = variation(12, 'Blue, dark', {
  manage_stock: 'parent',
  stock_quantity: 7,
  global_unique_id: '4006381333931',
})

describe('the JSON of the REST API of WooCommerce', () => {
  test('gives the same products as the CSV, with slugs, alt texts and addresses', async () => {
    const coat = { ...COAT, manage_stock: true, stock_quantity: 7 }
    const file = await readFile(
      JSON.stringify([coat, RED, BLUE, product(20, 'Lamp', { tax_status: 'none', stock_status: 'outofstock' })]),
    )
    assert.deepEqual(
      [file.format, file.rows, file.leftOut, file.problems, file.warnings],
      ['woocommerce-json', 4, [], [], []],
    )
    const row = { Published: '1', 'Attribute 1 name': 'Color' }
    const csv = await productsIn(
      table([
        {
          ...{
            ...row,
            ID: '10',
            Type: 'variable',
            SKU: 'coat',
            Name: 'Rain coat &amp; hood',
            'Regular price': '',
            Stock: '7',
          },
          ...{
            Description: '<p>Dry.</p>\\n<p>C:\\\\new</p>',
            Categories: 'Coats &amp; jackets, Rain\\, snow',
            Tags: 'new',
          },
          ...{
            Brands: 'Nordic',
            'Attribute 1 value(s)': 'Red, Blue\\, dark',
            'Attribute 2 name': 'Size',
            'Attribute 2 value(s)': 'S, M',
          },
          ...{ Images: 'https://shop.example/a,b.jpg, https://shop.example/back.jpg' },
        },
        {
          ...{
            ...row,
            ID: '11',
            Type: 'variation',
            SKU: 'coat-11',
            'Regular price': '80',
            'Sale price': '70',
            Parent: 'id:10',
          },
          ...{
            'Date sale price starts': '2026-06-01',
            'Date sale price ends': '2026-06-15',
            'Attribute 1 value(s)': 'Red',
          },
          ...{ Images: 'https://shop.example/a,b.jpg' },
        },
        {
          ...{
            ...row,
            ID: '12',
            Type: 'variation',
            SKU: 'coat-12',
            'Regular price': '80',
            Stock: 'parent',
            Parent: 'coat',
          },
          ...{ 'Attribute 1 value(s)': 'Blue\\, dark', 'GTIN, UPC, EAN, or ISBN': '4006381333931' },
          ...{ Images: 'https://shop.example/a,b.jpg' },
        },
        {
          ID: '20',
          Type: 'simple',
          SKU: 'SKU-20',
          Name: 'Lamp',
          'Regular price': '30',
          'In stock?': '0',
          'Tax status': 'none',
        },
      ]),
    )
    const alts = file.products.flatMap(({ files }) => files.map(({ file }) => file.alt))
    assert.deepEqual(alts, ['A coat & hood', undefined])
    assert.deepEqual(
      file.products.map(({ slug }) => slug),
      ['rain-coat', 'lamp'],
    )
    // The ids of pictures come from the slug, which the CSV does not have.
    const paths = (files: (typeof csv)[number]['files']) => files.map(({ file }) => file.path)
    const plain = (products: typeof csv) =>
      products.map(({ files, slug: _, variants, ...others }) => ({
        ...others,
        files: paths(files),
        variants: variants.map((one) => ({ ...one, files: paths(one.files) })),
      }))
    assert.deepEqual(plain(file.products), plain(csv))
    assert.deepEqual(
      file.products[0]!.variants.map(({ name, price, listPrice, stock }) => [name, price, listPrice, stock]),
      [
        ['Rain coat & hood - Red', '70.00', '80.00', null],
        ['Rain coat & hood - Blue, dark', '80.00', undefined, 7],
      ],
    )
  })

  test('leaves out variable products of which it has only the ids of the variations', async () => {
    const file = await readFile(JSON.stringify([COAT, product(20, 'Lamp')]))
    assert.deepEqual([reasons(file), file.products.map(({ slug }) => slug)], [['1 no-variations'], ['lamp']])
  })

  test('takes variations from a second list, from a link to the product, or in their product', async () => {
    const { parent_id: _, type: __, ...linked } = RED
    const _links = { up: [{ href: 'https://shop.example/wp-json/wc/v3/products/10' }] }
    const expected = await productsIn(JSON.stringify([COAT, RED, BLUE]))
    assert.equal(expected[0]!.variants.length, 2)
    for (const text of [
      `${JSON.stringify([BLUE, RED].reverse())}\n${JSON.stringify([COAT])}`,
      JSON.stringify([COAT, { ...linked, _links }, BLUE]),
      JSON.stringify([{ ...COAT, variations: [RED, { ...BLUE, parent_id: 0 }] }]),
      [COAT, RED, BLUE].map((one) => JSON.stringify(one)).join('\n'),
    ])
      assert.deepEqual(await productsIn(text), expected, text.slice(0, 40))
  })

  test('warns if some variations are missing', async () => {
    const file = await readFile(JSON.stringify([{ ...COAT, variations: [11, 12, 13] }, RED]))
    assert.deepEqual(warned(file), ['1 variations has 2 ids whose variations are not in the file'])
  })

  test('leaves out what is not published, and what sells nothing by itself', async () => {
    const others = [
      ...['draft', 'pending', 'private', 'future'].map((status) => ({ status })),
      ...[
        { post_password: 'x' },
        { type: 'grouped' },
        { type: 'external' },
        { type: 'subscription' },
        { regular_price: '' },
      ],
    ]
    const file = await readFile(others.map((more, index) => JSON.stringify(product(index + 1, 'A', more))).join('\n'))
    assert.deepEqual(reasons(file).sort(), [
      ...[
        '1 draft',
        '2 draft',
        '3 private',
        '4 draft',
        '5 private',
        '6 grouped',
        '7 external',
        '8 other-type',
        '9 no-price',
      ],
    ])
  })

  test('drops sales whose price is not lower, and names fields of problems', async () => {
    const file = await readFile(
      JSON.stringify([product(1, 'A', { sale_price: '31' }), product(2, 'B', { regular_price: '1.2.3' })]),
    )
    assert.deepEqual(droppedIn(file), [
      '1 sale_price is "31", and the regular price is "30"; expected a price below the regular price',
    ])
    assert.deepEqual(told(file), ['1 regular_price is "1.2.3", which is not a decimal number'])
  })
})

/** A product of the Store API. */
function storeProduct(id: number, more: object = {}, prices: object = {}) {
  return {
    ...{ id, name: 'Mug &#8211; blue', slug: `mug-${id}`, parent: 0, type: 'simple', variation: '', sku: `M-${id}` },
    ...{ permalink: `https://shop.example/product/mug-${id}/`, short_description: '<p>Short</p>', description: '' },
    on_sale: false,
    prices: {
      ...{ price: '1990', regular_price: '1990', sale_price: '1990', price_range: null, currency_code: 'EUR' },
      ...{ currency_symbol: '€', currency_minor_unit: 2, currency_decimal_separator: ',', ...prices },
    },
    images: [{ id: 1, src: 'https://shop.example/mug.jpg', thumbnail: 'https://shop.example/t.jpg', alt: 'Mug' }],
    ...{
      categories: [{ id: 1, name: 'Mugs', slug: 'mugs', link: '' }],
      tags: [],
      brands: [],
      variations: [],
      grouped_products: [],
    },
    attributes: [
      {
        id: 1,
        name: 'Color',
        taxonomy: 'pa_color',
        has_variations: false,
        terms: [{ id: 1, name: 'Blue', slug: 'blue' }],
      },
    ],
    ...{
      has_options: false,
      is_purchasable: true,
      is_in_stock: true,
      is_on_backorder: false,
      low_stock_remaining: null,
    },
    ...more,
  }
}

describe('the JSON of the Store API of WooCommerce', () => {
  test('has prices in the smallest unit of the currency, sales, stocks and pictures', async () => {
    const file = await readFile(
      JSON.stringify([
        storeProduct(1),
        storeProduct(2, { on_sale: true, low_stock_remaining: 2 }, { price: '990' }),
        storeProduct(3, { is_in_stock: false }, { price: '5', regular_price: '5' }),
        storeProduct(4, { is_purchasable: false }, { price: '0', regular_price: '0' }),
        storeProduct(5, { is_on_backorder: true, low_stock_remaining: 0 }),
      ]),
    )
    assert.deepEqual([file.format, file.problems, reasons(file)], ['woocommerce-json', [], ['1 no-price']])
    assert.deepEqual(
      file.products.map(({ variants: [one] }) => [one!.price, one!.listPrice, one!.stock]),
      [
        ['19.90', undefined, null],
        ['9.90', '19.90', 2],
        ['0.05', undefined, 0],
        ['19.90', undefined, null],
      ],
    )
    const [mug] = file.products
    assert.deepEqual([mug!.name, mug!.slug, mug!.description], ['Mug – blue', 'mug-1', '<p>Short</p>'])
    assert.deepEqual(
      [labelsOf(mug!), optionsOf(mug!, 0), mug!.files[0]!.file.alt],
      [['Mugs'], { color: 'Blue' }, 'Mug'],
    )
    assert.ok(file.submissions.every((one) => 'problems' in one || one.currency === 'EUR'))
    const [submission] = file.submissions
    assert.ok(submission && 'product' in submission)
    assert.equal(submission.productUrl, 'https://shop.example/product/{slug}/')
  })

  test('may have no or three decimals', async () => {
    const products = await productsIn(
      JSON.stringify([
        storeProduct(1, {}, { price: '1500', currency_code: 'JPY', currency_minor_unit: 0 }),
        storeProduct(2, {}, { price: '1500', currency_code: 'KWD', currency_minor_unit: 3 }),
      ]),
    )
    assert.deepEqual(
      products.map(({ variants: [one] }) => one!.price),
      ['1500.00', '1.50'],
    )
  })

  test('has variations in a list of their own', async () => {
    const variations = [{ id: 8, attributes: [{ name: 'Color', value: 'dark-red' }] }]
    const terms = ['Dark red, matt', 'Blue'].map((name) => ({ name }))
    const attributes = [
      { name: 'Color', terms },
      { name: 'Size', terms: [{ name: 'S' }] },
    ]
    const parent = storeProduct(7, { type: 'variable', variations, attributes })
    const child = storeProduct(8, {
      ...{ type: 'variation', parent: 7, variation: 'Color: Dark red, matt, Size: S', attributes: [], slug: 'mug-red' },
    })
    assert.deepEqual(reasons(await readFile(JSON.stringify([parent]))), ['1 no-variations'])
    const [mug] = await productsIn(`${JSON.stringify([parent])}\n${JSON.stringify([child])}`)
    assert.deepEqual([mug!.slug, mug!.variants.length], ['mug-7', 1])
    assert.equal(mug!.variants[0]!.name, 'Mug – blue - Dark red, matt, S')
    assert.deepEqual(optionsOf(mug!, 0), { color: 'Dark red, matt', size: 'S' })
    assert.deepEqual(groupsOf(mug!), { color: ['Dark red, matt'], size: ['S'] })
  })
})

test('JSON with some fields of WooCommerce is not recognised', async () => {
  const { stock_status: _, ...restProduct } = product(1, 'A')
  const { prices: __, ...other } = storeProduct(1)
  for (const one of [restProduct, other, { ...other, prices: [] }]) {
    const file = await readFile(JSON.stringify([one])).catch(() => undefined)
    assert.notEqual(file?.format, 'woocommerce-json')
  }
})

test('ratings and texts for search engines are read from the REST API', async () => {
  const meta = [{ id: 1, key: '_yoast_wpseo_title', value: 'Coats &amp; more' }]
  const file = [product(1, 'A', { average_rating: '4.50', rating_count: 12, meta_data: meta })]
  const [rated] = await productsIn(JSON.stringify(file))
  assert.deepEqual([rated!.rating, rated!.seo], [{ value: 4.5, count: 12 }, { title: 'Coats & more' }])
  const [unrated] = await productsIn(JSON.stringify([product(1, 'A', { average_rating: '0.00', rating_count: 0 })]))
  assert.equal(unrated!.rating, undefined)
})
