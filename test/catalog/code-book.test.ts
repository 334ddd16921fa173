import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { CodeBook, type CodePath, type CodeScope } from '@vitrine/catalog/code-book'
import fc from 'fast-check'

function labelsOf(book: CodeBook, ...paths: readonly CodePath[]): string[] {
  return paths.map((path) => book.make('label', path))
}

test('a code belongs to one name of its scope, and a name keeps its code unless the product uses that code already', () => {
  const book = new CodeBook()
  const make = (scope: CodeScope, name: string, ...taken: string[]) =>
    book.make(scope, name, (code) => taken.includes(code))
  assert.equal(make('label', 'C'), 'c')
  assert.equal(make('label', 'C++'), 'c-2')
  assert.equal(make('group', 'C++'), 'c')
  assert.equal(make('label', 'C++', 'c-2'), 'c-3')
  assert.equal(make('label', 'C++'), 'c-2')
  assert.equal(make('option:c', 'C++'), 'c')
})

test('a name without letters and digits has the numbers of its characters as its code', () => {
  assert.deepEqual(labelsOf(new CodeBook(), ['♥'], '+', ['Signs', '♥']), ['u2665', 'u2b', 'signs-u2665'])
})

describe('names', () => {
  test('differ by accents and signs, but not by case and white space', () => {
    const names = ['Bò', 'Bơ', 'bò ', 'Bó', 'Año', 'AÑO', 'Ano', 'No  Name', 'no name']
    const codes = ['bo', 'bo-2', 'bo', 'bo-3', 'ano', 'ano', 'ano-2', 'no-name', 'no-name']
    assert.deepEqual(labelsOf(new CodeBook(), ...names), codes)
  })

  test('are paths of categories, of which the second with a name has the name above in its code', () => {
    const book = new CodeBook()
    const codes = labelsOf(
      book,
      ...[['Men'], ['Men', 'Shirts'], ['Women', 'Shirts'], ['Sale', 'Women', 'Shirts'], ['Shirts'], ['MEN', 'shirts']],
    )
    assert.deepEqual(codes, ['men', 'shirts', 'women-shirts', 'sale-women-shirts', 'shirts-2', 'shirts'])
  })

  test('alone are the category with the plain code, whichever comes first', () => {
    assert.deepEqual(labelsOf(new CodeBook(), ['Men', 'Shirts'], 'Shirts', ['Women', 'Shirts']), [
      'shirts',
      'shirts',
      'women-shirts',
    ])
    assert.deepEqual(labelsOf(new CodeBook(), 'Shirts', ['Men', 'Shirts'], ['Women', 'Shirts']), [
      'shirts',
      'shirts',
      'women-shirts',
    ])
  })

  test('of tags are never categories with a path, but names alone', () => {
    const sale = { tag: 'Sale' }
    assert.deepEqual(labelsOf(new CodeBook(), sale, ['Women', 'Sale'], 'Sale'), ['sale', 'women-sale', 'sale'])
    assert.deepEqual(labelsOf(new CodeBook(), ['Women', 'Sale'], sale, 'Sale'), ['sale', 'sale-2', 'sale'])
  })
})

test('given codes stay, in any order of the names', () => {
  const name = fc.constantFrom('C', 'C++', 'C#', 'c', 'Ç', '+', 'c-2')
  const path = fc.oneof<fc.Arbitrary<CodePath>[]>(
    name,
    fc.array(name, { minLength: 1, maxLength: 3 }),
    name.map((tag) => ({ tag })),
  )
  fc.assert(
    fc.property(fc.array(path), fc.array(path), (first, second) => {
      const book = new CodeBook()
      const codes = labelsOf(book, ...first)
      const later = new CodeBook(book.added)
      const others = labelsOf(later, ...second)
      assert.deepEqual(labelsOf(later, ...first), codes)
      assert.deepEqual(labelsOf(new CodeBook([...book.added, ...later.added]), ...second, ...first), [
        ...others,
        ...codes,
      ])
    }),
  )
})
