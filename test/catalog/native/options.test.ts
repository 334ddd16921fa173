import assert from 'node:assert/strict'
import { test } from 'node:test'
import { derivedId } from '@vitrine/catalog/uuid'
import { accepted, lines, problems, read, shirt, warnings } from '../../convert/reading.ts'

const [RED, BLUE, M] = ['1', '2', '3'].map((n) => `${n.repeat(8)}-1111-4111-8111-111111111111`) as [
  string,
  string,
  string,
]
const colors = {
  name: 'Colour',
  code: 'color',
  options: [
    { id: RED, name: 'Red', code: 'red' },
    { id: BLUE, name: 'Deep Blue' },
  ],
}
const sizes = { name: 'Size', options: [{ id: M, name: 'M' }] }

/** The options of the only variant, as group:option where the product has them. */
async function chosen(productOptions: unknown, optionGroups?: unknown): Promise<string[]> {
  const product = await accepted(shirt({ optionGroups }, { productOptions }))
  return product.variants[0]!.productOptions.map(({ id }) => {
    const group = product.optionGroups.find(({ options }) => options.some((option) => option.id === id))!
    return `${group.code}:${group.options.find((option) => option.id === id)!.code}`
  })
}

function wrong(productOptions: unknown, optionGroups?: unknown): Promise<string[]> {
  return problems(shirt({ optionGroups }, { productOptions }))
}

test('missing ids of option groups are derived from codes, missing codes are made from names', async () => {
  const { optionGroups } = await accepted(
    shirt({ optionGroups: [colors, { name: 'Größe', options: [{ name: '38 ½' }] }] }),
  )
  assert.deepEqual(optionGroups, [
    {
      id: derivedId('demo', 'group', 'color'),
      name: 'Colour',
      code: 'color',
      options: [
        { id: RED, name: 'Red', code: 'red' },
        { id: BLUE, name: 'Deep Blue', code: 'deep-blue' },
      ],
    },
    {
      id: derivedId('demo', 'group', 'grosse'),
      name: 'Größe',
      code: 'grosse',
      options: [{ id: derivedId('demo', 'option', 'grosse', '38-1-2'), name: '38 ½', code: '38-1-2' }],
    },
  ])
})

test('an option is found by its id, code or name, with or without its group', async () => {
  const groups = [colors, sizes]
  for (const option of [
    { id: RED.toUpperCase() },
    { code: 'red' },
    { name: 'Red' },
    { code: 'RED' },
    { code: 'red', group: 'color' },
    { name: 'RED', group: 'Colour' },
  ]) {
    assert.deepEqual(await chosen([option, { code: 'm' }], groups), ['color:red', 'size:m'])
  }
})

test('the option of a variant is the one of the group, with the timestamps of the variant', async () => {
  const option = { id: RED, name: 'Rot', code: 'rot', createdAt: 0, updatedAt: null }
  const product = await accepted(shirt({ optionGroups: [colors] }, { productOptions: [option] }))
  assert.equal(
    JSON.stringify(product.variants[0]!.productOptions),
    JSON.stringify([{ id: RED, name: 'Red', code: 'red', createdAt: '1970-01-01T00:00:00.000Z' }]),
  )
})

test('an object of groups and options finds each by code or name, in any case', async () => {
  for (const options of [{ color: 'red' }, { Colour: 'Red' }, { COLOR: 'RED' }, { colour: 'red', Größe: null }]) {
    assert.deepEqual(await chosen(options, [colors]), ['color:red'])
  }
  assert.deepEqual(await chosen({ color: 'deep-blue' }, [colors]), ['color:deep-blue'])
  assert.deepEqual(await chosen({ color: 'deep blue' }, [colors]), ['color:deep-blue'])
})

test('groups and options of variants that the product does not list are added, as first written', async () => {
  const variants = [
    { sku: '1', price: 1, productOptions: { 'Shoe Size': '38', Color: 'Red' } },
    { sku: '2', price: 1, productOptions: { 'shoe-size': '39', color: 'red' } },
    {
      sku: '3',
      price: 1,
      productOptions: [
        { id: BLUE, name: 'Blue', group: 'Color' },
        { code: '40', group: 'Shoe size' },
      ],
    },
    { sku: '4', price: 1, productOptions: [{ id: BLUE }] },
  ]
  const { optionGroups } = await accepted({ name: 'Shoe', variants })
  const option = (
    group: string,
    name: string,
    code: string,
    id: string = derivedId('demo', 'option', group, code),
  ) => ({ id, name, code })
  assert.deepEqual(optionGroups, [
    {
      id: derivedId('demo', 'group', 'shoe-size'),
      name: 'Shoe Size',
      code: 'shoe-size',
      options: ['38', '39', '40'].map((size) => option('shoe-size', size, size)),
    },
    {
      id: derivedId('demo', 'group', 'color'),
      name: 'Color',
      code: 'color',
      options: [option('color', 'Red', 'red'), option('color', 'Blue', 'blue', BLUE)],
    },
  ])
})

test('options that a listed group lacks are added to it', async () => {
  assert.deepEqual(await chosen({ color: 'Green', Material: 'Linen' }, [colors]), ['color:green', 'material:linen'])
})

test('names with the same code get the same numbers throughout a file', async () => {
  const grades = (...names: string[]) =>
    shirt({}, {}) && {
      name: 'x',
      variants: names.map((grade, i) => ({ sku: `${i}`, price: 1, productOptions: { grade } })),
    }
  const { submissions } = await read(lines(grades('A', 'A+'), grades('A+'), grades('a', 'A-')))
  assert.deepEqual(
    submissions.map((one) => 'product' in one && one.product.optionGroups[0]!.options.map(({ code }) => code)),
    [['a', 'a-2'], ['a-2'], ['a', 'a-3']],
  )
})

test('names of Object.prototype are names like any other', async () => {
  assert.deepEqual(await chosen(JSON.parse('{"__proto__":"constructor","toString":"valueOf"}')), [
    'proto:constructor',
    'tostring:valueof',
  ])
})

const OPTION = 'variants[0].productOptions[0]'
const NONE = 'which is in no option group of the product'
const NAMING = 'an option of optionGroups, or one that names its group in a field "group"'
const CODE = 'a code of at most 200 characters, without white space or colons'

const WRONG: [string, unknown, unknown, ...string[]][] = [
  ['an unknown id', [{ id: M }], [colors], `${OPTION}.id is "${M}", ${NONE}: the id of one of its options`],
  [
    'an id with neither groups nor group',
    [{ id: M, name: 'M' }],
    undefined,
    `${OPTION}.id is "${M}", ${NONE}: ${NAMING}`,
  ],
  ['an unknown code', [{ code: 'green' }], [colors], `${OPTION} is "green", ${NONE}: ${NAMING}`],
  [
    'a code of two groups',
    [{ code: 'red' }],
    [colors, { name: 'Trim', options: [{ name: 'Red' }] }],
    `${OPTION} is "red", which is in several groups: color, trim: ${NAMING}`,
  ],
  ['no id, code or name', [{}], [colors], `${OPTION} has no id, no code and no name: an option with one of them`],
  ['a string', ['red'], [colors], `${OPTION} is "red": an option: an object with an id or a code`],
  ['a number', 5, [colors], 'variants[0].productOptions is 5: a list or an object of options'],
  [
    'two of a group',
    [{ id: RED }, { id: BLUE }],
    [colors],
    `variants[0].productOptions[1] is in the group "color", as is ${OPTION}: one option of each group`,
  ],
  [
    'two of a group by name',
    { color: 'red', Colour: 'Red' },
    [colors],
    'variants[0].productOptions.Colour is in the group "color", as is variants[0].productOptions.color: one option of each group',
  ],
  [
    'a number for an option',
    { 'shoe size': 38 },
    undefined,
    'variants[0].productOptions["shoe size"] is 38: the code or the name of an option, such as "red"',
  ],
  [
    'a blank group',
    { ' ': 'x' },
    undefined,
    'variants[0].productOptions[" "] has a blank name: the code or the name of an option group',
  ],
  [
    'a second id',
    [
      { id: BLUE, code: 'red', group: 'c' },
      { id: RED, code: 'red', group: 'c' },
    ],
    undefined,
    `variants[0].productOptions[1].id is "${RED}", but "red" of this group has the id "${BLUE}": one id for each option`,
  ],
  [
    'a code with a space',
    [],
    [{ name: 'x', code: 'Shoe Size' }],
    `optionGroups[0].code is "Shoe Size": ${CODE}, such as "shoe-size"`,
  ],
  [
    'a code with a colon',
    [],
    [{ ...colors, options: [{ name: 'x', code: 'a:b' }] }],
    `optionGroups[0].options[0].code is "a:b": ${CODE}, such as "a-b"`,
  ],
  ['an empty code', [], [{ name: 'x', code: '' }], `optionGroups[0].code is "": ${CODE}`],
  [
    'groups of one code',
    [],
    [colors, { name: 'Other', code: 'color' }],
    'optionGroups[1].code is "color", which optionGroups[0] also has: a unique code',
  ],
  [
    'options of one code',
    [],
    [{ name: 'x', options: [{ name: 'Red' }, { name: 'Red' }] }],
    'optionGroups[0].options[1].code is "red", which optionGroups[0].options[0] also has: a unique code',
  ],
  [
    'options of one id',
    [],
    [colors, { name: 'Trim', options: [{ name: 'Gold', id: RED }] }],
    `optionGroups[1].options[0].id is "${RED}", which optionGroups[0].options[0] also has: a unique id`,
  ],
  [
    'invalid groups',
    [],
    [5, { options: 5 }],
    'optionGroups[0] is 5: an option group: an object with a name and options',
    'optionGroups[1].name is missing: the name of the option group',
    'optionGroups[1].options is 5: a list of options',
  ],
]

for (const [name, productOptions, optionGroups, ...expected] of WRONG) {
  test(`problem: ${name}`, async () => assert.deepEqual(await wrong(productOptions, optionGroups), expected))
}

test('codes in capitals are lower-cased, with one warning for each', async () => {
  const product = shirt({ optionGroups: [{ ...colors, code: 'Color' }] }, { productOptions: { color: 'red' } })
  assert.deepEqual(await chosen({ color: 'red' }, product.optionGroups), ['color:red'])
  assert.deepEqual(await warnings(product, product), ['optionGroups[].code "Color" is read as "color"'])
})

test('two variants may have the same options', async () => {
  const variants = ['1', '2'].map((sku) => ({ sku, price: 1, productOptions: { color: 'red' } }))
  assert.deepEqual(await problems({ name: 'x', variants }), [])
})

test('names that differ only in white space are one option of one group, in all products', async () => {
  const red = (group: string, option: string, sku: string) =>
    shirt({ name: sku }, { sku, productOptions: { [group]: option } })
  const names: [string, string][] = [
    ['Color', 'Red '],
    [' color', ' red'],
    ['Color', 'RED'],
    ['Color', 'dark  red'],
    ['Color', 'Dark red'],
  ]
  const { submissions } = await read(lines(...names.map(([group, option], at) => red(group, option, `s${at}`))))
  const codes = submissions.map((submission) => {
    assert.ok('product' in submission)
    return submission.product.optionGroups.map(({ code, options }) => [code, ...options.map((option) => option.code)])
  })
  assert.deepEqual(codes.flat(), [
    ['color', 'red'],
    ['color', 'red'],
    ['color', 'red'],
    ['color', 'dark-red'],
    ['color', 'dark-red'],
  ])
  const variants = ['Red ', ' red', 'Red'].map((option, at) => ({
    sku: `s${at}`,
    price: 1,
    productOptions: { Color: option },
  }))
  const { optionGroups } = await accepted({ name: 'Shirt', variants })
  assert.deepEqual(
    optionGroups.map(({ options }) => options.map(({ name, code }) => [name, code])),
    [[['Red ', 'red']]],
  )
})
