import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadLanguage } from '@vitrine/catalog/language'
import { TermDictionary } from '@vitrine/engine/index/term-dictionary'
import { StemIndex } from '@vitrine/engine/serve/search/stem-index'
import { runAtOnce } from '@vitrine/runtime/steps'
import fc from 'fast-check'
import { COMPLETE_ONLY } from '../quick.ts'

const beginnings = ['sh', 'sho', 'ca', 'dr', 'fly', 'easi', 'e', 'stehlamp', 'lamp', '灯', '𠮷']
const endings = ['', 'e', 's', 'es', 'ed', 'ing', 'y', 'ies', 'ly', 'er', 't', 'ts', 'ted', 'ation', 'lampe', '𠮷']
const word = fc
  .tuple(fc.constantFrom(...beginnings), fc.constantFrom(...endings), fc.constantFrom(...endings))
  .map((parts) => parts.join(''))
const german = await loadLanguage('de')

function indexOf(words: readonly string[]): StemIndex {
  return runAtOnce(StemIndex.build(new TermDictionary(words.toSorted().join('\n')), german))
}

test('the words with a stem are those that stemming every word finds', () => {
  fc.assert(
    fc.property(fc.uniqueArray(word), word, (words, searched) => {
      const [stem, index] = [german.stem(searched), indexOf(words)]
      assert.deepEqual(index.withStem(stem), words.filter((each) => german.stem(each) === stem).sort())
      assert.deepEqual(index.endingWith(stem), words.filter((each) => german.stem(each).endsWith(stem)).sort())
    }),
  )
})

test('no more words contain a part than the index says', { skip: COMPLETE_ONLY }, () => {
  fc.assert(
    fc.property(fc.uniqueArray(word), word, (words, part) => {
      const containing = words.filter((each) => each.includes(part)).length
      assert.ok(part.length < 3 || indexOf(words).mostContaining(part) >= containing)
    }),
  )
  assert.equal(indexOf(['stehlampe', 'tisch']).mostContaining('lampe'), 1)
  assert.equal(indexOf(['stehlampe', 'tisch']).mostContaining('stuhl'), 0)
})

test('many words are indexed in steps', { skip: COMPLETE_ONLY }, () => {
  const words = Array.from({ length: 20_000 }, (_, index) => `word${index}`).sort()
  const steps = [...StemIndex.build(new TermDictionary(words.join('\n')), german)]
  // Stems of 512 words, sorted and merged runs of 2048, and joined lines.
  assert.ok(steps.length > 39 + 10 + 4 * 8, String(steps.length))
})
