import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { FORMATS } from '@vitrine/convert/formats'
import { COMPLETE_ONLY } from '../../quick.ts'
import { groupsOf, labelsOf, optionsOf, productsIn, readFile, reasons, table, told } from '../catalog-file.ts'

const RED = { id: 71, position: 1, alt: 'Red coat', src: 'https://cdn.example/red.jpg?v=1', variant_ids: [51] }
const BACK = { id: 72, position: 2, alt: null, src: 'https://cdn.example/back.jpg?v=1', variant_ids: [] }

/** A product of the Admin REST API. */
function coat(more: object = {}) {
  return {
    ...{ id: 41, title: 'Rain coat', body_html: '<p>Dry.</p>', vendor: 'Nordic', product_type: 'Coats' },
    ...{ created_at: '2025-01-02T03:04:05-05:00', handle: 'rain-coat', updated_at: '2025-01-02T03:04:05-05:00' },
    ...{ published_at: '2025-01-02T03:04:05-05:00', template_suffix: null, published_scope: 'web' },
    ...{ tags: 'new, light', status: 'active', admin_graphql_api_id: 'gid://shopify/Product/41' },
    variants: [
      variant(51, 'Red', 'S', { image_id: 71, compare_at_price: '99.00', barcode: '4006381333931' }),
      variant(52, 'Blue', 'S', { inventory_quantity: -2, taxable: false }),
      variant(53, 'Blue', 'M', { inventory_management: null, inventory_quantity: 9 }),
    ],
    options: [
      { id: 61, product_id: 41, name: 'Color', position: 1, values: ['Red', 'Blue'] },
      { id: 62, product_id: 41, name: 'Size', position: 2, values: ['S', 'M'] },
    ],
    images: [RED, BACK],
    image: RED,
    ...more,
  }
}

function variant(id: number, color: string, size: string, more: object = {}) {
  return {
    ...{ id, product_id: 41, title: `${color} / ${size}`, price: '80.00', position: 1, inventory_policy: 'deny' },
    ...{ compare_at_price: null, option1: color, option2: size, option3: null, taxable: true, barcode: '' },
    ...{ fulfillment_service: 'manual', grams: 300, inventory_management: 'shopify', requires_shipping: true },
    ...{ sku: `RC-${id}`, grams: 300, weight: 0.3, weight_unit: 'kg', inventory_quantity: 5, image_id: null, ...more },
  }
}

/** A product as products.json of a shop shows it. */
function cap(more: object = {}) {
  return {
    ...{ id: 42, title: 'Cap', handle: 'cap', body_html: '<p>Warm.</p>', published_at: '2025-01-02T03:04:05-05:00' },
    ...{ created_at: '2025-01-02T03:04:05-05:00', updated_at: '2025-01-02T03:04:05-05:00', vendor: 'Nordic' },
    ...{ product_type: 'Clothing > Caps', tags: ['new', 'wool'] },
    variants: [
      {
        ...{ id: 81, title: 'Default Title', option1: 'Default Title', option2: null, option3: null, sku: 'CAP' },
        ...{
          requires_shipping: true,
          taxable: true,
          featured_image: { id: 91, alt: 'A cap', src: 'https://cdn.example/cap.jpg' },
        },
        ...{ available: true, price: '19.90', grams: 100, compare_at_price: null, position: 1, product_id: 42 },
      },
    ],
    images: [{ id: 91, position: 1, product_id: 42, variant_ids: [81], src: 'https://cdn.example/cap.jpg', width: 9 }],
    options: [{ name: 'Title', position: 1, values: ['Default Title'] }],
    ...more,
  }
}

const page = (...products: object[]) => JSON.stringify({ products })

describe('the JSON of the Admin API of Shopify', () => {
  test('gives the same product as the CSV', async () => {
    const file = await readFile(page(coat()))
    assert.deepEqual([file.format, file.leftOut, file.problems, file.dropped], ['shopify-json', [], [], []])
    const row = {
      Handle: 'rain-coat',
      'Variant Inventory Tracker': 'shopify',
      'Variant Inventory Qty': '5',
      'Variant Price': '80.00',
      'Variant Grams': '300',
      'Variant Weight Unit': 'kg',
    }
    const csv = await readFile(
      table([
        {
          ...{
            ...row,
            Title: 'Rain coat',
            'Body (HTML)': '<p>Dry.</p>',
            Vendor: 'Nordic',
            Type: 'Coats',
            Tags: 'new, light',
          },
          ...{
            'Option1 Name': 'Color',
            'Option1 Value': 'Red',
            'Option2 Name': 'Size',
            'Option2 Value': 'S',
            Published: 'TRUE',
          },
          ...{
            'Variant SKU': 'RC-51',
            'Variant Compare At Price': '99.00',
            'Variant Barcode': '4006381333931',
            Status: 'active',
          },
          ...{ 'Image Src': RED.src, 'Image Position': '1', 'Image Alt Text': 'Red coat', 'Variant Image': RED.src },
        },
        {
          ...{
            ...row,
            'Option1 Value': 'Blue',
            'Option2 Value': 'S',
            'Variant SKU': 'RC-52',
            'Variant Taxable': 'false',
          },
          ...{ 'Variant Inventory Qty': '-2', 'Image Src': BACK.src, 'Image Position': '2' },
        },
        {
          ...{ ...row, 'Option1 Value': 'Blue', 'Option2 Value': 'M', 'Variant SKU': 'RC-53' },
          ...{ 'Variant Inventory Tracker': '', 'Variant Inventory Qty': '9' },
        },
      ]),
    )
    assert.equal(csv.format, 'shopify')
    // Only the JSON has the ids of Shopify.
    const withoutIds = file.products.map(({ externalId: _, variants, ...others }) => ({
      ...others,
      variants: variants.map(({ externalId: _, ...variant }) => variant),
    }))
    assert.deepEqual(withoutIds, csv.products)
    assert.deepEqual(
      file.products[0]!.variants.map(({ price, listPrice, stock }) => [price, listPrice, stock]),
      [
        ['80.00', '99.00', 5],
        ['80.00', undefined, 0],
        ['80.00', undefined, null],
      ],
    )
  })

  test('leaves out drafts, archived, unlisted, unpublished and scheduled products', async () => {
    const hidden = [
      ...['draft', 'archived', 'unlisted'].map((status) => ({ status })),
      ...[null, '2026-06-16T00:00:00Z'].map((published_at) => ({ published_at })),
    ]
    const products = hidden.map((more, index) =>
      coat({ handle: `h-${index}`, variants: [variant(1, 'Red', 'S')], images: [], ...more }),
    )
    const file = await readFile(products.map((product) => JSON.stringify(product)).join('\n'))
    assert.deepEqual(reasons(file), ['1 draft', '2 archived', '3 unlisted', '4 unpublished', '5 unpublished'])
    assert.deepEqual(
      file.leftOut.map(({ product }) => product),
      ['h-0', 'h-1', 'h-2', 'h-3', 'h-4'],
    )
  })

  test('names the field of a problem, and the fields that are not used', async () => {
    const wrong = coat({ variants: [variant(51, 'Red', 'S', { price: 'free', inventory_quantity: 'many' })] })
    const file = await readFile(`${page(coat({ handle: 'other' }))}\n${page(wrong)}`)
    assert.deepEqual(told(file), [
      '2 variants[].inventory_quantity is "many"',
      '2 variants[].price is "free", which is not a decimal number',
    ])
    assert.equal(file.products.length, 1)
    assert.deepEqual(
      ['created_at', 'variants[].grams', 'images[].alt', 'options[].name'].filter((name) => file.unused.includes(name)),
      ['created_at'],
    )
  })
})

describe('products.json of a Shopify shop', () => {
  test('has pictures with the alt texts of variants, and whether a variant is available', async () => {
    const soldOut = cap({ handle: 'sold-out', variants: [{ ...cap().variants[0], available: false }] })
    const file = await readFile(page(cap(), soldOut))
    assert.deepEqual([file.format, file.problems, file.leftOut], ['shopify-json', [], []])
    const [one, other] = file.products
    assert.deepEqual([one!.name, one!.slug, one!.description], ['Cap', 'cap', '<p>Warm.</p>'])
    assert.deepEqual(labelsOf(one!), ['Clothing', 'Caps < clothing', 'new', 'wool'])
    assert.deepEqual(groupsOf(one!), { vendor: ['Nordic'] })
    assert.deepEqual(optionsOf(one!, 0), {})
    assert.deepEqual([one!.files[0]!.file.path, one!.files[0]!.file.alt], ['https://cdn.example/cap.jpg', 'A cap'])
    assert.equal(one!.variants[0]!.files[0]!.file.path, 'https://cdn.example/cap.jpg')
    assert.deepEqual([one!.variants[0]!.stock, other!.variants[0]!.stock], [null, 0])
  })

  test('is read in every arrangement of its pages, gzipped, in UTF-16 and in small chunks', {
    skip: COMPLETE_ONLY,
  }, async () => {
    const [a, b, c] = ['a', 'b', 'c'].map((handle) => cap({ handle }))
    const files = [
      page(a!, b!, c!),
      `${page(a!, b!)}${page(c!)}\n${page()}\n`,
      JSON.stringify([{ products: [a, b] }, { products: [c] }]),
      JSON.stringify([[a, b], [c]]),
      JSON.stringify([a, b, c]),
      JSON.stringify({ products: [a, b, c] }, null, 2),
      `${JSON.stringify([a])}${JSON.stringify([b, c])}`,
      [a, b, c].map((product) => JSON.stringify({ product })).join('\n'),
      `{ "products" : [${JSON.stringify(a)}, ${JSON.stringify(b)}], "more": {"products": [1]} } ${page(c!)}`,
    ]
    const expected = await productsIn(files[0]!)
    for (const text of files)
      for (const bytes of [Buffer.from(text), gzipSync(text), Buffer.from(`\ufeff${text}`, 'utf16le')])
        for (const size of [7, 64 * 1024])
          assert.deepEqual((await readFile(bytes, {}, size)).products, expected, text.slice(0, 60))
  })

  test('may have one product', async () => {
    for (const product of [cap(), coat()])
      assert.deepEqual(await productsIn(JSON.stringify({ product })), await productsIn(page(product)))
  })

  test('that is cut off, or has a page with an error, is refused or told', async () => {
    const text = page(cap(), cap({ handle: 'other' }))
    await assert.rejects(readFile(text.slice(0, -1)), /cut off/)
    await assert.rejects(readFile(text.slice(0, -2)), /cut off/)
    await assert.rejects(readFile(text.slice(0, -40)), /cut off/)
    await assert.rejects(
      readFile(`${text}\nerror`),
      /Line 2: Expected a list of products, or an object with one, but found “e”/,
    )
    assert.deepEqual(told(await readFile(`${text}\n{"errors":["Not Found"]}`)), [
      '2 the product is an object without a list “products”',
    ])
  })

  test('with a damaged product keeps the others', async () => {
    const text = `{"products":[\n${JSON.stringify(cap())},\n{"id":1,,},\n7]}`
    const file = await readFile(text)
    assert.equal(file.products.length, 1)
    assert.match(
      told(file).join('\n'),
      /^3 the product has a comma too many at character 9\n4 the product is not an object$/,
    )
  })
})

describe('a file that is not JSON of Shopify', () => {
  test('is refused if it is no JSON, or has no product', async () => {
    const format = FORMATS.find(({ name }) => name === 'shopify-json')
    await assert.rejects(readFile('Handle,Title\na,A\n', { format }), /looks like CSV/)
    await assert.rejects(readFile('{"products":[]}', { format }), /has no product/)
  })

  test('is not recognised', async () => {
    const { variants, ...others } = cap()
    const { available: _, ...withoutStock } = variants[0]!
    for (const product of [{ ...others, variants: [withoutStock] }, others, { ...cap(), body_html: undefined }]) {
      const file = await readFile(JSON.stringify([product])).catch(() => undefined)
      assert.notEqual(file?.format, 'shopify-json')
    }
  })

  test('is refused if it is the JSON of a theme, whose prices are in cents', async () => {
    const theme = {
      id: 1,
      title: 'Cap',
      handle: 'cap',
      price_min: 1990,
      compare_at_price_min: 0,
      variants: [{ price: 1990 }],
    }
    await assert.rejects(readFile(JSON.stringify(theme)), /prices are in cents/)
  })
})
