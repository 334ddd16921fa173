import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readLabelEntries } from '@vitrine/catalog/declared/label-entries'

function entriesOf(...values: unknown[]) {
  const { entries, problems, warnings } = readLabelEntries(JSON.stringify(values))
  assert.deepEqual(problems, [])
  assert.deepEqual(warnings, [])
  return entries
}

function faults(text: string): string[] {
  return readLabelEntries(text).problems.map(({ where, wrong, right }) => `${where} ${wrong}: ${right}`)
}

describe('a file of labels', () => {
  test('has for each code what a shop shows', () => {
    const clothing = {
      code: 'clothing',
      name: 'Clothes',
      description: 'Made to last.\n\nMade here.',
      picture: { path: '/clothes.jpg', alt: 'A shirt', width: 800, height: 600 },
      seo: { title: 'Clothes', description: 'Linen and wool.' },
      rank: 0,
      hidden: true,
    }
    assert.deepEqual(entriesOf(clothing, { code: 'tea' }), [clothing, { code: 'tea' }])
  })

  test('may leave out everything but the code, and shorten pictures', () => {
    const blank = { code: 'tea', name: ' ', description: ' ', picture: null, seo: {}, rank: null, hidden: false }
    assert.deepEqual(entriesOf(blank), [{ code: 'tea' }])
    const { entries, warnings } = readLabelEntries('[{"code": "Cups", "picture": "/cups.jpg", "colour": "red"}]')
    assert.deepEqual(entries, [{ code: 'cups', picture: { path: '/cups.jpg' } }])
    assert.deepEqual(warnings, ['colour is not a known field and is ignored', 'code "Cups" is read as "cups"'])
  })

  test('is refused with the label and the field of each problem', () => {
    const values = [
      { name: 'Tea' },
      { code: 'a b' },
      { code: 'tea', rank: -1, hidden: 'yes' },
      'tea',
      { code: 'tea', picture: { path: '', width: 5 }, seo: 'Tea' },
      { code: 'cups', description: 'x'.repeat(10_001), seo: { title: 5 } },
    ]
    assert.deepEqual(faults(JSON.stringify(values)), [
      'label 1: code is missing: the code of a label, such as "clothing"',
      'label 2: code is "a b": a code of at most 200 characters, without white space or colons, such as "a-b"',
      'label 3: rank is -1: a whole number of 0 or more',
      'label 3: hidden is "yes": true or false',
      'label 4 is "tea": an object with the code of a label',
      'label 5: code is "tea", which label 3 also has: a unique code',
      'label 5: picture.path is blank: the URL of the picture',
      'label 5: seo is "Tea": an object with a title and a description',
      'label 5: picture.height is missing: a width and a height in pixels: whole numbers from 1 to 100,000',
      'label 6: description is 10001 characters long: at most 10000 characters',
      'label 6: seo.title is 5: text',
    ])
  })

  test('is a JSON array of at most 10,000 labels', () => {
    const example = '[{"code": "clothing", "description": "Made to last.", "rank": 1}]'
    assert.deepEqual(faults('{"code": "tea"}'), [`the file has no list of labels: ${example}`])
    assert.match(faults('code,name')[0]!, /^the file is not JSON: Unexpected token/)
    const many = Array.from({ length: 10_001 }, (_, index) => ({ code: `c${index}` }))
    assert.deepEqual(faults(JSON.stringify(many)), ['the file has 10001 labels: at most 10000'])
    assert.equal(entriesOf(...many.slice(1)).length, 10_000)
  })
})
