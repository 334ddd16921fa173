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

const KETTLE = {
  Handle: 'kettle',
  Title: 'Copper kettle',
  'Body (HTML)': '<p>Boils, <b>fast</b>.</p>',
  Vendor: 'Hearth',
  'Product Category': 'Home > Kitchen > Kettles',
  Type: 'Kettle',
  Tags: 'copper, gift',
  Published: 'TRUE',
  'Option1 Name': 'Size',
  'Option1 Value': '1 l',
  'Option2 Name': 'Finish',
  'Option2 Value': 'Bright',
  'Variant SKU': 'K-1-B',
  'Variant Inventory Tracker': 'shopify',
  'Variant Inventory Qty': '4',
  'Variant Price': '79.90',
  'Variant Taxable': 'TRUE',
  'Image Src': 'https://img.example/kettle.jpg',
  'Image Position': '2',
  'Variant Image': 'https://img.example/bright.jpg',
  Status: 'active',
}
const SECOND = {
  Handle: 'kettle',
  'Option1 Value': '2 l',
  'Option2 Value': 'Dull',
  'Variant SKU': 'K-2-D',
  'Variant Price': '99',
  'Image Src': 'https://img.example/front.jpg',
  'Image Position': '1',
}
const TRAY = {
  Handle: 'tray',
  Title: 'Tray',
  'Option1 Name': 'Title',
  'Option1 Value': 'Default Title',
  'Variant Price': '12.5',
}

describe('a Shopify product CSV', () => {
  test('has no category if the taxonomy says so', async () => {
    const [tray] = await productsIn(table([{ ...TRAY, 'Product Category': 'Uncategorized', Type: 'Trays' }]))
    assert.deepEqual(labelsOf(tray!), ['Trays'])
  })

  test('gives one product for all rows with the same handle', async () => {
    const image = { Handle: 'kettle', 'Image Src': 'https://img.example/back.jpg', 'Image Position': '3' }
    const file = await readFile(table([KETTLE, SECOND, image]))
    assert.deepEqual([file.format, file.rows, file.leftOut, file.warnings, file.problems], ['shopify', 3, [], [], []])
    const [kettle] = file.products
    const { name, slug, description, files } = kettle!
    assert.deepEqual([name, slug, description], ['Copper kettle', 'kettle', '<p>Boils, <b>fast</b>.</p>'])
    assert.deepEqual(labelsOf(kettle!), ['Home', 'Kitchen < home', 'Kettles < kitchen', 'Kettle', 'copper', 'gift'])
    assert.deepEqual(
      files.map(({ priority, file: { path } }) => `${priority} ${path}`),
      ['1 https://img.example/front.jpg', '2 https://img.example/kettle.jpg', '3 https://img.example/back.jpg'],
    )
    assert.deepEqual(groupsOf(kettle!), { size: ['1 l', '2 l'], finish: ['Bright', 'Dull'], vendor: ['Hearth'] })
    assert.deepEqual(optionsOf(kettle!, 1), { size: '2 l', finish: 'Dull' })
    assert.deepEqual(
      kettle!.variants.map((variant) => [variant.name, variant.sku, variant.price, variant.stock]),
      [
        ['Copper kettle - 1 l / Bright', 'K-1-B', '79.90', 4],
        ['Copper kettle - 2 l / Dull', 'K-2-D', '99.00', null],
      ],
    )
    assert.equal(kettle!.variants[0]!.files[0]!.file.path, 'https://img.example/bright.jpg')
  })

  test('gives the same products with the newer headers', async () => {
    const renamed: Record<string, string> = {
      Handle: 'URL handle',
      'Body (HTML)': 'Description',
      'Product Category': 'Product category',
      Published: 'Published on online store',
      'Variant SKU': 'SKU',
      'Variant Inventory Tracker': 'Inventory tracker',
      'Variant Inventory Qty': 'Inventory quantity',
      'Variant Price': 'Price',
      'Variant Taxable': 'Charge tax',
      'Image Src': 'Product image URL',
      'Variant Image': 'Variant image URL',
    }
    const newer = (row: Record<string, string>) =>
      Object.fromEntries(Object.entries(row).map(([name, cell]) => [(renamed[name] ?? name).toUpperCase(), cell]))
    assert.deepEqual(
      await productsIn(table([KETTLE, SECOND, TRAY].map(newer))),
      await productsIn(table([KETTLE, SECOND, TRAY])),
    )
  })

  test('may have the rows of a product in any place; products keep the order of their first rows', async () => {
    const together = await productsIn(table([KETTLE, SECOND, TRAY]))
    assert.deepEqual(await productsIn(table([KETTLE, TRAY, SECOND])), together)
    const reversed = await productsIn(table([SECOND, TRAY, KETTLE]))
    assert.deepEqual(
      reversed.map(({ slug, variants }) => [slug, variants.map(({ sku }) => sku)]),
      [
        ['kettle', ['K-2-D', 'K-1-B']],
        ['tray', ['tray']],
      ],
    )
  })

  test('gives no option group for the option “Default Title”', async () => {
    const [tray] = await productsIn(table([TRAY]))
    assert.deepEqual([tray!.optionGroups, tray!.variants.length, tray!.variants[0]!.name], [[], 1, 'Tray'])
  })

  test('leaves out products that are drafts, archived, unlisted or not published', async () => {
    const file = await readFile(
      table([
        { ...KETTLE, Status: 'draft' },
        SECOND,
        { ...TRAY, Status: 'Archived' },
        { ...TRAY, Handle: 'a', Status: 'unlisted' },
        { ...TRAY, Handle: 'b', Published: 'false' },
        { ...TRAY, Handle: 'c', Published: '' },
      ]),
    )
    assert.deepEqual(reasons(file), ['2 draft', '3 draft', '4 archived', '5 unlisted', '6 unpublished'])
    assert.deepEqual(
      file.products.map(({ slug }) => slug),
      ['c'],
    )
  })

  test('reports an unknown status', async () => {
    assert.deepEqual(told(await readFile(table([{ ...TRAY, Status: 'sleeping' }]))), ['2 Status is "sleeping"'])
  })

  test('gives a stock only if it is tracked, and never below 0', async () => {
    const row = (sku: string, tracker: string, quantity: string) => ({
      ...TRAY,
      Handle: sku,
      'Variant Inventory Tracker': tracker,
      'Variant Inventory Qty': quantity,
    })
    const file = await readFile(table([row('a', '', '5'), row('b', 'shopify', ''), row('c', 'shopify', '-3')]))
    assert.deepEqual(
      file.products.map(({ variants }) => variants[0]!.stock),
      [null, null, 0],
    )
    assert.deepEqual(warned(file), ['4 Variant Inventory Qty is -3 and counts as 0'])
  })

  test('replaces blank and repeated skus, and drops the apostrophe of a spreadsheet', async () => {
    const file = await readFile(
      table([
        { ...KETTLE, 'Variant SKU': '' },
        { ...SECOND, 'Variant SKU': "'007" },
        { ...SECOND, 'Variant SKU': '007', 'Option1 Value': '3 l' },
      ]),
    )
    assert.deepEqual(
      file.products[0]!.variants.map(({ sku }) => sku),
      ['kettle-1-l-bright', '007', '007-3-l-dull'],
    )
    assert.match(
      warned(file).join(),
      /^4 Variant SKU is "007", which an earlier variant has; "007-3-l-dull" replaces it$/,
    )
  })

  test('keeps the first of two variants with the same options', async () => {
    const file = await readFile(table([KETTLE, SECOND, { ...SECOND, 'Variant SKU': 'K-3', 'Option2 Value': 'DULL' }]))
    assert.deepEqual(reasons(file), ['4 duplicate-options'])
    assert.equal(file.products[0]!.variants.length, 2)
  })

  test('leaves out variants without a price', async () => {
    const file = await readFile(table([{ ...KETTLE, 'Variant Price': '' }, SECOND, { ...TRAY, 'Variant Price': '' }]))
    assert.deepEqual(reasons(file), ['2 no-price', '4 no-price'])
    assert.equal(file.products[0]!.variants.length, 1)
  })

  test('leaves out rows that belong to no product, and says why', async () => {
    const file = await readFile(
      table([
        TRAY,
        { Handle: '', Title: '', 'Variant Price': '1' },
        { Handle: 'x', 'Image Src': 'https://img.example/x.jpg' },
        { Handle: 'y', 'Variant Price': '3' },
        { Handle: '', Title: '' },
      ]),
    )
    assert.deepEqual(reasons(file).sort(), ['3 no-product', '4 image-only', '5 no-title', '6 blank'])
  })

  test('keeps a handle as the slug unless it cannot be one', async () => {
    const handles = ['Tasse-Été', 'tasse-ete', '茶壺', 'red mug', 'a/b']
    const products = await productsIn(table(handles.map((Handle) => ({ ...TRAY, Handle }))))
    assert.deepEqual(
      products.map(({ slug }) => slug),
      ['Tasse-Été', 'tasse-ete', '茶壺', 'red-mug', 'a-b'],
    )
  })

  test('reports problems by row and column', async () => {
    const file = await readFile(
      table([KETTLE, { ...SECOND, 'Variant Price': '9,99 €' }, { ...TRAY, 'Variant Price': '-1' }]),
    )
    assert.deepEqual(told(file), [
      '3 Variant Price is "9,99 €", which names a currency',
      '4 Variant Price is "-1", which is negative',
    ])
    assert.equal(file.products.length, 0)
  })

  test('may have decimal commas, but no ambiguous commas', async () => {
    const prices = ['19,90', '1.234,50', '1,234.5', '1 234,50']
    const products = await productsIn(
      table(
        prices.map((price) => ({ ...TRAY, Handle: price, 'Variant Price': price })),
        ';',
      ),
    )
    assert.deepEqual(
      products.map(({ variants }) => variants[0]!.price),
      ['19.90', '1234.50', '1234.50', '1234.50'],
    )
    const ambiguous = await readFile(table([{ ...TRAY, 'Variant Price': '1,234' }]))
    assert.deepEqual(told(ambiguous), ['2 Variant Price is "1,234", which has a comma'])
  })

  test('may have a thousand labels for a product, and no more', async () => {
    const tags = (count: number) => Array.from({ length: count }, (_, index) => `tag ${index}`).join(',')
    assert.equal((await productsIn(table([{ ...TRAY, Tags: tags(1000) }])))[0]!.labelValues.length, 1000)
    assert.deepEqual(told(await readFile(table([{ ...TRAY, Tags: tags(1001) }]))), ['2  has 1001 labels'])
  })

  test('gives the rate “No tax” if no tax is charged', async () => {
    const [tray] = await productsIn(table([{ ...TRAY, 'Variant Taxable': 'FALSE' }]))
    assert.deepEqual([tray!.variants[0]!.taxRate.name, tray!.variants[0]!.taxRate.rate], ['No tax', 0])
  })

  test('gives the compare-at price as the list price, if it is above the price, and is silent if it equals the price', async () => {
    const prices = ['19.90', '12.50', '0.00', '1,234', '']
    const headers = ['Variant Compare At Price', 'Compare-at price']
    for (const header of headers) {
      const rows = prices.map((price, n) => ({ ...TRAY, Handle: `tray-${n}`, [header]: price }))
      const file = await readFile(table(rows))
      assert.deepEqual(
        file.products.map(({ variants }) => variants[0]!.listPrice),
        ['19.90', undefined, undefined, undefined, undefined],
      )
      const above = 'and the price is "12.50"; expected a price above the price of the variant'
      assert.deepEqual(droppedIn(file), [
        `4 ${header} is "0.00", ${above}`,
        `5 ${header} is "1,234", which has a comma; expected a price above the price of the variant`,
      ])
    }
  })

  test('gives the barcode as the gtin, if it is one', async () => {
    const rows = ["'4006381333931", '4006381333930', ''].map((barcode, n) => ({
      ...{ ...TRAY, Handle: `tray-${n}`, 'Variant Barcode': barcode },
    }))
    const file = await readFile(table(rows))
    assert.deepEqual(
      file.products.map(({ variants }) => variants[0]!.gtin),
      ['4006381333931', undefined, undefined],
    )
    assert.match(droppedIn(file).join(), /^3 Variant Barcode is "4006381333930"; expected a GTIN of 8, 12, 13 or 14/)
  })

  test('names the row of a variant of which a value is dropped', async () => {
    const file = await readFile(table([KETTLE, { ...SECOND, 'Variant Barcode': '7' }]))
    assert.match(droppedIn(file).join(), /^3 Variant Barcode is "7"/)
  })

  test('gives the alt text of a picture, also where a variant has the same picture', async () => {
    const path = 'https://img.example/kettle.jpg'
    const rows = [
      { ...KETTLE, 'Image Alt Text': 'Kettle &amp; lid', 'Variant Image': path },
      { ...SECOND, 'Image Alt Text': 'x'.repeat(501) },
    ]
    const file = await readFile(table(rows))
    const [kettle] = file.products
    assert.deepEqual(
      kettle!.files.map(({ file: { alt } }) => alt),
      [undefined, 'Kettle & lid'],
    )
    assert.deepEqual(
      kettle!.variants[0]!.files.map(({ file: { path, alt } }) => [path, alt]),
      [[path, 'Kettle & lid']],
    )
    assert.deepEqual(droppedIn(file), ['2 Image Alt Text is 501 characters long; expected at most 500 characters'])
  })

  test('names the columns with values that are not used', async () => {
    const cells = { 'Cost per item': '290', 'SEO Title': ' ', 'Price / Mars': '', Shelf: '7' }
    const file = await readFile(
      table([
        { ...TRAY, ...cells },
        { ...TRAY, ...cells, 'Price / Mars': '3' },
      ]),
    )
    assert.deepEqual(file.unused, ['Cost per item', 'Price / Mars', 'Shelf'])
  })

  test('may have formulas and names such as __proto__, which are plain text', async () => {
    const names = ['__proto__', 'constructor', '=cmd()', 'toString', '+', '★']
    const rows = names.map((name) => ({
      ...TRAY,
      Handle: name,
      Title: name,
      Tags: names.join(','),
      'Option1 Name': name,
      'Option1 Value': name,
      'Option2 Name': '__proto__ 2',
      'Option2 Value': 'hasOwnProperty',
      __proto__x: name,
    }))
    const products = await productsIn(table(rows))
    assert.deepEqual(
      products.map(({ name, slug, labelValues, optionGroups }) => [
        name,
        slug,
        labelValues.length,
        optionGroups[0]!.name,
      ]),
      names.map((name) => [name, name, names.length, name]),
    )
    assert.deepEqual(
      products[0]!.labelValues.map(({ code }) => code),
      ['proto', 'constructor', 'cmd', 'tostring', 'u2b', 'u2605'],
    )
  })
})

test('a Shopify row with a title and no handle is a product with a slug from the title', async () => {
  const rows = ['Soap', 'Bath towel'].map((Title) => ({
    Title,
    'URL handle': '',
    SKU: '',
    Price: '5',
    Status: 'Active',
  }))
  const file = await readFile(table([...rows, { Title: '', 'URL handle': '', SKU: 'x', Price: '6', Status: '' }]))
  assert.deepEqual(
    file.products.map(({ slug, variants }) => [slug, variants[0]!.sku]),
    [
      ['soap', 'soap'],
      ['bath-towel', 'bath-towel'],
    ],
  )
  assert.deepEqual(reasons(file), ['4 no-product'])
})

test('a collection of Shopify becomes a label', async () => {
  const [tray] = await productsIn(table([{ ...TRAY, Collection: 'Summer table' }]))
  assert.ok(labelsOf(tray!).includes('Summer table'))
})

test('two titles under one handle of Shopify cause a warning, also if the handles differ in case', async () => {
  const other = { ...TRAY, Handle: TRAY.Handle.toUpperCase(), Title: 'Silk scarf', 'Variant SKU': 'scarf' }
  const { products, warnings } = await readFile(
    table([TRAY, { ...other, 'Option1 Name': 'Size', 'Option1 Value': 'M' }]),
  )
  assert.equal(products.length, 1)
  assert.match(
    warnings[0]!.message,
    /^is "Silk scarf", but in row 2 the product with this handle is ".*", which counts$/,
  )
})

describe('a file of Matrixify', () => {
  const TEAPOT = {
    ID: '7',
    Handle: 'teapot',
    Command: 'MERGE',
    Title: 'Teapot',
    'Body HTML': '<p>Pours.</p>',
    Status: 'Active',
    Category: 'Home > Kitchen',
    'Custom Collections': 'Gifts, Tea &amp; more',
    'Smart Collections': 'All',
    'Image Src': 'https://img.example/front.jpg; https://img.example/back.jpg',
    'Option1 Name': 'Title',
    'Option1 Value': 'Default Title',
    'Variant Price': '31.00',
  }

  test('gives the description, the category, the collections and all pictures of a cell', async () => {
    const file = await readFile(table([TEAPOT]))
    assert.deepEqual([file.format, file.problems, file.unused], ['shopify', [], []])
    const [teapot] = file.products
    assert.equal(teapot!.description, '<p>Pours.</p>')
    assert.deepEqual(labelsOf(teapot!), ['Home', 'Kitchen < home', 'Gifts', 'Tea & more', 'All'])
    assert.deepEqual(
      teapot!.files.map(({ file }) => file.path),
      ['https://img.example/front.jpg', 'https://img.example/back.jpg'],
    )
  })

  test('leaves out a product that it says to delete or to ignore', async () => {
    const file = await readFile(
      table([TEAPOT, { ...TEAPOT, Handle: 'a', Command: 'DELETE' }, { ...TEAPOT, Handle: 'b', Command: 'Ignore' }]),
    )
    assert.deepEqual([file.products.length, reasons(file)], [1, ['3 deleted', '4 deleted']])
  })
})

test('the inventory that Shopify exports is refused by its name', async () => {
  const stock = { Handle: 'tray', Title: 'Tray', 'Option1 Name': 'Title', 'Option1 Value': 'Default Title', SKU: 'T' }
  for (const quantities of [
    { Available: '3', 'On hand': '3' },
    { 'On hand (current)': '3', 'On hand (new)': '' },
  ])
    await assert.rejects(
      readFile(table([{ ...stock, Location: 'North', ...quantities }])),
      /looks like the inventory that Shopify exports: .* Export the file in the list of products\. .* --only stock\./,
    )
})

test('texts for search engines and unit prices are read from the columns of an export', async () => {
  const [kettle] = await productsIn(
    table([
      {
        ...KETTLE,
        ...{ 'SEO Title': 'Kettles &amp; pots', 'SEO Description': 'Boils fast.' },
        ...{ 'Unit Price Total Measure': '1.5', 'Unit Price Total Measure Unit': 'L' },
        ...{ 'Unit Price Base Measure': '100', 'Unit Price Base Measure Unit': 'ml' },
      },
    ]),
  )
  assert.deepEqual(kettle!.seo, { title: 'Kettles & pots', description: 'Boils fast.' })
  assert.deepEqual(kettle!.variants[0]!.unitPrice, { price: '5.33', amount: '100', unit: 'ml', contents: '1500' })
})

test('an inventory tracker of “N/A” tracks nothing', async () => {
  const row = { Handle: 'cup', Title: 'Cup', 'Variant Price': '5', 'Variant Inventory Qty': '0' }
  const [cup] = await productsIn(table([{ ...row, 'Variant Inventory Tracker': 'N/A' }]))
  assert.equal(cup!.variants[0]!.stock, null)
})

test('a header that is repeated with another value causes a warning', async () => {
  const file = await readFile(
    'Handle,Title,Variant Price,Variant Price\nhat,Hat,5.00,5.00\ncup,Cup,,7.00\nmug,Mug,5.00,99.00\npot,Pot,5.00,98.00\n',
  )
  assert.deepEqual(
    file.products.map(({ variants }) => variants[0]!.price),
    ['5.00', '7.00', '5.00', '5.00'],
  )
  assert.deepEqual(warned(file), [
    '4 Variant Price is the header of 2 columns, which have "5.00" and "99.00" here: the first one that is not blank counts',
  ])
})

test('a table of another shop with a handle and a title is none of Shopify', async () => {
  const [tea] = await productsIn('title,handle,type,tags,prix\nTea,green-tea,Drinks,new; hot,5\n')
  assert.deepEqual([tea!.slug, tea!.variants[0]!.price], ['green-tea', '5.00'])
  await assert.rejects(readFile('Handle,Title,Vendor,Option1 Name\ntea,Tea,Acme,Size\n'), /no column “Variant Price”/)
})
