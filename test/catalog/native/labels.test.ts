import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { derivedId } from '@vitrine/catalog/uuid'
import { accepted, lines, problems, read, shirt, warnings } from '../../convert/reading.ts'

const ID = '6f0e1c9a-0d3b-4e5f-8a7b-1c2d3e4f5a6b'

async function codes(...labelValues: unknown[]): Promise<string[]> {
  return (await accepted(shirt({ labelValues }))).labelValues.map(({ code }) => code)
}

function wrong(...labelValues: unknown[]): Promise<string[]> {
  return problems(shirt({}, { labelValues }))
}

test('a label may be only its name', async () => {
  const { labelValues } = await accepted(shirt({ labelValues: ['Neue Ärmel', { id: ID, name: 'Sale', code: 'SALE' }] }))
  assert.deepEqual(labelValues, [
    { id: derivedId('demo', 'label', 'neue-armel'), name: 'Neue Ärmel', code: 'neue-armel' },
    { id: ID, name: 'Sale', code: 'sale' },
  ])
  assert.deepEqual(await warnings(shirt({ labelValues: [{ name: 'Sale', code: 'SALE' }] })), [
    'labelValues[].code "SALE" is read as "sale"',
  ])
})

test('a repeated label is kept once', async () => {
  assert.deepEqual(await codes('Sale', 'Sale', { name: 'Sale' }, { name: 'Sale', code: 'sale' }), ['sale'])
  assert.deepEqual(await codes({ id: ID, name: 'Sale', code: 'sale' }, 'Sale'), ['sale'])
})

test('a made code differs from the other codes of the list, and stands for one name throughout a file', async () => {
  assert.deepEqual(await codes('Red', { name: 'Rouge', code: 'red' }), ['red-2', 'red'])
  const { submissions } = await read(
    lines(...[['C', 'C++'], ['C++'], ['C#', 'c']].map((labelValues) => shirt({ labelValues }))),
  )
  assert.deepEqual(
    submissions.map((one) => 'product' in one && one.product.labelValues.map(({ code }) => code)),
    [['c', 'c-2'], ['c-2'], ['c-3', 'c']],
  )
})

test('contradictory labels are a problem', async () => {
  const same = 'variants[0].labelValues[1]'
  assert.deepEqual(await wrong('Sale', 'SALE'), [
    `${same}.code is "sale", which variants[0].labelValues[0] also has: a unique code`,
  ])
  assert.deepEqual(await wrong({ name: 'A', code: 'x' }, { name: 'B', code: 'x' }), [
    `${same}.code is "x", which variants[0].labelValues[0] also has: a unique code`,
  ])
  assert.deepEqual(await wrong({ name: 'A', id: ID }, { name: 'B', id: ID }), [
    `${same}.id is "${ID}", which variants[0].labelValues[0] also has: a unique id`,
  ])
})

test('invalid labels are problems', async () => {
  assert.deepEqual(await wrong('', 5, { code: 'x' }, 'a\0'), [
    'variants[0].labelValues[0] is blank: a label: its name, or an object with a name',
    'variants[0].labelValues[1] is 5: a label: its name, or an object with a name',
    'variants[0].labelValues[2].name is missing: the name of the label',
    'variants[0].labelValues[3] is "a\\u0000", with a NUL character: text without NUL characters',
  ])
})

test('a label of a product may have a kind, and the strongest of its mentions counts', async () => {
  const kinds = async (...labelValues: unknown[]) =>
    (await accepted(shirt({ labelValues }))).labelValues.map(({ code, kind }) => [code, kind])
  assert.deepEqual(await kinds('New', { name: 'Sale', kind: 'tag' }, { name: 'Tea', kind: 'category' }), [
    ['new', undefined],
    ['sale', 'tag'],
    ['tea', 'category'],
  ])
  const mentions = [{ name: 'Sale', kind: 'tag' }, 'Sale', { name: 'Sale', kind: 'collection' }]
  assert.deepEqual(await kinds(...mentions), [['sale', 'collection']])
  const { submissions } = await read(lines(shirt({ labelValues: [{ name: 'Sale', kind: 'menu' }] })))
  assert.deepEqual(
    submissions.map(
      (one) => 'product' in one && [one.product.labelValues[0]!.kind, one.dropped?.map(({ wrong }) => wrong)],
    ),
    [[undefined, ['is "menu"']]],
  )
  assert.deepEqual(await warnings(shirt({}, { labelValues: [{ name: 'A', kind: 'tag' }] })), [
    'variants[].labelValues[].kind is not a known field and is ignored',
  ])
})

describe('the parent of a label', () => {
  const parents = async (...labelValues: unknown[]) =>
    (await accepted(shirt({ labelValues }))).labelValues.map(({ code, parent }) => [code, parent])

  test('is the code or the name of another label of the product', async () => {
    const expected = [
      ['clothing', undefined],
      ['tops', 'clothing'],
    ]
    const clothing = { name: 'Clothing', code: 'clothing' }
    for (const parent of ['clothing', 'Clothing', 'CLOTHING'])
      assert.deepEqual(await parents(clothing, { name: 'Tops', parent }), expected)
    assert.deepEqual(await parents({ name: 'Tops', parent: 'clothing' }, 'Clothing'), expected.toReversed())
    assert.deepEqual(await parents({ name: 'Tops', parent: null }), [['tops', undefined]])
  })

  test('is a code first, and not the label itself', async () => {
    const labels = [
      { name: 'a', code: 'b' },
      { name: 'b', code: 'c' },
    ]
    assert.deepEqual((await parents(...labels, { name: 'D', parent: 'b' }))[2], ['d', 'b'])
    assert.deepEqual(await parents({ name: 'b', code: 'c' }, { name: 'A!', code: 'b', parent: 'b' }), [
      ['c', undefined],
      ['b', 'c'],
    ])
  })

  test('may be missing where the label is repeated', async () => {
    const tops = { name: 'Tops', parent: 'clothing' }
    assert.deepEqual(await parents('Tops', 'Clothing', tops, 'Tops', tops), [
      ['tops', 'clothing'],
      ['clothing', undefined],
    ])
  })

  test('is a problem if it is no other label, a second parent, or below the label', async () => {
    const faults = (...labelValues: unknown[]) => problems(shirt({ labelValues }))
    assert.deepEqual(await faults({ name: 'Tops', parent: 'clothing' }), [
      'labelValues[0].parent is "clothing": the code or the name of another label of the product',
    ])
    assert.deepEqual(await faults({ name: 'Tops', parent: 'tops' }), [
      'labelValues[0].parent is "tops": the code or the name of another label of the product',
    ])
    const c = { name: 'C', code: 'c' }
    assert.deepEqual(await faults('A', 'B', { ...c, parent: 'a' }, { ...c, parent: 'b' }), [
      'labelValues[3].parent is "b"; it also has another: one parent for a label',
    ])
    const cycle = [
      { name: 'A', parent: 'c' },
      { name: 'B', parent: 'a' },
      { name: 'C', parent: 'b' },
    ]
    assert.deepEqual(await faults(...cycle), [
      'labelValues[2].parent is "b", which is below the label: a label that is not below it',
    ])
    assert.deepEqual(await faults({ name: 'A', parent: 5 }), ['labelValues[0].parent is 5: text'])
  })

  test('makes two labels of one name', async () => {
    const two = [
      { name: 'C', parent: 'a' },
      { name: 'C', parent: 'b' },
    ]
    assert.deepEqual((await parents('A', 'B', ...two)).slice(2), [
      ['c', 'a'],
      ['b-c', 'b'],
    ])
  })

  test('is not a field of the labels of variants', async () => {
    assert.deepEqual(await warnings(shirt({}, { labelValues: ['A', { name: 'B', parent: 'a' }] })), [
      'variants[].labelValues[].parent is not a known field and is ignored',
    ])
  })
})

describe('the path of a label', () => {
  const labels = async (...labelValues: unknown[]) =>
    (await accepted(shirt({ labelValues }))).labelValues.map(({ name, code, parent }) => [name, code, parent])

  test('brings the labels above it', async () => {
    assert.deepEqual(
      await labels({ path: ['Men', 'Shirts'] }, { path: ['Women', 'Shirts'] }, { path: ['MEN', 'Hats'] }),
      [
        ['Men', 'men', undefined],
        ['Shirts', 'shirts', 'men'],
        ['Women', 'women', undefined],
        ['Shirts', 'women-shirts', 'women'],
        ['Hats', 'hats', 'men'],
      ],
    )
  })

  test('may come with a code, a name and a kind', async () => {
    const shirts = { path: ['Men', 'Shirts'], name: 'Fine shirts', code: 'fine', kind: 'category' }
    const { labelValues } = await accepted(shirt({ labelValues: [shirts] }))
    assert.deepEqual(
      labelValues.map(({ id: _, ...label }) => label),
      [
        { name: 'Men', code: 'men', kind: 'category' },
        { name: 'Fine shirts', code: 'fine', parent: 'men', kind: 'category' },
      ],
    )
  })

  test('is a problem without names, with blank ones, and beside a parent', async () => {
    const faults = (...labelValues: unknown[]) => problems(shirt({ labelValues }))
    assert.deepEqual(
      await faults({ path: [] }, { path: ['A', ' '] }, { path: ['A', 'B'], parent: 'a' }, { path: 'A' }),
      [
        'labelValues[0].path has 0 names: 1 to 50 names',
        'labelValues[1].path[1] is " ": text that is not blank',
        'labelValues[2].parent is beside a path: a path, or a parent',
        'labelValues[3].path is "A": a list of names from the top down, such as ["Clothing", "Shirts"]',
      ],
    )
  })
})
