import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { exportLines } from '../../packages/vitrine/cli/native-lines.ts'
import { load, storeNamed } from '../loading.ts'
import { type Body, EMPTY, openShop, type Shop, STORE } from './shop.ts'

let shop: Shop
before(async () => {
  shop = await openShop()
})
after(() => shop[Symbol.asyncDispose]())

/** A product whose labels are a path from the top, each below the one before it. */
function product(name: string, ...path: string[]) {
  const labelValues = path.map((label, index) => (index === 0 ? label : { name: label, parent: path[index - 1] }))
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
