import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { FORMATS } from '../../../src/import/formats.ts'
import { delimiterOf } from '../../../src/import/rows/read-csv.ts'
import { readFile, table } from '../catalog-file.ts'
import { SAMPLES } from './samples.ts'
import { SMALL_FILES } from './small-files.ts'

/** The names of the formats that recognise a table without quotation marks, or refuse it as one of theirs. */
function recognising(text: string): string[] {
  const [header, ...rows] = text.split('\n').map((line) => line.split(delimiterOf(text)))
  const sample = { text, records: undefined, table: { header: header!, rows } }
  return FORMATS.filter((format) => format.recognise(sample) !== undefined).map(({ name }) => name)
}

describe('exactly one format recognises a file of', () => {
  for (const [name, rows] of Object.entries(SAMPLES))
    test(name, () => assert.deepEqual(recognising(table(rows)), [name.split(',')[0]]))

  for (const [name, text] of Object.entries(SMALL_FILES))
    test(`${name}, and reads it without a problem`, async () => {
      assert.deepEqual(recognising(text), [name])
      const { format, products, problems } = await readFile(text)
      assert.deepEqual([format, products.length > 0, problems], [name, true, []])
    })
})

describe('no format recognises the columns', () => {
  for (const header of [
    'handle,name,price,visible',
    'Item Name,Description,Price,SKU',
    'name,slug,description,sku,price,stockOnHand',
    'Title,Description,Price,Quantity,Tags,Image1',
    'Title,Description,Price,Sale Price,Stock,Visible',
    'Product Handle,Product Title,Variant SKU,Price EUR',
  ])
    test(header, async () => {
      await assert.rejects(readFile(`${header}\n${'a,'.repeat(header.split(',').length - 1)}a\n`), /of no known format/)
    })
})
