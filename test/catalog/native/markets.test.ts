import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readFile } from '../../convert/catalog-file.ts'
import { accepted, lines, problems, read, sentence, shirt, warnings } from '../../convert/reading.ts'

const GROUPS = [{ name: 'Color', options: [{ name: 'Navy' }, { name: 'Red' }] }]

/** A shirt with everything that a market can translate. */
const TRANSLATED = {
  name: 'Shirt',
  labelValues: ['Shirts'],
  optionGroups: GROUPS,
  files: ['/front.jpg'],
  attributes: [
    { name: 'Material', value: 'Linen' },
    { name: 'Weight', value: 0.4, unit: 'kg' },
  ],
  popularity: 7,
  variants: [
    {
      sku: 'S1',
      price: '19.90',
      productOptions: { color: 'navy' },
      labelValues: ['New'],
      files: ['/navy.jpg'],
      attributes: [{ name: 'Fit', value: 'Wide' }],
    },
  ],
}

const GERMAN = {
  name: 'Hemd',
  description: '<p>Weit</p>',
  slug: 'hemd',
  seo: { title: 'Hemden', description: 'Weite Hemden' },
  labelValues: { shirts: 'Hemden', new: 'Neu' },
  optionGroups: { color: { name: 'Farbe', options: { navy: 'Marine' } } },
  attributes: { material: { name: 'Stoff', value: 'Leinen' }, fit: { value: 'Weit' }, weight: { name: 'Gewicht' } },
  files: { '/front.jpg': { alt: 'Ein Hemd' }, '/navy.jpg': { alt: 'Ein Hemd in Marine' } },
  variants: { S1: { name: 'Hemd, blau', price: '24.90', listPrice: '29.90' } },
}

const inGerman = (de: unknown) => ({ ...TRANSLATED, markets: { de } })
const germanOf = async (de: unknown) => (await accepted(inGerman(de))).markets?.de

/** What was dropped of a product, each as a sentence. */
async function dropped(product: unknown): Promise<string[]> {
  const { submissions } = await read(lines(product))
  const submission = submissions[0]!
  assert.ok('product' in submission, JSON.stringify(submission))
  return submission.dropped.map(sentence)
}

test('what differs in markets is kept as it is, and is the last field', async () => {
  const markets = { de: GERMAN, 'de-at': { included: false } }
  const product = await accepted({ markets, ...TRANSLATED })
  assert.equal(JSON.stringify(product.markets), JSON.stringify(markets))
  assert.equal(Object.keys(product).at(-1), 'markets')
  assert.deepEqual(await dropped({ markets, ...TRANSLATED }), [])
  assert.deepEqual(await warnings({ markets, ...TRANSLATED }), [])
})

test('the example of the documentation is read as it is', async () => {
  const text = readFileSync(new URL('../../../docs/catalog-format.md', import.meta.url), 'utf8')
  const example = JSON.parse(/^## Markets\n.*?```json\n(.*?)```/ms.exec(text)![1]!)
  assert.equal(JSON.stringify((await accepted(example)).markets), JSON.stringify(example.markets))
  assert.deepEqual([await dropped(example), await warnings(example)], [[], []])
})

test('a product that was read is read again as it is', async () => {
  const product = await accepted(inGerman(GERMAN))
  assert.equal(JSON.stringify(await accepted(product)), JSON.stringify(product))
})

test('the fields of a market get one order and one form', async () => {
  const { variants, name, ...others } = GERMAN
  const mixed = {
    variants: { S1: { listPrice: 29.9, price: 24.9, name: 'Hemd, blau' } },
    ...others,
    included: true,
    name,
  }
  assert.equal(JSON.stringify(await germanOf(mixed)), JSON.stringify(GERMAN))
})

test('what says nothing is left out', async () => {
  const nothing = {
    ...{ included: true, name: null, description: null, slug: null, seo: {}, labelValues: { shirts: null, new: ' ' } },
    optionGroups: { color: { options: { navy: '' } } },
    ...{ attributes: { fit: {} }, files: { '/front.jpg': { alt: ' ' } }, variants: { S1: { price: null } } },
  }
  for (const markets of [{}, null, { de: null }, { de: {} }, { de: nothing }])
    assert.ok(!('markets' in (await accepted({ ...TRANSLATED, markets }))), JSON.stringify(markets))
  assert.deepEqual(await germanOf({ ...nothing, name: 'Hemd' }), { name: 'Hemd' })
  assert.deepEqual(await germanOf({ description: '' }), { description: '' })
})

test('a submission says whether the file says anything of markets', async () => {
  const hasAllMarkets = async (more: object) => {
    const submission = (await read(lines(shirt(more)))).submissions[0]!
    return 'hasAllMarkets' in submission && submission.hasAllMarkets
  }
  for (const markets of [{}, { de: {} }, { de: { name: 'Hemd' } }]) assert.equal(await hasAllMarkets({ markets }), true)
  for (const nothing of [{}, { markets: null }]) assert.equal(await hasAllMarkets(nothing), false)
})

const TEXT = 'text'
const PRICE = 'a price of 0 or more with at most two decimals, such as "19.90"'
const SLUG = 'a slug without white space, “/”, “?” or “#”'

const WRONG: [unknown, string][] = [
  [5, 'markets is 5: an object of what differs, by the codes of the markets'],
  [[], 'markets is a list: an object of what differs, by the codes of the markets'],
  [
    { 'de-AT': {} },
    'markets.de-AT is no code of a market: 1 to 32 characters of a to z, 0 to 9 and hyphens inside, such as "de-at"',
  ],
  [{ de: 'Hemd' }, 'markets.de is "Hemd": an object of what differs in the market'],
  [{ de: { included: 'no' } }, 'markets.de.included is "no": true or false'],
  [{ de: { name: 7 } }, `markets.de.name is 7: ${TEXT}`],
  [{ de: { name: 'x'.repeat(1001) } }, 'markets.de.name is 1001 characters long: at most 1000 characters'],
  [{ de: { description: [] } }, `markets.de.description is a list: ${TEXT}`],
  [{ de: { slug: 'ein hemd' } }, `markets.de.slug is "ein hemd": ${SLUG}, such as "ein-hemd"`],
  [
    { de: { labelValues: ['Hemden'] } },
    'markets.de.labelValues is a list: names by the codes of labels of the product',
  ],
  [{ de: { labelValues: { shirts: 5 } } }, `markets.de.labelValues.shirts is 5: ${TEXT}`],
  [
    { de: { optionGroups: { color: 'Farbe' } } },
    'markets.de.optionGroups.color is "Farbe": an object with a name or options',
  ],
  [
    { de: { optionGroups: { color: { options: { navy: 5 } } } } },
    `markets.de.optionGroups.color.options.navy is 5: ${TEXT}`,
  ],
  [{ de: { attributes: { fit: 'Weit' } } }, 'markets.de.attributes.fit is "Weit": an object with a name or a value'],
  [{ de: { files: { '/front.jpg': 'Hemd' } } }, 'markets.de.files["/front.jpg"] is "Hemd": an object with an alt text'],
  [{ de: { variants: { S1: 5 } } }, 'markets.de.variants.S1 is 5: an object with a name, a price or an externalId'],
  [
    { de: { variants: { S1: { price: '12,50' } } } },
    `markets.de.variants.S1.price is "12,50", which has a comma: ${PRICE}`,
  ],
]

for (const [markets, problem] of WRONG)
  test(`is a problem: ${problem.slice(0, 70)}`, async () =>
    assert.deepEqual(await problems({ ...TRANSLATED, markets }), [problem]))

test('a product is in at most 50 markets', async () => {
  const markets = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`m${n}`, { name: 'x' }]))
  assert.equal(Object.keys((await accepted(shirt({ markets: markets(50) }))).markets!).length, 50)
  assert.deepEqual(await problems(shirt({ markets: markets(51) })), ['markets has 51 markets: at most 50 markets'])
})

test('a slug of a market is unique in the market', async () => {
  const product = (slug: string, markets: object) => shirt({ slug, markets })
  const [a, b] = [product('a', { de: { slug: 'hemd' }, at: { slug: 'b' } }), product('b', { at: { slug: 'hemd' } })]
  assert.deepEqual(await problems(a, b), [])
  assert.deepEqual(await problems(a, product('b', { de: { slug: 'hemd' } })), [
    'markets.de.slug is "hemd", which the product on line 1 also has: a unique slug',
  ])
})

const DROPPED: [object, string][] = [
  [
    { labelValues: { hats: 'Hüte' } },
    'labelValues has "hats", which the product does not have: names by the codes of labels of the product',
  ],
  [
    { optionGroups: { size: { name: 'Größe' } } },
    'optionGroups has "size", which the product does not have: objects by the codes of option groups of the product',
  ],
  [
    { optionGroups: { color: { options: { blue: 'Blau' } } } },
    'optionGroups.color.options has "blue", which the product does not have: names by the codes of options of the group',
  ],
  [
    { attributes: { care: { value: 'Kalt' } } },
    'attributes has "care", which the product does not have: objects by the codes of attributes of the product',
  ],
  [
    { attributes: { weight: { value: 'leicht' } } },
    'attributes.weight.value is of an attribute of type number: the value of one of type text',
  ],
  [{ attributes: { fit: { value: 5 } } }, 'attributes.fit.value is 5: text of at most 10,000 characters'],
  [
    { files: { '/back.jpg': { alt: 'Rücken' } } },
    'files has "/back.jpg", which the product does not have: objects by the paths of pictures of the product',
  ],
  [{ files: { '/front.jpg': { alt: 5 } } }, 'files["/front.jpg"].alt is 5: text'],
  [
    { variants: { S2: { price: 1 } } },
    'variants has "S2", which the product does not have: objects by the skus of the product',
  ],
  [
    { variants: { S1: { listPrice: '29.90' } } },
    'variants.S1.listPrice has no price of the market beside it: a price above the price of the market',
  ],
  [
    { variants: { S1: { price: '5', listPrice: '4' } } },
    'variants.S1.listPrice is "4", and the price is "5.00": a price above the price of the variant',
  ],
  [{ seo: 'Hemden' }, 'seo is "Hemden": an object with a title or a description'],
]

for (const [de, finding] of DROPPED)
  test(`is dropped: ${finding.slice(0, 70)}`, async () =>
    assert.deepEqual(await dropped(inGerman(de)), [`markets.de.${finding}`]))

test('keys that objects have anyway are codes as any other', async () => {
  const names = JSON.parse('{"constructor":"Bauer","__proto__":"Proto"}')
  const product = shirt({
    labelValues: [
      { name: 'A', code: 'constructor' },
      { name: 'B', code: '__proto__' },
    ],
  })
  const { markets } = await accepted({ ...product, markets: { constructor: { labelValues: names } } })
  assert.equal(JSON.stringify(markets), `{"constructor":{"labelValues":${JSON.stringify(names)}}}`)
  const [finding] = await dropped(inGerman({ labelValues: { constructor: 'Bauer' } }))
  assert.match(finding!, /^markets\.de\.labelValues has "constructor", which the product does not have/)
})

test('an unknown field is named with the one that is probably meant', async () => {
  assert.deepEqual(
    await warnings(inGerman({ ...GERMAN, nmae: 'Hemd', variants: { S1: { price: 5, currency: 'EUR' } } })),
    [
      'markets.de.nmae is not a known field and is ignored; did you mean name?',
      'markets.de.variants.S1.currency is not a known field and is ignored',
    ],
  )
})

test('descriptions of markets are cleaned or made text as that of the store is', async () => {
  const file = lines(inGerman({ description: '<p>Weit</p><script>x</script>' }))
  const descriptions = async (html: 'clean' | 'text' | 'keep') => {
    const { products, warnings } = await readFile(file, { html })
    return [products[0]!.markets!.de!.description, ...warnings.map(({ path }) => path)]
  }
  assert.deepEqual(await descriptions('clean'), ['<p>Weit</p>', 'markets.de.description'])
  assert.deepEqual(await descriptions('text'), ['Weit'])
  assert.deepEqual(await descriptions('keep'), ['<p>Weit</p><script>x</script>'])
  const { products } = await readFile(lines(inGerman(GERMAN)), { html: 'text' })
  assert.equal(JSON.stringify(products[0]!.markets), JSON.stringify({ de: { ...GERMAN, description: 'Weit' } }))
})
