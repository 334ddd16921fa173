import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accepted, lines, read, sentence, shirt } from '../../convert/reading.ts'

const attributesOf = async (attributes: unknown) => (await accepted(shirt({ attributes }))).attributes

/** What is dropped of a product with one attribute. */
async function dropped(attribute: object): Promise<string[]> {
  const [submission] = (await read(lines(shirt({ attributes: [attribute] })))).submissions
  assert.ok(submission && 'product' in submission, JSON.stringify(submission))
  assert.ok(!('attributes' in submission.product))
  return submission.dropped.map(sentence)
}

test('attributes of products and variants are kept as they came', async () => {
  const weight = { code: 'weight', name: 'Weight', type: 'number', unit: 'kg', value: 0.4 }
  const text = { code: 'care', name: 'Care', type: 'text', value: 'Wash at 30 °C\nor by hand' }
  const product = await accepted(shirt({ attributes: [weight, text] }, { attributes: [{ ...weight, value: 0.35 }] }))
  assert.deepEqual(product.attributes, [weight, text])
  assert.deepEqual(product.variants[0]!.attributes, [{ ...weight, value: 0.35 }])
  assert.ok(!('attributes' in (await accepted(shirt({ attributes: [] }, { attributes: null })))))
})

test('a missing code follows from the name, a missing name from the code, a missing type from the value', async () => {
  assert.deepEqual(
    await attributesOf([
      { name: 'Screen size', value: 15.6, unit: ' in ' },
      { code: 'WATERPROOF', value: true },
      { name: 'Released', type: 'date', value: '2026-03-14' },
      { name: 'Care', value: '2026-03-14' },
    ]),
    [
      { code: 'screen-size', name: 'Screen size', type: 'number', unit: 'in', value: 15.6 },
      { code: 'waterproof', name: 'waterproof', type: 'boolean', value: true },
      { code: 'released', name: 'Released', type: 'date', value: '2026-03-14' },
      { code: 'care', name: 'Care', type: 'text', value: '2026-03-14' },
    ],
  )
})

test('a number may be text, and loses no digit', async () => {
  for (const [value, expected] of [
    ['0.400', 0.4],
    [' -12.5 ', -12.5],
    ['-0', 0],
    ['999999999.999999', 999_999_999.999_999],
    [-123_456_789.123_456, -123_456_789.123_456],
  ])
    assert.deepEqual((await attributesOf([{ code: 'x', type: 'number', value }]))?.[0]?.value, expected)
})

test('a wrong attribute is dropped, and the product is kept', async () => {
  const path = 'attributes[0]'
  const decimal =
    'a decimal number with at most nine digits before the point and six after it, also in g, mm or ml, such as 0.4'
  for (const [attribute, expected] of [
    [{ code: 'x', type: 'number', value: '1,5' }, `${path}.value is "1,5": ${decimal}`],
    [{ code: 'x', value: 0.000_000_1 }, `${path}.value is 1e-7: ${decimal}`],
    [{ code: 'x', value: 1_000_000, unit: 'kg' }, `${path}.value is 1000000: ${decimal}`],
    [{ code: 'x', type: 'boolean', value: 'yes' }, `${path}.value is "yes": true or false`],
    [{ code: 'x', type: 'date', value: '2026-02-30' }, `${path}.value is "2026-02-30": a date such as "2026-03-14"`],
    [{ code: 'x', value: ' ' }, `${path}.value is " ": text of at most 10,000 characters`],
    [{ code: 'x' }, `${path}.value is missing: text of at most 10,000 characters`],
    [{ code: 'x', type: 'money', value: 1 }, `${path}.type is "money": number, boolean, date or text`],
    [
      { code: 'x', value: 1, unit: '2x' },
      `${path}.unit is "2x": a unit of at most 40 characters, which does not begin with a digit, a sign or a point`,
    ],
    [
      { name: '+', value: 1 },
      `${path}.code is missing: a name with letters or digits, or a code of at most 200 characters without white space or colons`,
    ],
  ] as const)
    assert.deepEqual(await dropped(attribute), [expected])
})

test('a unit of a text attribute is dropped, and the report says so', async () => {
  const attributes = [{ code: 'care', type: 'text', unit: 'kg', value: 'Wool' }]
  const [submission] = (await read(lines(shirt({ attributes })))).submissions
  assert.ok(submission && 'product' in submission)
  assert.deepEqual(submission.product.attributes, [{ code: 'care', name: 'care', type: 'text', value: 'Wool' }])
  const expected = 'attributes[0].unit is "kg": none, since only numbers have a unit'
  assert.deepEqual(submission.dropped.map(sentence), [expected])
})

test('of two attributes with one code the first counts', async () => {
  const attributes = [
    { code: 'x', value: 1 },
    { code: 'X', value: 2 },
  ]
  const [submission] = (await read(lines(shirt({ attributes })))).submissions
  assert.ok(submission && 'product' in submission)
  assert.deepEqual(
    submission.product.attributes?.map(({ value }) => value),
    [1],
  )
  const expected = 'attributes[1] has the code "x" of an earlier one: one attribute of a code'
  assert.deepEqual(submission.dropped.map(sentence), [expected])
})

test('attributes that are no list of objects are dropped', async () => {
  const many = Array.from({ length: 501 }, (_, index) => ({ code: `c${index}`, value: index }))
  for (const [attributes, expected] of [
    [{ weight: 5 }, 'attributes is an object: a list of at most 500 attributes'],
    [many, 'attributes has 501: a list of at most 500 attributes'],
    [['red'], 'attributes[0] is "red": an attribute: an object with a name and a value'],
  ] as const) {
    const [submission] = (await read(lines(shirt({ attributes })))).submissions
    assert.ok(submission && 'product' in submission)
    assert.deepEqual(submission.dropped.map(sentence), [expected])
  }
})
