import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { CatalogFileError } from '../../src/import/file-error.ts'
import { readRecords } from '../../src/import/splitting/read-records.ts'
import type { CatalogRecord } from '../../src/import/splitting/record-splitter.ts'
import { chunked, collected } from './reading.ts'

function records(bytes: Uint8Array | string, size?: number): Promise<CatalogRecord[]> {
  return collected(readRecords(chunked(bytes, size)))
}

test('one record per line: blank lines are skipped but counted, and CRLF ends a line too', async () => {
  for (const size of [1, 2, 100]) {
    assert.deepEqual(await records('{"a":1}\r\n\n  \t\n{"b":2}\n{"c', size), [
      { line: 1, text: '{"a":1}\r' },
      { line: 4, text: '{"b":2}' },
      { line: 5, text: '{"c' },
    ])
  }
})

test('the elements of an array, each with its first line', async () => {
  const text = '\n[ {"a":\n["]", "\\"}", "\\\\"]},\n\n  {"b":{}} , 5,"x,",\n[[]]\n]\n\n'
  for (const size of [1, 2, 3, 100]) {
    assert.deepEqual(await records(text, size), [
      { line: 2, text: '{"a":\n["]", "\\"}", "\\\\"]}' },
      { line: 5, text: '{"b":{}}' },
      { line: 5, text: '5' },
      { line: 5, text: '"x,"' },
      { line: 6, text: '[[]]' },
    ])
  }
  assert.deepEqual(await records('[]'), [])
  assert.deepEqual(await records('[\n]\n'), [])
})

test('a sequence of objects printed over several lines', async () => {
  assert.deepEqual(await records('{\n  "a": 1\n}\n\n{\n  "b": {\n  }\n}'), [
    { line: 1, text: '{\n  "a": 1\n}' },
    { line: 5, text: '{\n  "b": {\n  }\n}' },
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
  ['{\n"a":1},\n{"b":2}', 2, /Expected a product, but found “,”\. .*one array/],
  ['{\n"a":1\n', 1, /does not end/],
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
    { line: 2, text: '{"b":2}' },
  ])
  assert.deepEqual(
    await records(Buffer.concat([Buffer.from('['), broken, Buffer.from(','), whole, Buffer.from(']')])),
    [
      { line: 1, fault },
      { line: 1, text: '{"b":2}' },
    ],
  )
})

test('a record of more than 16 MiB affects itself only', async () => {
  const fault = { wrong: 'is longer than 16 MiB', right: 'a product of at most 16 MiB' }
  const long = JSON.stringify({ a: 'x'.repeat(16 * 1024 * 1024) })
  const limit = JSON.stringify('x'.repeat(16 * 1024 * 1024 - 2))
  const read = await records(`[${long},\n${limit},5]`, 1024 * 1024)
  assert.deepEqual(read[0], { line: 1, fault })
  assert.deepEqual(read[1], { line: 2, text: limit })
  assert.deepEqual(await records(`${long}\n{"b":2}`, 32 * 1024 * 1024), [
    { line: 1, fault },
    { line: 2, text: '{"b":2}' },
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
        read.map((record) => JSON.parse((record as { text: string }).text)),
        values.map(([value]) => JSON.parse(JSON.stringify(value))),
      )
    }),
  )
})
