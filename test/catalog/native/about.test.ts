import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accepted, lines, read, sentence, shirt, warnings } from '../../convert/reading.ts'

/** The paths of a product that were dropped. */
async function dropped(product: unknown): Promise<string[]> {
  const { submissions } = await read(lines(product))
  const submission = submissions[0]!
  assert.ok('product' in submission, JSON.stringify(submission))
  return submission.dropped.map((fault) => sentence(fault).split(' ')[0]!)
}

test('texts for search engines are kept, each by itself', async () => {
  const seoOf = async (seo: unknown) => (await accepted(shirt({ seo }))).seo
  assert.deepEqual(await seoOf({ title: ' Linen ', description: 'Wide' }), { title: 'Linen', description: 'Wide' })
  assert.deepEqual(await seoOf({ title: '', description: 'Wide' }), { description: 'Wide' })
  for (const none of [{}, { title: ' ' }, null]) assert.equal(await seoOf(none), undefined)
  assert.deepEqual(await dropped(shirt({ seo: 'Linen' })), ['seo'])
})

test('a rating is a mean from 0 to 5, of at least one shopper', async () => {
  const ratingOf = async (rating: unknown) => (await accepted(shirt({ rating }))).rating
  assert.deepEqual(await ratingOf({ value: 4.6, count: 128 }), { value: 4.6, count: 128 })
  assert.deepEqual(await ratingOf({ value: '4.666', count: '3' }), { value: 4.67, count: 3 })
  assert.equal(await ratingOf({ value: 0, count: 0 }), undefined)
  for (const wrong of [
    { value: 5.1, count: 1 },
    { value: 4 },
    { value: 4, count: 1.5 },
    { value: '', count: 2 },
    4,
    [5],
  ])
    assert.deepEqual(await dropped(shirt({ rating: wrong })), ['rating'], JSON.stringify(wrong))
})

test('a color of an option is six hexadecimal digits in lower case', async () => {
  const groups = (color: unknown) => [{ name: 'Color', options: [{ name: 'Navy', color }] }]
  const colorOf = async (color: unknown) => (await accepted(shirt({ optionGroups: groups(color) }))).optionGroups[0]!
  assert.equal((await colorOf('#1F2A44')).options[0]!.color, '#1f2a44')
  assert.equal((await colorOf('#abc')).options[0]!.color, '#aabbcc')
  for (const wrong of ['navy', '#12', 7])
    assert.deepEqual(await dropped(shirt({ optionGroups: groups(wrong) })), ['optionGroups[0].options[0].color'])
})

test('a unit price follows from what a variant contains and from its price', async () => {
  const unitPriceOf = async (unitPrice: unknown) =>
    (await accepted(shirt({}, { price: '10.50', unitPrice }))).variants[0]!.unitPrice
  const bag = { price: '4.20', amount: '100', unit: 'g', contents: '250' }
  for (const same of [{ contents: '250', unit: 'g' }, { contents: '250 g' }, { contents: 250, unit: 'G' }, bag])
    assert.deepEqual(await unitPriceOf(same), bag)
  const bottle = { price: '14.00', amount: '1', unit: 'l', contents: '0.75' }
  assert.deepEqual(await unitPriceOf({ contents: '750 ml', amount: '1 l' }), bottle)
  for (const wrong of ['250 g', {}, { contents: 'much', unit: 'g' }, { contents: '0', unit: 'g' }, { contents: 5 }])
    assert.deepEqual(await dropped(shirt({}, { unitPrice: wrong })), ['variants[0].unitPrice'], JSON.stringify(wrong))
})

test('what a list with form=full adds is left out without a word', async () => {
  const derived = { price: { min: '1.00', max: '1.00' }, inStock: true, descriptionText: '', descriptionHtml: '' }
  assert.deepEqual(await accepted(shirt(derived)), await accepted(shirt({})))
  assert.deepEqual(await warnings(shirt(derived)), [])
  assert.equal((await warnings(shirt({ inStock: true }))).length, 1)
})
