import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { CatalogFileError } from '@vitrine/catalog/json/file-error'
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

const COAT = {
  ID: '10',
  Type: 'variable',
  SKU: 'coat',
  Name: 'Rain coat &amp; hood',
  Published: '1',
  'Short description': 'Dry.',
  Description: '<p>Keeps you dry.</p>',
  'Tax status': 'taxable',
  'In stock?': '1',
  Stock: '',
  'Sale price': '',
  'Regular price': '',
  Categories: 'Clothing > Coats, Outdoor > Rain\\, snow',
  Tags: 'new, light',
  Images: 'https://img.example/coat.jpg, https://img.example/back.jpg',
  Parent: '',
  'Attribute 1 name': 'Color',
  'Attribute 1 value(s)': 'Red, Blue',
  'Attribute 2 name': 'Size',
  'Attribute 2 value(s)': 'S, M',
}
const variation = (id: string, color: string, more: object = {}) => ({
  ID: id,
  Type: 'variation',
  SKU: `coat-${id}`,
  Name: `Rain coat - ${color}`,
  Published: '1',
  'Tax status': 'taxable',
  'In stock?': '1',
  'Regular price': '80',
  Parent: 'coat',
  'Attribute 1 name': 'Color',
  'Attribute 1 value(s)': color,
  'Attribute 2 name': 'Size',
  'Attribute 2 value(s)': '',
  ...more,
})
const LAMP = {
  ID: '20',
  Type: 'simple',
  SKU: 'lamp',
  Name: 'Lamp',
  Published: '1',
  'Regular price': '30',
  Categories: 'Light',
}

describe('a WooCommerce product CSV', () => {
  test('gives one product for a parent and its variations', async () => {
    const image = { Images: 'https://img.example/red.jpg' }
    const file = await readFile(table([COAT, variation('11', 'Red', image), variation('12', 'Blue'), LAMP]))
    assert.deepEqual(
      [file.format, file.rows, file.leftOut, file.problems, file.warnings],
      ['woocommerce', 4, [], [], []],
    )
    const [coat, lamp] = file.products
    assert.deepEqual(
      [coat!.name, coat!.slug, coat!.description],
      ['Rain coat & hood', 'rain-coat-hood', '<p>Keeps you dry.</p>'],
    )
    assert.deepEqual(labelsOf(coat!), [
      'Clothing',
      'Coats < clothing',
      'Outdoor',
      'Rain, snow < outdoor',
      'new',
      'light',
    ])
    assert.deepEqual(groupsOf(coat!), { color: ['Red', 'Blue'], size: ['S', 'M'] })
    assert.deepEqual(optionsOf(coat!, 0), { color: 'Red' })
    assert.deepEqual(
      coat!.variants.map(({ name, sku, price, stock, files }) => [name, sku, price, stock, files.length]),
      [
        ['Rain coat - Red', 'coat-11', '80.00', null, 1],
        ['Rain coat - Blue', 'coat-12', '80.00', null, 0],
      ],
    )
    assert.deepEqual(
      coat!.files.map(({ priority, file: { path } }) => [priority, path]),
      [
        [0, 'https://img.example/coat.jpg'],
        [1, 'https://img.example/back.jpg'],
      ],
    )
    assert.deepEqual([lamp!.slug, lamp!.variants.length, lamp!.variants[0]!.name], ['lamp', 1, 'Lamp'])
  })

  test('may have variations before their parent, which they name by id or by sku', async () => {
    const file = await readFile(
      table([
        variation('11', 'Red', { Parent: 'id:10' }),
        LAMP,
        variation('12', 'Blue', { Parent: 'COAT' }),
        COAT,
        variation('13', 'Green', { Parent: 'id:10' }),
      ]),
    )
    assert.deepEqual(file.leftOut, [])
    assert.deepEqual(
      file.products.map(({ slug, variants }) => [slug, variants.map(({ sku }) => sku)]),
      [
        ['rain-coat-hood', ['coat-11', 'coat-12', 'coat-13']],
        ['lamp', ['lamp']],
      ],
    )
  })

  test('leaves out rows that sell nothing, are not published or belong to no product', async () => {
    const file = await readFile(
      table([
        { ...LAMP, ID: '30', SKU: 'a', Type: 'grouped' },
        { ...LAMP, ID: '31', SKU: 'b', Type: 'external' },
        { ...LAMP, ID: '32', SKU: 'c', Type: 'subscription' },
        { ...LAMP, ID: '33', SKU: 'd', Published: '0' },
        { ...LAMP, ID: '34', SKU: 'e', Published: '-1' },
        { ...LAMP, ID: '35', SKU: 'f', 'Regular price': '' },
        variation('36', 'Red', { Parent: 'id:99' }),
        variation('37', 'Red', { Parent: '' }),
        { ...COAT, ID: '40', SKU: 'empty' },
        { ...LAMP, Type: 'simple, downloadable, virtual' },
        LAMP,
        { ...LAMP, ID: '41', SKU: 'review', Published: '2' },
      ]),
    )
    assert.deepEqual(reasons(file).sort(), [
      '10 no-variations',
      '12 repeated',
      '13 draft',
      '2 grouped',
      '3 external',
      '4 other-type',
      '5 private',
      '6 draft',
      '7 no-price',
      '8 no-parent',
      '9 no-product',
    ])
    assert.equal(file.products.length, 1)
  })

  test('leaves out variations that are private, have no price, or have the options of another', async () => {
    const file = await readFile(
      table([
        COAT,
        variation('11', 'Red'),
        variation('12', 'Blue', { Published: '0' }),
        variation('13', 'Blue', { 'Regular price': '' }),
        variation('14', 'red'),
      ]),
    )
    assert.deepEqual(reasons(file), ['4 private', '5 no-price', '6 duplicate-options'])
  })

  test('gives the sale price during the sale', async () => {
    const sales = [
      ['', ''],
      ['2026-06-01', '2026-06-15'],
      ['2026-06-16', ''],
      ['', '2026-06-14 23:59:59'],
      ['2020-01-01 0:00:00', '2030-01-01 0:00:00'],
    ]
    const products = await productsIn(
      table(
        sales.map(([from, to], index) => ({
          ...LAMP,
          ID: `${index}`,
          SKU: `s${index}`,
          'Sale price': '25,5',
          'Date sale price starts': from!,
          'Date sale price ends': to!,
        })),
      ),
    )
    assert.deepEqual(
      products.map(({ variants }) => variants[0]!.price),
      ['25.50', '25.50', '30.00', '30.00', '25.50'],
    )
    assert.deepEqual(
      products.map(({ variants }) => variants[0]!.listPrice),
      ['30.00', '30.00', undefined, undefined, '30.00'],
    )
  })

  test('gives the regular price if the sale is not cheaper, or if its dates cannot be read', async () => {
    const sales = [
      ['30', '', ''],
      ['31', '', ''],
      ['5', '01/02/2020', '31/12/2020'],
      ['5', 'soon', ''],
      ['5', '', '31.12.2090'],
      ['5', '2026-02-31', ''],
      ['5', '', '2026-6-15'],
    ]
    const file = await readFile(
      table(
        sales.map(([price, from, to], index) => ({
          ...{ ...LAMP, ID: `${index}`, SKU: `s${index}`, 'Sale price': price! },
          ...{ 'Date sale price starts': from!, 'Date sale price ends': to! },
        })),
      ),
    )
    assert.deepEqual(
      file.products.map(({ variants }) => variants[0]!.price),
      ['30.00', '30.00', '30.00', '30.00', '30.00', '30.00', '5.00'],
    )
    const dropped = droppedIn(file)
    assert.deepEqual([dropped.length, file.problems, file.warnings], [5, [], []])
    assert.match(dropped[0]!, /^3 Sale price is "31", and the regular price is "30"; expected a price below the/)
    assert.match(dropped[1]!, /^4 Sale price is "5", and its dates cannot be read; expected dates .* 2026-03-14$/)
  })

  test('gives the sale price of a variant without a regular price, and no list price', async () => {
    const [lamp] = await productsIn(table([{ ...LAMP, 'Regular price': '', 'Sale price': '7' }]))
    assert.deepEqual([lamp!.variants[0]!.price, lamp!.variants[0]!.listPrice], ['7.00', undefined])
  })

  test('gives the gtin, also of an ISBN with hyphens, and drops one that is none', async () => {
    const rows = ['978-3-16-148410-0', '12'].map((gtin, n) => ({
      ...{ ...LAMP, ID: `${n}`, SKU: `s${n}`, 'GTIN, UPC, EAN, or ISBN': gtin },
    }))
    const file = await readFile(table(rows))
    assert.deepEqual(
      file.products.map(({ variants }) => variants[0]!.gtin),
      ['9783161484100', undefined],
    )
    assert.match(droppedIn(file).join(), /^3 GTIN, UPC, EAN, or ISBN is "12"; expected a GTIN/)
  })

  test('gives a stock only if it is known', async () => {
    const stocks = [
      ['', '1', null],
      ['', '0', 0],
      ['7', '1', 7],
      ["'-2", '0', 0],
    ] as const
    const rows = stocks.map(([Stock, inStock], n) => ({
      ...LAMP,
      ID: `${n}`,
      SKU: `s${n}`,
      Stock,
      'In stock?': inStock,
    }))
    const file = await readFile(table(rows))
    assert.deepEqual(
      file.products.map(({ variants }) => variants[0]!.stock),
      stocks.map(([, , stock]) => stock),
    )
    assert.deepEqual(warned(file), ['5 Stock is -2 and counts as 0'])
    const shared = await productsIn(table([{ ...COAT, Stock: '6' }, variation('11', 'Red', { Stock: 'parent' })]))
    assert.equal(shared[0]!.variants[0]!.stock, 6)
    assert.deepEqual(told(await readFile(table([{ ...LAMP, Stock: 'many' }]))), ['2 Stock is "many"'])
  })

  test('makes an attribute with one value an option of a simple product', async () => {
    const [wine] = await productsIn(
      table([
        {
          ...LAMP,
          'Attribute 1 name': 'Region',
          'Attribute 1 value(s)': 'Hills',
          'Attribute 12 name': 'Goes with',
          'Attribute 12 value(s)': 'Fish, Fowl\\, game',
        },
      ]),
    )
    assert.deepEqual(groupsOf(wine!), { region: ['Hills'], 'goes-with': ['Fish', 'Fowl, game'] })
    assert.deepEqual(optionsOf(wine!, 0), { region: 'Hills' })
  })

  test('gives the same product after a change of its name, by its id or its sku', async () => {
    for (const key of [{}, { ID: '' }]) {
      const [before] = await productsIn(table([{ ...LAMP, ...key }]))
      const [after] = await productsIn(table([{ ...LAMP, ...key, Name: 'Reading lamp' }]))
      assert.notEqual(after!.slug, before!.slug)
      assert.deepEqual([after!.id, after!.variants[0]!.id], [before!.id, before!.variants[0]!.id])
    }
  })

  test('may have headers in any case, and cells with an apostrophe against formulas', async () => {
    const rows = [{ ...LAMP, Name: "'=SUM(1)", SKU: "'+1" }]
    const [product] = await productsIn(table(rows).replace('Regular price', 'REGULAR PRICE'))
    assert.deepEqual([product!.name, product!.variants[0]!.sku], ['=SUM(1)', '+1'])
  })

  test('gives the rate “No tax” if no tax is charged', async () => {
    const [untaxed] = await productsIn(table([{ ...LAMP, 'Tax status': 'none' }]))
    assert.equal(untaxed!.variants[0]!.taxRate.rate, 0)
    assert.equal(untaxed!.variants[0]!.taxRate.name, 'No tax')
  })
})

const ESPERANTO = {
  ID: 'ID',
  Speco: 'Type',
  Kodo: 'SKU',
  Nomo: 'Name',
  Publikigita: 'Published',
  Priskribo: 'Short description',
  Prezo: 'Regular price',
  Kategorioj: 'Categories',
}

describe('a WooCommerce product CSV in a language that is not known', () => {
  const esperanto = `${Object.keys(ESPERANTO).join(',')}\n1,simple,l,Lampo,1,Hela,30,Lumo\n`

  test('is refused; the message shows the header and names a remedy', async () => {
    await assert.rejects(readFile(esperanto), (error) => {
      assert.ok(error instanceof CatalogFileError)
      assert.match(
        error.message,
        /WooCommerce export in a language that is not known: “ID, Speco, Kodo, Nomo, …”.*--columns/,
      )
      return true
    })
  })

  for (const [system, header, row] of [
    [
      'has a status',
      'id,name,sku,type,status,price,regular_price,main_image',
      '1,Secret cap,C-2,simple,draft,20,20,b.jpg',
    ],
    [
      'has the same types',
      'sku,family,product_type,categories,name,description,price,qty',
      'A,Default,simple,x,n,d,5,3',
    ],
  ] as const)
    test(`is not what a table of another system that ${system} is taken for`, async () => {
      assert.equal((await readFile(`${header}\n${row}\n`, { yes: true })).format, 'table')
    })

  test('is read if the caller names its columns', async () => {
    const columns = new Map(Object.entries(ESPERANTO).map(([header, name]) => [header.toLowerCase(), name]))
    const file = await readFile(esperanto, { columns })
    assert.equal(file.format, 'woocommerce')
    assert.deepEqual(await readFile(`\n${esperanto}`, { columns }).then(({ products }) => products.length), 1)
    assert.deepEqual([file.products[0]!.name, file.products[0]!.labelValues[0]!.name], ['Lampo', 'Lumo'])
  })
})

describe('a WooCommerce product', () => {
  const SOAP = { ID: '1', Type: 'simple', SKU: 'A', Name: 'Soap', Published: '1', 'Regular price': '5' }

  test('has the line breaks that the export writes as two characters', async () => {
    const file = await readFile(table([{ ...SOAP, Description: '<p>One</p>\\n<p>C:\\\\new</p>' }]))
    assert.equal(file.products[0]!.description, '<p>One</p>\n<p>C:\\new</p>')
  })

  test('has its brand as an option', async () => {
    const file = await readFile(table([{ ...SOAP, Brands: 'Fern' }]))
    assert.deepEqual(
      file.products[0]!.optionGroups.map(({ name, options }) => `${name}: ${options.map((each) => each.name)}`),
      ['Brand: Fern'],
    )
  })
})

test('a variation of WooCommerce keeps a value with a comma, escaped or not', async () => {
  for (const value of ['Wool, soft', 'Wool\\, soft']) {
    const coat = { ...COAT, 'Attribute 1 value(s)': 'Wool\\, soft, Silk' }
    const [product] = await productsIn(table([coat, variation('11', value), variation('12', 'Silk')]))
    assert.deepEqual(
      product!.variants.map((_, index) => optionsOf(product!, index).color),
      ['Wool, soft', 'Silk'],
    )
  }
})

test('a variation with a value and no name of its attribute has the name of its product in that column', async () => {
  const unnamed = { 'Attribute 1 name': '', 'Attribute 2 name': '' }
  const rows = [
    variation('11', 'Red', { ...unnamed, 'Attribute 2 value(s)': 'S' }),
    COAT,
    variation('12', 'Red', { ...unnamed, 'Attribute 2 value(s)': 'M' }),
    variation('13', 'Blue', { 'Attribute 1 name': 'Color', 'Attribute 2 name': '', 'Attribute 2 value(s)': 'S' }),
    variation('14', '', { ...unnamed, 'Attribute 1 value(s)': '', 'Attribute 2 value(s)': 'L' }),
  ]
  const file = await readFile(table([LAMP, ...rows]))
  assert.deepEqual([file.leftOut, file.problems], [[], []])
  assert.deepEqual(
    file.products[1]!.variants.map((_, index) => optionsOf(file.products[1]!, index)),
    [{ color: 'Red', size: 'S' }, { color: 'Red', size: 'M' }, { color: 'Blue', size: 'S' }, { size: 'L' }],
  )
})

test('a variable product of WooCommerce without variations is not confused with one whose variations are left out', async () => {
  assert.deepEqual(reasons(await readFile(table([COAT, LAMP]))), ['2 no-variations'])
  const free = await readFile(table([COAT, variation('11', 'Red', { 'Regular price': '' }), LAMP]))
  assert.deepEqual(reasons(free).sort(), ['2 no-variants', '3 no-price'])
})

describe('an export of some columns of WooCommerce', () => {
  const soap = {
    ID: '1',
    SKU: 'S',
    Name: 'Soap',
    'In stock?': '1',
    Stock: '3',
    'Regular price': '5',
    Categories: 'Bath',
  }

  test('is recognised without the types', async () => {
    const file = await readFile(
      table([soap, { ...soap, ID: '2', SKU: 'T', Name: 'Towel', 'In stock?': '0', Stock: '' }]),
    )
    assert.deepEqual([file.format, file.problems, file.leftOut], ['woocommerce', [], []])
    assert.deepEqual(
      file.products.map(({ name, variants }) => [name, variants[0]!.price, variants[0]!.stock]),
      [
        ['Soap', '5.00', 3],
        ['Towel', '5.00', 0],
      ],
    )
  })

  test('takes a row with a parent for a variation', async () => {
    const parent = { ...soap, 'Regular price': '', 'Attribute 1 name': 'Scent', 'Attribute 1 value(s)': 'Rose, Pine' }
    const rose = { ...soap, ID: '3', SKU: 'S-R', Name: 'Soap - Rose', Parent: 'id:1', 'Attribute 1 name': 'Scent' }
    const [product] = await productsIn(table([parent, { ...rose, 'Attribute 1 value(s)': 'Rose' }]))
    assert.deepEqual(
      [product!.name, product!.variants.map(({ sku, price }) => [sku, price])],
      ['Soap', [['S-R', '5.00']]],
    )
  })
})

test('texts for search engines are those of Yoast or Rank Math, without templates', async () => {
  const seoOf = async (more: object) => (await productsIn(table([{ ...LAMP, ...more }])))[0]!.seo
  assert.deepEqual(await seoOf({ 'Meta: _yoast_wpseo_title': 'Lamps', 'Meta: _yoast_wpseo_metadesc': 'Bright.' }), {
    title: 'Lamps',
    description: 'Bright.',
  })
  const templates = { 'Meta: rank_math_title': '%title% %sep% %sitename%', 'Meta: rank_math_description': '100% wool' }
  assert.deepEqual(await seoOf(templates), { description: '100% wool' })
  assert.equal(await seoOf({ 'Meta: _yoast_wpseo_title': '%%title%% %%page%%' }), undefined)
})
