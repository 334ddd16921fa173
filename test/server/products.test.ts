import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { DERIVED_FIELDS } from '@vitrine/catalog/derived-fields'
import { exportLines } from '../../packages/vitrine/cli/export/native-lines.ts'
import { type Body, EMPTY, openShop, type Shop, STORE } from './shop.ts'

let shop: Shop
before(async () => {
  shop = await openShop()
})
after(() => shop[Symbol.asyncDispose]())

const CARD_OF_SHIRT_25 = {
  name: 'Shirt 25',
  slug: 'shirt-25',
  picture: { path: '/pictures/shirt-25.jpg' },
  price: { min: '25.00', max: '25.50' },
  inStock: true,
  onSale: false,
  excerpt: 'Plain cotton.',
  optionGroups: [
    {
      ...{ name: 'Color', code: 'color', count: 2 },
      options: [
        { name: 'Blue', code: 'blue', picture: { path: '/pictures/shirt-25-Blue.jpg' } },
        { name: 'Green', code: 'green', picture: { path: '/pictures/shirt-25-Green.jpg' } },
      ],
    },
    {
      ...{ name: 'Size', code: 'size', count: 2 },
      options: [
        { name: 'S', code: 's' },
        { name: 'M', code: 'm' },
      ],
    },
  ],
}

const names = (body: Body) => body.data.map(({ name }: { name: string }) => name)
const list = (query: string) => shop.json(`/store/products${query}`)

describe('the list of products', () => {
  test('begins with the newest, 20 to a page', async () => {
    const body = await list('')
    assert.equal(body.data.length, 20)
    assert.deepEqual(names(body).slice(0, 3), ['Shirt 25', 'Shirt 24', 'Shirt 23'])
    assert.deepEqual(body.meta, { itemsPerPage: 20, totalItems: 25, currentPage: 1, totalPages: 2 })
    assert.deepEqual(body.links, { current: '?page=1&limit=20', next: '?page=2&limit=20' })
  })

  test('has exactly its keys, in one order', async () => {
    const text = await (await shop.get('/store/products?page=2&limit=1')).text()
    const tail = text.slice(text.indexOf('"meta"') - 2)
    assert.ok(text.startsWith('{"data":[{"id":"'))
    assert.equal(
      tail,
      '],"meta":{"itemsPerPage":1,"totalItems":25,"currentPage":2,"totalPages":25},' +
        '"links":{"previous":"?page=1&limit=1","current":"?page=2&limit=1","next":"?page=3&limit=1"}}',
    )
    const [product] = JSON.parse(text).data
    assert.deepEqual(Object.keys(product), ['id', 'name', 'description', 'slug', 'variants', 'labelValues'])
    const variant = ['id', 'name', 'sku', 'price', 'stock', 'productOptions']
    assert.deepEqual(Object.keys(product.variants[0]), variant)
  })

  test('is JSON in UTF-8 without escaped letters', async () => {
    const response = await shop.get('/store/products?search=cr%C3%A8me', { 'accept-encoding': 'identity' })
    assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8')
    const bytes = Buffer.from(await response.arrayBuffer())
    assert.equal(Number(response.headers.get('content-length')), bytes.length)
    const [product] = JSON.parse(bytes.toString()).data
    assert.equal(product.description, 'Crème cotton <b>& more</b>, “quoted”: 漢字')
  })

  test('leads from the first page to the last by its links', async () => {
    const found = []
    for (let query: string | undefined = '?limit=7'; query; ) {
      const body = await list(query)
      found.push(...names(body))
      query = body.links.next
    }
    assert.equal(found.length, 25)
    assert.equal(new Set(found).size, 25)
  })

  test('serves a limit above 100 as 100, and says so', async () => {
    const body = await list('?limit=1000')
    assert.equal(body.meta.itemsPerPage, 100)
    assert.equal(body.links.current, '?page=1&limit=100')
    assert.equal(body.data.length, 25)
  })

  test('beyond the last page is empty, with true totals and a link back', async () => {
    assert.deepEqual(await list('?page=99&limit=10'), {
      data: [],
      meta: { itemsPerPage: 10, totalItems: 25, currentPage: 99, totalPages: 3 },
      links: { previous: '?page=3&limit=10', current: '?page=99&limit=10' },
    })
    assert.equal((await list('?page=4&limit=10')).links.previous, '?page=3&limit=10')
    const furthest = await list(`?page=${Number.MAX_SAFE_INTEGER}&limit=100`)
    assert.equal(furthest.meta.currentPage, Number.MAX_SAFE_INTEGER)
  })

  test('without matches has no pages; the page before any is the first', async () => {
    assert.deepEqual(await shop.json('/store/products', { 'x-store-id': EMPTY }), {
      data: [],
      meta: { itemsPerPage: 20, totalItems: 0, currentPage: 1, totalPages: 0 },
      links: { current: '?page=1&limit=20' },
    })
    const third = await shop.json('/store/products?page=3', { 'x-store-id': EMPTY })
    assert.deepEqual(third.links, { previous: '?page=1&limit=20', current: '?page=3&limit=20' })
  })

  test('applies every filter, and its links keep them in one order', async () => {
    const body = await list('?option=size:m&option=color:red&label=sale&search=shirt&optionGroup=color&limit=2&foo=bar')
    assert.deepEqual(names(body), ['Shirt 20', 'Shirt 15'])
    const kept = 'search=shirt&label=sale&optionGroup=color&option=size%3Am&option=color%3Ared'
    assert.deepEqual(body.links, { current: `?page=1&limit=2&${kept}`, next: `?page=2&limit=2&${kept}` })
  })

  test('keeps every filter in its links, in one order, with its values as the client wrote them', async () => {
    const { id } = (await list('?slug=shirt-20')).data[0]
    const upper = id.toUpperCase()
    const body = await list(
      `?sku=S20-Green-S&sku=none&slug=shirt-20&slug=SHIRT-20&id=${upper}&maxPrice=020.500&minPrice=5` +
        '&option=size:m&optionGroup=size&within=shirts&within=sale&label=sale&search=Shrit&page=1&sortBy=name:ASC',
    )
    assert.deepEqual(names(body), [])
    assert.equal(
      body.links.current,
      '?page=1&limit=20&sortBy=name:ASC&search=Shrit&label=sale&within=shirts&within=sale&optionGroup=size' +
        `&option=size%3Am&minPrice=5&maxPrice=020.500&id=${upper}&slug=shirt-20&slug=SHIRT-20&sku=S20-Green-S&sku=none`,
    )
    const found = await list(`?inStock=true&sku=S20-Green-M&id=${upper}&limit=1`)
    assert.deepEqual(names(found), ['Shirt 20'])
    assert.deepEqual(found.links, { current: `?page=1&limit=1&inStock=true&id=${upper}&sku=S20-Green-M` })
  })

  test('has links that repeat the request exactly', async () => {
    const search = ' a+b & c=d "e" é 漢字 %41 #?/\\\u{1f600} '
    const { links } = await list(`?search=${encodeURIComponent(search)}&label=${encodeURIComponent(search)}`)
    const asked = new URLSearchParams(links.current)
    assert.equal(asked.get('search'), search)
    assert.equal(asked.get('label'), search)
    assert.equal((await list(links.current)).links.current, links.current)
  })

  test('is sorted by sortBy, which its links repeat and meta never names', async () => {
    const body = await list('?sortBy=price:ASC&limit=2')
    assert.deepEqual(names(body), ['Shirt 01', 'Shirt 02'])
    assert.deepEqual(body.links, {
      current: '?page=1&limit=2&sortBy=price:ASC',
      next: '?page=2&limit=2&sortBy=price:ASC',
    })
    assert.equal('sortBy' in body.meta, false)
  })

  test('has with form=full each product as an export has it, and its links keep the form', async () => {
    const exported = new Set<string>()
    for await (const line of exportLines(await shop.catalogs.current(STORE))) exported.add(line.trim())
    const summaries = (await list('?search=shirt&sortBy=price:DESC&limit=4&page=2')).data
    const body = await list('?form=full&search=shirt&sortBy=price:DESC&limit=4&page=2')
    assert.deepEqual(names(body), ['Shirt 21', 'Shirt 20', 'Shirt 19', 'Shirt 18'])
    assert.deepEqual(names(body), names({ data: summaries }))
    for (const product of body.data) {
      const source = Object.entries(product).filter(([name]) => !(DERIVED_FIELDS as readonly string[]).includes(name))
      assert.ok(exported.has(JSON.stringify(Object.fromEntries(source))))
      assert.equal(product.files.length, 1)
      assert.equal(product.variants[0].files.length, 1)
    }
    assert.equal(body.links.next, '?page=3&limit=4&sortBy=price:DESC&form=full&search=shirt')
    assert.equal(body.links.current, '?page=2&limit=4&sortBy=price:DESC&form=full&search=shirt')
  })

  test('has with form=card what a grid shows of each product, and its links keep the form', async () => {
    const body = await list('?form=card&search=shirt&sortBy=price:DESC&limit=2')
    assert.deepEqual(names(body), ['Shirt 25', 'Shirt 24'])
    const [{ id, createdAt, updatedAt, ...card }] = body.data
    assert.deepEqual(card, CARD_OF_SHIRT_25)
    assert.equal(body.links.next, '?page=2&limit=2&sortBy=price:DESC&form=card&search=shirt')
    const alone = (query: string) => shop.json(`/store/products/${id}${query}`)
    assert.deepEqual(await alone('?form=card'), body.data[0])
    assert.deepEqual(await alone('?form=full'), (await list('?form=full&slug=shirt-25')).data[0])
    assert.equal('price' in (await alone('')), false)
  })

  test('names with matches=true the variant of each product that satisfies the conditions', async () => {
    const { meta, links } = await list('?form=card&option=color:green&option=size:m&limit=2&matches=true')
    assert.deepEqual(
      meta.matches.map(({ id, ...variant }: Body) => variant),
      ['25', '23'].map((number) => ({
        sku: `S${number}-Green-M`,
        price: `${number}.50`,
        picture: { path: `/pictures/shirt-${number}-Green.jpg` },
        options: [
          { name: 'Green', code: 'green' },
          { name: 'M', code: 'm' },
        ],
      })),
    )
    assert.match(links.next, /&matches=true$/)
    const skus = async (query: string) =>
      (await list(`?slug=shirt-25&matches=true&${query}`)).meta.matches.map(({ sku }: Body) => sku)
    assert.deepEqual(await skus('search=green'), ['S25-Green-S'])
    assert.deepEqual(await skus('search=green&option=size:m'), ['S25-Green-M'])
    assert.deepEqual(await skus(''), ['S25-Blue-S'])
    assert.equal('matches' in (await list('')).meta, false)
  })

  test('has with form=full one product by its slug', async () => {
    const { data, links } = await list('?slug=shirt-07&form=full')
    assert.deepEqual(names({ data }), ['Shirt 07'])
    assert.deepEqual(
      data[0].optionGroups.map(({ code }: { code: string }) => code),
      ['color', 'size'],
    )
    assert.deepEqual(links, { current: '?page=1&limit=20&form=full&slug=shirt-07' })
  })

  test('ignores empty parameters and a search of spaces', async () => {
    const plain = await list('?limit=3')
    const empty = 'minPrice=&maxPrice=&inStock=&id=&slug=&sku='
    for (const query of [
      'page=&search=&label=&within=&option=&sortBy=&form=',
      empty,
      'search=+%20',
      'label',
      'page=&page=1',
      '&&=x&',
    ]) {
      assert.deepEqual(await list(`?limit=3&${query}`), plain, query)
    }
  })
})

describe('the filters of the list of products', () => {
  const found = async (query: string) => names(await list(`?limit=100&sortBy=name:ASC&${query}`)).join()

  test('are bounds of the price, both included and each on its own', async () => {
    assert.equal(await found('minPrice=24.5'), 'Shirt 24,Shirt 25')
    assert.equal(await found('maxPrice=2'), 'Shirt 01,Shirt 02')
    assert.equal(await found('minPrice=7.50&maxPrice=08.000'), 'Shirt 07,Shirt 08')
    assert.equal(await found('minPrice=7.51&maxPrice=7.99'), '')
    assert.equal(await found('minPrice=9&maxPrice=8'), '')
    assert.equal((await list('?minPrice=0&maxPrice=90071992547409.91')).meta.totalItems, 25)
  })

  test('keep variants in stock or without tracked inventory', async () => {
    assert.equal((await list('?inStock=true')).meta.totalItems, 25)
    assert.equal((await list('?inStock=true&option=size:s')).meta.totalItems, 19)
  })

  test('must all match on one variant', async () => {
    assert.equal(await found('option=size:s&minPrice=3&maxPrice=3.99'), 'Shirt 03')
    assert.equal(await found('option=size:s&minPrice=3.01&maxPrice=3.99'), '')
    assert.equal(await found('sku=S04-Green-S&sku=S05-Green-S&inStock=true'), 'Shirt 05')
    assert.equal(await found('sku=S04-Green-S&option=color:blue'), '')
    assert.equal(await found('sku=S04-Green-S&maxPrice=4'), 'Shirt 04')
    assert.equal(await found('sku=S04-Green-S&minPrice=4.01'), '')
  })

  test('find products with any of the labels, and within each of the labels', async () => {
    const sale = 'Shirt 05,Shirt 10,Shirt 15,Shirt 20,Shirt 25'
    assert.equal((await list('?label=sale&label=shirts')).meta.totalItems, 25)
    assert.equal(await found('within=sale'), sale)
    assert.equal(await found('within=sale&within=shirts&within=sale'), sale)
    assert.equal(await found('within=shirts&label=sale&label=none'), sale)
    assert.equal(await found('within=sale&option=color:red&option=size:s&inStock=true'), 'Shirt 05,Shirt 15')
    assert.equal(await found('within=sale&search=10&maxPrice=10'), 'Shirt 10')
    assert.equal(await found('within=sale&within=none'), '')
    assert.equal(await found('within=Sale'), '')
    assert.equal(await found('within=last-ones'), '')
  })

  test('take exact ids, slugs and skus, and unknown ones match nothing', async () => {
    const { data } = await list('?slug=shirt-03&slug=nowhere&slug=shirt-17&slug=SHIRT-05')
    assert.deepEqual(names({ data }), ['Shirt 17', 'Shirt 03'])
    const ids = data.map(({ id }: Body) => `id=${id.toUpperCase()}`).join('&')
    assert.deepEqual((await list(`?${ids}&id=00000000-0000-4000-8000-000000000000`)).data, data)
    assert.deepEqual((await list('?sku=S03-Red-M&sku=S03-Red-S&sku=S17-Red-S&sku=s18-red-s')).data, data)
    assert.equal(await found('slug=shirt-03&sku=S17-Red-S'), '')
  })

  test('search finds misspellings, and the beginnings and the parts of words', async () => {
    assert.equal((await list('?search=shrit')).meta.totalItems, 25)
    assert.deepEqual(names(await list('?search=coton+07+cremw')), ['Shirt 07'])
    assert.deepEqual(names(await list('?search=quot')), ['Shirt 07'])
    assert.deepEqual(names(await list('?search=uote')), ['Shirt 07'])
  })

  test('search says in meta how its results differ from what was asked for', async () => {
    const said = async (query: string) => (await list(query)).meta.search
    assert.equal('search' in (await list('?search=shirt')).meta, false)
    assert.deepEqual(await said('?search=shrit'), {
      corrected: [{ word: 'shrit', as: ['shirt'], kind: 'misspelling' }],
    })
    const fields = ['name', 'label', 'option', 'description']
    assert.deepEqual(await said('?search=red+shirt'), { fields })
    assert.deepEqual(await said('?search=coton+07+crm'), {
      fields,
      corrected: [{ word: 'coton', as: ['cotton'], kind: 'misspelling' }],
      dropped: ['crm'],
    })
    assert.deepEqual(await said('?search=S07-Blue'), { fields: ['sku'] })
    assert.deepEqual(await said('?search=coton+07+crm&sortBy=name:ASC&page=9'), await said('?search=coton+07+crm'))
  })

  test('a price in the words of a search is a filter, in lists of both kinds and in facets', async () => {
    for (const path of ['/store/products', '/store/product-variants', '/store/products/facets']) {
      const filtered = await shop.json(`${path}?search=shirt&minPrice=5&maxPrice=8`)
      const inWords = await shop.json(`${path}?search=shirt+between+5+and+8`)
      const withoutWords = await shop.json(`${path}?search=between+5+and+8`)
      const price = { min: '5.00', max: '8.00' }
      for (const body of [inWords, withoutWords]) {
        assert.deepEqual(body.meta.search, { price })
        assert.deepEqual([body.data, body.labels, body.price], [filtered.data, filtered.labels, filtered.price], path)
      }
    }
    const first = await list('?search=shirt+under+10&limit=4')
    assert.deepEqual([first.meta.totalItems, first.meta.search], [10, { price: { max: '10.00' } }])
    assert.equal(first.links.next, '?page=2&limit=4&search=shirt%20under%2010')
    const second = await list(first.links.next)
    assert.equal(new Set([...names(first), ...names(second)]).size, 8)
    const [best] = (await list('?search=shirt+over+25.25&matches=true')).meta.matches
    assert.equal(best.price, '25.50')
  })

  test('a price that is a filter already replaces that in words', async () => {
    const body = await list('?search=shirt+under+3&maxPrice=20')
    assert.deepEqual(body.data, (await list('?search=shirt&maxPrice=20')).data)
    assert.equal('search' in body.meta, false)
  })

  test('searchIn names the fields of a search, separated by commas or one by one', async () => {
    const body = await list('?search=red&searchIn=name,option&limit=1')
    assert.equal(body.meta.totalItems, 16)
    assert.equal('search' in body.meta, false)
    assert.equal(body.links.next, '?page=2&limit=1&search=red&searchIn=name&searchIn=option')
    assert.deepEqual((await list(body.links.next)).meta, { ...body.meta, currentPage: 2 })
    assert.deepEqual(names(await list('?search=S07-Blue&searchIn=sku')), ['Shirt 07'])
    assert.equal('search' in (await list('?search=S07-Blue&searchIn=sku')).meta, false)
    const { errors } = await list('?search=red&searchIn=colour')
    assert.match(errors[0].detail, /must be one of name, label, option, sku, description, all, not "colour"/)
  })
})

describe('a product', () => {
  test('comes without an envelope, with all its fields', async () => {
    const { id } = (await list('?limit=1')).data[0]
    const product = await shop.json(`/store/products/${id}`)
    const fields = ['id', 'name', 'description', 'slug', 'variants', 'files', 'optionGroups', 'labelValues']
    assert.deepEqual(Object.keys(product), fields)
    assert.equal(product.id, id)
    const variant = ['id', 'name', 'sku', 'price', 'stock', 'productOptions', 'files']
    assert.deepEqual(Object.keys(product.variants[0]), variant)
  })

  test('is found whatever the case of its id', async () => {
    const { id } = (await list('?limit=1')).data[0]
    assert.deepEqual(await shop.json(`/store/products/${id.toUpperCase()}`), await shop.json(`/store/products/${id}`))
  })

  test('that does not exist is a 404', async () => {
    const response = await shop.get('/store/products/00000000-0000-4000-8000-000000000000')
    assert.equal(response.status, 404)
    assert.equal(
      await response.text(),
      '{"type":"/docs/errors#product-not-found","title":"Product not found","status":404,' +
        '"detail":"This store has no product with that id.","code":"product-not-found"}',
    )
  })
})
