import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadLanguage } from '@vitrine/catalog/language'
import { TermDictionary } from '@vitrine/engine/index/term-dictionary'
import { ShortStems } from '@vitrine/engine/serve/search/short-stems'
import { runAtOnce } from '@vitrine/runtime/steps'
import fc from 'fast-check'

const beginnings = ['sh', 'sho', 'ca', 'dr', 'fly', 'easi', 'e']
const endings = ['', 'e', 's', 'es', 'ed', 'ing', 'y', 'ies', 'ly', 'er', 't', 'ts', 'ted', 'ation']
const word = fc
  .tuple(fc.constantFrom(...beginnings), fc.constantFrom(...endings), fc.constantFrom(...endings))
  .map((parts) => parts.join(''))
const english = await loadLanguage('en')

test('the words with a short stem are those that stemming every word finds', () => {
  fc.assert(
    fc.property(fc.uniqueArray(word), word, (words, searched) => {
      const dictionary = new TermDictionary(words.sort().join('\n'))
      const stems = runAtOnce(ShortStems.build(dictionary, english))
      const stem = english.stem(searched)
      const beginning = searched.slice(0, 2)
      const expected = dictionary.beginningWith(beginning).filter((other) => english.stem(other) === stem)
      const isShort = stem.length <= 4
      assert.deepEqual(stems.termsWith(stem, beginning), isShort ? expected : undefined)
    }),
  )
})

test('many words are stemmed in steps', () => {
  const words = Array.from({ length: 5000 }, (_, index) => `word${index}`).sort()
  const steps = [...ShortStems.build(new TermDictionary(words.join('\n')), english)]
  assert.ok(steps.length >= 9, String(steps.length))
})
