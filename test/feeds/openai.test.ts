import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { parseGtin } from '@vitrine/catalog/gtin'
import { openaiFeed } from '@vitrine/feeds/openai'
import fc from 'fast-check'
import { DATABASES } from '../database/databases.ts'
import { histories } from '../model/random-catalog.ts'
import { cases } from '../quick.ts'
import { feedOf, jacket, SHOP, shirt, sqliteFeed } from './feed-of.ts'

const BRANDED = jacket({
  id: '00000000-0000-4000-8000-000000000001',
  optionGroups: undefined,
  variants: [
    {
      id: '00000000-0000-4000-8000-00000000000a',
      sku: 'J-R',
      price: 99,
      listPrice: 149,
      gtin: '4006381333931',
      mpn: 'FJ-1',
      productOptions: { brand: 'Fell', color: 'Red', size: 'M' },
    },
    {
      id: '00000000-0000-4000-8000-00000000000b',
      sku: 'J-B',
      price: 149,
      stock: 0,
      productOptions: { brand: 'Fell', color: 'Blue', size: 'M' },
    },
  ],
})

const ROWS = [
  {
    item_id: '00000000-0000-4000-8000-00000000000a',
    title: 'Jacket - Red',
    description: 'Dry',
    url: 'https://shop.example/p/jacket?variant=J-R',
    brand: 'Fell',
    image_url: 'https://img.example/jacket.jpg',
    price: '149.00 EUR',
    sale_price: '99.00 EUR',
    availability: 'in_stock',
    group_id: '00000000-0000-4000-8000-000000000001',
    listing_has_variations: true,
    variant_dict: { brand: 'Fell', color: 'Red', size: 'M' },
    gtin: '4006381333931',
    mpn: 'FJ-1',
    product_category: 'Clothing > Jackets',
    color: 'Red',
    size: 'M',
    additional_image_urls: ['https://img.example/back,side.png'],
    seller_name: 'Shop & Co',
    seller_url: 'https://shop.example/',
  },
  {
    item_id: '00000000-0000-4000-8000-00000000000b',
    title: 'Jacket - Blue',
    description: 'Dry',
    url: 'https://shop.example/p/jacket?variant=J-B',
    brand: 'Fell',
    image_url: 'https://img.example/jacket.jpg',
    price: '149.00 EUR',
    availability: 'out_of_stock',
    group_id: '00000000-0000-4000-8000-000000000001',
    listing_has_variations: true,
    variant_dict: { brand: 'Fell', color: 'Blue', size: 'M' },
    product_category: 'Clothing > Jackets',
    color: 'Blue',
    size: 'M',
    additional_image_urls: ['https://img.example/back,side.png'],
    seller_name: 'Shop & Co',
    seller_url: 'https://shop.example/',
  },
]

for (const { database, open, skip } of DATABASES) {
  describe(`a feed for ChatGPT of a store in ${database}`, { skip }, () => {
    test('has a row for each variant', async () => {
      await using opened = await open()
      const { text, counts } = await feedOf(opened, openaiFeed, 'jsonl', [BRANDED])
      assert.deepEqual(rowsIn(text), ROWS)
      assert.deepEqual(counts, { products: 1, variants: 2, leftOut: [], shortened: [] })
    })

    test('has only rows that follow the rules of the specification', async () => {
      await fc.assert(
        fc.asyncProperty(histories(SHOP, 1), async ([first]) => {
          await using opened = await open()
          const lines = first!.lines.map(({ line }) => line)
          const shop = { pictureBase: 'https://cdn.example/' }
          const { text, counts, products } = await feedOf(opened, openaiFeed, 'jsonl', lines, shop)
          const rows = rowsIn(text)
          assert.deepEqual(rows.flatMap(faults), [])
          assert.equal(new Set(rows.map(({ item_id }) => item_id)).size, rows.length)
          const leftOut = counts.leftOut.filter(({ reason }) => reason !== 'no-variants')
          assert.equal(
            rows.length + leftOut.reduce((sum, { count }) => sum + count, 0),
            products.reduce((sum, { variants }) => sum + variants.length, 0),
          )
        }),
        { numRuns: cases({ quick: 10, complete: database === 'postgres' ? 15 : 60 }) },
      )
    })
  })
}

describe('a feed for ChatGPT', () => {
  test('may be a table with commas or tabs', async () => {
    const csv = (await sqliteFeed(openaiFeed, 'csv', [BRANDED])).text.split('\n')
    assert.deepEqual([csv[0]!.split(',').length, csv.length], [23, 4])
    assert.match(csv[1]!, /,true,"\{""brand"":""Fell"",""color"":""Red"",""size"":""M""\}",4006381333931,FJ-1,/)
    assert.match(csv[1]!, /,https:\/\/img\.example\/back%2Cside\.png,Shop & Co,https:\/\/shop\.example\/$/)
    const tsv = (await sqliteFeed(openaiFeed, 'tsv', [BRANDED])).text.split('\n')
    assert.deepEqual(tsv[0]!.split('\t'), csv[0]!.split(','))
    assert.equal(tsv[2]!.split('\t').length, 23)
  })

  test('leaves out variants without a brand, and pictures that are neither JPEG nor PNG', async () => {
    const brand = (name: string) => ({ optionGroups: [{ name: 'Vendor', options: [{ name }] }] })
    const files = ['https://img.example/a.webp', 'https://img.example/b.png', 'https://img.example/c']
    const { text, counts } = await sqliteFeed(openaiFeed, 'jsonl', [
      shirt({ slug: 'a', ...brand('Fell'), files }, { sku: 'A' }),
      shirt({ slug: 'b', createdAt: '2026-01-02', ...brand('N/A') }, { sku: 'B' }),
      shirt({ slug: 'c', createdAt: '2026-01-01', optionGroups: [] }, { sku: 'C' }),
      shirt({ slug: 'd', createdAt: '2025-01-01', files: files.slice(0, 1) }, { sku: 'D' }),
    ])
    assert.deepEqual(
      rowsIn(text).map(({ image_url, additional_image_urls }) => [image_url, additional_image_urls]),
      [['https://img.example/b.png', ['https://img.example/c']]],
    )
    assert.deepEqual(counts.leftOut, [
      { reason: 'no-brand', count: 2, examples: ['B', 'C'] },
      { reason: 'picture-type', count: 1, examples: ['D'] },
    ])
  })

  test('has the first category, and no tag in its place', async () => {
    const labelValues = [
      { name: 'New', kind: 'tag' },
      { name: 'Summer', kind: 'collection' },
    ]
    const { text } = await sqliteFeed(openaiFeed, 'jsonl', [
      { ...BRANDED, labelValues: [...labelValues, 'Coats'] },
      shirt({ slug: 'b', createdAt: '2025-01-01', labelValues }),
    ])
    assert.deepEqual(
      rowsIn(text).map((row) => row.product_category),
      ['Coats', 'Coats', undefined],
    )
  })

  test('gives no group to a variant that has the id of its product', async () => {
    const { id, variants } = BRANDED as { id: string; variants: object[] }
    const [first, second] = variants
    const { text } = await sqliteFeed(openaiFeed, 'jsonl', [{ ...BRANDED, variants: [{ ...first, id }, second] }])
    assert.deepEqual(
      rowsIn(text).map((row) => ['group_id', 'listing_has_variations', 'variant_dict'].filter((name) => name in row)),
      [[], ['group_id', 'listing_has_variations', 'variant_dict']],
    )
  })
})

// biome-ignore lint/suspicious/noExplicitAny: tests know the shape
function rowsIn(text: string): any[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}

const REQUIRED = 'item_id title description url brand seller_name image_url availability price'.split(' ')

/** What breaks a rule of the specification. */
function faults(row: ReturnType<typeof rowsIn>[number]): string[] {
  const rules: Record<string, boolean> = {
    required: REQUIRED.every((name) => typeof row[name] === 'string' && row[name].trim() === row[name] && row[name]),
    'no empty values': Object.values(row).every((value) => value !== '' && value !== null),
    title: row.title.length <= 150,
    description: row.description.length <= 5000 && !/<\w/.test(row.description),
    urls: [row.url, row.image_url, ...(row.additional_image_urls ?? [])].every((url) =>
      /^https?:\/\/[!-~]+$/.test(url),
    ),
    availability: /^(?:in_stock|out_of_stock)$/.test(row.availability),
    price: /^\d+\.\d\d EUR$/.test(row.price),
    'sale price': row.sale_price === undefined || cents(row.sale_price) < cents(row.price),
    gtin: row.gtin === undefined || parseGtin(row.gtin) === row.gtin,
    group: [0, 3].includes(['group_id', 'listing_has_variations', 'variant_dict'].filter((name) => name in row).length),
    'group id': row.group_id !== row.item_id,
    options: row.variant_dict === undefined || Object.keys(row.variant_dict).length > 0,
  }
  return Object.keys(rules).flatMap((rule) => (rules[rule] ? [] : [`${rule}: ${JSON.stringify(row)}`]))
}

function cents(price: string): bigint {
  return BigInt(price.replace(/\D/g, ''))
}
