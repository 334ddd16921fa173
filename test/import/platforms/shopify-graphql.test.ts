import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { groupsOf, labelsOf, optionsOf, readFile, reasons } from '../catalog-file.ts'

const PRODUCT_ID = 'gid://shopify/Product/7'

function variant(id: number, color: string, more: object = {}) {
  return {
    ...{ id: `gid://shopify/ProductVariant/${id}`, title: color, sku: `K-${id}`, price: '19.90', compareAtPrice: null },
    ...{ barcode: null, inventoryQuantity: 3, inventoryItem: { tracked: true } },
    ...{ selectedOptions: [{ name: 'Color', value: color }], ...more },
  }
}

const RED = variant(1, 'Red', { compareAtPrice: '25.00', image: { url: 'https://cdn.example/red.jpg' } })
const BLUE = variant(2, 'Blue', { inventoryItem: { tracked: false } })
const FIELDS = {
  ...{ id: PRODUCT_ID, title: 'Kite', handle: 'kite', descriptionHtml: '<p>Flies.</p>', vendor: 'Aloft' },
  ...{ productType: 'Toys', tags: ['wind', 'beach'], status: 'ACTIVE', category: { fullName: 'Games > Outdoor' } },
}
const PICTURE = { url: 'https://cdn.example/kite.jpg', altText: 'A kite' }

/** Lists that come after the variants. */
const TAGS = { tags: ['wind', 'beach'], options: [{ name: 'Color', values: ['Red', 'Blue'] }] }

function withoutLists({ tags: _, options: __, ...product }: ReturnType<typeof kite>) {
  return product
}

const edges = (nodes: readonly object[]) => ({ edges: nodes.map((node) => ({ cursor: 'x', node })) })

/** A product as the Admin API gives it. */
function kite(more: object = {}) {
  return {
    ...{ ...FIELDS, options: [{ name: 'Color', values: ['Red', 'Blue'] }] },
    ...{ variants: edges([RED, BLUE]), images: edges([PICTURE]), collections: edges([{ title: 'Summer' }]), ...more },
  }
}

function page(...products: readonly object[]) {
  return JSON.stringify({
    data: { products: { pageInfo: { hasNextPage: false }, ...edges(products) } },
    extensions: {},
  })
}

describe('GraphQL JSON of Shopify', () => {
  for (const [name, text] of [
    ['a page', page(kite())],
    ['pages, one after the other', `${page()}\n${page(kite())}`],
    ['a product a line', JSON.stringify(withoutLists(kite())).replace(/\}$/, `,${JSON.stringify(TAGS).slice(1)}`)],
    ['a page with nodes', JSON.stringify({ data: { products: { nodes: [kite()] } } }, undefined, 2)],
    ['a list', JSON.stringify([kite({ variants: [RED, BLUE], images: { nodes: [PICTURE] } })])],
  ] as const) {
    test(`as ${name} becomes the products of the CSV`, async () => {
      const file = await readFile(text)
      assert.deepEqual([file.format, file.rows, file.problems, file.warnings], ['shopify-json', 2, [], []])
      const [product] = file.products
      assert.deepEqual([product!.name, product!.slug, product!.description], ['Kite', 'kite', '<p>Flies.</p>'])
      assert.deepEqual(groupsOf(product!), { color: ['Red', 'Blue'], vendor: ['Aloft'] })
      assert.deepEqual(labelsOf(product!), ['Games', 'Outdoor < games', 'Toys', 'Summer', 'wind', 'beach'])
      assert.deepEqual(
        product!.files.map(({ file }) => [file.path, file.alt]),
        [['https://cdn.example/kite.jpg', 'A kite']],
      )
      assert.deepEqual(
        product!.variants.map(({ sku, price, listPrice, stock, files }) => [
          sku,
          price,
          listPrice,
          stock,
          files.length,
        ]),
        [
          ['K-1', '19.90', '25.00', 3, 1],
          ['K-2', '19.90', undefined, null, 0],
        ],
      )
    })
  }

  test('of a bulk operation has a line for each product, variant and picture', async () => {
    const part = (object: object) => ({ ...object, __parentId: PRODUCT_ID })
    const { inventoryItem: _, ...red } = RED
    const lines = [
      { ...FIELDS, category: null },
      part(red),
      part(BLUE),
      part({ id: 'gid://shopify/MediaImage/3', mediaContentType: 'IMAGE', alt: 'A kite', image: PICTURE }),
      part({ id: 'gid://shopify/Video/4', mediaContentType: 'VIDEO' }),
      { id: 'gid://shopify/Metafield/5', key: 'care', value: 'dry', __parentId: RED.id },
    ]
    const file = await readFile(lines.map((line) => JSON.stringify(line)).join('\n'))
    assert.deepEqual([file.format, file.problems, file.leftOut], ['shopify-json', [], []])
    const [kite] = file.products
    assert.deepEqual(optionsOf(kite!, 1), { color: 'Blue' })
    assert.deepEqual(
      kite!.variants.map(({ stock }) => stock),
      [3, null],
    )
    assert.deepEqual(
      kite!.files.map(({ file }) => [file.path, file.alt]),
      [['https://cdn.example/kite.jpg', 'A kite']],
    )
  })

  test('of the Storefront API names the currency, and may tell only whether a variant is for sale', async () => {
    const money = (amount: string) => ({ amount, currencyCode: 'EUR' })
    const storefront = (color: string, more: object) => {
      const { inventoryQuantity: _, inventoryItem: __, ...fields } = variant(1, color, { price: money('19.9') })
      return { ...fields, ...more }
    }
    const variants = [
      storefront('Red', { compareAtPrice: money('25.0'), availableForSale: true, quantityAvailable: 4 }),
      storefront('Blue', { availableForSale: false }),
      storefront('Green', { availableForSale: true, quantityAvailable: 0 }),
    ]
    const file = await readFile(JSON.stringify([kite({ variants: { nodes: variants } })]))
    assert.deepEqual(file.problems, [])
    const [submission] = file.submissions
    assert.equal('currency' in submission! && submission.currency, 'EUR')
    assert.deepEqual(
      file.products[0]!.variants.map(({ price, listPrice, stock }) => [price, listPrice, stock]),
      [
        ['19.90', '25.00', 4],
        ['19.90', undefined, 0],
        ['19.90', undefined, null],
      ],
    )
  })

  test('leaves out what is not for the public', async () => {
    const file = await readFile(
      page(kite({ status: 'DRAFT' }), kite({ handle: 'b', id: 'gid://shopify/Product/8', publishedAt: null })),
    )
    assert.deepEqual(reasons(file), ['1 draft', '1 draft', '1 unpublished', '1 unpublished'])
  })
})
