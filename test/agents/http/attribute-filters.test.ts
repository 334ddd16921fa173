import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Body, openShop, type Shop, STORE } from '../../server/shop.ts'
import { callTool } from './agent-client.ts'

const weight = (value: number, unit: string) => ({ name: 'Weight', type: 'number', unit, value })
const tent = (name: string, attributes: object[], variants: object[]) => ({
  name,
  attributes,
  variants: variants.map((variant, index) => ({ sku: `${name}-${index}`, price: 9, ...variant })),
})

let shop: Shop
before(async () => {
  shop = await openShop()
  await shop.catalogs.changeStore(STORE, { currency: 'EUR' })
  const waterproof = { name: 'Waterproof', value: true }
  const released = { name: 'Released', type: 'date', value: '2026-02-01' }
  const tents = [
    tent('Fly', [weight(900, 'g'), waterproof, released], [{}, { attributes: [weight(1.2, 'kg')] }]),
    tent('Dome', [weight(5.5, 'kg'), { ...waterproof, value: false }], [{}]),
    tent('Bivy', [{ name: 'Care', value: 'Dry it' }], [{}]),
  ]
  await shop.load(
    STORE,
    tents.map((each) => ({ ...each, labelValues: [{ name: 'Tents' }] })),
  )
})
after(() => shop[Symbol.asyncDispose]())

async function search(...attributes: object[]): Promise<Body> {
  return (await callTool(shop, 'search_catalog', { filters: { categories: ['Tents'], attributes } })).structuredContent
}
const names = async (...attributes: object[]) =>
  (await search(...attributes)).products
    .map(({ title }: Body) => title)
    .sort()
    .join()

test('the filters list attributes with their ends, without texts', async () => {
  const { attributes } = (await callTool(shop, 'list_filters', { filters: { categories: ['Tents'] } }))
    .structuredContent
  assert.deepEqual(
    attributes.toSorted((a: Body, b: Body) => (a.name < b.name ? -1 : 1)),
    [
      { name: 'Released', type: 'date', count: 1, min: '2026-02-01', max: '2026-02-01' },
      { name: 'Waterproof', type: 'boolean', count: 2, min: false, max: true },
      { name: 'Weight', type: 'number', unit: 'g', count: 2, min: 900, max: 5500 },
    ],
  )
})

test('ranges and values of attributes narrow a search', async () => {
  assert.equal(await names({ name: 'weight', max: 1 }), '')
  assert.equal(await names({ name: 'Weight', max: 1, unit: 'kg' }), 'Fly')
  assert.equal(await names({ name: 'Weight', min: 1200 }), 'Dome,Fly')
  assert.equal(await names({ name: 'Weight', value: 5.5, unit: 'kg' }), 'Dome')
  assert.equal(await names({ name: 'Waterproof', value: true }), 'Fly')
  assert.equal(await names({ name: 'Released', min: '2026-01-01' }), 'Fly')
  assert.equal(await names({ name: 'Weight', max: 900 }, { name: 'Weight', min: 5500 }), 'Dome,Fly')
  assert.equal(await names({ name: 'Weight', min: 1000 }, { name: 'Waterproof', value: false }), 'Dome')
})

test('a product shows the variant that is in the range', async () => {
  const [product] = (await search({ name: 'Weight', min: 1, max: 2, unit: 'kg' })).products
  assert.deepEqual([product.title, product.variants[0].sku], ['Fly', 'Fly-1'])
  const lookUp = (attributes: object[]) => callTool(shop, 'lookup_catalog', { ids: ['fly'], filters: { attributes } })
  const variantsOf = async (...attributes: object[]) =>
    (await lookUp(attributes)).structuredContent.products.flatMap(({ variants }: Body) => variants[0].sku)
  assert.deepEqual(await variantsOf({ name: 'Weight', min: 1000 }), ['Fly-1'])
  assert.deepEqual(await variantsOf({ name: 'Weight', min: 2000 }), [])
  assert.deepEqual(await variantsOf({ name: 'Waterproof', value: true }), ['Fly-0'])
})

test('an attribute that the store does not have is named, and finds nothing by itself', async () => {
  const answer = await search({ name: 'Height', max: 3 }, { name: 'Weight', value: '2026-01-01' })
  assert.deepEqual(answer.products, [])
  assert.match(JSON.stringify(answer.messages), /The store has no attribute .*Height.*Weight.*list_filters/)
})

test('a wrong range tells what is right', async () => {
  const wrong: [range: object, right: RegExp][] = [
    [{ name: 'Weight' }, /attributes\[0\] must be a name with a value, a min or a max\./],
    [{ name: 'Weight', max: 'light' }, /must be an attribute with a decimal number, true, false, or a day/],
    [{ name: 'Weight', max: 1e-9 }, /must be an attribute with a decimal number/],
    [{ name: 'Weight', min: 1, max: true }, /must be a range whose ends are of one type/],
    [{ max: 5 }, /attributes\[0\]\.name must be a text/],
  ]
  for (const [range, right] of wrong) {
    const { isError, content } = await callTool(shop, 'search_catalog', { filters: { attributes: [range] } })
    assert.equal(isError, true)
    assert.match(content[0].text, right)
  }
})
