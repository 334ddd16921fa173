import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CatalogRecord } from '@vitrine/catalog/json/record'
import { readJsonRows } from '@vitrine/convert/any-table/json-rows'
import { COMPLETE_ONLY } from '../../quick.ts'
import { collected } from '../reading.ts'

/** Counts how many of its records are read. */
class Records {
  read = 0
  readonly #values: readonly object[]

  constructor(values: readonly object[]) {
    this.#values = values
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<CatalogRecord> {
    for (const value of this.#values) {
      this.read++
      yield { line: this.read, value }
    }
  }
}

test('the header is read from few records if they are long, and later fields are told as not used', async () => {
  const records = new Records([
    { name: 'Cup', note: 'x'.repeat(5_000_000) },
    ...Array.from({ length: 10 }, (_, index) => ({ name: `Cup ${index}`, color: 'red' })),
  ])
  const unused: string[] = []
  const rows = readJsonRows(records, (headers) => unused.push(...headers))
  const header = await rows.next()
  assert.deepEqual([header.value?.cells, records.read], [['name', 'note'], 1])
  assert.equal((await collected(rows)).length, 11)
  assert.deepEqual(unused, ['color'])
})

test('records with more than 10,000 different fields are refused, with the line', { skip: COMPLETE_ONLY }, async () => {
  const of = (record: number) =>
    Object.fromEntries(Array.from({ length: 4000 }, (_, index) => [`field ${record} ${index}`, 'x']))
  await assert.rejects(
    collected(readJsonRows(new Records([of(1), of(2), of(3), of(4)]), () => {})),
    /^CatalogFileError: Line 3: The records up to this one have more than 10000 different fields\.$/,
  )
})
