import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Problem } from '@vitrine/catalog/submission'
import { anyTable } from '@vitrine/convert/any-table/table-format'
import { COMPLETE_ONLY } from '../../quick.ts'
import { groupsOf, labelsOf, optionsOf, productsIn, readFile, reasons, table, told, warned } from '../catalog-file.ts'
import { store } from '../reading.ts'
import { workbook, workbookOf } from '../spreadsheet/workbook-file.ts'

const yes = true

/** A table of hats with columns of no known format. */
const HATS = table([
  {
    Artikel: 'Hut',
    VK: '19,90 €',
    UVP: '25,00 €',
    Farbe: 'rot',
    Bestand: '3',
    Bild: 'https://x.example/rot.jpg; https://x.example/rot-2.jpg',
    Marke: 'Acme',
    Warengruppe: 'Damen > Hüte',
    Schlagworte: 'neu, warm',
    Nummer: 'H-R',
    Notiz: 'Regal 3',
  },
  {
    Artikel: 'Hut',
    VK: '21,90 €',
    Farbe: 'blau',
    Bestand: 'ausverkauft',
    Marke: 'Acme',
    Warengruppe: 'Damen > Hüte',
    Artikelnummer: 'H-B',
  },
  { Artikel: 'Schal', VK: '1.234,50 €', Bestand: 'N/A', Bild: '-', Artikelnummer: 'S' },
])

describe('a table of no known format', () => {
  test('becomes products with all that its columns say', async () => {
    const file = await readFile(HATS, { yes })
    assert.deepEqual([file.format, file.rows, told(file), file.unused], ['table', 3, [], ['Nummer', 'Notiz']])
    const [hat, scarf] = file.products
    assert.deepEqual(
      hat!.variants.map(({ name, sku, price, listPrice, stock }) => [name, sku, price, listPrice, stock]),
      [
        ['Hut - rot', 'hut-rot', '19.90', '25.00', 3],
        ['Hut - blau', 'H-B', '21.90', undefined, 0],
      ],
    )
    assert.deepEqual(optionsOf(hat!, 1), { farbe: 'blau' })
    assert.deepEqual(groupsOf(hat!), { farbe: ['rot', 'blau'], brand: ['Acme'] })
    assert.deepEqual(labelsOf(hat!), ['Damen', 'Hüte < damen', 'neu', 'warm'])
    assert.deepEqual(
      hat!.files.map(({ file }) => file.path),
      ['https://x.example/rot.jpg', 'https://x.example/rot-2.jpg'],
    )
    assert.deepEqual([scarf!.variants[0]!.price, scarf!.variants[0]!.stock, scarf!.files], ['1234.50', null, []])
    const submission = file.submissions[0]!
    assert.equal('currency' in submission && submission.currency, 'EUR')
  })

  test('is read without a question only if the guess is certain', async () => {
    const { products, shown } = await readFile(HATS)
    assert.equal(products.length, 2)
    assert.match(shown, /its columns become:.*VK +price.*If one is wrong: --write-columns/s)
    await assert.rejects(readFile('Name,Cost,Worth\nHat,3,5 EUR\n'), /the columns are only guessed.*--yes/)
    assert.equal((await readFile('Name,Cost,Worth\nHat,3,5 EUR\n', { yes })).products.length, 1)
  })

  test('is refused with what is missing, even if the guess is taken', async () => {
    await assert.rejects(
      readFile('Date,Payee\n1,2\n', { yes }),
      /No column is certain to be the name.*the price\. These have numbers: “Date”, “Payee”/,
    )
    await assert.rejects(readFile('Name,Size\nHat,L\n', { yes }), /the price\. The file seems to have no prices/)
    await assert.rejects(
      readFile('H-1;Hat;5.00\nC-1;Cap;6.00\n', { yes }),
      /no header line: its first row looks like a product/,
    )
  })

  test('is read with the columns that a file names, without a guess', async () => {
    const columns = new Map(Object.entries({ artikel: 'name', vk: 'price', farbe: 'option: Shade', notiz: 'not used' }))
    const named = await readFile('Artikel,VK,Farbe\nHut,5,rot\n', { columns })
    assert.deepEqual(groupsOf(named.products[0]!), { shade: ['rot'] })
    await assert.rejects(readFile('Artikel,VK,Marke,Kunde\nHut,5,A,B\n', { columns }), /only guessed/)
    const wrong = new Map([['vk', 'prise']])
    await assert.rejects(readFile('Artikel,VK\nHut,5\n', { columns: wrong }), /calls a column “prise”.*“price”/)
  })

  test('names its own headers in problems', async () => {
    const rows = [
      { Artikel: 'Hut', VK: '1,234', Bestand: '1,000' },
      { Artikel: 'Schal', VK: '5', Bestand: '2' },
    ]
    const file = await readFile(table(rows), { yes })
    assert.deepEqual(told(file), ['2 Bestand is "1,000"', '2 VK is "1,234", which has a comma'])
  })

  test('reads prices with a currency if they are certain', { skip: COMPLETE_ONLY }, async () => {
    const prices = [
      '$19.99',
      '19,99 €',
      '199 kr',
      'EUR 5',
      '12,-',
      '1 234,50 zł',
      'US$ 7',
      '1,234.50',
      'CHF 3.-',
      '10.00 USD',
    ]
    const read = await Promise.all(
      prices.map(
        async (price) => (await productsIn(table([{ Name: 'Hat', Price: price }]), { yes }))[0]!.variants[0]!.price,
      ),
    )
    assert.deepEqual(read, ['19.99', '19.99', '199.00', '5.00', '12.00', '1234.50', '7.00', '1234.50', '3.00', '10.00'])
    const yen = { yes, store: { ...store, currency: 'JPY' } }
    assert.equal((await productsIn('Name,Price\nHat,"¥1,234"\n', yen))[0]!.variants[0]!.price, '1234.00')
    for (const price of ['1,234', '$1,234', '-5', '5 or 6', '5 € / 100 g'])
      assert.equal(
        (
          await readFile(
            table([
              { Name: 'Hat', Price: price },
              { Name: 'Cap', Price: '5' },
              { Name: 'Bag', Price: '5' },
              { Name: 'Tie', Price: '6' },
            ]),
            { yes },
          )
        ).problems.length,
        1,
        price,
      )
  })

  test('leaves out what is not public, and prices in another currency', async () => {
    const rows = [
      { Name: 'Hat', Price: '5 EUR', Status: 'active' },
      { Name: 'Cap', Price: '5 EUR', Status: 'Entwurf' },
      { Name: 'Bag', Price: '5 EUR', Status: 'no' },
      { Name: 'Tie', Price: '5 USD', Status: 'yes' },
      { Name: 'Belt', Price: '5 EUR', Status: 'planned' },
      { Name: 'Ring', Price: '', Status: 'yes' },
    ]
    const file = await readFile(table(rows), { yes, store: { ...store, currency: 'EUR' } })
    assert.deepEqual(reasons(file), ['3 draft', '4 unpublished', '5 other-currency', '7 no-price'])
    assert.deepEqual(told(file), ['6 Status is "planned"'])
  })

  test('has variants in the rows that name the sku of another row, which describes the product', async () => {
    const rows = [
      { SKU: 'A', 'Parent SKU': '', Name: 'Hat', Price: '9', Color: '', Description: 'Warm' },
      { SKU: 'A-1', 'Parent SKU': 'A', Name: 'Hat red', Price: '5', Color: 'red' },
      { SKU: 'A-2', 'Parent SKU': 'A', Name: 'Hat blue', Price: '6', Color: 'blue' },
    ]
    const [hat, ...others] = await productsIn(table(rows), { yes })
    assert.deepEqual([hat!.name, hat!.description, others], ['Hat', 'Warm', []])
    assert.deepEqual(
      hat!.variants.map(({ sku, price }) => `${sku} ${price}`),
      ['A-1 5.00', 'A-2 6.00'],
    )
  })

  test('keeps the ids of products whose name changes', async () => {
    const idOf = async (name: string) =>
      (await productsIn(table([{ SKU: 'A', Name: name, Price: '5' }]), { yes }))[0]!.id
    assert.equal(await idOf('Hat'), await idOf('Top hat'))
  })

  test('has lists of options, which are those of the product as a whole', async () => {
    const [hat] = await productsIn('Name,Price,Sizes,Colors\nHat,5,"S, M, L","[""red"",""blue""]"\n')
    assert.deepEqual(groupsOf(hat!), { sizes: ['S', 'M', 'L'], colors: ['red', 'blue'] })
    assert.deepEqual(optionsOf(hat!, 0), {})
    const columns = new Map(Object.entries({ name: 'name', price: 'price', fits: 'options: Size' }))
    const [cap] = await productsIn('Name,Price,Fits\nCap,5,S|M\n', { columns })
    assert.deepEqual(groupsOf(cap!), { size: ['S', 'M'] })
  })

  test('has each row once', async () => {
    const file = await readFile('Name,Price\nHat,5\nCap,6\nHat,5\nHat,7\n')
    assert.deepEqual([reasons(file), file.products.map(({ slug }) => slug)], [['4 repeated'], ['hat', 'cap', 'hat-2']])
  })

  test('keeps products apart whose skus are the same by mistake', async () => {
    const rows = [
      { SKU: 'A', Name: 'Hat', Price: '5' },
      { SKU: 'A', Name: 'Hat stand', Price: '6' },
      ...Array.from({ length: 20 }, (_, n) => ({ SKU: `B${n}`, Name: `Bag ${n}`, Price: '5' })),
    ]
    const { products, leftOut } = await readFile(table(rows))
    assert.deepEqual([products.length, leftOut], [22, []])
    assert.notEqual(products[0]!.id, products[1]!.id)
  })

  test('has variants that only their names tell apart', async () => {
    const rows = [
      { SKU: 'A-1', 'Parent SKU': 'A', Name: 'Hat - red', Price: '5' },
      { SKU: 'A-2', 'Parent SKU': 'A', Name: 'Hat - blue', Price: '6' },
      { SKU: 'C', 'Parent SKU': '', Name: 'Cap', Price: '6' },
    ]
    const [hat] = await productsIn(table(rows))
    assert.deepEqual([hat!.name, groupsOf(hat!)], ['Hat', { variant: ['red', 'blue'] }])
  })

  test('may have the header below other rows, again on each page, and two headers', async () => {
    const printed = ';;Our prices;\n;;;Page 1\nCode;Text;Name;Price\nA;x;Hat;5,00\nCode;Text;Name;Price\nB;y;Cap;6,00\n'
    const file = await readFile(printed)
    assert.deepEqual([file.products.map(({ name }) => name), reasons(file)], [['Hat', 'Cap'], ['5 repeated']])
    const groups = 'List of May;;;;\n;Product;;Box;\nSKU;Name;Category;Description;Weighs\nH;Hat;Hats;Warm;3\n'
    await assert.rejects(readFile(groups), /certain to be the price\. These have numbers: “Weighs”/)
    const two = 'Our list,Version 2\nTitle,Price,Your code\nitem_name,price,item_sku\nHat,5,H\n'
    assert.deepEqual(
      (await productsIn(two)).map(({ name, variants }) => [name, variants[0]!.sku]),
      [['Hat', 'H']],
    )
  })

  test('may have one row without a line break at its end', async () => {
    assert.equal((await productsIn('name,price\nHat,5')).length, 1)
  })

  test('reads thousands if the column shows them, and says so', async () => {
    const rows = [
      { Name: 'Hat', Price: '850' },
      { Name: 'Coat', Price: '1,250' },
    ]
    const file = await readFile(table(rows))
    assert.deepEqual(
      file.products.map(({ variants }) => variants[0]!.price),
      ['850.00', '1250.00'],
    )
    assert.match(warned(file).join(), /^3 Price is read with a separator of thousands/)
  })

  test('has a sale price only where a column says that the sale is on', async () => {
    const text = 'nombre,precio_normal,precio_oferta,en_oferta,stock\nJabón,6,5,SI,SI\nAceite,8,7,NO,NO\n'
    const variants = (await productsIn(text)).map(({ variants }) => variants[0]!)
    assert.deepEqual(
      variants.map(({ price, listPrice, stock }) => [price, listPrice, stock]),
      [
        ['5.00', '6.00', null],
        ['8.00', undefined, 0],
      ],
    )
  })

  test('leaves out products whose price is on request', async () => {
    const file = await readFile('Name,Price\nHat,5\nCap,on request\nBag,Preis auf Anfrage\nTie,No disponible\n')
    assert.deepEqual([reasons(file), told(file)], [['3 no-price', '4 no-price', '5 no-price'], []])
  })

  test('reads lists as programs write them, and several categories', async () => {
    const rows = [
      {
        title: 'Hat',
        price: '5',
        images: "['https://x.example/1.jpg', 'https://x.example/2.jpg']",
        categories: 'Men, Warm',
      },
      { title: 'Cap', price: '5', images: '["https://x.example/3.jpg"]', categories: '["Men >> Caps"]' },
    ]
    const [hat, cap] = await productsIn(table(rows))
    assert.deepEqual([hat!.files.length, labelsOf(hat!)], [2, ['Men', 'Warm']])
    assert.deepEqual([cap!.files.length, labelsOf(cap!)], [1, ['Men', 'Caps < men']])
  })

  test('leaves out a row whose sku is in the file already', async () => {
    const rows = [
      { SKU: 'A', Name: 'Hat', Price: '5', Status: 'yes' },
      { SKU: 'a', Name: 'Hat', Price: '6', Status: 'yes' },
      ...Array.from({ length: 20 }, (_, n) => ({ SKU: `B${n}`, Name: `Cap ${n}`, Price: '5', Status: 'yes' })),
    ]
    const file = await readFile(table(rows), { yes })
    assert.deepEqual([reasons(file), told(file), file.products.length], [['3 duplicate-options'], [], 21])
  })

  test('may have blank lines and a title above its header', async () => {
    for (const above of [
      '\n\n',
      'Table 1\n',
      ';;;\n',
      'Prices\n\nvalid until May\n',
      'sep=;\n# Required | A name;# Required | A price\n',
    ]) {
      const [hat] = await productsIn(`${above}Name;Price\nHat;5,50\n`, { yes })
      assert.equal(hat!.variants[0]!.price, '5.50', JSON.stringify(above))
    }
  })
})

describe('a spreadsheet', () => {
  const PRODUCTS = [
    ['Handle', 'Title', 'Variant SKU', 'Variant Price', 'Status'],
    ['hat', 'Hat', 'H', 5.5, 'active'],
  ]

  test('of a known format is read as its CSV, whatever its name', async () => {
    const csv = PRODUCTS.map((row) => row.join(',')).join('\n')
    const file = await readFile(workbookOf(PRODUCTS))
    assert.deepEqual(file.products, await productsIn(csv))
    assert.deepEqual([file.format, warned(file)], ['shopify', []])
  })

  test('of no known format is guessed, below a title and from the sheet that is named', async () => {
    const sheets = [
      { name: 'Read me', rows: [['How to'], ['Read']] },
      {
        name: 'Hats',
        rows: [['Our hats'], [], ['Name', 'Price', 'Size'], ['Hat', 5.5, 'S'], ['Hat', 6, 'M'], ['Cap', 7]],
      },
    ]
    const products = await productsIn(workbook({ sheets }), { yes, sheet: 'Hats' })
    assert.deepEqual(
      products.map(({ name, variants }) => [name, variants.length]),
      [
        ['Hat', 2],
        ['Cap', 1],
      ],
    )
    await assert.rejects(readFile('Name,Price\nHat,5\n', { sheet: 'Hats' }), /no sheets/)
  })

  test('has the rows of the sheet in its report', async () => {
    const file = await readFile(
      workbookOf([[], ['Name', 'Price'], [], ['Hat', 'five'], ['Cap', 5], ['Bag', 5], ['Tie', 6]]),
      { yes },
    )
    assert.deepEqual(told(file), ['4 Price is "five", which is not a decimal number'])
    const [{ row, column, product }] = file.problems as [Problem]
    assert.deepEqual([row, column, product], [4, 'B', 'Hat'])
  })
})

describe('JSON of another shape', () => {
  const item = {
    title: 'Hat',
    code: 'H',
    cost: { amount: 5, currency: 'EUR' },
    price: { amount: '5.50', currency: 'EUR' },
    images: [{ src: 'https://x.example/1.jpg' }, { src: 'https://x.example/2.jpg' }],
    tags: ['warm', 'new'],
  }

  test('becomes a table of its fields, in an array, one a line, or in a list of an object', async () => {
    for (const text of [
      JSON.stringify([item]),
      JSON.stringify(item),
      JSON.stringify({ count: 1, products: [item], next: null }),
      JSON.stringify({ data: { items: [item] } }, null, 1),
    ]) {
      const file = await readFile(text, { yes })
      assert.equal(file.format, 'table', text)
      const [hat] = file.products
      assert.deepEqual([hat!.name, hat!.variants[0]!.sku, hat!.variants[0]!.price], ['Hat', 'H', '5.50'])
      assert.equal(hat!.files.length, 2)
      assert.deepEqual(labelsOf(hat!), ['warm', 'new'])
    }
  })

  test('has a row for each variant', async () => {
    const variants = [
      { sku: 'H-S', price: 5, size: 'S' },
      { sku: 'H-M', price: 6, size: 'M' },
    ]
    const file = await readFile(
      JSON.stringify([
        { id: 7, title: 'Hat', price: 1, variants },
        { id: 8, title: 'Cap', price: 1, variants: [{ sku: 'C', price: 3, size: 'One' }] },
      ]),
      { yes },
    )
    assert.deepEqual(
      file.products.map(({ name, variants }) => [name, ...variants.map(({ sku, price }) => `${sku} ${price}`)]),
      [
        ['Hat', 'H-S 5.00', 'H-M 6.00'],
        ['Cap', 'C 3.00'],
      ],
    )
  })

  test('has problems on the lines of its objects, and tells which fields it does not use', async () => {
    const text =
      '[\n{"name": "Hat", "price": "x", "sku": "H"},\n{"name": "Cap", "price": 5, "sku": "C"},\n{"name": "Bag", "price": 5, "sku": "B", "secret": 1},\n{"name": "Tie", "price": 5, "sku": "T"}\n]'
    const file = await readFile(text, { yes })
    assert.deepEqual(told(file), ['2 price is "x", which is not a decimal number'])
    const [{ row, column, product }] = file.problems as [Problem]
    assert.deepEqual([row, column, product], [undefined, undefined, 'H'])
    assert.deepEqual(file.unused, ['secret'])
  })

  test('is refused with the price that is missing, not with the fields of the native format', async () => {
    await assert.rejects(readFile('[{"name":"Hat","image":"a.jpg","cost":3}]'), /certain to be the price.*“cost”/)
  })

  test('is of the native format if it has names and variants, or if no guess is certain', async () => {
    assert.equal((await readFile('[{"name":"Hat","variants":[{"sku":"H","price":5}]}]')).format, 'native')
    assert.equal((await readFile('{"thing":"Hat"}')).format, 'native')
    await assert.rejects(readFile('{"products":[{"thing":"Hat"}]}', { yes }), /No column is certain to be the name/)
    assert.deepEqual((await readFile('[{"name":"Hat","price":5}]', { format: anyTable, yes })).products.length, 1)
  })
})

test('a column of numbers whose header has a unit is an attribute', async () => {
  const row = {
    Name: 'Oar',
    SKU: 'o',
    Price: '45',
    'Weight (kg)': '2,5',
    'Blade [cm]': '0',
    'Fits (m)': 'boats',
    Grip: '3',
  }
  const file = await readFile(
    table([row, { ...row, SKU: 'p', Name: 'Paddle', 'Weight (kg)': '.9', 'Blade [cm]': '40' }]),
    { yes },
  )
  assert.deepEqual(
    file.products.map(({ variants }) => variants[0]!.attributes?.map(({ code, unit, value }) => [code, value, unit])),
    [
      [['weight', 2.5, 'kg']],
      [
        ['weight', 0.9, 'kg'],
        ['blade', 40, 'cm'],
      ],
    ],
  )
  assert.deepEqual(file.unused, ['Fits (m)', 'Grip'])
})

test('a file for --columns can name attributes', async () => {
  const columns = new Map([
    ['name', 'name'],
    ['price', 'price'],
    ['grip', 'attribute: Grip (mm)'],
    ['since', 'attribute: In the shop since'],
  ])
  const file = await readFile(table([{ Name: 'Oar', Price: '45', Grip: '32', Since: '2024-05-01' }]), { columns, yes })
  assert.deepEqual(file.products[0]!.variants[0]!.attributes, [
    { code: 'grip', name: 'Grip', type: 'number', unit: 'mm', value: 32 },
    { code: 'in-the-shop-since', name: 'In the shop since', type: 'date', value: '2024-05-01' },
  ])
})

test('a column of sales is the popularity: the sum of the rows of a product, or the number that all have', async () => {
  const row = (name: string, size: string, sold: string) => ({ Name: name, Price: '5', Size: size, 'Units sold': sold })
  const rows = [row('Cup', 'S', '3'), row('Cup', 'L', '40'), row('Jar', 'S', '7'), row('Jar', 'L', '7')]
  const products = await productsIn(table(rows))
  assert.deepEqual(
    products.map(({ name, popularity }) => [name, popularity]),
    [
      ['Cup', 43],
      ['Jar', 7],
    ],
  )
})

describe('a product that the file says not to sell is not sold', () => {
  const file = (header: string, ...cells: readonly string[]) =>
    table(cells.map((cell, index) => ({ sku: `s${index}`, name: `Cup ${index}`, price: '5', [header]: cell })))

  for (const [header, sold, hidden] of [
    ['discontinued', '0', '1'],
    ['hide', 'no', 'yes'],
    ['Gesperrt', '', 'X'],
    ['versteckt', 'nein', 'ja'],
    ['deleted_at', '', '2024-01-01 10:00:00'],
    ['deleted_at', '0000-00-00 00:00:00', '2024-01-01 10:00:00'],
    ['Descatalogado', 'no', 'sí'],
    ['Supprimé', 'non', 'oui'],
    ['Bloccato', 'no', 'sì'],
    ['Wycofany', 'nie', 'tak'],
    ['Geblokkeerd', 'nee', 'ja'],
    ['Снят с производства', 'нет', 'да'],
    ['Mostrar en tienda', 'SI', 'NO'],
    ['Im Shop anzeigen', 'ja', 'nein'],
  ] as const) {
    test(`by “${header}” with “${hidden}”`, async () => {
      const { products, leftOut } = await readFile(file(header, sold, hidden, sold))
      assert.deepEqual([products.length, leftOut.map(({ reason }) => reason)], [2, ['unpublished']])
    })
  }

  for (const [header, available, soldOut] of [
    ['Verfügbar', 'ja', 'nein'],
    ['availability', 'InStock', 'OutOfStock'],
    ['offers.availability', 'https://schema.org/LimitedAvailability', 'http://schema.org/SoldOut'],
    ['stock_status', 'instock', 'outofstock'],
    ['Ausverkauft', 'nein', 'ja'],
    ['Agotado', '', 'x'],
    ['Dostępny', 'tak', 'nie'],
  ] as const) {
    test(`by “${header}” with “${soldOut}”`, async () => {
      const { products } = await readFile(file(header, available, soldOut, available))
      assert.deepEqual(
        products.map(({ variants }) => variants[0]!.stock),
        [null, 0, null],
      )
    })
  }

  test('by words beside a number', async () => {
    const rows = [
      { name: 'Cup', sku: 'a', price: '5', quantity: '7', availability: 'in stock' },
      { name: 'Jar', sku: 'b', price: '5', quantity: '7', availability: 'out of stock' },
      { name: 'Mug', sku: 'c', price: '5', quantity: '0', availability: 'backorder' },
    ]
    assert.deepEqual(
      (await readFile(table(rows))).products.map(({ variants }) => variants[0]!.stock),
      [7, 0, null],
    )
  })

  test('or a question is asked if it is not certain that the column says so', { skip: COMPLETE_ONLY }, async () => {
    for (const [header, ...cells] of [
      ['Nota', 'agotado', 'normal'],
      ['Hidden from app', '', 'x'],
      ['discontinued', 'replaced by S2', ''],
      ['sold', '1', '0'],
    ] as const) {
      await assert.rejects(readFile(file(header, ...cells)), (error: Error) => {
        assert.match(error.message, new RegExp(`may say which products are not for sale: “${header}”`))
        return true
      })
      const columns = new Map([[header.toLowerCase(), 'not used']])
      assert.equal((await readFile(file(header, ...cells), { columns })).products.length, 2)
    }
    for (const [header, ...cells] of [
      ['Display', 'LCD', 'OLED'],
      ['Waterproof', 'yes', 'no'],
      ['Note', 'sold out in 2020', ''],
    ] as const)
      assert.equal((await readFile(file(header, ...cells))).products.length, 2, header)
  })
})

test('pictures with any sign between their addresses are several', { skip: COMPLETE_ONLY }, async () => {
  for (const sign of ['~', '^', '#', ' ', ' ~ ', '|']) {
    const rows = ['Cup', 'Jar'].map((name) => ({
      name,
      price: '5',
      image: `https://x.example/${name}.jpg${sign}https://x.example/b.jpg`,
    }))
    const [cup] = await productsIn(table(rows))
    assert.deepEqual(
      cup!.files.map(({ file }) => file.path),
      ['https://x.example/Cup.jpg', 'https://x.example/b.jpg'],
      sign,
    )
  }
  const row = (name: string, image: string) => ({ name, price: '5', image })
  const proxied = 'https://img.example/fetch/https://x.example/a.jpg'
  const joined = 'https://x.example/a.jpghttps://x.example/b.jpg'
  const file = await readFile(table([row('Cup', proxied), row('Jar', 'https://x.example/c.jpg'), row('Mug', joined)]))
  assert.deepEqual([file.products[0]!.files[0]!.file.path, told(file).length], [proxied, 1])
  assert.match(told(file)[0]!, /which is not a picture/)
})

test('what programs write for no value is none', async () => {
  const noValues = ['[EditValue is null]', '(null)', '<NULL>', 'NULL', 'undefined', 'None', '\\N']
  const rows = noValues.map((brand, index) => ({ name: `Cup ${index}`, price: '5', brand, tags: brand }))
  for (const { optionGroups, labelValues } of await productsIn(
    table([...rows, { name: 'Jar', price: '5', brand: 'Acme', tags: 'new' }]),
  ).then((all) => all.slice(0, -1)))
    assert.deepEqual([optionGroups, labelValues], [[], []])
})

test('categories of lists from ERP systems are found', async () => {
  for (const header of ['Gruppe', 'Artikelgruppe', 'Nombre de grupo', 'collections', 'categoryText']) {
    const rows = ['Cups', 'Cups', 'Jars'].map((group, index) => ({
      name: `${index} piece`,
      price: '5',
      [header]: group,
    }))
    assert.deepEqual((await productsIn(table(rows))).map(labelsOf), [['Cups'], ['Cups'], ['Jars']], header)
  }
})

test('a header, and a cell, may be so long that only time linear in its length reads it', {
  skip: COMPLETE_ONLY,
}, async () => {
  for (const unit of ['aA', '(', '()', 'de_', 'a.', 'a_', '# ', '  a']) {
    const long = unit.repeat(100_000 / unit.length)
    const [tea] = await productsIn(`Name,Price,${long},Image\nTea,5,x,${long}.jpg\n`)
    assert.equal(tea!.name, 'Tea', unit)
  }
})

test('“Default Title” is no option', async () => {
  const shirts = await productsIn('Name,Price,Sizes\nShirt,5,"S, M"\nCap,6,Default Title\n')
  assert.deepEqual(shirts.map(groupsOf), [{ sizes: ['S', 'M'] }, {}])
})

test('a column that is called exactly the name has the names, also with numbers', async () => {
  const file = async (header: string, ...names: readonly string[]) =>
    (
      await productsIn(
        table(
          names.map((name, index) => ({
            sku: `s${index}`,
            [header]: name,
            price: '5',
            description: 'A long text about it',
          })),
        ),
      )
    ).map(({ name }) => name)
  for (const header of ['name', 'Name', 'Title', 'Nombre']) {
    assert.deepEqual(await file(header, '1984', '2666', 'Emma'), ['1984', '2666', 'Emma'])
    assert.deepEqual(await file(header, '501', '505', '511'), ['501', '505', '511'])
  }
  const books = [1984, 2666].map((name) => ({ name, price: 5, description: 'A long text about it' }))
  assert.deepEqual(
    (await productsIn(JSON.stringify(books))).map(({ name }) => name),
    ['1984', '2666'],
  )
  const coded = 'name,title,price\n10023,Hat,5\n10024,Cap,6\n'
  assert.deepEqual(
    (await productsIn(coded)).map(({ name }) => name),
    ['Hat', 'Cap'],
  )
})

test('a column that is called exactly the price has the prices', async () => {
  for (const header of ['price,price_usd,Price (EUR)', 'Price (EUR),price,price_usd', 'Preis (EUR),Preis,Preis USD']) {
    const [cup] = await productsIn(`name,${header}\nCup,5,5,5\n`)
    assert.equal(cup!.variants[0]!.price, '5.00')
    const at = header.split(',').findIndex((name) => /^p\w+$/i.test(name) && !name.includes('_'))
    const row = ['7', '8', '9'].with(at, '5')
    assert.equal((await productsIn(`name,${header}\nCup,${row.join(',')}\n`))[0]!.variants[0]!.price, '5.00', header)
  }
  await assert.rejects(readFile('name,price_usd,Price (EUR)\nCup,5,5\n'), /Several columns may be the price/)
})

test('an option needs two values in the file', async () => {
  const rows = ['Cup', 'Jar'].map((name) => ({
    name,
    price: '5',
    platform: 'Etsy',
    color: name === 'Cup' ? 'red' : 'blue',
  }))
  for (const text of [table(rows), JSON.stringify(rows)]) {
    const file = await readFile(text)
    assert.deepEqual(
      [file.unused, file.products.map(groupsOf)],
      [['platform'], [{ color: ['red'] }, { color: ['blue'] }]],
    )
  }
  assert.deepEqual((await productsIn(table(rows.slice(0, 1)))).map(groupsOf), [{ platform: ['Etsy'], color: ['red'] }])
})

test('words for no brand are none', async () => {
  for (const brand of ['undefined', 'unbekannt', 'Sin marca', 'brak', 'Без бренда', 'Unknown']) {
    const rows = [brand, 'Acme'].map((brand, index) => ({ name: `Cup ${index}`, price: '5', brand }))
    assert.deepEqual((await productsIn(table(rows))).map(groupsOf), [{}, { brand: ['Acme'] }], brand)
  }
})

describe('JSON of no known format', () => {
  test('has each picture once, whatever the small ones are called', async () => {
    for (const key of ['imagesThumbnails', 'thumbs', 'thumbnails', 'gallery_thumbnails']) {
      const sized = (name: string, size: string) =>
        [1, 2].map((number) => `https://x.example/${size}/${name}-${number}.jpg`)
      const products = ['a', 'b'].map((name) => ({
        name,
        price: 5,
        images: sized(name, 'large'),
        [key]: sized(name, 'small'),
      }))
      const lists = products.map((product) => ({ ...product, [key]: product[key as 'images'].map((url) => ({ url })) }))
      const rows = products.map(({ name, images, ...others }) => ({
        ...{ name, price: '5', images: images.join('|'), [key]: Object.values(others)[1]!.toString() },
      }))
      for (const text of [JSON.stringify(products), JSON.stringify(lists), table(rows)])
        assert.deepEqual(
          (await productsIn(text)).map(({ files }) => files.length),
          [2, 2],
          key,
        )
    }
  })

  test('may have pictures with commas and semicolons in their paths', async () => {
    const images = ['/photos/cups; large, blue.jpg', '/photos/pots.jpg']
    const [cup] = await productsIn(JSON.stringify([{ name: 'Cup', price: 5, images }]))
    assert.equal(cup!.files.length, 2)
    const [pot] = await productsIn(JSON.stringify([{ name: 'Pot', price: 5, images: images.slice(0, 1) }]))
    assert.equal(pot!.files.length, 1)
  })

  test('has pictures of its products, not of their brand, category or seller, and no thumbnail twice', async () => {
    const products = ['a', 'b'].map((name) => ({
      ...{ name, price: 5, category: { name: 'Cups', image: 'https://x.example/cups.jpg', description: 'All cups' } },
      ...{
        brand: { name: 'Acme', logo: { url: 'https://x.example/acme.jpg' } },
        seller: { avatar: { image: 'https://x.example/me.jpg' } },
      },
      ...{ thumbnail: `https://x.example/small/${name}.jpg`, images: [`https://x.example/${name}.jpg`] },
    }))
    const [first] = await productsIn(JSON.stringify(products))
    assert.deepEqual(
      first!.files.map(({ file }) => file.path),
      ['https://x.example/a.jpg'],
    )
    assert.deepEqual([first!.description, labelsOf(first!)], ['', ['Cups']])
    const [alone] = await productsIn(JSON.stringify(products.map(({ images: _, ...others }) => others)))
    assert.deepEqual(
      alone!.files.map(({ file }) => file.path),
      ['https://x.example/small/a.jpg'],
    )
  })

  test('has variants that only their titles tell apart, and products without variants', async () => {
    const variants = ['size-5', 'size-6'].map((title) => ({ title, price: 5, available: title === 'size-5' }))
    const products = [
      { title: 'Ring', price: 5, variants },
      { title: 'Chain', price: 9, available: true, variants: [] },
    ]
    const file = await readFile(JSON.stringify(products), { yes })
    assert.deepEqual([file.leftOut, file.problems], [[], []])
    assert.deepEqual(
      file.products.map(({ name, variants }) => [name, ...variants.map(({ price, stock }) => [price, stock])]),
      [
        ['Ring', ['5.00', null], ['5.00', 0]],
        ['Chain', ['9.00', null]],
      ],
    )
    assert.deepEqual(groupsOf(file.products[0]!), { variant: ['size-5', 'size-6'] })
    assert.deepEqual(groupsOf(file.products[1]!), {})
  })
})

test('a long table may have line breaks in its cells, wherever its beginning ends', {
  skip: COMPLETE_ONLY,
}, async () => {
  const rows = Array.from({ length: 3000 }, (_, index) => ({
    name: `Cup ${index}`,
    price: '5',
    description: `${'a line\n'.repeat(15)}`,
  }))
  const { products, problems } = await readFile(table(rows))
  assert.deepEqual([products.length, problems], [3000, []])
})

test('a quotation mark that none closes is told, not a table without rows', async () => {
  await assert.rejects(
    readFile('name,price,note\nCup,5,"open\nJar,6,\n'),
    /^Error: .*Row 2: .*none closes it|Row 2: .*none closes it/,
  )
})

test('the quantity of an order form is no stock', async () => {
  const row = (name: string, Price: string, Qty: string, Total: string) => ({ name, Price, Qty, Total })
  const stocks = async (...rows: Record<string, string>[]) =>
    (await productsIn(table(rows))).map(({ variants }) => variants[0]!.stock)
  assert.deepEqual(await stocks(row('Cup', '2.50', '4', '$10.00'), row('Jar', '3.00', '', '')), [null, null])
  assert.deepEqual(await stocks(row('Cup', '2.50', '0', '0.00'), row('Jar', '3.00', '0', '0')), [null, null])
  assert.deepEqual(await stocks(row('Cup', '2.50', '4', '7'), row('Jar', '3.00', '2', '9')), [4, 2])
})

test('two separators of a number say which is which', async () => {
  const rows = ['26.067,00', '1,250.00', '12'].map((stock, index) => ({ name: `Cup ${index}`, price: '5', stock }))
  assert.deepEqual(
    (await productsIn(table(rows))).map(({ variants }) => variants[0]!.stock),
    [26067, 1250, 12],
  )
})

test('rows that share the number of an item, and have skus of their own, are its variants', async () => {
  const header = 'Item number,Title,Color,Custom label (SKU),Available quantity,Start price\n'
  const text = `${header}11,Cup,,,3,\n11,Cup,Red,C-R,1,5\n11,Cup,Blue,C-B,2,5\n12,Jar,,J,4,6\n`
  const file = await readFile(text, { yes })
  assert.deepEqual(
    file.products.map(({ name, variants }) => [name, ...variants.map(({ sku }) => sku)]),
    [
      ['Cup', 'C-R', 'C-B'],
      ['Jar', 'J'],
    ],
  )
})

test('an old price, and a list, are list prices beside another price', { skip: COMPLETE_ONLY }, async () => {
  for (const header of ['old', 'List', 'was', 'originalPrice', 'UVP', 'RRP', 'MSRP']) {
    const [cup] = await productsIn(table([{ name: 'Cup', [header]: '7', price: '5' }]))
    assert.deepEqual([cup!.variants[0]!.price, cup!.variants[0]!.listPrice], ['5.00', '7.00'], header)
  }
})

test('a price may say that it has its tax', async () => {
  const rows = ['€5,00 Incl. btw', '€ 1.089,99 incl. BTW', '19,90 € inkl. MwSt.', '7,50 TTC', '(8,00) x']
  const [last, ...prices] = rows.toReversed()
  const file = await readFile(table(prices.map((Price, index) => ({ Name: `Seife ${index}`, Price }))))
  assert.deepEqual(
    file.products.map(({ variants }) => variants[0]!.price),
    ['7.50', '19.90', '1089.99', '5.00'],
  )
  const problems = (
    await readFile(
      table([
        { Name: 'A', Price: '5' },
        { Name: 'B', Price: last! },
      ]),
    )
  ).problems
  assert.equal(problems.length, 1)
})

test('a price that is asked for at the till is none', async () => {
  const file = await readFile(
    table([
      { Name: 'Cup', Price: '5.00' },
      { Name: 'Other', Price: 'variable' },
    ]),
  )
  assert.deepEqual([file.products.length, reasons(file)], [1, ['3 no-price']])
})

test('a header may be the 14th row', async () => {
  const above = ['Farm shop;;', ';;', 'Price list;of May;', ...Array.from({ length: 10 }, () => ';;')]
  const file = await readFile(
    [...above, 'Artikelbezeichnung;Preis;Einheit', 'Kohl;2,95;St', 'Lauch;1,95;St'].join('\n'),
  )
  assert.deepEqual(
    file.products.map(({ name }) => name),
    ['Kohl', 'Lauch'],
  )
})

test('a picture may be an address without https://', async () => {
  const image = 'www.x.example/cup.png?v=1'
  const file = await readFile(table([{ Name: 'Cup', Price: '5.00', Image: image }]))
  assert.deepEqual(
    file.products[0]!.files.map(({ file: { path } }) => path),
    [`https://${image}`],
  )
})

test('JSON of another system may have names and variants', async () => {
  const product = {
    id: 7,
    name: 'Trousers',
    stamps: [{ imageUrl: '/best-seller.png' }],
    images: ['/trousers.jpg'],
    price: { sellingPrice: 449, currency: 'TL' },
    variants: [
      { attributeName: 'Beden', attributeValue: 'S', price: { sellingPrice: 449, currency: 'TL' } },
      { attributeName: 'Beden', attributeValue: 'M', price: { sellingPrice: 459, currency: 'TL' } },
    ],
  }
  const file = await readFile(JSON.stringify([product]), { yes })
  const [trousers] = file.products
  assert.deepEqual([file.format, file.problems], ['table', []])
  assert.deepEqual(
    trousers!.variants.map(({ price }) => price),
    ['449.00', '459.00'],
  )
  assert.deepEqual(groupsOf(trousers!), { beden: ['S', 'M'] })
  assert.deepEqual(
    trousers!.files.map(({ file: { path } }) => path),
    ['/trousers.jpg'],
  )
})

test('a product of the native format may have a price that nothing reads', async () => {
  const product = { name: 'Cup', price: '5.00', variants: [{ sku: 'CUP', price: '5.00' }] }
  const file = await readFile(JSON.stringify([product]), {})
  assert.deepEqual([file.format, file.problems, file.products.length], ['native', [], 1])
})

test('a table is refused at a name in another language below the rows from which it is guessed', async () => {
  const row = (number: number) => ({ sku: `${number}`, name_ru: `Стул ${number}`, name_ua: 'Стілець', price: '5' })
  const rows = Array.from({ length: 1000 }, (_, number) => row(number))
  const last = { ...row(1000), name_ru: '' }
  await assert.rejects(
    readFile(table([...rows, last]), { yes }),
    /Row 1002: This row has no “name_ru”, but “Стілець” in “name_ua”, which is not used\. .*--columns/,
  )
  const columns = (names: Record<string, string>) => ({ columns: new Map(Object.entries(names)) })
  assert.equal((await productsIn(table([...rows, last]), columns({ name_ua: 'name' }))).length, 1001)
  const inRussian = await readFile(table([...rows, last]), { yes, ...columns({ name_ua: 'not used' }) })
  assert.deepEqual([inRussian.products.length, reasons(inRussian)], [1000, ['1002 no-title']])
  // Who was asked about such a row has answered.
  const early = await readFile(table([last, ...rows]), { yes })
  assert.deepEqual([early.products.length, reasons(early)], [1001, []])
})

test('a table has authors as options of the product, whose names may have commas', async () => {
  const books = [
    { Title: 'Flights', Author: 'Tokarczuk, Olga', Price: '5' },
    { Title: 'Good Omens', Author: 'Pratchett, Terry; Gaiman, Neil', Price: '6' },
  ]
  const json = books.map(({ Title, Author, Price }) => ({ Title, authors: Author.split('; '), Price }))
  const people = (names: string) => names.split('; ').map((name) => ({ name }))
  const deep = books.map(({ Title, Author, Price }) => ({ Title, author: people(Author), Price }))
  const xml = books.map(
    ({ Title, Author, Price }) =>
      `<book><title>${Title}</title>${Author.split('; ')
        .map((name) => `<author>${name}</author>`)
        .join('')}<price>${Price}</price></book>`,
  )
  for (const file of [table(books), JSON.stringify(json), JSON.stringify(deep), `<books>${xml.join('')}</books>`]) {
    const products = await productsIn(file)
    assert.deepEqual(
      products.map((product) => Object.values(groupsOf(product)).flat()),
      [['Tokarczuk, Olga'], ['Pratchett, Terry', 'Gaiman, Neil']],
      file,
    )
    assert.deepEqual(products[0]!.variants[0]!.productOptions, [])
  }
})
