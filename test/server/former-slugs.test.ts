import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Report } from '@vitrine/engine/publish/report'
import { load } from '../loading.ts'
import { COMPLETE_ONLY } from '../quick.ts'
import { type Body, EMPTY, openShop, type Shop } from './shop.ts'

const ID = '6f0e1c9a-0d3b-4e5f-8a7b-1c2d3e4f5a6b'
const OTHER_ID = '6f0e1c9a-0d3b-4e5f-8a7b-1c2d3e4f5a6c'

const hat = (slug: string, others: object = {}) => ({
  id: ID,
  name: 'Hat',
  slug,
  createdAt: '2026-01-01',
  variants: [{ sku: 'H', price: 5 }],
  ...others,
})
const cap = (slug: string, others: object = {}) => ({ ...hat(slug), id: OTHER_ID, name: 'Cap', ...others })

function publish({ catalogs }: Shop, ...products: object[]): Promise<Report> {
  return load(catalogs, EMPTY, products)
}

async function listed(shop: Shop, query: string): Promise<Body[]> {
  return (await shop.json(`/store/products?${query}`, { 'x-store-id': EMPTY })).data
}

async function slugsAt(shop: Shop, slug: string): Promise<string[]> {
  return (await listed(shop, `slug=${encodeURIComponent(slug)}`)).map((product) => product.slug)
}

async function formerSlugs(shop: Shop, id = ID): Promise<unknown> {
  return (await listed(shop, `id=${id}&form=full`))[0].formerSlugs
}

describe('a product that comes under another slug', () => {
  test('is found by the slugs that it had, and answers with its own', { skip: COMPLETE_ONLY }, async () => {
    await using shop = await openShop()
    assert.equal((await publish(shop, hat('hat'))).renamed, 0)
    assert.equal(await formerSlugs(shop), undefined)
    assert.equal((await publish(shop, hat('sun-hat'))).renamed, 1)
    assert.equal((await publish(shop, hat('straw:hat'))).renamed, 1)
    for (const slug of ['hat', 'sun-hat', 'straw:hat']) assert.deepEqual(await slugsAt(shop, slug), ['straw:hat'], slug)
    assert.deepEqual(await slugsAt(shop, 'straw'), [])
    assert.deepEqual(await formerSlugs(shop), ['hat', 'sun-hat'])
    const facets = await shop.json('/store/products/facets?slug=hat', { 'x-store-id': EMPTY })
    assert.equal(facets.inStock, 1)
  })

  test('keeps them when other fields change, and forgets the one that it has again', async () => {
    await using shop = await openShop()
    for (const product of [hat('hat'), hat('sun-hat'), hat('sun-hat', { name: 'Sun Hat' })])
      await publish(shop, product)
    assert.equal((await publish(shop, hat('sun-hat', { name: 'Sun Hat' }))).unchanged, 1)
    assert.deepEqual(await formerSlugs(shop), ['hat'])
    await publish(shop, hat('hat'))
    assert.deepEqual(await formerSlugs(shop), ['sun-hat'])
    assert.deepEqual(await slugsAt(shop, 'sun-hat'), ['hat'])
  })

  test('loses a former slug to the product that has it now, until that one gives it up', {
    skip: COMPLETE_ONLY,
  }, async () => {
    await using shop = await openShop()
    await publish(shop, hat('hat'))
    await publish(shop, hat('sun-hat'), cap('hat', { createdAt: '2026-02-01' }))
    assert.deepEqual(await slugsAt(shop, 'hat'), ['hat'])
    assert.deepEqual((await listed(shop, 'slug=hat'))[0].name, 'Cap')
    await publish(shop, cap('cap', { createdAt: '2026-02-01' }))
    // Both had it: the newest product comes first.
    assert.deepEqual(await slugsAt(shop, 'hat'), ['cap', 'sun-hat'])
  })

  test('forgets the oldest of more than 20', { skip: COMPLETE_ONLY }, async () => {
    await using shop = await openShop()
    for (let number = 0; number <= 22; number++) await publish(shop, hat(`hat-${number}`))
    const former = (await formerSlugs(shop)) as string[]
    assert.equal(former.length, 20)
    assert.deepEqual([await slugsAt(shop, 'hat-0'), await slugsAt(shop, 'hat-21')], [[], ['hat-22']])
  })

  test('is found by the former slugs that its file states, which replace those of the store', {
    skip: COMPLETE_ONLY,
  }, async () => {
    await using shop = await openShop()
    await publish(shop, hat('hat', { formerSlugs: ['old-hat', 'hat'] }))
    assert.deepEqual(await formerSlugs(shop), ['old-hat'])
    const again = await publish(shop, hat('hat', { formerSlugs: ['old-hat'] }))
    assert.deepEqual([again.unchanged, again.outcome], [1, 'unchanged'])
    await publish(shop, hat('sun-hat', { formerSlugs: ['bonnet'] }))
    assert.deepEqual(await formerSlugs(shop), ['bonnet', 'hat'])
    assert.deepEqual(await slugsAt(shop, 'old-hat'), [])
    await publish(shop, hat('sun-hat', { formerSlugs: [] }))
    assert.equal(await formerSlugs(shop), undefined)
    assert.deepEqual(await slugsAt(shop, 'bonnet'), [])
  })

  test('has no other answer than before without form=full', async () => {
    await using shop = await openShop()
    await publish(shop, hat('hat'))
    const summary = await listed(shop, 'slug=hat')
    await publish(shop, hat('hat', { formerSlugs: ['old-hat'] }))
    assert.deepEqual(await listed(shop, 'slug=old-hat'), summary)
    const detail = await shop.json(`/store/products/${ID}`, { 'x-store-id': EMPTY })
    assert.ok(!('formerSlugs' in detail))
  })

  test('has its fields in the same order, whether the file states its former slugs or the import notes them', async () => {
    await using shop = await openShop()
    const seo = { title: 'A hat' }
    await publish(shop, hat('hat', { seo }))
    await publish(shop, hat('sun-hat', { seo }), cap('cap', { seo, formerSlugs: ['old-cap'] }))
    const fields = (await listed(shop, 'form=full')).map((product) => Object.keys(product))
    assert.ok(fields[0]!.includes('formerSlugs') && fields[0]!.includes('seo'))
    assert.deepEqual(fields[0], fields[1])
  })

  test('is still found after a rollback under the slug that it had then', { skip: COMPLETE_ONLY }, async () => {
    await using shop = await openShop()
    await publish(shop, hat('hat'))
    const { edition } = await publish(shop, hat('sun-hat'))
    await shop.catalogs.rollback(EMPTY, () => edition.number - 1)
    assert.deepEqual([await slugsAt(shop, 'hat'), await slugsAt(shop, 'sun-hat')], [['hat'], []])
  })
})

test('codes and slugs are found with composed and with decomposed letters', async () => {
  await using shop = await openShop()
  const label = { name: 'Чай' }
  await publish(
    shop,
    hat('crème', { labelValues: [label] }),
    cap('brûlée'.normalize('NFD'), { labelValues: [label, { name: 'Tee' }] }),
  )
  const found = async (parameter: string, value: string) =>
    (await listed(shop, `${parameter}=${encodeURIComponent(value)}`)).map(({ name }) => name).sort()
  const values: [string, string, string[]][] = [
    ['slug', 'crème', ['Hat']],
    ['slug', 'brûlée', ['Cap']],
    ['label', 'чай', ['Cap', 'Hat']],
    ['within', 'чай', ['Cap', 'Hat']],
    ['label', 'tee', ['Cap']],
  ]
  for (const [parameter, value, names] of values)
    for (const form of ['NFC', 'NFD'])
      assert.deepEqual(await found(parameter, value.normalize(form)), names, `${parameter}=${value} in ${form}`)
  assert.deepEqual(await found('slug', 'creme'), [])
})
