import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fold, tokenize } from '@vitrine/catalog/words'
import fc from 'fast-check'

const FOLDED: [string, string][] = [
  ['Crème Brûlée', 'creme brulee'],
  ['Cre\u0300me', 'creme'],
  ['STRASSE', 'strasse'],
  ['Straße', 'strasse'],
  ['Ærø Łódź Þór', 'aero lodz thor'],
  ['İstanbul', 'istanbul'],
  ['ISPARTA ılık', 'isparta ilik'],
  ['Ｆｕｌｌ ﬁt ½', 'full fit 1⁄2'],
  ['ΆΛΦΑ', 'αλφα'],
  ['Ёлка Йод', 'елка иод'],
  ['שָׁלוֹם', 'שלום'],
  ['مُحَمَّد', 'محمد'],
  ['हिन्दी', 'हिन्दी'],
  ['한국어', '한국어'],
  ['ガラス', 'ガラス'],
]

for (const [text, folded] of FOLDED) test(`${text} is folded to ${folded}`, () => assert.equal(fold(text), folded))

test('folding folded text changes nothing', () => {
  fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => assert.equal(fold(fold(text)), fold(text))))
})

const WORDS: [string, string[]][] = [
  ['Linen-Shirt, size 38.5 (blue)', ['linen', 'shirt', 'size', '38', '5', 'blue']],
  ["Men's l’été", ['mens', 'lete']],
  ['red red', ['red', 'red']],
  ['Синяя рубашка', ['синяя', 'рубашка']],
  ['हिन्दी शर्ट', ['हिन्दी', 'शर्ट']],
  ['파란 셔츠', ['파란', '셔츠']],
  ['!?…', []],
  ['ʼ ŉ', ['n']],
  ['LEGO™ set® ★', ['lego', 'set']],
  ['🍕 Pizza-cutter ❤️👍🏽 🇩🇪 1️⃣', ['🍕', 'pizza', 'cutter', '❤', '👍', '🇩🇪', '1']],
  ['', []],
]

for (const [text, words] of WORDS) test(`the words of “${text}”`, () => assert.deepEqual(tokenize(text), words))

test('text without spaces is split into several words, in order', () => {
  for (const text of ['青いシャツ', '蓝色亚麻衬衫', 'เสื้อสีฟ้า']) {
    const words = tokenize(text)
    assert.ok(words.length > 1, text)
    assert.equal(words.join(''), fold(text))
  }
})

test('words are folded, and never empty', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
      for (const word of tokenize(text)) assert.ok(word !== '' && word === fold(word), JSON.stringify(word))
    }),
  )
})

test('ASCII words are the same next to other words', () => {
  const pieces = fc.constantFrom('shirt', "men's", "'", '-', ' ', 'L2', '38.5')
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
      const text = parts.join('')
      assert.deepEqual(tokenize(`${text} été`), [...tokenize(text), 'ete'])
    }),
  )
})

test('a very long word is cut, in whole characters', () => {
  const long = 'x'.repeat(99)
  assert.deepEqual(tokenize(`${long}yz ${long}`), [`${long}y`, long])
  assert.deepEqual(tokenize(`${long}\u{10450}`), [long])
})
