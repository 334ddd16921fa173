import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type CsvRow, readCsv } from '@vitrine/convert/rows/read-csv'
import fc from 'fast-check'
import { cases } from '../../quick.ts'

describe('tab-separated text', () => {
  test('has the same rows, with the same numbers, with and without a quotation mark', async () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'ä', '€', ' ', '\t', '\n', '\r', '\r\n'), maxLength: 60 })
    await fc.assert(
      fc.asyncProperty(text, fc.integer({ min: 1, max: 9 }), async (text, size) => {
        assert.deepEqual(await rowsOf(`head\n${text}`, size), await rowsOf(`"head"\n${text}`, size))
      }),
      { numRuns: cases({ quick: 200, complete: 1000 }) },
    )
  })

  test('may have its first quotation mark anywhere', async () => {
    const row = (line: number, ...cells: string[]): CsvRow => ({ line, row: line, cells })
    const text = 'id\ttitle\r\n1\tMug\r\n\r\n2\t"Tea\tpot"\n3\t15" screen\n4\tJug'
    const rows = [
      row(1, 'id', 'title'),
      row(2, '1', 'Mug'),
      row(4, '2', 'Tea\tpot'),
      row(5, '3', '15" screen'),
      row(6, '4', 'Jug'),
    ]
    for (const size of [1, 7, 20, 1000]) assert.deepEqual(await rowsOf(text, size), rows)
  })

  test('may name its delimiter in a line that spreadsheets do not show', async () => {
    const [, head, mug] = await rowsOf('sep=\t\nid\ttitle\n1\tMug\n', 1000)
    assert.deepEqual(head, { line: 2, row: 1, cells: ['id', 'title'] })
    assert.deepEqual(mug, { line: 3, row: 2, cells: ['1', 'Mug'] })
  })

  test('closes its source when the reader stops early', async () => {
    let isClosed = false
    async function* source() {
      try {
        while (true) yield Buffer.from('1\tMug\n')
      } finally {
        isClosed = true
      }
    }
    for await (const _ of readCsv(source(), '\t')) break
    assert.ok(isClosed)
  })
})

async function rowsOf(text: string, chunkSize: number): Promise<CsvRow[]> {
  const bytes = Buffer.from(text)
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += chunkSize) yield bytes.subarray(at, at + chunkSize)
  }
  const rows: CsvRow[] = []
  for await (const row of readCsv(chunks(), '\t')) rows.push(row)
  return rows
}
