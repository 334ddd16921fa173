import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { FuzzyDictionary } from '../../src/serve/fuzzy-dictionary.ts'
import { TermDictionary } from '../../src/serve/term-dictionary.ts'
import { editDistance } from '../model/edit-distance.ts'

/** Words of few letters, so that many are near one another; some letters are two units of UTF-16. */
const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'ж', '𝒽'), minLength: 1, maxLength: 9 })
const words = fc.uniqueArray(word, { maxLength: 60 }).map((words) => words.sort())

test('the words near a word are those that the plain table of distances finds', () => {
  fc.assert(
    fc.property(words, word, fc.integer({ min: 1, max: 2 }), (words, wanted, edits) => {
      const expected = words
        .map((word) => ({ word, edits: editDistance(word, wanted) }))
        .filter((neighbour) => neighbour.edits <= edits)
      assert.deepEqual(new FuzzyDictionary(words.join('\n')).near(wanted, edits), expected)
    }),
    { numRuns: 2000 },
  )
})

test('words of several first letters need only lie together', () => {
  const vocabulary = new FuzzyDictionary(['жаба', 'cotton', 'cottons', 'linen', 'coton'].join('\n'))
  assert.deepEqual(
    vocabulary.near('coton', 1).map(({ word }) => word),
    ['cotton', 'coton'],
  )
})

test('the words that contain a part are all found, once each', () => {
  fc.assert(
    fc.property(words, word, (words, part) => {
      assert.deepEqual(
        new TermDictionary(words.join('\n')).containing(part),
        words.filter((word) => word.includes(part)),
      )
    }),
  )
})

test('in a large vocabulary, which is laid out in parts, all words are found', async () => {
  const many = Array.from({ length: 100_000 }, (_, number) => `word${number}`).sort()
  const lexicon = new TermDictionary(many.join('\n'))
  assert.deepEqual(lexicon.containing('w'), many)
  for (const word of ['word0', 'word5000', 'word99999'])
    assert.ok((await lexicon.near(word, 1)).some((neighbour) => neighbour.word === word && neighbour.edits === 0))
})

test('a store without words has none near', async () => {
  assert.deepEqual(await new TermDictionary('').near('cotton', 2), [])
  assert.deepEqual(new TermDictionary('').containing('cotton'), [])
})
