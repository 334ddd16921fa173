import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FuzzyDictionary } from '@vitrine/engine/index/fuzzy-search'
import { TermDictionary } from '@vitrine/engine/index/term-dictionary'
import { runAtOnce } from '@vitrine/runtime/steps'
import fc from 'fast-check'
import { editDistance } from '../model/edit-distance.ts'
import { COMPLETE_ONLY } from '../quick.ts'

/** Words of few letters, so that many are similar; some letters are two units of UTF-16. */
const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'ж', '𝒽'), minLength: 1, maxLength: 9 })
const sortedTerms = fc.uniqueArray(word, { maxLength: 60 }).map((terms) => terms.sort())

const fuzzy = (terms: readonly string[]) => runAtOnce(FuzzyDictionary.build(terms.join('\n')))

test('the terms near a word or its beginning are those that complete tables of distances find', {
  skip: COMPLETE_ONLY,
}, () => {
  fc.assert(
    fc.property(sortedTerms, word, fc.nat(9), fc.integer({ min: 1, max: 2 }), (terms, word, letters, maxEdits) => {
      const beginning = Array.from(word).slice(0, letters).join('')
      // A distance above the limit need not be exact.
      const atMost = (edits: number) => Math.min(edits, maxEdits + 1)
      const match = (term: string, edits: number, editsOfBeginning: number) => [
        term,
        atMost(edits),
        atMost(editsOfBeginning),
      ]
      const expected = terms
        .map((term) => match(term, editDistance(term, word), editDistance(term, beginning)))
        .filter(([, ...edits]) => edits.some((each) => Number(each) <= maxEdits))
      const near = fuzzy(terms).near(word, maxEdits, maxEdits, undefined, beginning)
      assert.deepEqual(
        near.map(({ term, edits, editsOfBeginning }) => match(term, edits, editsOfBeginning)),
        expected,
      )
    }),
    { numRuns: 2000 },
  )
})

test('terms with another first letter than the word may have a lower limit', { skip: COMPLETE_ONLY }, () => {
  fc.assert(
    fc.property(sortedTerms, word, fc.integer({ min: 1, max: 2 }), (terms, word, maxEdits) => {
      const isNear = (term: string) =>
        editDistance(term, word) <= (term.codePointAt(0) === word.codePointAt(0) ? maxEdits : maxEdits - 1)
      const near = fuzzy(terms).near(word, maxEdits, maxEdits - 1)
      assert.deepEqual(
        near.map(({ term }) => term),
        terms.filter(isNear),
      )
    }),
    { numRuns: 2000 },
  )
})

test('only the terms with the same first letter have to be sorted', () => {
  const dictionary = fuzzy(['жаба', 'cotton', 'cottons', 'linen', 'coton'])
  assert.deepEqual(
    dictionary.near('coton', 1).map(({ term }) => term),
    ['cotton', 'coton'],
  )
})

test('each term that contains a part behind its beginning is found once', () => {
  fc.assert(
    fc.property(sortedTerms, word, (terms, part) => {
      assert.deepEqual(
        fuzzy(terms).inside(part),
        terms.filter((term) => term.indexOf(part) > 0),
      )
    }),
  )
})

test('a large dictionary, which is built in several steps, has all terms', { skip: COMPLETE_ONLY }, () => {
  const terms = Array.from({ length: 30_000 }, (_, number) => `word${number}`).sort()
  const text = terms.join('\n')
  assert.deepEqual(fuzzy(terms).inside('d'), terms)
  assert.ok([...FuzzyDictionary.build(text)].length > 1)
  const dictionary = fuzzy(terms)
  for (const word of ['word0', 'word29999'])
    assert.deepEqual(
      dictionary.near(word, 1).map(({ term }) => term),
      terms.filter((term) => editDistance(term, word) <= 1),
    )
})

test('a store without terms has none near', () => {
  assert.deepEqual(fuzzy([]).near('cotton', 2), [])
  assert.deepEqual(fuzzy([]).inside('cotton'), [])
})

test('terms and those with a prefix are found among groups of first letters in any order', () => {
  fc.assert(
    fc.property(sortedTerms, fc.array(word), (terms, searched) => {
      const groups = [...Map.groupBy(terms, (term) => [...term][0]!).values()].reverse()
      const dictionary = new TermDictionary(groups.flat().join('\n'))
      for (const each of [...terms, ...searched]) {
        assert.equal(dictionary.has(each), terms.includes(each))
        assert.deepEqual(
          dictionary.beginningWith(each),
          terms.filter((term) => term.startsWith(each)),
        )
      }
    }),
    { numRuns: 500 },
  )
})

test('terms without digits are those that have none', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', '0', '9', ':', 'ж'), minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(fc.uniqueArray(letters, { maxLength: 80 }), letters, (terms, prefix) => {
      const sorted = [...Map.groupBy(terms.sort(), (term) => term[0]!).values()].flat()
      const expected = sorted.filter((term) => term.startsWith(prefix) && !/\d/.test(term))
      assert.deepEqual(new TermDictionary(sorted.join('\n')).beginningWithoutDigits(prefix), expected)
    }),
    { numRuns: 1000 },
  )
})
