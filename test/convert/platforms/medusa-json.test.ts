import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { COMPLETE_ONLY } from '../../quick.ts'
import { groupsOf, labelsOf, optionsOf, productsIn, readFile, reasons, told, warned } from '../catalog-file.ts'
import { store } from '../reading.ts'

const TIMES = { created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z', deleted_at: null }
const SIZE = { id: 'opt_size', title: 'Size', values: [{ id: 'v_s', value: 'S' }] }
const WOOD = { id: 'opt_wood', title: 'Wood', values: [{ id: 'v_oak', value: 'Oak' }] }

/** A product as both versions have it, without prices. */
function stool(more: object = {}) {
  return {
    ...{
      id: 'prod_1',
      title: 'Stool',
      subtitle: null,
      handle: 'stool',
      description: 'Three\nlegs',
      status: 'published',
    },
    ...{ is_giftcard: false, discountable: true, thumbnail: 'https://i.example/front.jpg', material: 'Oak wood' },
    images: [
      { id: 'img_1', url: 'https://i.example/front.jpg' },
      { id: 'img_2', url: 'https://i.example/back.jpg' },
    ],
    collection: { id: 'pcol_1', title: 'Seats', handle: 'seats' },
    type: { id: 'ptyp_1', value: 'Furniture' },
    categories: [{ id: 'pcat_1', name: 'Kitchen', handle: 'kitchen' }],
    tags: [{ id: 'ptag_1', value: 'new' }],
    options: [SIZE, WOOD],
    ...TIMES,
    ...more,
  }
}

function variant(more: object = {}) {
  return {
    ...{ id: 'variant_1', title: 'S / Oak', sku: 'ST-S', barcode: null, ean: '4006381333931', upc: null },
    ...{ manage_inventory: true, allow_backorder: false },
    options: [
      { id: 'v_oak', value: 'Oak', option_id: 'opt_wood' },
      { id: 'v_s', value: 'S', option_id: 'opt_size' },
    ],
    ...TIMES,
    ...more,
  }
}

/** A price of version 1. */
const cents = (currency_code: string, amount: number, more: object = {}) => ({
  ...{ currency_code, amount, min_quantity: null, price_list_id: null, region_id: null, ...more },
})
/** A price of version 2. */
const price = (currency_code: string, amount: number, more: object = {}) => ({
  ...{ currency_code, amount, raw_amount: { value: String(amount), precision: 20 }, min_quantity: null, rules: {} },
  ...more,
})
const page = (...products: object[]) => JSON.stringify({ products, count: products.length, offset: 0, limit: 50 })
const inCurrency = (currency: string) => ({ store: { ...store, currency } })

describe('the JSON of Medusa 1', () => {
  test('has prices in the smallest unit of their currency', async () => {
    const variants = [variant({ inventory_quantity: 7, prices: [cents('eur', 1950)], original_price: null })]
    const file = await readFile(page(stool({ variants })))
    assert.deepEqual([file.format, file.leftOut, file.problems, file.warnings], ['medusa-json', [], [], []])
    const [one] = file.products
    assert.deepEqual([one!.name, one!.slug, one!.description], ['Stool', 'stool', 'Three\nlegs'])
    assert.deepEqual(
      one!.variants.map(({ name, sku, gtin, price, stock }) => [name, sku, gtin, price, stock]),
      [['Stool - S / Oak', 'ST-S', '4006381333931', '19.50', 7]],
    )
    assert.deepEqual(groupsOf(one!), { size: ['S'], wood: ['Oak'], material: ['Oak wood'] })
    assert.deepEqual(optionsOf(one!, 0), { size: 'S', wood: 'Oak' })
    assert.deepEqual(labelsOf(one!), ['Seats', 'Furniture', 'Kitchen', 'new'])
    assert.deepEqual(
      one!.files.map(({ file }) => file.path),
      ['https://i.example/front.jpg', 'https://i.example/back.jpg'],
    )
    const [submission] = file.submissions
    assert.equal('product' in submission! && submission.currency, 'EUR')
  })

  test('has whole amounts in currencies without decimals', async () => {
    const variants = [variant({ prices: [cents('jpy', 1950)], profile_id: 'sp_1' })]
    const [one] = await productsIn(page(stool({ variants })))
    assert.equal(one!.variants[0]!.price, '1950.00')
  })

  test('has a price of the moment, which may be reduced', async () => {
    const prices = [cents('eur', 2500, { price_list_id: 'pl_1' }), cents('usd', 1), cents('eur', 3000)]
    const variants = [variant({ prices, original_price: 3000, calculated_price: 2500 })]
    const file = await readFile(page(stool({ variants })))
    assert.deepEqual(
      file.products[0]!.variants.map(({ price, listPrice }) => [price, listPrice]),
      [['25.00', '30.00']],
    )
    const [submission] = file.submissions
    assert.equal('product' in submission! && submission.currency, 'EUR')
  })

  test('of a seed has pictures as texts, and options without their groups', async () => {
    const seed = {
      store: { currencies: ['eur'] },
      regions: [{ id: 'r', name: 'Europe', currency_code: 'eur', tax_rate: 0 }],
      products: [
        {
          ...{ title: 'Stool', handle: 'stool', description: 'Three legs', is_giftcard: false, weight: 400 },
          images: ['https://i.example/front.jpg', 'https://i.example/back.jpg'],
          options: [
            { title: 'Size', values: ['S', 'M'] },
            { title: 'Wood', values: ['Oak'] },
          ],
          variants: ['S', 'M'].map((size) => ({
            title: `${size} / Oak`,
            prices: [{ currency_code: 'eur', amount: 1950 }],
            options: [{ value: size }, { value: 'Oak' }],
            ...{ inventory_quantity: 100, manage_inventory: true },
          })),
        },
      ],
    }
    const file = await readFile(JSON.stringify(seed, null, 2))
    assert.deepEqual([file.format, file.problems], ['medusa-json', []])
    const [one] = file.products
    assert.deepEqual([groupsOf(one!), one!.files.length], [{ size: ['S', 'M'], wood: ['Oak'] }, 2])
    assert.deepEqual(
      one!.variants.map(({ sku, price, stock }) => [sku, price, stock]),
      [
        ['stool-s-oak', '19.50', 100],
        ['stool-m-oak', '19.50', 100],
      ],
    )
  })
})

describe('the JSON of Medusa 2', () => {
  test('of the store API has the price for a region', async () => {
    const calculated = { id: 'pset_1', calculated_amount: 80, original_amount: 99.5, currency_code: 'egp' }
    const variants = [variant({ calculated_price: calculated })]
    const file = await readFile(page(stool({ status: undefined, variants })))
    assert.deepEqual([file.format, file.problems], ['medusa-json', []])
    assert.deepEqual(
      file.products[0]!.variants.map(({ price, listPrice, stock }) => [price, listPrice, stock]),
      [['80.00', '99.50', null]],
    )
    const [submission] = file.submissions
    assert.equal('product' in submission! && submission.currency, 'EGP')
  })

  test('of the admin API has decimal prices in several currencies', async () => {
    const prices = [
      ...[price('usd', 20), price('eur', 5, { price_list_id: 'plist_1' }), price('eur', 9, { min_quantity: 10 })],
      ...[price('eur', 8, { rules: { customer_group_id: 'g' } }), price('eur', 17, { rules: { region_id: 'r' } })],
      price('eur', 18.333),
    ]
    const text = page(stool({ variants: [variant({ prices })] }))
    const file = await readFile(text)
    assert.equal(file.products[0]!.variants[0]!.price, '20.00')
    assert.deepEqual(warned(file), [
      '1 variants[].prices has prices in EUR, which do not count: the store has no currency, and USD comes first',
    ])
    const inEuro = await readFile(text, inCurrency('EUR'))
    assert.deepEqual([inEuro.products[0]!.variants[0]!.price, warned(inEuro)], ['18.33', []])
    assert.deepEqual(reasons(await readFile(text, inCurrency('SEK'))), ['1 other-currency'])
  })

  test('names options by their titles where a product is created', async () => {
    const options = { Wood: 'Oak', Size: 'S' }
    const groups = ['Size', 'Wood'].map((title) => ({ title, values: [] }))
    const prices = [{ currency_code: 'eur', amount: 25 }]
    const [one] = await productsIn(page(stool({ options: groups, variants: [variant({ options, prices })] })))
    assert.deepEqual([one!.variants[0]!.price, optionsOf(one!, 0)], ['25.00', { size: 'S', wood: 'Oak' }])
  })

  test('names the group of an option by the values of the group', async () => {
    const groups = [SIZE, { ...WOOD, id: undefined }]
    const options = [
      { id: 'v_oak', value: 'Oak' },
      { id: 'v_s', value: 'S', option: { id: 'opt_size' } },
    ]
    const variants = [variant({ options, prices: [price('eur', 5)] })]
    const [one] = await productsIn(page(stool({ options: groups, variants })))
    assert.deepEqual(optionsOf(one!, 0), { size: 'S', wood: 'Oak' })
  })

  test('has categories below others, unless shoppers do not see them', async () => {
    const categories = [
      { id: 'c1', name: 'Kitchen', parent_category_id: null },
      { id: 'c2', name: 'Chairs', parent_category_id: 'c1', parent_category: { id: 'c1' } },
      { id: 'c3', name: 'Oak', parent_category_id: 'c9', parent_category: { name: 'Wood', parent_category: null } },
      { id: 'c4', name: 'Sale', is_active: true, is_internal: true },
      { id: 'c5', name: 'Next year', is_active: false },
      { id: 'c6', name: 'Round', parent_category_id: 'c6' },
    ]
    const variants = [variant({ prices: [price('eur', 5)] })]
    const more = { collection: null, type: null, tags: [], categories, variants }
    const [one] = await productsIn(page(stool(more)))
    assert.deepEqual(labelsOf(one!), ['Kitchen', 'Chairs < kitchen', 'Wood', 'Oak < wood', 'Round'])
  })

  test('leaves out what is not published, deleted or without a price', async () => {
    const variants = [variant({ prices: [price('eur', 5)] })]
    const file = await readFile(
      [
        stool({ variants, handle: 'a', status: 'draft' }),
        stool({ variants, handle: 'b', deleted_at: '2026-01-01T00:00:00.000Z' }),
        stool({ handle: 'c', variants: [variant({ prices: [] })] }),
        stool({ handle: 'd', variants: [] }),
      ]
        .map((product) => JSON.stringify(product))
        .join('\n'),
    )
    assert.deepEqual(reasons(file), ['1 draft', '2 archived', '3 no-price', '4 no-price'])
  })

  test('names the field of a problem', async () => {
    const prices = [{ ...price('eur', 5), amount: 'free' }]
    const variants = [variant({ prices, inventory_quantity: 'many' })]
    assert.deepEqual(told(await readFile(page(stool({ variants })))), ['1 variants[].prices is "free"'])
  })
})

test('the JSON of Medusa is read in every arrangement, also with one product', { skip: COMPLETE_ONLY }, async () => {
  const product = stool({ variants: [variant({ prices: [price('eur', 5)] })] })
  const expected = await productsIn(page(product))
  for (const value of [{ product }, { count: 1, products: [product] }, [product], product, [{ products: [product] }]])
    for (const text of [JSON.stringify(value), JSON.stringify(value, null, 2)])
      assert.deepEqual(await productsIn(text), expected, text.slice(0, 40))
})
