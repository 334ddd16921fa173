import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { COMPLETE_ONLY } from '../../quick.ts'
import { groupsOf, labelsOf, productsIn, readFile } from '../catalog-file.ts'

const yes = true

describe('XML of no known format', () => {
  test('is a table of the elements that have a name and a price', async () => {
    const file = await readFile(
      `<?xml version="1.0"?><catalog date="2026-01-01"><shop><name>Shop</name></shop><products>
      <product sku="H-1"><title>Hat</title><price currency="EUR">19.90</price><brand><name>Acme</name></brand>
        <images><image>https://x.example/1.jpg</image><image>https://x.example/2.jpg</image></images>
        <description><p>Warm</p><p>and <b>soft</b></p></description>
        <variants><variant><sku>H-S</sku><size>S</size><price>19.90</price><stock>3</stock></variant>
          <variant><sku>H-M</sku><size>M</size><price>20.90</price><stock>0</stock></variant></variants></product>
      <product sku="H-2"><title>Scarf &amp; hood</title><price currency="EUR">9.90</price></product>
      </products></catalog>`,
      { yes },
    )
    const [hat, scarf] = file.products
    assert.deepEqual([file.format, file.rows, file.problems, file.unused], ['table', 3, [], ['sku', 'price']])
    assert.deepEqual([hat!.name, hat!.description, scarf!.name], ['Hat', 'Warm and soft', 'Scarf & hood'])
    assert.deepEqual(
      hat!.variants.map(({ sku, price, stock }) => [sku, price, stock]),
      [
        ['H-S', '19.90', 3],
        ['H-M', '20.90', 0],
      ],
    )
    assert.deepEqual(groupsOf(hat!), { size: ['S', 'M'], brand: ['Acme'] })
    assert.equal(hat!.files.length, 2)
    assert.deepEqual([scarf!.variants[0]!.sku, scarf!.variants[0]!.price], ['H-2', '9.90'])
  })

  test('has the feeds of Heureka, with names and values as child elements', async () => {
    const item = (id: string, color: string) =>
      `<SHOPITEM><ITEM_ID>${id}</ITEM_ID><PRODUCTNAME>Čepice</PRODUCTNAME><PRICE_VAT>1 290,50</PRICE_VAT>` +
      `<CATEGORYTEXT>Heureka.cz | Zima | Čepice</CATEGORYTEXT><ITEMGROUP_ID>G</ITEMGROUP_ID>` +
      `<PARAM><PARAM_NAME>Barva</PARAM_NAME><VAL>${color}</VAL></PARAM></SHOPITEM>`
    const [cap, ...others] = await productsIn(`<SHOP>${item('A', 'modrá')}${item('B', 'bílá')}</SHOP>`, { yes })
    assert.deepEqual([cap!.name, others, groupsOf(cap!)], ['Čepice', [], { barva: ['modrá', 'bílá'] }])
    assert.deepEqual(labelsOf(cap!), ['Zima', 'Čepice < zima'])
    assert.deepEqual(
      cap!.variants.map(({ sku, price }) => [sku, price]),
      [
        ['A', '1290.50'],
        ['B', '1290.50'],
      ],
    )
  })

  test('has the feeds of Ceneo and Yandex, with values in attributes', async () => {
    const offer =
      '<o id="7" price="49.90" stock="7"><name>Czapka</name><imgs><main url="https://x.example/a.jpg"/></imgs>'
    const [cap] = await productsIn(
      `<offers version="1">${offer}<attrs><a name="Producent">Acme</a><a name="EAN">4006381333931</a></attrs></o></offers>`,
      { yes },
    )
    const { sku, price, stock, gtin } = cap!.variants[0]!
    assert.deepEqual([sku, price, stock, gtin, groupsOf(cap!)], ['7', '49.90', 7, '4006381333931', { brand: ['Acme'] }])
    assert.equal(cap!.files[0]!.file.path, 'https://x.example/a.jpg')
    const [hat] = await productsIn(
      '<yml_catalog><shop><name>Shop</name><offers><offer id="9" available="false"><name>Шапка</name>' +
        '<price>890</price><vendorCode>S-1</vendorCode><param name="Цвет">белый</param></offer></offers></shop></yml_catalog>',
      { yes },
    )
    const [variant] = hat!.variants
    assert.deepEqual([hat!.name, variant!.mpn, variant!.stock], ['Шапка', 'S-1', 0])
    assert.deepEqual(groupsOf(hat!), { цвет: ['белый'] })
  })

  test('has the categories that stand before the products, with those above them', async () => {
    const categories =
      '<category id="1">Clothes</category><category id="3" parentId="1">Hats</category><category id="4" parentId="9"/>'
    const offers = ['3', '1', '7'].map(
      (id) => `<offer id="${id}"><name>Hat ${id}</name><price>9</price><categoryId>${id}</categoryId></offer>`,
    )
    const file = `<yml_catalog><shop><categories>${categories}</categories><offers>${offers.join('')}</offers></shop></yml_catalog>`
    const products = await productsIn(file, { yes })
    assert.deepEqual(products.map(labelsOf), [['Clothes', 'Hats < clothes'], ['Clothes'], []])
  })

  test('has all pictures, also those that have an element each', async () => {
    const [cable] = await productsIn(
      `<?xml version="1.0"?><offers><o id="1" price="6.6"><name>Cable</name><imgs><main url="https://x.example/1.jpg"/>
      <i url="https://x.example/2.jpg"/><i url="https://x.example/3.jpg"/></imgs></o>
      <o id="2" price="7.6"><name>Plug</name><imgs><main url="https://x.example/4.jpg"/></imgs></o></offers>`,
      { yes },
    )
    assert.deepEqual(
      cable!.files.map(({ file: { path } }) => path),
      ['https://x.example/1.jpg', 'https://x.example/2.jpg', 'https://x.example/3.jpg'],
    )
  })

  test('may be in another encoding, and is read to its end', { skip: COMPLETE_ONLY }, async () => {
    const items = Array.from(
      { length: 3000 },
      (_, index) => `<item><name>Hut ${index} für Bälle</name><price>5</price></item>`,
    )
    const xml = `<?xml version="1.0" encoding="ISO-8859-1"?><list>${items.join('\n')}</list>`
    const products = await productsIn(Buffer.from(xml, 'latin1'), { yes })
    assert.deepEqual([products.length, products.at(-1)!.name], [3000, 'Hut 2999 für Bälle'])
  })

  test('is refused with the line of what is wrong, and without a name and a price', async () => {
    const items = '<item><name>Hat</name><price>5</price></item>\n'.repeat(2)
    await assert.rejects(readFile(`<list>${items}<item><name>A & B</name></item></list>`, { yes }), /Line 3: .*&amp;/)
    await assert.rejects(readFile(`<list>${items}`, { yes }), /cut off/)
    const noPrice = /no element that is repeated has a name and a price/
    await assert.rejects(readFile('<list><item><name>A</name></item><item><name>B</name></item></list>'), noPrice)
  })

  test('has the list of Kaspi, which calls the name the model, and says what each place has', async () => {
    const price = (city: string) => `<cityprice cityId="${city}">9800</cityprice>`
    const offer = (sku: string, model: string, inCenter: string) =>
      `<offer sku="${sku}"><model>${model}</model><availabilities><availability available="no" storeId="P1"/>` +
      `<availability available="${inCenter}" storeId="P2"/></availabilities>` +
      `<cityprices>${price('a')}${price('b')}</cityprices></offer>`
    const products = await productsIn(
      `<kaspi_catalog><offers>${offer('A', 'Blue coat 44', 'yes')}${offer('B', 'Red coat 46', 'no')}</offers></kaspi_catalog>`,
    )
    assert.deepEqual(
      products.map(({ name, variants: [variant] }) => [name, variant!.sku, variant!.price, variant!.stock]),
      [
        ['Blue coat 44', 'A', '9800.00', null],
        ['Red coat 46', 'B', '9800.00', 0],
      ],
    )
  })

  test('may have the categories above others after them, or above themselves', async () => {
    const categories =
      '<category id="3" parentId="2">Rack</category><category id="2" parentId="1">Server</category>' +
      '<category id="1">Storage</category><category id="5" parentId="5">Loop</category>'
    const offers = ['3', '5'].map(
      (id) => `<offer id="${id}"><name>Nr ${id}</name><price>5</price><categoryId>${id}</categoryId></offer>`,
    )
    const file = `<yml_catalog><shop><categories>${categories}</categories><offers>${offers.join('')}</offers></shop></yml_catalog>`
    assert.deepEqual((await productsIn(file)).map(labelsOf), [
      ['Storage', 'Server < storage', 'Rack < server'],
      ['Loop'],
    ])
  })

  test('may have categories below each other that are so many that no shop has them', {
    skip: COMPLETE_ONLY,
  }, async () => {
    const chain = Array.from(
      { length: 4_000 },
      (_, id) => `<category id="${id}" parentId="${id + 1}">C${id}</category>`,
    )
    const offers = ['a', 'b'].map(
      (id) => `<offer id="${id}"><name>Cup ${id}</name><price>5</price><categoryId>0</categoryId></offer>`,
    )
    const [cup] = await productsIn(
      `<yml_catalog><shop><categories>${chain.join('')}</categories><offers>${offers.join('')}</offers></shop></yml_catalog>`,
    )
    assert.equal(labelsOf(cup!).length, 21)
  })

  test('may have categories with their ids and names as elements', async () => {
    const category = (id: string, name: string, parent = '') =>
      `<category><id>${id}</id>${parent && `<parentId>${parent}</parentId>`}<name>${name}</name></category>`
    const item = (name: string) =>
      `<item><name>${name}</name><priceRUAH>10</priceRUAH><categoryId>2</categoryId></item>`
    const file = await readFile(
      `<price><categories>${category('1', 'Chairs')}${category('2', 'Stools', '1')}</categories>` +
        `<items>${item('Stool')}${item('Bench')}</items></price>`,
    )
    assert.deepEqual(labelsOf(file.products[0]!), ['Chairs', 'Stools < chairs'])
    const seo = '<seo><name>Buy</name></seo>'
    const nested = `<category><id>1</id><name>Chairs</name>${seo}<category><id>2</id><name>Stools</name></category></category>`
    const [other] = await productsIn(
      `<price><categories>${nested}</categories><items>${item('Stool')}${item('Bench')}</items></price>`,
    )
    assert.deepEqual(labelsOf(other!), ['Chairs', 'Stools < chairs'])
  })

  test('may call the name the model', async () => {
    const offer = (id: number, model: string) =>
      `<offer id="${id}" type="vendor.model"><vendor>Cam</vendor><model>\n${model}</model><price>314</price></offer>`
    const offers = offer(1, 'Microair Plus') + offer(2, 'Elegant Family (3 in 1)')
    const products = await productsIn(
      `<yml_catalog><shop><name>Prams</name><url>https://x.example</url><offers>${offers}</offers></shop></yml_catalog>`,
    )
    assert.deepEqual(
      products.map(({ name }) => name),
      ['Microair Plus', 'Elegant Family (3 in 1)'],
    )
    const [tray] = await productsIn('<menu><item><name>Party Tray &lt;br&gt; (12)</name><price>5</price></item></menu>')
    assert.equal(tray!.name, 'Party Tray (12)')
  })

  test('is refused with what is wrong if an address has a bare &', async () => {
    const item = '<item><url>https://x.example/?a=1&b=2</url><name>Lamp &amp; desk</name><price>5</price></item>'
    await assert.rejects(readFile(`<price>\n${item}\n${item}\n</price>`), /An & that is not written &amp;/)
  })

  test('may escape characters twice', async () => {
    const item = (name: string) =>
      `<item><name>${name}</name><price>5</price><description>&lt;p&gt;Red&amp;nbsp;and &amp;quot;new&amp;quot;&lt;/p&gt;</description></item>`
    const [lamp] = await productsIn(`<items>${item('Lamp')}${item('Desk')}</items>`)
    assert.doesNotMatch(lamp!.description, /&amp;/)
  })

  test('has parameters as options if they tell the variants of a product apart', async () => {
    const item = (id: string, group: string, params: string) =>
      `<SHOPITEM><ITEM_ID>${id}</ITEM_ID><ITEMGROUP_ID>${group}</ITEMGROUP_ID><PRODUCTNAME>Card ${group}</PRODUCTNAME>` +
      `<PRICE_VAT>5</PRICE_VAT>${params}</SHOPITEM>`
    const param = (name: string, value: string) => `<PARAM><PARAM_NAME>${name}</PARAM_NAME><VAL>${value}</VAL></PARAM>`
    const card = (id: string, group: string, value: string, paper: string) =>
      item(id, group, param('Hodnota', value) + param('Papír', paper))
    const [first, second, ...others] = await productsIn(
      `<SHOP>${card('1', 'A', '500 Kč', 'bílý')}${card('2', 'A', '1 000 Kč', 'bílý')}` +
        `${card('3', 'B', '500 Kč', 'žlutý')}${card('4', 'B', '2 000 Kč', 'žlutý')}</SHOP>`,
    )
    assert.deepEqual(groupsOf(first!), { hodnota: ['500 Kč', '1 000 Kč'] })
    assert.deepEqual([second!.variants[0]!.attributes?.map(({ name }) => name), others], [['Papír'], []])
  })

  test('has the other parameters of a feed as attributes', async () => {
    const offer = (id: string, params: Record<string, string>) =>
      `<offer id="${id}"><name>Honey ${id}</name><price>9</price>` +
      `${Object.entries(params)
        .map(([name, value]) => `<param name="${name}">${value}</param>`)
        .join('')}</offer>`
    const file = await readFile(
      `<yml_catalog><offers>${offer('1', { Країна: 'Україна', 'Internal note': 'x', Вага: '0', 'Вага (г)': '250', Manual: 'https://x.example/1' })}` +
        `${offer('2', { Країна: 'Польща', Вага: '0', 'Вага (г)': '500' })}</offers></yml_catalog>`,
    )
    assert.deepEqual(
      file.products.map(({ variants }) => variants[0]!.attributes?.map(({ name, value, unit }) => [name, value, unit])),
      [
        [
          ['Країна', 'Україна', undefined],
          ['Вага', 250, 'г'],
        ],
        [
          ['Країна', 'Польща', undefined],
          ['Вага', 500, 'г'],
        ],
      ],
    )
    assert.deepEqual(file.unused, ['param.Internal note', 'param.Вага', 'param.Manual'])
  })

  test('keeps the ids of offers if some are there twice', async () => {
    const offer = (id: number, name: string, more = '') =>
      `<offer id="${id}"><name>${name}</name><price>${id}</price>${more}</offer>`
    const feed = (...offers: string[]) => `<yml_catalog><shop><offers>${offers.join('')}</offers></shop></yml_catalog>`
    const skus = async (...offers: string[]) =>
      (await productsIn(feed(...offers), { yes })).map(({ name, variants }) => [
        name,
        ...variants.map(({ sku }) => sku),
      ])
    const category = (name: string) => `<category>${name}</category>`
    // Once for each category.
    const [tea, coffee, ...others] = await productsIn(
      feed(
        offer(1, 'Tea', category('Drinks')),
        offer(2, 'Coffee', category('Drinks')),
        offer(1, 'Tea', category('Gifts')),
      ),
      { yes },
    )
    assert.deepEqual([tea!.variants.map(({ sku }) => sku), labelsOf(tea!)], [['1'], ['Drinks', 'Gifts']])
    assert.deepEqual([coffee!.variants[0]!.sku, others], ['2', []])
    // By mistake.
    assert.deepEqual(await skus(offer(1, 'Tea'), offer(2, 'Coffee'), offer(3, 'Cocoa'), offer(3, 'Milk')), [
      ['Tea', '1'],
      ['Coffee', '2'],
      ['Cocoa', '3'],
      ['Milk', '3'],
    ])
    // The same id for each size.
    const size = (text: string) => `<param name="Size">${text}</param>`
    const sizes = [offer(1, 'Shirt', size('S')), offer(1, 'Shirt', size('M')), offer(2, 'Coat', size('M'))]
    assert.deepEqual(await skus(...sizes), [
      ['Shirt', '1-s', '1-m'],
      ['Coat', '2-m'],
    ])
    // Numbers of something else.
    const [of7, ...of7Too] = await skus(offer(7, 'Tea'), offer(7, 'Milk'), offer(7, 'Cocoa'))
    assert.deepEqual([of7, of7Too.length], [['Tea', 'tea'], 2])
  })

  test('has texts in several languages apart', async () => {
    const name = { fr: 'Stuhl', en: 'Chair' }
    const texts = { fr: 'Aus Buche', en: 'Of beech' }
    const both = (element: (language: 'fr' | 'en') => string) => `${element('fr')}${element('en')}`
    const shapes = [
      both(
        (lang) => `<name lang="${lang}">${name[lang]}</name><description lang="${lang}">${texts[lang]}</description>`,
      ),
      both(
        (lang) =>
          `<name xml:lang="${lang}-${lang}">${name[lang]}</name><description xml:lang="${lang}">${texts[lang]}</description>`,
      ),
      `<names>${both((lang) => `<name language="${lang}">${name[lang]}</name>`)}</names>` +
        `<descriptions>${both((lang) => `<description language="${lang}">${texts[lang]}</description>`)}</descriptions>`,
      `<translations>${both(
        (lang) =>
          `<translation lang="${lang}"><name>${name[lang]}</name><description>${texts[lang]}</description></translation>`,
      )}</translations>`,
      both(
        (lang) =>
          `<text><language>${lang}</language><name>${name[lang]}</name><description>${texts[lang]}</description></text>`,
      ),
    ]
    for (const shape of shapes) {
      const product = (sku: string) => `<product><sku>${sku}</sku><price>5</price>${shape}</product>`
      const { products, problems } = await readFile(`<shop>${product('A')}${product('B')}</shop>`)
      assert.deepEqual(problems, [], shape)
      assert.deepEqual(
        products.map(({ name, description }) => [name, description]),
        Array(2).fill(['Stuhl', 'Aus Buche']),
        shape,
      )
    }
  })

  test('is asked about if a product has several names without a language', async () => {
    for (const names of [
      '<name>Stuhl</name><name>Chair</name>',
      '<names><name>Stuhl</name><name>Chair</name></names>',
    ]) {
      const product = `<product><price>5</price>${names}</product>`
      await assert.rejects(
        readFile(`<shop>${product}${product.replace('Chair', 'Seat')}</shop>`, { yes }),
        /Several columns may be the name: “names?\.1”, “names?\.2”/,
      )
    }
    // The same name twice is one.
    const [chair] = await productsIn('<shop><p><name>Chair</name><name>Chair</name><price>5</price></p></shop>', {
      yes,
    })
    assert.equal(chair!.name, 'Chair')
  })

  test('is refused at a name in another language that the guess did not see', async () => {
    const long = `<!--${'x'.repeat(20_000)}-->`
    const offer = (id: number, name: string) => `<offer id="${id}">${long}${name}<price>5</price></offer>\n`
    const names = '<name lang="ru">Стул</name><name lang="ua">Стілець</name>'
    const others = Array.from({ length: 20 }, (_, index) => offer(index, names)).join('')
    const file = (last: string) => `<shop>${others}${offer(20, last)}</shop>`
    await assert.rejects(
      readFile(file('<name lang="ua">Крісло</name>'), { yes }),
      /^CatalogFileError: Line 21: This row has no “name\.ru”, but “Крісло” in “name\.uk”, which is not used\./,
    )
    const { products, leftOut } = await readFile(file('<name lang="ru">Кресло</name>'), { yes })
    assert.deepEqual([products.at(-1)!.name, products.length, leftOut], ['Кресло', 21, []])
  })
})
