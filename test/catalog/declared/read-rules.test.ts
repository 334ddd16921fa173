import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readRules } from '@vitrine/catalog/declared/read-rules'
import { COMPLETE_ONLY } from '../../quick.ts'

const PIN = { slug: 'gift-card', at: 1 }

/** The problems of a file with these rules, each in one line. */
function problems(...rules: readonly unknown[]): string[] {
  return problemsOf(JSON.stringify({ rules }))
}

function problemsOf(text: string): string[] {
  return readRules(text).problems.map(({ where, wrong, right }) => `${where} ${wrong}: ${right}`)
}

describe('a file of rules', () => {
  test('has rules for searches and for categories', () => {
    const rules = [
      { words: ['gift'], pin: [PIN], hide: ['gas-bottle', { sku: 'GB-1' }] },
      {
        query: 'sale',
        pin: [
          { sku: 'LS-NAVY-S', at: 1 },
          { slug: 'outlet-bag', at: 100 },
        ],
        hide: [],
      },
      { within: ' Clothing ', pin: [{ slug: 'new-parka', at: 1 }] },
    ]
    const expected = {
      entries: [
        { words: ['gift'], pin: [PIN], hide: [{ slug: 'gas-bottle' }, { sku: 'GB-1' }] },
        {
          query: 'sale',
          pin: [
            { sku: 'LS-NAVY-S', at: 1 },
            { slug: 'outlet-bag', at: 100 },
          ],
        },
        { within: 'clothing', pin: [{ slug: 'new-parka', at: 1 }] },
      ],
      problems: [],
    }
    assert.deepEqual(readRules(JSON.stringify({ rules })), expected)
    assert.deepEqual(readRules(JSON.stringify(rules)), expected)
    assert.deepEqual(readRules(JSON.stringify({ rules: expected.entries })), expected)
  })

  test('says where a fault is, what is wrong, and what would be right', () => {
    const condition = 'one of "query": "gift card", "words": ["gift"] and "within": "clothing"'
    const pin = '{"slug": "gift-card", "at": 1} or {"sku": "GC-1", "at": 1}'
    for (const [rule, expected] of [
      ['gift', `rule 1 is "gift": an object with ${condition}`],
      [{ pin: [PIN] }, `rule 1 has no condition: ${condition}`],
      [{ query: 'a', words: ['a'], pin: [PIN] }, `rule 1 has query and words: ${condition}`],
      [{ query: 'a', pins: [PIN], pin: [PIN] }, 'rule 1 has "pins": only query, words, within, pin, hide'],
      [{ query: 'a' }, `rule 1 pins and hides nothing: "pin": [${pin}]`],
      [
        { query: '--', pin: [PIN] },
        'rule 1 has query "--": "query": "gift card": letters or digits, 200 characters at most',
      ],
      [{ words: 'gift', pin: [PIN] }, 'rule 1 has words "gift": "words": ["gift"], with 1 to 10 words'],
      [{ within: 5, pin: [PIN] }, 'rule 1 has within 5: the code of a label, such as "clothing"'],
      [
        { within: 'a', pin: [PIN], hide: ['b'] },
        'rule 1 hides products within a category: a hide for a search; a category shows all that it counts',
      ],
      [{ query: 'a', pin: PIN }, 'rule 1 has pin {"slug":"gift-card","at":1}: a list of products'],
      [{ query: 'a', pin: ['b'] }, `rule 1, pin 1 is "b": ${pin}`],
      [
        { query: 'a', pin: [PIN, { slug: 'b' }] },
        'rule 1, pin 2 is at nothing: a place from 1 to 100, such as "at": 1',
      ],
      [
        { query: 'a', pin: [{ slug: 'b', at: 101 }] },
        'rule 1, pin 1 is at 101: a place from 1 to 100, such as "at": 1',
      ],
      [{ query: 'a', pin: [{ id: 'b', at: 1 }] }, 'rule 1, pin 1 has "id": only slug, sku, at'],
      [{ query: 'a', pin: [PIN, { sku: 'b', at: 1 }] }, 'rule 1 has two pins at 1: each place once'],
      [{ query: 'a', pin: [PIN, { ...PIN, at: 2 }] }, 'rule 1 pins the slug gift-card twice: each product once'],
      [{ query: 'a', hide: ['b', { slug: 'b' }] }, 'rule 1 hides the slug b twice: each product once'],
      [
        { query: 'a', hide: [''] },
        'rule 1, hide 1 is {"slug":""}: "gift-card", {"slug": "gift-card"} or {"sku": "GC-1"}',
      ],
    ] as const) {
      assert.equal(problems(rule)[0], expected)
    }
    assert.match(problemsOf('{"rules": [')[0]!, /^the file is not JSON: .*: \{"rules": \[/)
    assert.match(problemsOf('{"rule": []}')[0]!, /^the file has no list of rules: /)
  })

  test('is refused beyond its limits', { skip: COMPLETE_ONLY }, () => {
    const rule = { query: 'a', pin: [PIN] }
    const many = (count: number) => Array.from({ length: count }, (_, number) => `p${number}`)
    assert.deepEqual(problems(...many(1001).map(() => rule)), ['the file has 1001 rules: at most 1000'])
    assert.deepEqual(problems({ query: 'a', pin: many(51).map((slug, at) => ({ slug, at: at + 1 })) }), [
      'rule 1 has 51 products to pin: at most 50',
    ])
    assert.deepEqual(problems({ query: 'a', hide: many(1001) }), ['rule 1 has 1001 products to hide: at most 1000'])
    const large = { query: 'a', hide: many(1000) }
    assert.deepEqual(problems(...many(100).map(() => large)), [])
    assert.deepEqual(problems(rule, ...many(100).map(() => large)), ['the file names 100001 products: at most 100000'])
  })
})
