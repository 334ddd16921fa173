import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { LabelEntry } from '@vitrine/catalog/label-entry'
import { publishDeclared } from '@vitrine/engine/publish/publish-declared'
import { exportLines } from '../../packages/vitrine/cli/export/native-lines.ts'
import { load, seen, storeNamed, THEN } from '../loading.ts'
import { type Body, EMPTY, openShop, type Shop, STORE } from './shop.ts'

let shop: Shop
before(async () => {
  shop = await openShop()
})
after(() => shop[Symbol.asyncDispose]())

/** A product whose labels are a path from the top, each below the one before it. A label has one code in all products. */
function product(name: string, ...path: string[]) {
  const labelValues = path.map((label, index) => ({
    ...{ name: label, code: label.toLowerCase() },
    ...(index > 0 && { parent: path[index - 1] }),
  }))
  return { name, labelValues, variants: [{ sku: name, price: 1 }] }
}

/** The labels of a store with exactly these products: `shirts<clothing 2`. */
async function labels(...products: readonly object[]): Promise<string[]> {
  const { id } = storeNamed(`labels-${++stores}`)
  await shop.catalogs.addStore(storeNamed(id))
  await shop.load(id, products)
  const { data } = await shop.json('/store/labels', { 'x-store-id': id })
  return data.map(({ code, parent, count }: Body) => `${code}${parent === undefined ? '' : `<${parent}`} ${count}`)
}
let stores = 0

describe('the list of labels', () => {
  let body: Body
  beforeEach(async () => {
    body = await shop.json('/store/labels')
  })

  test('has the labels of products with their counts, and no parents without paths', () => {
    assert.deepEqual(Object.keys(body), ['data'])
    assert.deepEqual(
      body.data.map(({ name, code, count }: Body) => [name, code, count]),
      [
        ['Shirts', 'shirts', 25],
        ['Sale', 'sale', 5],
      ],
    )
    assert.deepEqual(Object.keys(body.data[0]), ['id', 'name', 'code', 'count'])
  })

  test('has an ETag that is that of the products, and gets 304', async () => {
    const response = await shop.get('/store/labels')
    const etag = response.headers.get('etag')!
    assert.equal(etag, (await shop.get('/store/products')).headers.get('etag'))
    assert.equal((await shop.get('/store/labels', { 'if-none-match': etag })).status, 304)
    assert.deepEqual(await shop.json(`/stores/${STORE}/store/labels`), body)
  })

  test('is empty in a store without products, and 404 in an unknown one', async () => {
    assert.deepEqual(await shop.json('/store/labels', { 'x-store-id': EMPTY }), { data: [] })
    assert.equal((await shop.json('/store/labels', { 'x-store-id': 'nowhere' })).code, 'store-not-found')
  })

  test('ignores parameters, and refuses them under strict handling', async () => {
    assert.equal((await shop.get('/store/labels?page=2')).headers.get('ignored-parameters'), 'page')
    assert.equal((await shop.json('/store/labels?page=2', { prefer: 'handling=strict' })).code, 'invalid-parameter')
  })
})

describe('the tree of labels', () => {
  test('has each label before its children, the most frequent first, then by name', async () => {
    assert.deepEqual(
      await labels(
        product('a', 'Clothing', 'Shirts', 'Linen'),
        product('b', 'Clothing', 'Trousers'),
        product('c', 'Clothing', 'Trousers', 'Jeans'),
        product('d', 'Kitchen', 'Mugs'),
        product('e', 'Kitchen', 'Bowls'),
        product('f', 'Sale'),
      ),
      [
        'clothing 3',
        'trousers<clothing 2',
        'jeans<trousers 1',
        'shirts<clothing 1',
        'linen<shirts 1',
        'kitchen 2',
        'bowls<kitchen 1',
        'mugs<kitchen 1',
        'sale 1',
      ],
    )
  })

  test('has the parent with the most products, of several the first code', async () => {
    const home = product('h', 'Home', 'Mugs')
    assert.deepEqual(await labels(home, product('k', 'Kitchen', 'Mugs'), product('l', 'Kitchen', 'Mugs')), [
      'kitchen 3',
      'mugs<kitchen 3',
      'home 1',
    ])
    assert.deepEqual(await labels(product('k', 'Kitchen', 'Mugs'), home), ['home 2', 'mugs<home 2', 'kitchen 1'])
  })

  test('breaks a cycle at the pair with the fewest products', async () => {
    const cycle = [product('a', 'A', 'B'), product('b', 'B', 'C'), product('b2', 'B', 'C'), product('c', 'C', 'A')]
    assert.deepEqual(await labels(...cycle, product('c2', 'C', 'A')), ['b 5', 'c<b 5', 'a<c 3'])
    assert.deepEqual(await labels(product('a', 'A', 'B'), product('b', 'B', 'A')), ['a 2', 'b<a 2'])
  })

  test('tells the kind of a label and the parameter of its list, and lists one kind', async () => {
    const { id } = storeNamed('kinds')
    await shop.catalogs.addStore(storeNamed(id))
    const paths = [product('a', 'Clothing', 'Bags'), { ...product('b', 'Bags'), labelValues: ['Bags', 'New'] }]
    const sale = { ...product('c'), labelValues: [{ name: 'Sale', kind: 'tag' }] }
    await shop.load(id, [...paths, sale])
    const list = async (query: string) =>
      (await shop.json(`/store/labels${query}`, { 'x-store-id': id })).data.map(
        ({ id: _, name, ...label }: Body) => label,
      )
    const category = { kind: 'category', parameter: 'within' }
    const clothing = { code: 'clothing', count: 2, ...category }
    const bags = { code: 'bags', parent: 'clothing', count: 2, ...category }
    const [others, tags] = [[{ code: 'new', count: 1 }], [{ code: 'sale', count: 1, kind: 'tag' }]]
    assert.deepEqual(await list(''), [clothing, bags, ...others, ...tags])
    assert.deepEqual(await list('?kind=category'), [clothing, bags])
    assert.deepEqual(await list('?kind=tag&kind=unknown'), [...others, ...tags])
    assert.deepEqual(await list('?kind=tag,unknown'), [...others, ...tags])
    assert.deepEqual(await list('?kind=collection'), [])
    const wrong = await shop.json('/store/labels?kind=menu', { 'x-store-id': id })
    assert.equal(wrong.detail, 'kind must be one of category, collection, tag, unknown, not "menu".')
  })

  test('changes with imports and removals, and an export keeps it', async () => {
    const { id } = storeNamed('changing-labels')
    await shop.catalogs.addStore(storeNamed(id))
    const list = async () =>
      (await shop.json('/store/labels', { 'x-store-id': id })).data.map(({ code, parent }: Body) => [code, parent])
    await shop.load(id, [product('a', 'Clothing', 'Shirts'), product('b', 'Sale')])
    assert.deepEqual(await list(), [
      ['clothing', undefined],
      ['shirts', 'clothing'],
      ['sale', undefined],
    ])
    await shop.load(id, [{ ...product('a', 'Clothing'), labelValues: ['Clothing', 'Shirts'] }])
    assert.deepEqual(await list(), [
      ['clothing', undefined],
      ['sale', undefined],
      ['shirts', undefined],
    ])
    await shop.load(id, [product('a', 'Outlet', 'Shirts')])
    assert.deepEqual(await list(), [
      ['outlet', undefined],
      ['shirts', 'outlet'],
      ['sale', undefined],
    ])
    const lines: string[] = []
    for await (const line of exportLines(await shop.catalogs.current(id))) lines.push(line)
    assert.deepEqual(
      lines.flatMap((line) => JSON.parse(line).labelValues.map(({ code, parent }: Body) => [code, parent])).sort(),
      [
        ['outlet', undefined],
        ['sale', undefined],
        ['shirts', 'outlet'],
      ],
    )
    await load(shop.catalogs, id, [product('b', 'Sale', 'Shirts')], { replace: true })
    assert.deepEqual(await list(), [
      ['sale', undefined],
      ['shirts', 'sale'],
    ])
  })

  test('is not in products, unless they come in full', async () => {
    const { id } = storeNamed('documents')
    await shop.catalogs.addStore(storeNamed(id))
    await shop.load(id, [product('a', 'Clothing', 'Shirts')])
    const label = async (query: string) =>
      (await shop.json(`/store/products${query}`, { 'x-store-id': id })).data[0].labelValues[1]
    assert.deepEqual(Object.keys(await label('')), ['id', 'name', 'code'])
    assert.deepEqual(Object.keys(await label('?form=full')), ['id', 'name', 'code', 'parent'])
  })
})

describe('what the operator says of labels', () => {
  const { id } = storeNamed('told')
  const at = { 'x-store-id': id }
  const bodyOf = async (path: string) => await shop.json(path, at)
  const paths = ['/store/labels', '/store/labels?kind=category', '/store/products/facets', '/store/products/suggest']
  const declare = async (...entries: LabelEntry[]) => {
    await using draft = await shop.catalogs.draft(id)
    const edition = await publishDeclared(draft, 'labels', entries, THEN)
    if (edition) await seen(shop.editions, id, edition)
  }
  before(async () => {
    await shop.catalogs.addStore(storeNamed(id))
    const brown = { ...product('d'), labelValues: [{ name: 'Brown', kind: 'tag' }] }
    await shop.load(id, [product('a', 'Food', 'Tea'), product('b', 'Food', 'Rice'), product('c', 'Cups'), brown])
  })

  test('is in the list, in its own keys, and changes the order of siblings', async () => {
    const picture = { path: '/food.jpg', alt: 'Rice', width: 4, height: 3 }
    const seo = { title: 'Food', description: 'To eat.' }
    const tea = { code: 'tea', name: 'Teas', rank: 2 }
    await declare({ code: 'food', description: 'To eat.', picture, seo }, tea, { code: 'brown', rank: 1, hidden: true })
    const { data } = await bodyOf('/store/labels')
    assert.deepEqual(
      data.map(({ id: _, ...label }: Body) => label),
      [
        { name: 'Brown', code: 'brown', count: 1, kind: 'tag', rank: 1, hidden: true },
        ...[{ name: 'Food', code: 'food', count: 2, ...CATEGORY, description: 'To eat.', picture, seo }],
        { name: 'Teas', code: 'tea', parent: 'food', count: 1, ...CATEGORY, rank: 2 },
        { name: 'Rice', code: 'rice', parent: 'food', count: 1, ...CATEGORY },
        { name: 'Cups', code: 'cups', count: 1 },
      ],
    )
  })

  test('names labels in facets and suggestions, which leave hidden labels out, and nowhere else', async () => {
    await declare({ code: 'tea', name: 'Leaves' }, { code: 'brown', hidden: true })
    const { labels } = await bodyOf('/store/products/facets')
    assert.deepEqual(labels.map(({ name }: Body) => name).sort(), ['Cups', 'Food', 'Leaves', 'Rice'])
    const suggested = async (search: string) =>
      (await bodyOf(`/store/products/suggest?search=${search}`)).labels.map(({ code }: Body) => code)
    assert.deepEqual([await suggested('lea'), await suggested('tea'), await suggested('bro')], [['tea'], [], []])
    assert.equal((await bodyOf('/store/products?label=brown')).meta.totalItems, 1)
    const { data } = await bodyOf('/store/products?search=tea&searchIn=label')
    assert.deepEqual(
      data[0].labelValues.map(({ name }: Body) => name),
      ['Food', 'Tea'],
    )
  })

  test('leaves the answers as they were once it is gone', async () => {
    await declare()
    const before = await Promise.all(paths.map(bodyOf))
    await declare({ code: 'food', name: 'Eat', rank: 1 }, { code: 'nothing', hidden: true })
    assert.notDeepEqual(await Promise.all(paths.map(bodyOf)), before)
    await declare({ code: 'nothing', name: 'Nothing', hidden: true })
    assert.deepEqual(await Promise.all(paths.map(bodyOf)), before)
  })

  test('is with a single label, beside those above and below it', async () => {
    await declare({ code: 'tea', name: 'Teas' }, { code: 'rice', rank: 1 })
    const { data } = await bodyOf('/store/labels')
    const labelOf = (code: string) => data.find((label: Body) => label.code === code)
    const children = [labelOf('rice'), labelOf('tea')]
    assert.deepEqual(await bodyOf('/store/labels/food'), { ...labelOf('food'), ancestors: [], children })
    const ancestors = [{ code: 'food', name: 'Food' }]
    assert.deepEqual(await bodyOf('/store/labels/tea'), { ...labelOf('tea'), ancestors, children: [] })
    assert.deepEqual(await bodyOf(`/store/labels/${encodeURIComponent('tea')}/`), await bodyOf('/store/labels/tea'))
    const etag = (await shop.get('/store/labels/tea', at)).headers.get('etag')!
    assert.equal((await shop.get('/store/labels/tea', { ...at, 'if-none-match': etag })).status, 304)
  })

  test('has 404 for a code that no product has, with the ETag of the edition too', async () => {
    const etag = (await shop.get('/store/labels', at)).headers.get('etag')!
    for (const path of ['/store/labels/hats', '/store/labels/Tea', '/store/labels/', '/store/labels/a%2Fb']) {
      const response = await shop.get(path, { ...at, 'if-none-match': etag })
      assert.equal(response.status, 404, path)
      assert.equal(((await response.json()) as Body).code, 'label-not-found')
    }
    assert.equal((await shop.json('/store/labels/tea', { 'x-store-id': EMPTY })).code, 'label-not-found')
  })
})

const CATEGORY = { kind: 'category', parameter: 'within' }
