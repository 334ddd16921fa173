import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { COMPLETE_ONLY } from '../../quick.ts'
import { groupsOf, labelsOf, optionsOf, productsIn, readFile } from '../catalog-file.ts'

describe('JSON of other systems', () => {
  test('may call the list of products by a word of another language, beside other fields', {
    skip: COMPLETE_ONLY,
  }, async () => {
    for (const list of ['productos', 'Produkte', 'produtos', 'Товары']) {
      const config = { phones: [{ id: 'main', number: '1' }], warranty: '1 month' }
      const file = { config, [list]: [{ id: 1, name: 'Lamp', price: 5 }] }
      const [lamp, ...others] = await productsIn(JSON.stringify(file, null, 2))
      assert.deepEqual([lamp!.name, others], ['Lamp', []], list)
    }
  })

  test('may tell variants apart by a text of their attributes', async () => {
    const variations = (...sizes: string[]) =>
      sizes.map((size, index) => ({ id: 10 + index, sku: 'S', price: '9.50', attributes: `Size: ${size}` }))
    const shirt = { id: 1, name: 'Shirt', sku: 'S', price: '9.50', variations: variations('M', 'L') }
    const [product, ...others] = await productsIn(JSON.stringify([shirt]))
    assert.deepEqual([others, product!.variants.length], [[], 2])
    assert.deepEqual(optionsOf(product!, 1), { size: 'L' })
  })

  test('is asked about if nothing tells the variants of a product apart', async () => {
    const variations = [
      { id: 10, price: '9.50', note: 'a small one' },
      { id: 11, price: '9.90', note: 'a large one' },
    ]
    await assert.rejects(
      readFile(JSON.stringify([{ id: 1, name: 'Shirt', variations }])),
      /No column tells the variants of a product apart.*“option: Size”, and “parent product” the product/,
    )
  })

  test('may have the prices of a section beside its products', async () => {
    const prices = [
      { name: 'Small', price: '9,50' },
      { name: 'Large', price: '13,50' },
    ]
    const pizzas = {
      title: 'Pizzas',
      allergens: [{ name: 'Gluten' }],
      prices,
      items: [{ name: 'Funghi', desc: 'Mushrooms' }, { name: 'Tonno' }],
    }
    const [funghi, tonno, ...others] = await productsIn(JSON.stringify({ sections: [pizzas] }))
    assert.deepEqual(others, [])
    assert.deepEqual(groupsOf(funghi!), { size: ['Small', 'Large'] })
    assert.deepEqual(
      [funghi, tonno].map((pizza) => pizza!.variants.map(({ price }) => price)),
      [
        ['9.50', '13.50'],
        ['9.50', '13.50'],
      ],
    )
    const sizes = [{ size: 'Small', price: 8 }]
    const [calzone] = await productsIn(JSON.stringify({ title: 'Pizzas', prices: sizes, items: [{ name: 'Calzone' }] }))
    assert.deepEqual(groupsOf(calzone!), { size: ['Small'] })
    // Beside a product with a price, those of the section are of something else.
    const extras = [{ name: 'Extra cheese', price: 1 }]
    const burgers = { title: 'Burgers', prices: extras, items: [{ name: 'Classic', price: 9 }, { name: 'Special' }] }
    const names = (await productsIn(JSON.stringify({ sections: [burgers] }))).map(({ name }) => name)
    assert.ok(!names.includes('Special'))
    // A price list has its products there.
    const [cut] = await productsIn(JSON.stringify({ title: 'Hair', prices: [{ name: 'Cut', price: 20 }] }))
    assert.equal(cut!.name, 'Cut')
  })

  test('may have several prices, and none of their own', { skip: COMPLETE_ONLY }, async () => {
    const prices = async (product: object) => {
      const [first, ...others] = await productsIn(JSON.stringify({ items: [product, { name: 'Cola', price: 3 }] }))
      assert.equal(others.length, 1)
      return [first!.name, first!.variants.map(({ price }) => price), groupsOf(first!)]
    }
    const pizza = async (list: object) => {
      const [name, ...others] = await prices({ name: 'Pizza', ...list })
      assert.equal(name, 'Pizza')
      return others
    }
    const variants = [['8.00', '11.00'], { variant: ['S', 'L'] }]
    const named = [
      { name: 'S', price: 8 },
      { name: 'L', price: 11 },
    ]
    assert.deepEqual(await pizza({ options: named }), variants)
    assert.deepEqual(await pizza({ opciones: named }), variants)
    const labelled = named.map(({ name, price }) => ({ label: name, value: price }))
    assert.deepEqual(await pizza({ price: labelled }), variants)
    const sized = named.map(({ name, price }) => ({ size: name, price }))
    assert.deepEqual(await pizza({ prices: sized }), [['8.00', '11.00'], { size: ['S', 'L'] }])
    // Dishes, extras, kinds of prices, and prices in words are no sizes.
    const products = async (product: object) => (await productsIn(JSON.stringify([product]))).map(({ name }) => name)
    const dishes = [
      { name: 'Caesar', price: 9 },
      { name: 'Greek', price: 8 },
    ]
    assert.deepEqual(await products({ name: 'Salads', options: dishes }), ['Caesar', 'Greek'])
    const kinds = [
      { type: 'cost', value: 6 },
      { type: 'retail', value: 12 },
    ]
    await assert.rejects(products({ name: 'Coffee', prices: kinds }))
    const sizes = [{ name: '0.3 l', price: 3 }]
    await assert.rejects(products({ name: 'Beer', price: 'from 9.50', options: sizes }))
    const surcharges = [{ name: 'Bacon', price: 2 }]
    const burger = { name: 'Burger', base: 12, options: surcharges }
    const [cola, ...others] = await productsIn(JSON.stringify([burger, { name: 'Cola', price: 3 }]))
    assert.deepEqual([cola!.name, others], ['Cola', []])
  })

  test('may be services, if nothing else is sold', async () => {
    const services = [{ name: 'Massage', prices: [{ label: '1 h', price: '80 €' }] }]
    const [massage] = await productsIn(JSON.stringify({ services }))
    assert.deepEqual([massage!.name, massage!.variants[0]!.price], ['Massage', '80.00'])
    const [lamp, ...others] = await productsIn(JSON.stringify({ goods: [{ name: 'Lamp', price: 5 }], services }))
    assert.deepEqual([lamp!.name, others], ['Lamp', []])
    await assert.rejects(productsIn(JSON.stringify({ products: [{ name: 'Rose', color: 'red' }], services })))
  })

  test('may name their category by an id that is called in several ways', async () => {
    const categories = [
      { idcat: 7, name: 'Soups', slug: 'soups' },
      { idcat: 8, name: 'Cakes', slug: 'cakes' },
    ]
    const [pie] = await productsIn(JSON.stringify({ categories, products: [{ idcat: 8, name: 'Pie', price: 5 }] }))
    assert.deepEqual(labelsOf(pie!), ['Cakes'])
  })

  test('may have names in several languages in sections with such names', async () => {
    const item = { name: { fr: 'Crêpe', es: 'Crepe' }, price: 49, description: { fr: 'Au caramel', es: 'De caramelo' } }
    const menu = {
      place: { name: { fr: 'Chez nous' } },
      categories: [{ name: { fr: 'Sucrées', es: 'Dulces' }, items: [item] }],
    }
    const [crepe, ...others] = await productsIn(JSON.stringify(menu))
    assert.deepEqual(
      [others, crepe!.name, crepe!.description, labelsOf(crepe!)],
      [[], 'Crêpe', 'Au caramel', ['Sucrées']],
    )
  })

  test('have no name of several parts', async () => {
    const file = { price: 14, days: [{ name: 'Monday' }, { name: 'Friday' }, { name: 'Sunday' }] }
    await assert.rejects(readFile(JSON.stringify(file)), /No column is certain to be the name/)
  })

  test('are read with variants although their fields are like those of the native format', async () => {
    const variants = [{ sku: 'A1', price: 5, options: { Color: 'red' } }]
    const lamp = {
      id: 'lamp',
      name: 'Lamp',
      category: 'Light',
      badges: ['new'],
      images: ['/a.jpg'],
      specs: {},
      variants,
    }
    const [product] = await productsIn(JSON.stringify({ brand: { name: 'Acme' }, products: [lamp] }))
    assert.deepEqual([product!.variants[0]!.sku, labelsOf(product!)], ['A1', ['Light']])
  })

  test('take the price of the product, not those of what a menu is made of', async () => {
    const steps = [
      {
        label: 'Dessert',
        dishes: [
          { name: 'Ice cream', price: 4 },
          { name: 'Cake', price: 5 },
        ],
      },
    ]
    const [menu] = await productsIn(JSON.stringify([{ name: 'Lunch', price: 17.9, steps }]))
    assert.deepEqual([menu!.variants.length, menu!.variants[0]!.price], [1, '17.90'])
  })

  test('may have products in sections, which are their categories', { skip: COMPLETE_ONLY }, async () => {
    const soup = { title: 'Soup', price: 5 }
    const pie = { title: 'Pie', price: 7 }
    const inSections = async (file: unknown) =>
      (await productsIn(JSON.stringify(file))).map((product) => [product.name, ...labelsOf(product)])
    const named = [
      { category: 'Starters', title: 'To begin', items: [soup] },
      { title: 'Pies', items: [pie] },
    ]
    const found = [
      ['Soup', 'Starters'],
      ['Pie', 'Pies'],
    ]
    assert.deepEqual(await inSections(named), found)
    assert.deepEqual(await inSections({ data: { categories: named } }), found)
    assert.deepEqual(await inSections({ Starters: [soup], Pies: [pie] }), found)
    assert.deepEqual(await inSections([{ name: 'Menu', parts: named }]), [
      ['Soup', 'Menu', 'Starters < menu'],
      ['Pie', 'Menu', 'Pies < menu'],
    ])
    const sections = named.map((section) => ({ name: section.category ?? section.title, items: section.items }))
    assert.deepEqual(await inSections({ shop: 'Inn', sections }), found)
    assert.deepEqual(await inSections({ menu: { parts: sections } }), found)
    assert.deepEqual(await inSections({ parts: sections }), found)
    // One list is no section, and what a product is connected with is no product.
    assert.deepEqual(await inSections({ dishes: [soup, pie], related: [{ name: 'Bib', price: 1 }] }), [
      ['Soup'],
      ['Pie'],
    ])
  })

  test('may have a megabyte of products by their ids in one object', { skip: COMPLETE_ONLY }, async () => {
    const text = 'a long description '.repeat(40)
    const names = Array.from({ length: 1500 }, (_, index) => `Thing ${index}`)
    const file = Object.fromEntries(names.map((name, index) => [`id-${index}`, { name, price: 5, text }]))
    for (const indent of [0, 2]) {
      const products = await productsIn(JSON.stringify(file, null, indent))
      assert.deepEqual(
        products.map(({ name }) => name),
        names,
      )
    }
  })

  test('may have products by their ids, or by their names', async () => {
    const names = async (file: unknown) => (await productsIn(JSON.stringify(file))).map(({ name }) => name)
    assert.deepEqual(await names({ 1: { name: 'Cup', price: 5 }, 2: { name: 'Jug', price: 9 } }), ['Cup', 'Jug'])
    const bySlug = {
      'blue-cup': { title: 'Cup', productId: 'gid://shop/1', price: 5 },
      jug: { title: 'Jug', price: 9 },
    }
    assert.deepEqual(
      (await productsIn(JSON.stringify(bySlug))).map(({ slug, variants }) => [slug, variants[0]!.sku]),
      [
        ['blue-cup', 'cup'],
        ['jug', 'jug'],
      ],
    )
    assert.deepEqual(await names({ Cup: { price: 5, stock: 1 }, Jug: { price: 9, stock: 2 } }), ['Cup', 'Jug'])
  })

  test('may have sizes with their own prices or stocks, which are variants', async () => {
    const [tea, ...others] = await productsIn(
      JSON.stringify([
        {
          name: 'Tea',
          price: 2.5,
          size: [
            { id: 1, title: 'Large', price: 4 },
            { id: 2, title: 'Small', price: 2.5 },
          ],
        },
      ]),
    )
    assert.deepEqual(others, [])
    assert.deepEqual(
      tea!.variants.map(({ price, productOptions }) => [price, productOptions[0]!.name]),
      [
        ['4.00', 'Large'],
        ['2.50', 'Small'],
      ],
    )
    assert.deepEqual(groupsOf(tea!), { size: ['Large', 'Small'] })
    const shoe = {
      name: 'Shoe',
      price: 50,
      sizes: [
        { size: 40, quantity: 0 },
        { size: 41, quantity: 3 },
      ],
    }
    const [sized] = await productsIn(JSON.stringify([shoe]))
    assert.deepEqual(
      sized!.variants.map(({ price, stock }) => [price, stock]),
      [
        ['50.00', 0],
        ['50.00', 3],
      ],
    )
  })

  test('may call the variants by a word of another language', async () => {
    const sizes = (...prices: number[]) => prices.map((prix, index) => ({ nom: `Boule ${index}`, prix }))
    const file = [
      { name: 'Pain bis', variantes: sizes(3.2, 5.2) },
      { name: 'Pain blanc', variantes: sizes(3) },
    ]
    const products = await productsIn(JSON.stringify(file))
    assert.deepEqual(
      products.map(({ name, variants }) => [name, variants.map(({ price }) => price)]),
      [
        ['Pain bis', ['3.20', '5.20']],
        ['Pain blanc', ['3.00']],
      ],
    )
    assert.deepEqual(groupsOf(products[0]!), { variantes: ['Boule 0', 'Boule 1'] })
  })

  test('is asked about if prices are numbers with three decimals', async () => {
    const asked = /Prices such as “60\.000” are read with decimals/
    await assert.rejects(readFile('[{"nombre":"Lamp","precio":60.000},{"nombre":"Rug","precio":85.500}]'), asked)
    for (const others of ['"precio":60.5,"weight":60.000', '"precio":1.250,"currency":"KWD"'])
      assert.equal((await productsIn(`[{"nombre":"Lamp",${others}}]`)).length, 1)
  })

  test('may have their sizes as objects, with prices and what is for sale', async () => {
    const sizes = { S: { price: 10, available: false }, M: { price: 12, available: true } }
    const soldOut = { name: 'Hat', available: false, sizes: { L: { price: 5, available: true } } }
    const [shirt, hat, ...others] = await productsIn(JSON.stringify([{ name: 'Shirt', sizes }, soldOut]))
    const variants = shirt!.variants.map(({ price, stock }) => [price, stock])
    assert.deepEqual(
      [variants, optionsOf(shirt!, 1), hat!.variants[0]!.stock, others],
      [
        [
          ['10.00', 0],
          ['12.00', null],
        ],
        { sizes: 'M' },
        0,
        [],
      ],
    )
  })

  test('may stand below the name of their brand, and have properties with their names', async () => {
    const bike = (id: string, model: string) => ({
      ...{ id, model, price_czk: 9990 },
      specifications: [
        { label: 'Frame', value: 'Alloy 6061' },
        { label: 'Fork.Front', value: 'Suntour' },
      ],
    })
    const book = {
      brand: 'Acme',
      title: 'Bikes 2026',
      currency: 'CZK',
      bikes: [bike('H1', 'Downey Pro'), bike('H2', 'Adapt Edge')],
    }
    const [downey, adapt, ...others] = await productsIn(JSON.stringify(book))
    const attributes = downey!.variants[0]!.attributes?.map(({ name, value }) => [name, value])
    assert.deepEqual(
      [downey!.name, adapt!.name, others, attributes],
      [
        'Downey Pro',
        'Adapt Edge',
        [],
        [
          ['Frame', 'Alloy 6061'],
          ['Fork Front', 'Suntour'],
        ],
      ],
    )
  })

  test('may have a currency and a category in words of another language', async () => {
    const kategorija = { id: 1, naziv: 'Alati' }
    const item = (naziv: string, naStanju: boolean) => ({ naziv, cena: { nova: 12, stara: 15 }, naStanju, kategorija })
    const file = { currency: 'EUR', count: 2, items: [item('Nož', false), item('Četka', true)] }
    const { submissions, products } = await readFile(JSON.stringify(file))
    const [submission] = submissions
    const [knife, brush] = products
    const [variant] = knife!.variants
    assert.deepEqual(
      [
        submission && 'currency' in submission && submission.currency,
        labelsOf(knife!),
        variant!.listPrice,
        variant!.stock,
        brush!.variants[0]!.stock,
      ],
      ['EUR', ['Alati'], '15.00', 0, null],
    )
  })

  test('have the names of categories that stand beside them by their ids', async () => {
    const product = { name: 'Sencha', price: 9, category_id: 2 }
    const others = { name: 'Mug', price: 5, category_ids: [1, 3] }
    const unknown = { name: 'Spoon', price: 2, category_id: 7 }
    const products = [product, others, unknown]
    const list = [
      { id: 1, name: 'Gifts' },
      { id: 2, name: 'Green', parent_id: 3 },
      { id: 3, name: 'Tea' },
    ]
    const paths = [['Tea', 'Green < tea'], ['Gifts', 'Tea'], []]
    for (const file of [
      { categories: list, products },
      { data: { products, categories: list }, ok: true },
    ])
      assert.deepEqual((await productsIn(JSON.stringify(file))).map(labelsOf), paths)
    const hidden = { categories: [{ id: 2, name: 'Staff', hidden: true }], products: [product] }
    assert.deepEqual((await productsIn(JSON.stringify(hidden))).map(labelsOf), [[]])
    const bySlug = { currency: 'EUR', sections: { tea: 'Fine tea' }, products: [{ ...product, section: 'tea' }] }
    assert.deepEqual((await productsIn(JSON.stringify(bySlug))).map(labelsOf), [['Fine tea']])
    const round = [{ id: 2, name: 'Round', parent: 2 }]
    const [first] = await productsIn(JSON.stringify({ categories: round, products: [product] }))
    assert.deepEqual(labelsOf(first!), ['Round'])
  })

  test('have the names of brands and options that stand beside them by their ids', async () => {
    const file = {
      brands: [{ id: 1, name: 'Acme' }],
      sizes: [
        { id: 1, name: 'S' },
        { id: 2, name: 'M' },
      ],
      suppliers: [{ id: 1, name: 'Wholesale' }],
      products: [{ name: 'Tee', price: 9, brandId: 1, sizes: [1, 2], supplier: 1, stock: 1 }],
    }
    const [tee] = await productsIn(JSON.stringify(file))
    assert.deepEqual(groupsOf(tee!), { brand: ['Acme'], size: ['S', 'M'] })
    assert.deepEqual([labelsOf(tee!), tee!.variants[0]!.stock], [[], 1])
  })

  test('may stand in several lists, of which none has most of them', async () => {
    const dish = (name: string, price: number) => ({ name, price })
    const menu = {
      categories: [{ name: 'Soups', items: [dish('Miso', 4), dish('Ramen', 9)] }],
      extras: { note: 'For all dishes', items: [dish('Egg', 1)] },
      bar: { items: [dish('Beer', 5)] },
    }
    const products = await productsIn(JSON.stringify(menu))
    assert.deepEqual(
      products.map((product) => [product.name, ...labelsOf(product)]),
      [
        ['Miso', 'Soups'],
        ['Ramen', 'Soups'],
        ['Beer', 'bar'],
      ],
    )
    const shop = { products: [dish('Tea', 5), dish('Mug', 9)], drinks: [dish('Juice', 3)] }
    await assert.rejects(readFile(JSON.stringify(shop)), /“Juice” beside the list of products would not be read/)
    const large = { products: [dish('Pizza', 8), dish('Pasta', 9)], large: [dish('Pizza', 11)] }
    await assert.rejects(readFile(JSON.stringify(large)), /“Pizza” beside the list of products would not be read/)
    const order = { order_id: 7, items: [dish('Tea', 5), dish('Mug', 9)] }
    await assert.rejects(readFile(JSON.stringify(order)), /“order_id” is a field of orders/)
    const again = { products: [dish('Tea', 5), dish('Mug', 9)], bestsellers: [dish('Mug', 9)] }
    assert.equal((await productsIn(JSON.stringify(again))).length, 2)
  })

  test('may stand in the lists of several pages, one after the other', async () => {
    const page = (...names: string[]) => JSON.stringify({ items: names.map((name) => ({ name, price: 5 })) })
    const products = await productsIn(`${page('Tea', 'Mug')}\n${page('Pot')}\n`)
    assert.deepEqual(
      products.map(({ name }) => name),
      ['Tea', 'Mug', 'Pot'],
    )
  })

  test('may have a price, or prices of sizes', async () => {
    const sizes = { personal: 8, small: 9.5, large: 12 }
    const [soup, pizza] = await productsIn(
      JSON.stringify([
        { name: 'Soup', price: 4 },
        { name: 'Pizza', prices: sizes },
      ]),
    )
    assert.deepEqual(
      [soup, pizza].map((product) => product!.variants.map(({ price }) => price)),
      [['4.00'], ['8.00', '9.50', '12.00']],
    )
    assert.deepEqual(groupsOf(pizza!), { size: ['personal', 'small', 'large'] })
    const withCost = [{ name: 'Latte', prices: { small: 3, large: 4.2, cost: 1 } }]
    assert.equal((await productsIn(JSON.stringify(withCost)))[0]!.variants.length, 2)
    const withStaff = [{ name: 'Latte', prices: { small: 3, large: 4.2, staff: 1.5 } }]
    await assert.rejects(readFile(JSON.stringify(withStaff)), /“prices.staff” is perhaps the price of a size too/)
  })

  test('have choices as variants if they have no price themselves', async () => {
    const choices = [
      { name: '1/2 litre', price: 35 },
      { name: '1/4 litre', price: 20 },
    ]
    const drinks = {
      name: 'Drinks',
      items: [
        { name: 'Juice', price: null, choices },
        { name: 'Tea', price: 25 },
      ],
    }
    const products = await productsIn(JSON.stringify([drinks]))
    assert.deepEqual(
      products.map(({ name, variants }) => [name, ...variants.map(({ price }) => price)]),
      [
        ['Juice', '35.00', '20.00'],
        ['Tea', '25.00'],
      ],
    )
    assert.deepEqual(
      [groupsOf(products[0]!), labelsOf(products[0]!)],
      [{ variant: ['1/2 litre', '1/4 litre'] }, ['Drinks']],
    )
  })

  test('have no suppliers, extras or notes as choices', async () => {
    const prices = [{ name: 'Acme', price: 2 }]
    for (const key of ['suppliers', 'internal', 'toppings', 'parts']) {
      const file = [
        { name: 'Tea', price: null, [key]: prices },
        { name: 'Mug', price: 9 },
        { name: 'Pot', price: 8 },
      ]
      const read = await readFile(JSON.stringify(file)).catch(() => undefined)
      const all = read?.products.flatMap(({ variants }) => variants.map(({ price }) => price)) ?? []
      assert.ok(!all.includes('2.00'), key)
    }
  })

  test('have the currency of the list, not that of an exchange rate or of a purchase', async () => {
    for (const beside of [{ exchange: { currency: 'USD', rate: 1.1 } }, { purchase: { currency: 'CNY' } }]) {
      const { submissions } = await readFile(JSON.stringify({ ...beside, products: [{ name: 'Tea', price: 5 }] }))
      const [submission] = submissions
      assert.ok(submission && !('currency' in submission && submission.currency), JSON.stringify(beside))
    }
  })

  test('have their own names and prices, not those of their notes and options', async () => {
    const notes = [
      { nombre: 'Sandalwood', color: '#9c6e45' },
      { nombre: 'Lemon', color: '#e9c75a' },
    ]
    const opciones = [{ nombre: 'Gift wrap', precios: { final: 2 } }]
    const file = [{ nombre: 'Perfume', precios: { final: 38 }, notes, opciones }]
    const [perfume] = await productsIn(JSON.stringify(file))
    assert.deepEqual([perfume!.name, perfume!.variants.map(({ price }) => price)], ['Perfume', ['38.00']])
    assert.deepEqual(groupsOf(perfume!), {})
  })

  test('keep the currency that they have themselves', async () => {
    const price = { amount: 30, currency: 'GBP' }
    for (const item of [{ price: 30, currency_code: 'GBP' }, { price: 30, currencyCode: 'GBP' }, { price }]) {
      const { submissions } = await readFile(JSON.stringify({ currency: 'USD', products: [{ name: 'Lamp', ...item }] }))
      const [submission] = submissions
      assert.equal(submission && 'currency' in submission && submission.currency, 'GBP', JSON.stringify(item))
    }
  })

  test('have no sizes as variants if surcharges or other options would be lost', async () => {
    const surcharge = { S: { stock: 3 }, XL: { stock: 1, surcharge: 5 } }
    const [shirt] = await productsIn(JSON.stringify([{ name: 'Shirt', price: 20, sizes: surcharge }]))
    assert.deepEqual([shirt!.variants.length, shirt!.variants[0]!.stock], [1, null])
    const listed = [
      { size: 'S', surcharge: 0 },
      { size: 'XL', surcharge: 5 },
    ]
    const [tee] = await productsIn(JSON.stringify([{ name: 'Tee', price: 20, sizes: listed }]))
    assert.deepEqual([tee!.variants.length, groupsOf(tee!)], [1, { size: ['S', 'XL'] }])
    const extra = [{ name: 'Cap', sizes: { S: { price: 0 }, L: { price: 4 } }, base: 12 }]
    const colors = { red: { price: 20 }, blue: { price: 25 } }
    const both = [{ name: 'Tee', price: 20, colors, sizes: { S: { price: 20 }, M: { price: 22 } } }]
    for (const file of [extra, both])
      await assert.rejects(readFile(JSON.stringify(file)), /may be the price|those of the products/)
  })

  test('may have sizes under their ids', async () => {
    const sizes = { 1001: { label: 'S', stock: 4 }, 1002: { label: 'M', stock: 0 } }
    const [shirt] = await productsIn(JSON.stringify([{ name: 'Shirt', price: 20, sizes }]))
    assert.deepEqual(optionsOf(shirt!, 1), { sizes: 'M' })
  })

  test('have properties that are no prices, stocks and codes, and none that are private', async () => {
    const property = (name: string, value: string) => ({ name, value })
    const specs = [
      ...[property('Colour', 'oak'), property('Care', 'oil'), property('Care', 'wax'), property('Price', '15')],
      ...[property('Quantity', '100'), property('SKU', 'int-7'), property('Buying price', '9 EUR')],
    ]
    const [desk] = await productsIn(JSON.stringify([{ id: 1, name: 'Desk', price: 30, specs }]))
    const [variant] = desk!.variants
    assert.deepEqual([variant!.sku, variant!.price, variant!.stock], ['1', '30.00', null])
    assert.deepEqual(groupsOf(desk!), { colour: ['oak'] })
    const attributes = variant!.attributes?.map(({ name, value }) => [name, value])
    assert.deepEqual(attributes, [['Care', 'oil\nwax']])
  })

  test('are no parts of a product without a price', async () => {
    const parts = [
      { name: 'Remote', price: 1 },
      { name: 'Stand', price: 2 },
    ]
    const file = [
      { name: 'TV', brand: 'Acme', parts },
      { name: 'Radio', brand: 'Acme', price: 50 },
    ]
    await assert.rejects(readFile(JSON.stringify(file)), /Several columns may be the price/)
  })

  test('may have variants told apart by how much one is', async () => {
    const variants = [
      { unit: 'Bag 1 kg', flavor: 'Vanilla', price: 20 },
      { unit: 'Bag 5 kg', flavor: 'Vanilla', price: 80 },
    ]
    const [whey, ...others] = await productsIn(JSON.stringify([{ id: 1, name: 'Whey', variants }]))
    assert.deepEqual([optionsOf(whey!, 1), others], [{ unit: 'Bag 5 kg' }, []])
  })

  test('have what is not for sale by itself beside them', async () => {
    const extras = [{ name: 'Gift wrap', price: 3 }]
    for (const shirt of [
      { name: 'Shirt', sku: 'a1', cost: 10, parts: extras },
      { name: 'Shirt', extras },
      { name: 'Shirt', similar: [{ name: 'Coat', price: 9 }] },
    ])
      await assert.rejects(
        readFile(JSON.stringify([shirt, { ...shirt, name: 'Hat' }])),
        /No column is certain|Several columns may be the price|those of the products|is missing/,
      )
  })

  test('are all in the list, also those without a price and those with the same key', async () => {
    const starters = { name: 'Starters', items: [null, { name: 'Soup', price: 5 }, { name: 'Fish', price: null }] }
    const file = await readFile(JSON.stringify([starters, { name: 'Mains', items: [{ name: 'Steak', price: 9 }] }]))
    assert.deepEqual([file.products.length, file.leftOut.map(({ reason }) => reason)], [2, ['no-price']])
    const keyed = (...names: string[]) =>
      Object.fromEntries(names.map((name, index) => [`item${index}`, { name, price: 5 }]))
    const names = async (all: unknown) => (await productsIn(JSON.stringify(all))).map(({ name }) => name)
    assert.deepEqual(await names({ a: keyed('Soup', 'Salad'), b: keyed('Steak', 'Fish') }), [
      'Soup',
      'Salad',
      'Steak',
      'Fish',
    ])
    const fruit = { Apple: { price: 1 }, Pear: { price: 2 }, Drinks: { Cola: { price: 3 }, Water: { price: 2 } } }
    assert.deepEqual(await names({ ...fruit, Special: { name: 'Cake', price: 5 } }), [
      'Apple',
      'Pear',
      'Cola',
      'Water',
      'Cake',
    ])
    const menu = { foods: [{ name: 'Soup', price: 5 }], drinks: [{ name: 'Cola', price: 3 }] }
    assert.deepEqual(await names(menu), ['Soup', 'Cola'])
    const links = [{ title: 'Home', url: '/' }]
    assert.deepEqual(await names({ menu: links, products: [{ name: 'Cup', price: 5 }] }), ['Cup'])
  })

  test('may have a price of the product for variants without one', async () => {
    const [shirt] = await productsIn(
      JSON.stringify([
        { name: 'Shirt', price: 10, variants: [{ size: 'S' }, { size: 'M', price: 12 }, { size: 'L', price: null }] },
      ]),
    )
    assert.deepEqual(
      shirt!.variants.map(({ price }) => price),
      ['10.00', '12.00', '10.00'],
    )
  })

  test('may have any values', async () => {
    const odd = { toString: 1, valueOf: 1 }
    const [hat] = await productsIn(
      JSON.stringify([{ name: 'Hat', price: 5, small: odd, size: [{ name: 'S', price: odd }] }]),
    )
    assert.equal(hat!.variants[0]!.price, '5.00')
    const real = [
      { code: 'a', color: 'Red', price: 11 },
      { code: 'b', color: 'Blue', price: 11 },
    ]
    const [shirt] = await productsIn(
      JSON.stringify([{ name: 'Shirt', price: 10, sizes: [{ name: 'S', stock: 3 }], variants: real }]),
    )
    assert.deepEqual(
      shirt!.variants.map(({ price }) => price),
      ['11.00', '11.00'],
    )
  })

  test('is asked about if what is called a size may be a surcharge', async () => {
    const burger = { name: 'Burger', price: 12, size: [{ name: 'with cheese', price: 1.5 }] }
    await assert.rejects(readFile(JSON.stringify([burger])), /Several columns may be the price: “price”, “size.price”/)
  })

  test('may have variants by their names, and names in several languages', async () => {
    const shirt = { name: 'Shirt', price: 9, variants: { Black: { stock: 1 }, White: { stock: 0 } } }
    const [product] = await productsIn(JSON.stringify({ 1: shirt, 2: { ...shirt, name: 'Coat' } }))
    assert.deepEqual(groupsOf(product!), { variant: ['Black', 'White'] })
    const cup = { name: { ru: 'Чашка', uz: 'Piyola' }, texts: { uz: { description: 'Katta' } }, price: 5 }
    const [inRussian] = await productsIn(JSON.stringify([cup]))
    assert.deepEqual([inRussian!.name, inRussian!.description], ['Чашка', 'Katta'])
  })

  test('may have texts beside their languages', async () => {
    const shapes = [
      {
        name: [
          { lang: 'de', value: 'Stuhl' },
          { lang: 'en', value: 'Chair' },
        ],
      },
      {
        names: [
          { language_code: 'de', text: 'Stuhl' },
          { language_code: 'en', text: 'Chair' },
        ],
      },
      {
        translations: [
          { language: 'fr', name: 'Stuhl', description: 'Gut' },
          { language: 'en', name: 'Chair' },
        ],
      },
      {
        translations: [
          { locale: 'de_AT', title: 'Stuhl' },
          { locale: 'en_GB', title: 'Chair' },
        ],
      },
      {
        translations: [
          { languageCode: 'GERMAN', name: 'Stuhl' },
          { languageCode: 'English', name: 'Chair' },
        ],
      },
    ]
    const byLanguage = { translations: { fr: { name: 'Stuhl' }, en: { name: 'Chair' } } }
    for (const texts of [...shapes, byLanguage]) {
      const list = JSON.stringify({ products: [{ sku: 'A', price: 5, ...texts }] })
      assert.equal((await productsIn(list))[0]!.name, 'Stuhl', list)
      const file = JSON.stringify([
        { sku: 'A', price: 5, ...texts },
        { sku: 'B', price: 6, ...texts },
      ])
      const { products } = await readFile(file)
      assert.deepEqual(
        products.map(({ name }) => name),
        ['Stuhl', 'Stuhl'],
        file,
      )
    }
    const product = { sku: 'A', price: 5, name: 'Chair', translations: [{ language: 'de', name: 'Stuhl' }] }
    assert.equal((await productsIn(JSON.stringify([product])))[0]!.name, 'Chair')
  })

  test('is asked about if products have several names, or some of them only in one language', async () => {
    const chairs = [
      { name: ['Stuhl', 'Chair'], price: 5 },
      { name: ['Tisch', 'Table'], price: 6 },
    ]
    await assert.rejects(
      readFile(JSON.stringify(chairs), { yes: true }),
      /Several columns may be the name: “name\.1”, “name\.2”/,
    )
    const [chair] = await productsIn(JSON.stringify(chairs), { columns: new Map([['name.2', 'name']]) })
    assert.equal(chair!.name, 'Chair')
    for (const other of [{ name: ['Tisch', 'Table'] }, { names: [{ lang: 'en', value: 'Table' }] }]) {
      const first = 'names' in other ? { names: [{ lang: 'de', value: 'Stuhl' }] } : { name: 'Stuhl' }
      await assert.rejects(
        readFile(
          JSON.stringify([
            { ...first, price: 5 },
            { ...first, price: 5, sku: 'B' },
            { ...other, price: 6 },
          ]),
        ),
        /“name\S*” has names of products that have none in “name\S*”/,
      )
    }
    // A list of one, and a list of something else, are not asked about.
    const plain = [
      { name: ['Stuhl'], price: 5 },
      { name: 'Tisch', items: ['Platte', 'Beine'], price: 6 },
    ]
    assert.deepEqual(
      (await productsIn(JSON.stringify(plain))).map(({ name }) => name),
      ['Stuhl', 'Tisch'],
    )
  })

  test('may be nested so deeply that nothing reads it', { skip: COMPLETE_ONLY }, async () => {
    const nested = (open: string, close: string) => `${open.repeat(20_000)}1${close.repeat(20_000)}`
    for (const value of [nested('{"a":', '}'), nested('[{"a":', '}]')])
      assert.equal((await productsIn(`{"products":[{"name":"Cup","price":5,"a":${value}}]}`)).length, 1)
  })

  test('has its deepest objects as columns that are not used', async () => {
    const file = await readFile(JSON.stringify([{ name: 'Cup', price: 5, a: { b: { c: { d: { e: 1 } } } } }]))
    assert.deepEqual(file.unused, ['a.b.c.d'])
  })
})

describe('variants of JSON that only their titles tell apart', () => {
  const shirts = ['Shirt', 'Coat'].map((title, index) => ({
    ...{ id: index + 1, title, price: 5, color: ['red', 'blue'][index] },
    variants: ['S', 'M', 'L'].map((size, place) => ({ id: `${index}${place}`, title: size, price: 5 })),
  }))

  test('are all sold, also beside options', async () => {
    const withColors = shirts.map(({ variants, ...shirt }) => ({
      ...shirt,
      variants: variants.map((variant) => ({ ...variant, color: shirt.color })),
    }))
    for (const products of [shirts, withColors]) {
      const file = await readFile(JSON.stringify(products), { yes: true })
      assert.deepEqual(file.leftOut, [])
      assert.deepEqual(
        file.products.map(({ name, variants }) => [name, variants.length]),
        [
          ['Shirt', 3],
          ['Coat', 3],
        ],
      )
      assert.deepEqual(groupsOf(file.products[0]!).variant, ['S', 'M', 'L'])
    }
  })

  test('have no option of their titles if their options tell them apart', async () => {
    const sized = shirts.map(({ variants, ...shirt }) => ({
      ...shirt,
      variants: variants.map((variant) => ({
        ...variant,
        size: variant.title,
        title: `${shirt.color} / ${variant.title}`,
      })),
    }))
    const { products } = await readFile(JSON.stringify(sized), { yes: true })
    assert.deepEqual(Object.keys(groupsOf(products[0]!)), ['color', 'size'])
  })

  test('are asked about if nothing that is used tells them apart', async () => {
    const coded = shirts.map(({ variants, ...shirt }) => ({
      ...shirt,
      variants: variants.map(({ title, ...variant }) => ({ ...variant, kind: title })),
    }))
    await assert.rejects(readFile(JSON.stringify(coded)), /No column tells the variants of a product apart/)
  })
})
