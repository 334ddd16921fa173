import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CatalogFileError } from '@vitrine/catalog/json/file-error'
import { readRecords } from '@vitrine/catalog/json/read-records'
import type { CatalogRecord } from '@vitrine/catalog/json/record'
import fc from 'fast-check'
import { chunked, collected } from '../../convert/reading.ts'
import { COMPLETE_ONLY } from '../../quick.ts'

function records(bytes: Uint8Array | string, size?: number): Promise<CatalogRecord[]> {
  return collected(readRecords(chunked(bytes, size)))
}

test('one record per line: blank lines are skipped but counted, and CRLF ends a line too', async () => {
  for (const size of [1, 2, 100]) {
    assert.deepEqual(await records('{"a":1}\r\n\n  \t\n{"b":2}\n5', size), [
      { line: 1, value: { a: 1 } },
      { line: 4, value: { b: 2 } },
      { line: 5, value: 5 },
    ])
  }
})

test('the elements of an array, each with its first line', async () => {
  const text = '\n[ {"a":\n["]", "\\"}", "\\\\"]},\n\n  {"b":{}} , 5,"x,",\n[[]]\n]\n\n'
  for (const size of [1, 2, 3, 100]) {
    assert.deepEqual(await records(text, size), [
      { line: 2, value: { a: [']', '"}', '\\'] } },
      { line: 5, value: { b: {} } },
      { line: 5, value: 5 },
      { line: 5, value: 'x,' },
      { line: 6, value: [[]] },
    ])
  }
  assert.deepEqual(await records('[]'), [])
  assert.deepEqual(await records('[\n]\n'), [])
})

test('a sequence of objects printed over several lines', async () => {
  assert.deepEqual(await records('{\n  "a": 1\n}\n\n{\n  "b": {\n  }\n}'), [
    { line: 1, value: { a: 1 } },
    { line: 5, value: { b: {} } },
  ])
})

/** The lines of a text, and what becomes of each record: its value, or what is wrong. */
async function outcomes(lines: readonly string[], size?: number) {
  const read = await records(lines.join('\n'), size)
  return read.map((record) => [record.line, 'value' in record ? record.value : record.fault.wrong])
}

test('objects on one line and over several lines may follow one another, whatever their indentation', async () => {
  const lines = [
    '{ "a": [',
    '{ "b": 1 },',
    '  { "c": "}\\"" } ] }',
    '{"d":2}',
    '{ "e"',
    '  : 3',
    '',
    ', "f": {}',
    '  }',
    '  {',
    '    "g": 4 }',
  ]
  for (const size of [1, 7, 1000]) {
    assert.deepEqual(await outcomes(lines, size), [
      [1, { a: [{ b: 1 }, { c: '}"' }] }],
      [4, { d: 2 }],
      [5, { e: 3, f: {} }],
      [10, { g: 4 }],
    ])
  }
})

const GOOD = '{"z":[{}]}'
const DAMAGED: [string, string[], (string | number)[]][] = [
  ['cut off in a string', ['{"a":"x', GOOD], [1, 'is cut off: its JSON does not end']],
  ['cut off after a value', ['{"a":"x"', GOOD], [1, 'is cut off: its JSON does not end']],
  ['cut off after a comma between fields', ['{"a":1,', GOOD], [1, 'is cut off: its JSON does not end']],
  ['cut off after a bracket', ['{"a":[', GOOD], [1, 'is cut off: its JSON does not end']],
  ['cut off after a comma', ['{"a":[1,', GOOD], [1, 'is cut off: its JSON does not end']],
  ['followed by a comma', ['{"a":1},', GOOD], [1, 'is not valid JSON from character 8 on']],
  [
    'without a comma between lines',
    ['{', '  "a": 1', '  "b": {', '  }', '}', GOOD],
    [1, 'is not valid JSON from line 3, character 3, on'],
  ],
  ['with a bracket too many', ['{"a":', ' 1}]', GOOD], [1, 'is not valid JSON from line 2, character 4, on']],
]

for (const [what, damaged, expected] of DAMAGED) {
  test(`an object ${what} is refused alone`, async () => {
    const before = [GOOD, ...damaged.slice(0, -1)]
    for (const size of [1, 1000]) {
      assert.deepEqual(await outcomes([...before, GOOD, '{', '"y":1}'], size), [
        [1, { z: [{}] }],
        [Number(expected[0]) + 1, String(expected[1]).replace(/line (\d)/, (_, line) => `line ${Number(line) + 1}`)],
        [before.length + 1, { z: [{}] }],
        [before.length + 2, { y: 1 }],
      ])
    }
  })
}

const FOREIGN: [string, string][] = [
  ['{"a":"NaN: \\" None","b":NaN}', 'has “NaN”, which JSON does not have, at character 25'],
  ['{"a":-Infinity}', 'has “-Infinity”, which JSON does not have, at character 6'],
  ['{"a":None}', 'has “None”, which JSON does not have, at character 6'],
  ['{"a":undefined}', 'has “undefined”, which JSON does not have, at character 6'],
  ['{"a":True}', 'has “True”, which JSON does not have, at character 6'],
  ["{'a':1}", "has “'”, which JSON does not have, at character 2"],
  ['{"a":[1,]}', 'has a comma too many at character 8'],
  ['{a:1}', 'has “a” without quotation marks at character 2'],
  ['{"a" 1,"b":NaN}', 'is not valid JSON from character 6 on'],
]

for (const [text, wrong] of FOREIGN)
  test(`${text} ${wrong}`, async () => {
    assert.deepEqual(await outcomes([GOOD, text]), [
      [1, { z: [{}] }],
      [2, wrong],
    ])
  })

test('what other notations have is told by its line, also in an array over several lines', async () => {
  assert.deepEqual(await outcomes(['[', '  {"a": 1},', '  {', '    "b": NaN', '  }', ']']), [
    [2, { a: 1 }],
    [3, 'has “NaN”, which JSON does not have, at line 4, character 10'],
  ])
})

test('many lines that are cut off after a bracket are refused each by itself', async () => {
  const cut = Array.from({ length: 500 }, () => '{"a":[')
  const read = await outcomes([...cut, GOOD, GOOD])
  assert.equal(read.length, 502)
  assert.deepEqual(read[499], [500, 'is cut off: its JSON does not end'])
  assert.deepEqual(read.slice(500), [
    [501, { z: [{}] }],
    [502, { z: [{}] }],
  ])
})

test('an object of more than 8 MiB over several lines affects itself only', { skip: COMPLETE_ONLY }, async () => {
  const fault = { wrong: 'is longer than 8 MiB', right: 'a product of at most 8 MiB' }
  const part = `  "${'x'.repeat(1024 * 1024)}",`
  const long = ['{ "a": [', ...Array<string>(9).fill(part), '  "" ]', '}'].join('\n')
  assert.deepEqual(await records(`${long}\n{"b":2}`), [
    { line: 1, fault },
    { line: 13, value: { b: 2 } },
  ])
})

const BROKEN: [string, number, RegExp][] = [
  ['[{"a":1},\n{"b":2}\n', 3, /cut off.*“]” is missing/],
  ['[{"a":1},\n{"b":', 2, /product that begins here does not end/],
  ['[{"a":1},\n{"b":"x}]', 2, /does not end.*quotation mark/],
  ['[\n{"a":1}\n{"b":2}]', 3, /comma before this product is missing/],
  ['[\n{"a":1}; {"b":2}]', 2, /Expected a comma or the closing “]”, but found “;”\./],
  ['[{"a":1},\n]', 2, /Expected a product, but found “]”\./],
  ['[,{"a":1}]', 1, /Expected the first product, but found “,”\./],
  ['[{"a":1}}]', 1, /Expected a comma .* but found “}”\./],
  ['[{"a":1}]\n{"b":2}', 2, /Expected nothing after the end of the array, but found “{”\./],
  ['[{"a":1}\n\u00a0]', 2, /Expected a comma .* but found the byte 0xc2\./],
  ['{\n"a":1\n', 1, /does not end/],
  ['{"a":1,\n"b":[2\n', 1, /does not end/],
]

for (const [text, line, message] of BROKEN) {
  test(`a file that cannot be split into records is refused with the line: ${JSON.stringify(text)}`, async () => {
    for (const size of [1, 100]) {
      await assert.rejects(records(text, size), (error) => {
        assert.ok(error instanceof CatalogFileError)
        assert.match(error.message, message)
        assert.ok(error.message.startsWith(`Line ${line}: `))
        return error.line === line
      })
    }
  })
}

test('bytes that are not UTF-8 affect their own record only', async () => {
  const fault = { wrong: 'is not valid UTF-8', right: 'text in UTF-8' }
  const broken = Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xe4]), Buffer.from('"}')])
  const whole = Buffer.from('{"b":2}')
  assert.deepEqual(await records(Buffer.concat([broken, Buffer.from('\n'), whole])), [
    { line: 1, fault },
    { line: 2, value: { b: 2 } },
  ])
  assert.deepEqual(
    await records(Buffer.concat([Buffer.from('['), broken, Buffer.from(','), whole, Buffer.from(']')])),
    [
      { line: 1, fault },
      { line: 1, value: { b: 2 } },
    ],
  )
})

test('a record of more than 8 MiB affects itself only', { skip: COMPLETE_ONLY }, async () => {
  const fault = { wrong: 'is longer than 8 MiB', right: 'a product of at most 8 MiB' }
  const long = JSON.stringify({ a: 'x'.repeat(8 * 1024 * 1024) })
  const limit = JSON.stringify('x'.repeat(8 * 1024 * 1024 - 2))
  const read = await records(`[${long},\n${limit},5]`, 1024 * 1024)
  assert.deepEqual(read[0], { line: 1, fault })
  assert.deepEqual(read[1], { line: 2, value: JSON.parse(limit) })
  assert.deepEqual(await records(`${long}\n{"b":2}`, 32 * 1024 * 1024), [
    { line: 1, fault },
    { line: 2, value: { b: 2 } },
  ])
})

const spaces = fc.stringMatching(/^[ \t\r\n]{0,4}$/)

test('an array gives its values with any white space and in chunks of any size', async () => {
  const items = fc.array(fc.tuple(fc.jsonValue(), spaces, spaces), { maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(items, spaces, fc.integer({ min: 1, max: 50 }), async (values, space, size) => {
      const elements = values.map(([value, before, after]) => before + JSON.stringify(value, null, space) + after)
      const read = await records(`${space}[${elements.join(',')}${space}]${space}`, size)
      assert.deepEqual(
        read.map((record) => 'value' in record && record.value),
        values.map(([value]) => JSON.parse(JSON.stringify(value))),
      )
    }),
  )
})
