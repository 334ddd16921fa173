import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { COMPLETE_ONLY } from '../../quick.ts'
import { groupsOf, labelsOf, optionsOf, productsIn, readFile, reasons, told } from '../catalog-file.ts'
import { store } from '../reading.ts'

const asset = (name: string) => ({ id: name, preview: `https://i.example/${name}__preview.jpg` })
const ROOT = { id: '1', name: '__root_collection__' }

/** A product of the shop API. */
function lamp(more: object = {}) {
  return {
    ...{ id: '7', name: 'Desk lamp', slug: 'desk-lamp', description: '<p>Bright</p>' },
    featuredAsset: asset('lit'),
    assets: [asset('dark'), asset('lit')],
    facetValues: [
      { id: '1', name: 'Lighting', facet: { name: 'category' } },
      { id: '2', name: 'Ratio 1:2', facet: { name: 'Shade' } },
    ],
    collections: [{ name: 'Lamps', breadcrumbs: [ROOT, { name: 'Home' }, { name: 'Lamps' }] }],
    optionGroups: [
      { id: '1', code: 'color', name: 'Color' },
      { id: '2', code: 'plug', name: 'Plug' },
    ],
    variants: [
      variant('1', [
        { name: 'Red', groupId: '1' },
        { name: 'EU | UK', groupId: '2' },
      ]),
      variant(
        '2',
        [
          { name: 'US', group: { name: 'Plug' } },
          { name: 'Blue', group: { name: 'Color' } },
        ],
        { stockLevel: 'OUT_OF_STOCK', featuredAsset: { source: 'https://i.example/blue.jpg' } },
      ),
    ],
    ...more,
  }
}

function variant(id: string, options: readonly object[], more: object = {}) {
  return {
    ...{ id, name: `Desk lamp ${id}`, sku: `DL-${id}`, price: 1000, priceWithTax: 1190, currencyCode: 'EUR' },
    ...{ stockLevel: 'IN_STOCK', options, ...more },
  }
}

const answer = (...items: object[]) => JSON.stringify({ data: { products: { totalItems: items.length, items } } })

describe('the JSON of Vendure', () => {
  test('of the shop API gives a product with its variants', async () => {
    const file = await readFile(answer(lamp()))
    assert.deepEqual([file.format, file.leftOut, file.problems, file.warnings], ['vendure-json', [], [], []])
    assert.deepEqual(file.unused, ['featuredAsset.id', 'assets[].id', 'facetValues[].id'])
    const [one] = file.products
    assert.deepEqual([one!.name, one!.slug, one!.description], ['Desk lamp', 'desk-lamp', '<p>Bright</p>'])
    assert.deepEqual(
      one!.variants.map(({ name, sku, price, stock, files }) => [name, sku, price, stock, files[0]?.file.path]),
      [
        ['Desk lamp 1', 'DL-1', '11.90', null, undefined],
        ['Desk lamp 2', 'DL-2', '11.90', 0, 'https://i.example/blue.jpg'],
      ],
    )
    assert.deepEqual(groupsOf(one!), { color: ['Red', 'Blue'], plug: ['EU | UK', 'US'], shade: ['Ratio 1:2'] })
    assert.deepEqual(optionsOf(one!, 1), { color: 'Blue', plug: 'US' })
    assert.deepEqual(labelsOf(one!), ['Home', 'Lamps < home', 'Lighting'])
    assert.deepEqual(
      one!.files.map(({ file }) => file.path),
      ['https://i.example/lit__preview.jpg', 'https://i.example/dark__preview.jpg'],
    )
    const [submission] = file.submissions
    assert.equal('product' in submission! && submission.currency, 'EUR')
  })

  test('of the admin API has numbers in stock, and what is disabled', async () => {
    const options = [{ code: 'red', name: 'Red', group: { code: 'color' } }]
    const more = { stockLevel: undefined, stockOnHand: 4, trackInventory: 'INHERIT', enabled: true }
    const variants = [
      variant('1', options, more),
      variant('2', [], { ...more, trackInventory: 'FALSE' }),
      variant('3', [{ name: 'Blue', groupId: '9' }], { ...more, enabled: false }),
      variant('4', [{ name: 'Green', groupId: '1' }], { ...more, stockLevel: '12', priceWithTax: undefined }),
    ]
    const file = await readFile(answer(lamp({ enabled: true, variants }), lamp({ id: '8', slug: 'x', enabled: false })))
    assert.deepEqual(
      file.products[0]!.variants.map(({ price, stock }) => [price, stock]),
      [
        ['11.90', 4],
        ['11.90', null],
        ['10.00', 12],
      ],
    )
    assert.deepEqual(reasons(file), ['1 unpublished', '1 unpublished', '1 unpublished'])
  })

  test('is read in every arrangement, and however large it is', { skip: COMPLETE_ONLY }, async () => {
    const expected = await productsIn(answer(lamp()))
    const { variants, ...product } = lamp()
    for (const value of [
      { data: { product: lamp() } },
      { products: { items: [lamp()] } },
      { data: { products: { items: [{ ...product, variantList: { items: variants } }] } } },
      [lamp()],
    ])
      assert.deepEqual(await productsIn(JSON.stringify(value)), expected)
    const many = Array.from({ length: 300 }, (_, index) =>
      lamp({ id: String(index), slug: `lamp-${index}`, description: 'x'.repeat(1000) }),
    )
    assert.equal((await productsIn(answer(...many))).length, 300)
  })

  test('in another currency than that of the store is left out', async () => {
    const file = await readFile(answer(lamp()), { store: { ...store, currency: 'USD' } })
    assert.deepEqual(reasons(file), ['1 other-currency', '1 other-currency'])
  })

  test('names the field of a problem', async () => {
    const variants = [variant('1', [], { priceWithTax: 'free', stockLevel: undefined, stockOnHand: 'many' })]
    assert.deepEqual(told(await readFile(answer(lamp({ variants })))), [
      '1 variants[].stockLevel is "many"',
      '1 variants[].priceWithTax is "free", which is not a decimal number',
    ])
  })

  test('is refused if it has results of a search', async () => {
    const result = { productId: '7', productName: 'Desk lamp', productVariantId: '1', priceWithTax: { min: 1, max: 2 } }
    await assert.rejects(readFile(JSON.stringify({ data: { search: { items: [result] } } })), {
      name: 'CatalogFileError',
      message: /results of a search in Vendure.*Query `products`/,
    })
  })
})
