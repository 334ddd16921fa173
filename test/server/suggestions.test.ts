import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { searchableWords, tokenize } from '@vitrine/catalog/words'
import { publishDeclared } from '@vitrine/engine/publish/publish-declared'
import { storeNamed } from '../loading.ts'
import { COMPLETE_ONLY } from '../quick.ts'
import { type Body, EMPTY, OTHER, openShop, type Shop, STORE } from './shop.ts'

const TEXTS = 'texts'

const variant = (sku: string, productOptions = {}) => ({ sku, price: 1, productOptions })

const PRODUCTS = [
  { name: 'Linen Shirt', labelValues: ['Shirts'], variants: [variant('a', { color: 'Navy' })] },
  { name: 'Wool Shirt', labelValues: ['Shirts'], variants: [variant('b', { color: 'Sky' })] },
  { name: 'Shorts with the Shoelace', labelValues: ['Short things'], variants: [variant('c', { color: 'Navy' })] },
  { name: 'Rain Jacket', labelValues: ['Outerwear'], variants: [variant('d', { color: 'Navy' })] },
  { name: 'Crème Brûlée', description: 'A shirt would melt.', labelValues: ['Crèmes'], variants: [variant('e')] },
  { name: '煎茶シャツ', labelValues: ['綿シャツ'], variants: [variant('f')] },
  { name: '😀 Ship’s Soap', variants: [variant('g')] },
]

let shop: Shop
before(async () => {
  shop = await openShop()
  await shop.catalogs.addStore({ ...storeNamed(TEXTS), language: 'en' })
  await shop.load(storeNamed(TEXTS).id, PRODUCTS)
})
after(() => shop[Symbol.asyncDispose]())

const suggest = (query: string, store: string = TEXTS) =>
  shop.json(`/store/products/suggest?${query}`, { 'x-store-id': store })
const search = (text: string, store?: string, searchIn = 'all') =>
  suggest(`search=${encodeURIComponent(text)}&searchIn=${searchIn}`, store)
const queries = (body: Body) => body.queries.map(({ text, count }: Body) => `${text} ${count}`)
const values = (part: Body) => part.map(({ code, count }: Body) => `${code} ${count}`)
const marked = (text: string, highlights: readonly [number, number][]) =>
  highlights.toReversed().reduce((all, [a, b]) => `${all.slice(0, a)}[${all.slice(a, b)}]${all.slice(b)}`, text)

describe('the suggested queries', () => {
  test('complete the typed word with words of names, labels and options, the most frequent first', async () => {
    assert.deepEqual(queries(await search('sh')), ['shirt 2', 'ship’s 1', 'shoelace 1', 'short 1'])
    assert.deepEqual(queries(await search('nav')), ['navy 3'])
    assert.deepEqual(queries(await search('outer')), ['outerwear 1'])
  })

  test('count the products that have all words in their name, a label or an option', async () => {
    assert.deepEqual(queries(await search('navy s')), ['navy shirt 1', 'navy shoelace 1', 'navy short 1'])
    assert.deepEqual(queries(await search('navy j')), ['navy jacket 1'])
    assert.deepEqual(queries(await search('jacket navy wool')), [])
  })

  test('are no longer than a list takes', async () => {
    const words = 'linen '.repeat(32)
    assert.deepEqual(queries(await search(`${words}sh`)), [`${words}shirt 1`])
    assert.deepEqual(queries(await search(`linen ${words}sh`)), [])
    const misspelt = `${'rain '.repeat(36)}jacket outrwear`
    assert.equal((await search(misspelt)).correction.text.length, misspelt.length + 1)
    assert.equal((await search(`rain ${misspelt}`)).correction, undefined)
  })

  test('have the words of the fields that are searched: names, unless the request or the store says otherwise', async () => {
    const named = async (query: string) => queries(await suggest(query))
    assert.deepEqual(await named('search=nav'), [])
    assert.deepEqual(await named('search=sh'), ['shirt 2', 'ship’s 1', 'shoelace 1', 'shorts 1'])
    for (const searchIn of ['all', 'name,label,option'])
      assert.deepEqual(await named(`search=nav&searchIn=${searchIn}`), ['navy 3'])
    assert.deepEqual(await named('search=sh&searchIn=name,label'), ['shirt 2', 'ship’s 1', 'shoelace 1', 'shorts 1'])
    for (const searchIn of ['option', 'label', 'description,sku'])
      assert.deepEqual(await named(`search=sh&searchIn=${searchIn}`), [])
    const store = { ...storeNamed('options'), language: 'en', searchIn: ['name', 'label', 'option'] as const }
    await shop.catalogs.addStore(store)
    await shop.load(store.id, PRODUCTS)
    assert.deepEqual(queries(await suggest('search=nav', 'options')), ['navy 3'])
  })

  test('of words without meaning count the products with all of them', async () => {
    await shop.catalogs.addStore({ ...storeNamed('stop'), language: 'en' })
    await shop.load(
      storeNamed('stop').id,
      ['Over the Top', 'The Lamp', 'Over Here'].map((name, at) => ({ name, variants: [variant(String(at))] })),
    )
    assert.deepEqual(queries(await suggest('search=over%20the', 'stop')), ['over the 1'])
  })

  test('are no price in words, which a list reads as a filter', async () => {
    await shop.catalogs.addStore({ ...storeNamed('priced'), language: 'en' })
    await shop.load(
      storeNamed('priced').id,
      ['Lamp under 50', 'Lamp under 5000'].map((name) => ({ name, variants: [{ ...variant(name), price: 9000 }] })),
    )
    assert.deepEqual(queries(await suggest('search=lamp%20under%2050', 'priced')), [])
    assert.deepEqual(queries(await suggest('search=lamp%2050', 'priced')), ['lamp 50 1', 'lamp 5000 1'])
  })

  test('do not count what a rule hides from the search', async () => {
    await shop.catalogs.addStore(storeNamed('ruled'))
    await shop.load(
      storeNamed('ruled').id,
      ['Red Shirt', 'Blue Shirt', 'Blue Skirt'].map((name) => ({ name, variants: [variant(name)] })),
    )
    await using draft = await shop.catalogs.draft(storeNamed('ruled').id)
    const rules = [
      { query: 'shirt', hide: [{ slug: 'blue-shirt' }] },
      { words: ['red'], hide: [{ slug: 'red-shirt' }] },
    ]
    await publishDeclared(draft, 'rules', rules, '2026-03-01T00:00:00.000Z')
    assert.deepEqual(queries(await suggest('search=s', 'ruled')), ['shirt 1', 'skirt 1'])
    assert.deepEqual(queries(await suggest('search=r', 'ruled')), [])
    assert.deepEqual(queries(await suggest('search=blue%20s', 'ruled')), ['blue shirt 1', 'blue skirt 1'])
  })

  test('complete a word with those of the products that have the words before it, however rare they are', async () => {
    const common = Array.from('abcdefghijklmnopqrst').flatMap((letter) =>
      [1, 2].map((copy) => ({ name: `a${letter}${letter} Book`, variants: [variant(`${letter}${copy}`)] })),
    )
    const rare = {
      name: 'Persuasion',
      labelValues: ['Jane Austen'],
      variants: [variant('rare', { cover: 'Acid-free' })],
    }
    await shop.catalogs.addStore({ ...storeNamed('books'), language: 'en' })
    await shop.load(storeNamed('books').id, [...common, rare])
    assert.deepEqual(queries(await search('jane a', 'books')), ['jane acid 1', 'jane austen 1'])
    assert.deepEqual(queries(await search('acid jane a', 'books')), ['acid jane austen 1'])
    assert.deepEqual(queries(await search('persuasion austens', 'books')), ['persuasion austen 1'])
    assert.deepEqual(queries(await suggest('search=persuasion%20a', 'books')), [])
  })

  test('have no words without meaning, and leave those that were typed', async () => {
    assert.deepEqual(queries(await search('w')), ['wool 1'])
    assert.deepEqual(queries(await search('shorts with the sh')), [
      'shorts with the shoelace 1',
      'shorts with the short 1',
    ])
  })

  test('complete unfinished earlier words, and find other forms', async () => {
    assert.deepEqual(queries(await search('lin shirt')), ['linen shirt 1'])
    assert.deepEqual(queries(await search('jackets')), ['jacket 1'])
    assert.deepEqual(queries(await search('jackets n')), ['jacket navy 1'])
  })

  test('are written as in the catalog, in lower case', async () => {
    assert.deepEqual(queries(await search('cre')), ['crème 1'])
    assert.deepEqual(queries(await search('creme bru')), ['crème brûlée 1'])
    assert.deepEqual(queries(await search('煎')), ['煎茶 1'])
  })

  test('are at most as many as the limit, which is 8 unless given and 10 at most', async () => {
    const names = Array.from('abcdefghijkl', (letter) => ({ name: `x${letter}${letter}`, variants: [variant(letter)] }))
    await shop.catalogs.addStore(storeNamed('many'))
    await shop.load(storeNamed('many').id, names)
    for (const [limit, count] of [
      ['', 8],
      ['&limit=3', 3],
      ['&limit=10', 10],
      ['&limit=1000', 10],
    ] as const) {
      const { queries, products } = await suggest(`search=x${limit}`, 'many')
      assert.deepEqual([queries.length, products.length], [count, count])
    }
  })
})

test('the counts are those of a naive count in the fields that are searched, over the demo catalog', {
  skip: COMPLETE_ONLY,
}, async () => {
  const lines = readFileSync(new URL('../../demo/catalog.ndjson', import.meta.url), 'utf8')
    .trim()
    .split('\n')
  const catalog = lines.map((line) => JSON.parse(line))
  await shop.catalogs.addStore({ ...storeNamed('demo'), language: 'en' })
  await shop.load(storeNamed('demo').id, catalog)
  const wordsOf = ({ name, labelValues = [], optionGroups = [] }: Body) => ({
    name: searchableWords(name),
    label: labelValues.flatMap(({ name }: Body) => searchableWords(name)),
    option: optionGroups.flatMap(({ options }: Body) => options).flatMap(({ name }: Body) => searchableWords(name)),
  })
  const products: Record<'name' | 'label' | 'option', string[]>[] = catalog.map(wordsOf)
  const texts = [
    ...Array.from('abcdefghijklmnopqrstuvwxyzäß煎м2'),
    ...['st', 'kni', 'navy t', 'gift set of ', 'large oak b'].flatMap((text) => [text, `${text}l`]),
  ]
  let counted = 0
  for (const fields of [['name', 'label', 'option'], ['name'], ['label', 'option']] as const) {
    const inFields = products.map((product) => new Set(fields.flatMap((field) => product[field])))
    for (const text of texts)
      for (const query of (await search(text, 'demo', `${fields},description`)).queries) {
        const words = tokenize(query.text)
        // A word without meaning counts only as the last one.
        const informative = words.filter((word, at) => word !== 'of' || at === words.length - 1)
        const matching = inFields.filter((has) => informative.every((word) => has.has(word)))
        assert.equal(query.count, matching.length, query.text)
        counted++
      }
  }
  assert.ok(counted > 200)
})

describe('the suggested labels and options', () => {
  test('have a word that begins with each typed word, in any order', async () => {
    assert.deepEqual(values((await search('sh')).labels), ['shirts 2', 'short-things 1'])
    assert.deepEqual(values((await search('thi sho')).labels), ['short-things 1'])
    assert.deepEqual(values((await search('nav')).options), ['navy 3'])
    assert.deepEqual((await search('navy jacket')).options, [])
  })

  test('count the products of the filter', async () => {
    const { labels, options } = await search('s')
    for (const { code, count } of labels) {
      const list = await shop.json(`/store/products?label=${code}`, { 'x-store-id': TEXTS })
      assert.equal(list.meta.totalItems, count)
    }
    for (const { code, group, count } of options) {
      const list = await shop.json(`/store/products?option=${group.code}:${code}`, { 'x-store-id': TEXTS })
      assert.equal(list.meta.totalItems, count)
    }
    assert.deepEqual([labels.length, options.length], [2, 1])
  })

  test('are found by any part of a text without spaces', async () => {
    for (const text of ['綿', 'シャ', '綿シャツ']) assert.equal((await search(text)).labels.length, 1, text)
  })
})

test('the products are the first of a search, with their highlights', async () => {
  for (const query of [
    'search=shirt',
    'search=sh',
    'search=navy',
    'search=shirt&searchIn=description',
    'search=shrit',
  ]) {
    const { products } = await suggest(`${query}&limit=4`)
    const { data } = await shop.json(`/store/products?${query}&limit=4`, { 'x-store-id': TEXTS })
    assert.deepEqual(
      products.map(({ highlights, ...product }: Body) => product),
      data,
    )
    assert.ok(data.length > 0)
  }
})

test('the products are the documents of the list, byte for byte, with highlights behind', async () => {
  await shop.catalogs.addStore(storeNamed('escaped'))
  const name = String.raw`"Quoted" \\ Möbel"}`
  await shop.load(storeNamed('escaped').id, [
    { name, description: 'x","name":"y', variants: [variant('a', { color: 'Navy' })] },
  ])
  const headers = { 'x-store-id': 'escaped' }
  for (const form of ['', '&form=card']) {
    const list = await (await shop.get(`/store/products?search=mobel${form}`, headers)).text()
    const [document] = /(?<=^\{"data":\[)\{.*\}(?=\],"meta")/.exec(list)!
    const answer = await (await shop.get(`/store/products/suggest?search=mobel${form}`, headers)).text()
    const at = name.indexOf('Möbel')
    assert.ok(answer.endsWith(`"products":[${document.slice(0, -1)},"highlights":[[${at},${at + 5}]]}]}`), answer)
  }
})

test('a price in words is not read while a shopper types', async () => {
  const { products } = await suggest('search=shirt under 0')
  assert.deepEqual(products.map(({ name }: Body) => name).sort(), ['Crème Brûlée', 'Linen Shirt', 'Wool Shirt'])
})

test('highlights are offsets of UTF-16 units in the text as it is written', async () => {
  const marks = (part: Body) => part.map(({ name, text, highlights }: Body) => marked(name ?? text, highlights))
  assert.deepEqual((await search('cre')).queries[0].highlights, [[0, 3]])
  assert.deepEqual(marks((await search('cre')).labels), ['[Crè]mes'])
  assert.deepEqual(marks((await search('cre bru')).products), ['[Crè]me [Brû]lée'])
  assert.deepEqual(marks((await search('ships')).products), ['😀 [Ship’s] Soap'])
  assert.deepEqual(marks((await search('lin sh')).products), ['[Lin]en [Sh]irt'])
  assert.deepEqual(marks((await search('jackets')).products), ['Rain [Jacket]'])
  assert.deepEqual(marks((await search('シャ')).labels), ['綿[シャ]ツ'])
})

describe('a correction', () => {
  test('is the text with its misspelt words corrected, and what a search of it finds', async () => {
    const { correction, queries, products } = await search('wool shrit')
    assert.deepEqual(correction, { text: 'wool shirt', count: 1 })
    assert.deepEqual(queries[0].text, 'wool shirt')
    assert.equal(products[0].name, 'Wool Shirt')
  })

  test('is absent if the words were found as typed', async () => {
    for (const text of ['shirt', 'sh', 'navy jacket', 'nothing of this', '--', ''])
      assert.ok(!('correction' in (await search(text))), text)
  })
})

describe('without words', () => {
  test('the most frequent labels and options and the newest products are suggested', async () => {
    for (const query of ['', 'search=', 'search=%20']) {
      const { queries, labels, options, products } = await suggest(query)
      assert.deepEqual([queries, products.length], [[], 7])
      assert.deepEqual([labels[0].code, options[0].code], ['shirts', 'navy'])
    }
  })

  test('nothing is suggested for punctuation', async () => {
    assert.deepEqual(await search('--'), { queries: [], labels: [], options: [], products: [] })
  })

  test('nothing is suggested for an empty store', async () => {
    const nothing = { queries: [], labels: [], options: [], products: [] }
    for (const text of ['', 'shirt']) assert.deepEqual(await search(text, EMPTY), nothing)
  })
})

test('what another store has is not suggested', async () => {
  for (const text of ['else', 'elsewhere', 'elsewhre']) {
    assert.deepEqual(await search(text, STORE), { queries: [], labels: [], options: [], products: [] }, text)
    assert.equal((await search(text, OTHER)).products.length, 1, text)
  }
})

test('a wrong parameter is refused as in lists', async () => {
  for (const [query, detail] of [
    ['limit=0', /^limit must be a whole number from 1/],
    [`search=${'x'.repeat(201)}`, /^search must have at most 200 characters, not 201/],
    ['searchIn=price', /^searchIn must be one of name/],
    ['search=a&search=b', /^search must be given only once/],
  ] as const) {
    const { code, detail: actual } = await suggest(query)
    assert.equal(code, 'invalid-parameter')
    assert.match(actual, detail)
  }
})

test('the suggestions follow an import', async () => {
  await shop.catalogs.addStore(storeNamed('changing'))
  await shop.load(storeNamed('changing').id, [{ slug: 'one', name: 'Shirt', variants: [variant('one')] }])
  assert.deepEqual(queries(await search('s', 'changing')), ['shirt 1'])
  await shop.load(storeNamed('changing').id, [{ slug: 'one', name: 'Skirt', variants: [variant('one')] }])
  assert.deepEqual(queries(await search('s', 'changing')), ['skirt 1'])
})
