import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readSynonyms, synonymLines } from '@vitrine/catalog/declared/read-synonyms'

function problems(text: string): string[] {
  return readSynonyms(text).problems.map(({ where, wrong, right }) => `${where} ${wrong}; expected ${right}`)
}

describe('a file of synonyms', () => {
  test('is CSV with groups and one-way lines', () => {
    const text =
      '# furniture\r\nsofa, couch ,"settee",,\r\n\r\n,,\npants => trousers, chinos\nhot water bottle,thermophore\n'
    const { entries, problems } = readSynonyms(text)
    assert.deepEqual(problems, [])
    assert.deepEqual(entries, [
      ['sofa', 'couch', 'settee'],
      { from: 'pants', to: ['trousers', 'chinos'] },
      ['hot water bottle', 'thermophore'],
    ])
  })

  test('is JSON with the same', () => {
    const text = '[["sofa", "couch"], {"from": "pants", "to": ["trousers"]}]'
    assert.deepEqual(readSynonyms(text), {
      entries: [['sofa', 'couch'], { from: 'pants', to: ['trousers'] }],
      problems: [],
    })
  })

  test('that was printed reads as what it was printed from', () => {
    const texts = ['sofa, couch\npants => trousers, chinos\n', '[["red, white", "a\\n\\"b\\"", "#x => y"], ["é", "ü"]]']
    for (const text of texts) {
      const { entries } = readSynonyms(text)
      assert.deepEqual(readSynonyms(synonymLines(entries)), { entries, problems: [] })
    }
    assert.equal(synonymLines(readSynonyms(texts[0]!).entries), texts[0])
  })

  test('is refused with the line and with what would be right', () => {
    const faults: [string, string][] = [
      [
        'a,b\nsofa',
        'line 2 has only "sofa"; expected two or more words or phrases separated by commas, such as sofa, couch',
      ],
      ['a,,b', 'line 1 has an empty word; expected words or phrases separated by commas'],
      ['x => y => z', 'line 1 has more than one =>; expected one, such as pants => trousers'],
      ['=> b', 'line 1 has 0 words or phrases before the =>; expected one, and a line for each of the others'],
      ['a, b => c', 'line 1 has 2 words or phrases before the =>; expected one, and a line for each of the others'],
      ['a =>', 'line 1 has no synonyms of "a"; expected some after the =>, such as pants => trousers'],
      ['Crème, creme', 'line 1 has "creme" twice; expected each word or phrase once'],
      ['a => b, a', 'line 1 has "a" twice; expected each word or phrase once'],
      ['"a, b", c', 'line 1 has a comma in quotes; expected phrases without commas'],
      ['a,b\n\nB, A', 'line 3 repeats line 1; expected each group once'],
      ['a => b\na => c', 'line 2 declares "a", as line 1 does; expected all of its synonyms in one place'],
      ['1 2 3 4 5 6, b', 'line 1 has "1 2 3 4 5 6" with 6 words; expected at most 5 words and 100 letters'],
      ['!!, b', 'line 1 has "!!"; expected letters or digits'],
      [
        `${'x'.repeat(101)}, b`,
        `line 1 has a phrase of 101 letters that begins with "${'x'.repeat(20)}"; expected at most 5 words and 100 letters`,
      ],
      [Array.from({ length: 21 }, (_, n) => `w${n}`).join(), 'line 1 has 21 words or phrases; expected at most 20'],
      [
        '{"a": 1}',
        'the file has no list of synonyms; expected [["sofa", "couch"], {"from": "pants", "to": ["trousers"]}]',
      ],
      ['[["a", "b"], 5]', 'entry 2 is 5; expected ["sofa", "couch"] or {"from": "pants", "to": ["trousers"]}'],
      ['[[]]', 'entry 1 has no words; expected two or more words or phrases separated by commas, such as sofa, couch'],
      [
        '[{"from": "a", "to": []}]',
        'entry 1 has no synonyms of "a"; expected some after the =>, such as pants => trousers',
      ],
    ]
    for (const [text, problem] of faults) assert.deepEqual(problems(text), [problem])
    assert.match(problems('[["a", "b"]')[0]!, /^the file is not JSON: .*; expected \[\["sofa"/)
    const many = Array.from({ length: 5001 }, (_, n) => `a${n}, b${n}\n`).join('')
    assert.deepEqual(problems(many), ['the file has 5001 entries; expected at most 5000'])
  })

  test('may name a word in several groups, because a word can have several meanings', () => {
    assert.deepEqual(problems('pants, trousers\npants, underwear\npants => slacks'), [])
  })
})
