import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { firstRecords } from '@vitrine/convert/documents/read-pages'
import type { FormatSample } from '@vitrine/convert/format'
import { FORMATS } from '@vitrine/convert/formats'
import { delimiterOf } from '@vitrine/convert/rows/read-csv'
import { readFile, table } from '../catalog-file.ts'
import { SAMPLES } from './samples.ts'
import { SMALL_FILES } from './small-files.ts'

/**
 * The names of the formats that recognise a file, or refuse it as one of theirs. A table must have no quotation marks. The
 * native format is JSON that no other format recognises.
 */
function recognising(text: string): string[] {
  if (/^[[{]/.test(text)) {
    const records = firstRecords(Buffer.from(text))
    return formatsFor({ text, records, table: undefined }).filter((name) => name !== 'native')
  }
  const [header, ...rows] = text.split('\n').map((line) => line.split(delimiterOf(text)))
  return formatsFor({ text, records: undefined, table: { header: header!, rows } })
}

function formatsFor(sample: FormatSample): string[] {
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
      await assert.rejects(
        readFile(`${header}\n${'a,'.repeat(header.split(',').length - 1)}a\n`),
        /certain to be the price\. The column “Price/i,
      )
    })
})
