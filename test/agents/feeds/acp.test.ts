import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { acpFeed } from '@vitrine/agents/feeds/acp'
import type { Product } from '@vitrine/catalog/product'
import fc from 'fast-check'
import { Type } from 'typebox'
import { Errors } from 'typebox/value'
import { DATABASES } from '../../database/databases.ts'
import { histories } from '../../model/random-catalog.ts'
import { cases } from '../../quick.ts'
import { feedOf, jacket, SHOP, shirt, sqliteFeed } from './feed-of.ts'

/** `Product` of schema.feed.json of the protocol, version 2026-04-17, with the values that Vitrine writes. */
const strict = { additionalProperties: false }
const url = Type.Optional(Type.String({ pattern: '^https?://[!-~]+$' }))
const price = Type.Object(
  { amount: Type.Integer({ minimum: 0 }), currency: Type.String({ pattern: '^[A-Z]{3}$' }) },
  strict,
)
const media = Type.Array(
  Type.Object(
    {
      type: Type.Literal('image'),
      url: Type.String({ pattern: '^https?://' }),
      alt_text: Type.Optional(Type.String()),
      width: Type.Optional(Type.Integer()),
      height: Type.Optional(Type.Integer()),
    },
    strict,
  ),
)
const VARIANT = Type.Object(
  {
    id: Type.String(),
    title: Type.String(),
    url,
    barcodes: Type.Optional(Type.Array(Type.Object({ type: Type.String(), value: Type.String() }, strict))),
    price,
    list_price: Type.Optional(price),
    availability: Type.Object({ available: Type.Boolean(), status: Type.String() }, strict),
    categories: Type.Optional(Type.Array(Type.Object({ value: Type.String(), taxonomy: Type.String() }, strict))),
    variant_options: Type.Optional(Type.Array(Type.Object({ name: Type.String(), value: Type.String() }, strict))),
    media: Type.Optional(media),
    seller: Type.Optional(Type.Object({ name: Type.String() }, strict)),
  },
  strict,
)
const PRODUCT = Type.Object(
  {
    id: Type.String(),
    title: Type.String(),
    description: Type.Optional(Type.Object({ plain: Type.String(), html: Type.Optional(Type.String()) }, strict)),
    url,
    media: Type.Optional(media),
    variants: Type.Array(VARIANT, { minItems: 1 }),
  },
  strict,
)

for (const { database, open, skip } of DATABASES) {
  describe(`a feed of the Agentic Commerce Protocol of a store in ${database}`, { skip }, () => {
    test('has a product a line, with its variants', async () => {
      await using opened = await open()
      const { text, counts, products } = await feedOf(opened, acpFeed, 'jsonl', [jacket()])
      const [{ id, variants }] = products as [Product]
      const shared = {
        categories: [
          { value: 'Clothing > Jackets', taxonomy: 'merchant' },
          { value: 'Gifts', taxonomy: 'merchant' },
        ],
        seller: { name: 'Shop & Co' },
      }
      assert.deepEqual(productsIn(text), [
        {
          id,
          title: 'Jacket',
          description: { plain: 'Dry' },
          url: 'https://shop.example/p/jacket?variant=J-R',
          media: [
            { type: 'image', url: 'https://img.example/jacket.jpg' },
            { type: 'image', url: 'https://img.example/back,side.png' },
          ],
          variants: [
            {
              id: variants[0]!.id,
              title: 'Jacket',
              url: 'https://shop.example/p/jacket?variant=J-R',
              barcodes: [{ type: 'GTIN', value: '4006381333931' }],
              price: { amount: 9900, currency: 'EUR' },
              list_price: { amount: 14900, currency: 'EUR' },
              availability: { available: true, status: 'in_stock' },
              variant_options: [
                { name: 'farbe', value: 'Red' },
                { name: 'fit', value: 'Slim' },
              ],
              media: [{ type: 'image', url: 'https://img.example/red.webp' }],
              ...shared,
            },
            {
              id: variants[1]!.id,
              title: 'Jacket',
              url: 'https://shop.example/p/jacket?variant=J-B',
              price: { amount: 14900, currency: 'EUR' },
              availability: { available: false, status: 'out_of_stock' },
              variant_options: [
                { name: 'farbe', value: 'Blue' },
                { name: 'fit', value: 'Slim' },
              ],
              ...shared,
            },
          ],
        },
      ])
      assert.deepEqual(counts, { products: 1, variants: 2, leftOut: [], shortened: [] })
    })

    test('has all products with variants, and no keys but those of the protocol', async () => {
      await fc.assert(
        fc.asyncProperty(histories(SHOP, 1), async ([first]) => {
          await using opened = await open()
          const lines = first!.lines.map(({ line }) => line)
          const { text, products } = await feedOf(opened, acpFeed, 'jsonl', lines)
          const written = productsIn(text)
          assert.deepEqual(
            written.flatMap((product) => Errors(PRODUCT, product)),
            [],
          )
          assert.deepEqual(
            written.map((product) => [product.id, product.variants.map(({ id }: { id: string }) => id)]),
            products
              .filter(({ variants }) => variants.length > 0)
              .map(({ id, variants }) => [id, variants.map((variant) => variant.id)]),
          )
        }),
        { numRuns: cases({ quick: 10, complete: database === 'postgres' ? 15 : 60 }) },
      )
    })
  })
}

describe('a feed of the Agentic Commerce Protocol', () => {
  test('needs neither a description, nor a picture, nor a public name', async () => {
    const bare = shirt({ description: '', files: [], optionGroups: [] })
    const { text } = await sqliteFeed(acpFeed, 'jsonl', [bare], { publicName: undefined })
    const [{ id: _, variants, ...product }] = productsIn(text)
    assert.deepEqual(product, { title: 'Shirt', url: 'https://shop.example/p/shirt?variant=S' })
    assert.deepEqual(Object.keys(variants[0]), ['id', 'title', 'url', 'price', 'availability'])
  })

  test('has categories, and neither tags nor collections', async () => {
    const tags = [
      { name: 'New', kind: 'tag' },
      { name: 'Summer', kind: 'collection' },
    ]
    const { text } = await sqliteFeed(acpFeed, 'jsonl', [
      shirt({ slug: 'a', labelValues: [...tags, 'Coats'] }),
      shirt({ slug: 'b', createdAt: '2025-01-01', labelValues: tags }),
    ])
    assert.deepEqual(
      productsIn(text).map(({ variants }) => variants[0].categories),
      [[{ value: 'Coats', taxonomy: 'merchant' }], undefined],
    )
  })

  test('leaves out products without variants, and prices that nobody can pay', async () => {
    const variants = [
      { sku: 'A', price: '19.90' },
      { sku: 'B', price: 20 },
    ]
    const { text, counts } = await sqliteFeed(
      acpFeed,
      'jsonl',
      [
        shirt({ slug: 'a', createdAt: '2026-01-03', variants }),
        shirt({ slug: 'b', createdAt: '2026-01-02', variants: [] }),
        shirt({ slug: 'c', createdAt: '2026-01-01', variants: variants.slice(0, 1) }),
      ],
      { currency: 'JPY' },
    )
    assert.deepEqual(
      productsIn(text).map((product) => product.variants.map((variant: { price: object }) => variant.price)),
      [[{ amount: 20, currency: 'JPY' }]],
    )
    assert.deepEqual(counts, {
      ...{ products: 1, variants: 1, shortened: [] },
      leftOut: [
        { reason: 'not-payable', count: 2, examples: ['A', 'A'] },
        { reason: 'no-variants', count: 1, examples: ['b'] },
      ],
    })
  })
})

// biome-ignore lint/suspicious/noExplicitAny: tests know the shape
function productsIn(text: string): any[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
}
