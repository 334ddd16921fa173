import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { highlight, prefixesIn } from '../../packages/instantsearch/highlight.ts'

const TAGS = { highlightPreTag: '[', highlightPostTag: ']' }
const exact = (word: string, ...as: string[]) => ({ word, how: 'exact' as const, as: as.length > 0 ? as : [word] })

describe('highlighting', () => {
  for (const [text, words, value] of [
    ['Breton Shirt, T-Shirt', [exact('shrit', 'shirt')], 'Breton [Shirt], T-[Shirt]'],
    ['Crème brûlée', [exact('creme'), exact('brulee')], '[Crème] [brûlée]'],
    ['Cre\u0300me', prefixesIn('cré'), '[Cre\u0300]me'],
    ['Crème', prefixesIn('CREM'), '[Crèm]e'],
    ['The Chef’s Knife', [exact('chefs')], 'The [Chef’s] Knife'],
    ['Chef’s', prefixesIn('chefs'), '[Chef’s]'],
    ['ほうじ茶 Hōjicha', [...prefixesIn('ほうじ'), exact('hojicha')], '[ほうじ]茶 [Hōjicha]'],
    ['Umbrella', prefixesIn('umb'), '[Umb]rella'],
    ['inside in', [exact('in')], 'inside [in]'],
    ['🧵 & <b>', [exact('b')], '🧵 & <[b]>'],
    ['nothing', [], 'nothing'],
  ] as const) {
    test(value, () => assert.equal(highlight(text, words, TAGS).value, value))
  }

  test('says how much matches', () => {
    const levelOf = (text: string) => highlight(text, [exact('linen'), exact('shirt')], TAGS)
    assert.deepEqual(levelOf('Shirt of Linen'), {
      value: '[Shirt] of [Linen]',
      matchLevel: 'full',
      matchedWords: ['shirt', 'linen'],
      fullyHighlighted: false,
    })
    assert.equal(levelOf('Linen').matchLevel, 'partial')
    assert.equal(levelOf('Linen').fullyHighlighted, true)
    assert.equal(levelOf('Wool').matchLevel, 'none')
    assert.equal(levelOf('Wool').fullyHighlighted, false)
  })

  test('uses the tags of hosted search if there are none', () => {
    assert.equal(highlight('a b', [exact('b')], {}).value, 'a <em>b</em>')
  })
})
