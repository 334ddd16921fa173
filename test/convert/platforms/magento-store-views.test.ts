import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { Market, Store } from '@vitrine/catalog/store'
import { droppedIn, optionsOf, readFile, reasons, table, told, warned } from '../catalog-file.ts'
import { store } from '../reading.ts'

const GERMAN: Market = { code: 'de', language: 'de-DE', currency: 'EUR' }
const SWISS: Market = { code: 'ch', language: 'de-CH', currency: 'CHF' }

const inMarkets = (...markets: Market[]): { store: Store } => ({ store: { ...store, currency: 'EUR', markets } })

const BAG = {
  sku: 'BAG',
  store_view_code: '',
  product_type: 'simple',
  attribute_set_code: 'Bag',
  name: 'Bag',
  description: 'Roomy',
  product_online: '1',
  visibility: 'Catalog, Search',
  price: '40',
  url_key: 'bag',
  base_image: '/b/a/bag.jpg',
  base_image_label: 'The bag',
  additional_attributes: 'color=Red,manufacturer=Acme',
}
const view = (sku: string, store_view_code: string, more: object = {}) => ({
  ...{ sku, store_view_code, product_type: 'simple', attribute_set_code: 'Bag' },
  ...more,
})
const TASCHE = view('BAG', 'de', {
  name: 'Tasche',
  description: 'Geräumig',
  url_key: 'tasche',
  base_image_label: 'Die Tasche',
  additional_attributes: 'color=Rot',
})
const IN_GERMAN = {
  name: 'Tasche',
  description: 'Geräumig',
  slug: 'tasche',
  optionGroups: { color: { options: { red: 'Rot' } } },
  files: { '/b/a/bag.jpg': { alt: 'Die Tasche' } },
}

const variant = (sku: string, size: string) => ({
  ...BAG,
  ...{ sku, name: sku, url_key: sku, visibility: 'Not Visible Individually', additional_attributes: `size=${size}` },
})
const TEE = {
  ...BAG,
  ...{ sku: 'TEE', product_type: 'configurable', name: 'Tee', url_key: 'tee', price: '', additional_attributes: '' },
  configurable_variations: 'sku=TEE-S,size=Small|sku=TEE-L,size=Large',
  configurable_variation_labels: 'size=Size',
}
const TEES = [TEE, variant('TEE-S', 'Small'), variant('TEE-L', 'Large')]
const KLEIN = view('TEE-S', 'de', { name: 'Kleines Hemd', additional_attributes: 'size=Klein' })
const GROSS = view('TEE-L', 'de', { additional_attributes: 'size=Groß, weit' })

/** What the only product of a file is in a market, which has no findings. */
async function contentIn(market: Market, rows: Readonly<Record<string, string>>[]) {
  const file = await readFile(table(rows), inMarkets(market))
  assert.deepEqual([reasons(file), warned(file), droppedIn(file), told(file)], [[], [], [], []])
  assert.equal(file.products.length, 1)
  return file.products[0]!.markets?.[market.code]
}

suite('a row of a store view of Magento', () => {
  test('is what the product is in the market with its code or language, wherever it stands', async () => {
    assert.deepEqual(await contentIn(GERMAN, [BAG, TASCHE]), IN_GERMAN)
    assert.deepEqual(await contentIn(GERMAN, [{ ...TASCHE, store_view_code: 'de_DE' }, BAG]), IN_GERMAN)
    assert.deepEqual(
      await contentIn({ ...GERMAN, code: 'shop-2' }, [BAG, { ...TASCHE, store_view_code: 'shop_2' }]),
      IN_GERMAN,
    )
  })

  test('has what it leaves blank from the row without store view', async () => {
    assert.deepEqual(await contentIn(GERMAN, [BAG, view('BAG', 'de', { name: 'Tasche' })]), { name: 'Tasche' })
    assert.equal(await contentIn(GERMAN, [BAG, view('BAG', 'de')]), undefined)
  })

  test('has a price of its own if the market has another currency', async () => {
    const priced = view('BAG', 'de', { price: '55', special_price: '45' })
    assert.equal(await contentIn(GERMAN, [BAG, priced]), undefined)
    assert.deepEqual(await contentIn(SWISS, [BAG, priced]), {
      variants: { BAG: { price: '45.00', listPrice: '55.00' } },
    })
    assert.deepEqual(await contentIn(SWISS, [BAG, view('BAG', 'de', { special_price: '30' })]), undefined)
  })

  test('gives the options of variants their names', async () => {
    assert.deepEqual(await contentIn(GERMAN, [...TEES, KLEIN, GROSS]), {
      optionGroups: { size: { options: { small: 'Klein', large: 'Groß, weit' } } },
      variants: { 'TEE-S': { name: 'Kleines Hemd' } },
    })
    const named = view('TEE', 'de', { name: 'Hemd', configurable_variation_labels: 'size=Größe' })
    const { optionGroups, name } = (await contentIn(GERMAN, [...TEES, KLEIN, GROSS, named]))!
    assert.deepEqual(
      [name, optionGroups!.size],
      ['Hemd', { name: 'Größe', options: { small: 'Klein', large: 'Groß, weit' } }],
    )
  })

  test('leaves the options of the store as they are', async () => {
    const { products } = await readFile(table([...TEES, KLEIN]), inMarkets(GERMAN))
    assert.deepEqual(optionsOf(products[0]!, 0), { size: 'Small' })
  })

  test('takes what it disables out of the market', async () => {
    const off = { product_online: '2' }
    assert.deepEqual(await contentIn(GERMAN, [BAG, view('BAG', 'de', { ...off, name: 'Tasche' })]), { included: false })
    assert.deepEqual(await contentIn(GERMAN, [BAG, view('BAG', 'de', { visibility: 'Not Visible Individually' })]), {
      included: false,
    })
    assert.deepEqual(await contentIn(GERMAN, [...TEES, view('TEE-S', 'de', off)]), {
      variants: { 'TEE-S': { included: false } },
    })
    assert.deepEqual(await contentIn(GERMAN, [...TEES, view('TEE-S', 'de', off), view('TEE-L', 'de', off)]), {
      included: false,
    })
  })

  test('is left out if no market has its language, with the command that adds one', async () => {
    for (const [rows, left] of [
      [[BAG, TASCHE], '3 translation'],
      [[TASCHE, BAG], '2 translation'],
    ] as const) {
      const file = await readFile(table(rows), inMarkets({ ...GERMAN, code: 'fr', language: 'fr' }))
      assert.deepEqual(reasons(file), [left])
      assert.match(warned(file).join(), /store_view_code is "de", .*`vitrine market add demo de --language de --cur/)
      assert.equal(file.products[0]!.name, 'Bag')
    }
    const other = await readFile(table([BAG, { ...TASCHE, store_view_code: 'shop_north' }]), inMarkets(GERMAN))
    assert.match(warned(other).join(), /`vitrine market add demo shop-north --language xx --currency EUR`/)
  })

  test('stands for a row without store view, if there is none', async () => {
    const french = { ...TASCHE, store_view_code: 'fr' }
    const file = await readFile(table([{ ...BAG, store_view_code: 'en' }, TASCHE, french]), inMarkets(GERMAN))
    assert.deepEqual([file.products[0]!.name, file.products[0]!.markets], ['Bag', { de: IN_GERMAN }])
    assert.deepEqual(reasons(file), ['4 translation'])
  })

  test('has a slug only if no other product of the market has it', async () => {
    const other = { ...BAG, sku: 'SACK', name: 'Sack', url_key: 'sack' }
    const file = await readFile(table([BAG, TASCHE, other, { ...TASCHE, sku: 'SACK' }]), inMarkets(GERMAN))
    assert.deepEqual(
      file.products.map(({ markets }) => markets!.de!.slug),
      ['tasche', undefined],
    )
    assert.deepEqual(droppedIn(file), [
      '5 markets.de.slug is "tasche", which another product has; expected a unique slug',
    ])
  })
})

test('every row of a store view is used, or left out with a reason', async () => {
  const file = await readFile(
    table([
      ...[BAG, TASCHE, { ...TASCHE, name: 'Beutel' }, { ...TASCHE, store_view_code: 'fr' }],
      ...[{ ...BAG, sku: 'OFF', product_online: '2' }, view('OFF', 'de', { name: 'Aus' })],
      ...[view('GONE', 'de', { name: 'Fort', price: '' })],
    ]),
    inMarkets(GERMAN),
  )
  assert.deepEqual(reasons(file), ['4 repeated', '5 translation', '6 unpublished', '7 translation', '8 no-price'])
  assert.equal(file.products[0]!.markets!.de!.name, 'Tasche')
})
