import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Attribute } from '@vitrine/catalog/product'
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

  test('has metafields, weights and texts for search engines', async () => {
    const metafield = (key: string, value: string, more: object = {}) => ({ namespace: 'custom', key, value, ...more })
    const text = {
      type: 'paragraph',
      children: [
        { type: 'text', value: 'Fly ' },
        { type: 'text', value: 'high' },
      ],
    }
    const list = { type: 'list', children: [{ type: 'list-item', children: [{ type: 'text', value: 'safely' }] }] }
    const metafields = [
      metafield('care_label', 'Wipe', { definition: { name: 'Care' } }),
      metafield('colors', '["red","blue"]', { type: 'list.single_line_text_field' }),
      metafield('guide', JSON.stringify({ type: 'root', children: [text, list] })),
      metafield('tail', '{"value":1.5,"unit":"METERS"}', { type: 'dimension' }),
      metafield('related', '["gid://shopify/Product/8"]', { type: 'list.product_reference' }),
      metafield('related_products', 'x', { namespace: 'shopify--discovery' }),
      metafield('title_tag', 'Kites', { namespace: 'global' }),
    ]
    const measurement = { weight: { value: 0.25, unit: 'KILOGRAMS' } }
    const red = { ...RED, inventoryItem: { tracked: true, measurement }, span: metafield('span', '90 cm') }
    const more = { seo: { title: null, description: 'Fly one' }, variants: edges([red]), metafields: edges(metafields) }
    const expected = [
      ['care-label', 'Care', 'Wipe'],
      ['colors', 'Colors', 'red; blue'],
      ['guide', 'Guide', 'Fly high\nsafely'],
      ['tail', 'Tail', 1.5],
    ]
    const file = await readFile(page(kite(more)))
    assert.deepEqual([file.format, file.problems, file.dropped], ['shopify-json', [], []])
    const [product] = file.products
    const shown = (attributes: readonly Attribute[] | undefined) =>
      attributes?.map(({ code, name, value }) => [code, name, value])
    assert.deepEqual(shown(product!.attributes), expected)
    assert.deepEqual(product!.seo, { title: 'Kites', description: 'Fly one' })
    const [kilos, span] = product!.variants[0]!.attributes!
    assert.deepEqual([kilos!.value, kilos!.unit, span!.value, span!.unit], [0.25, 'kg', 90, 'cm'])
    const lines = [
      FIELDS,
      { ...RED, __parentId: PRODUCT_ID },
      { ...BLUE, __parentId: PRODUCT_ID },
      ...metafields.map((one, id) => ({ id: `gid://shopify/Metafield/${id}`, ...one, __parentId: PRODUCT_ID })),
      { id: 'gid://shopify/Metafield/99', ...red.span, __parentId: BLUE.id },
    ]
    const bulk = await readFile(lines.map((line) => JSON.stringify(line)).join('\n'))
    assert.deepEqual([bulk.problems, bulk.dropped, bulk.leftOut, bulk.unused], [[], [], [], []])
    assert.deepEqual(shown(bulk.products[0]!.attributes), expected)
    assert.deepEqual(
      bulk.products[0]!.variants.map(({ attributes }) => shown(attributes)),
      [undefined, [['span', 'Span', 90]]],
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
