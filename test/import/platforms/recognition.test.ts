import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { FORMATS } from '../../../src/import/formats.ts'
import { readFile, table } from '../catalog-file.ts'
import { SAMPLES } from './samples.ts'

describe('exactly one format recognises a file of', () => {
  for (const [name, rows] of Object.entries(SAMPLES)) {
    test(name, () => {
      const header = Object.keys(rows[0]!)
      const sample = { text: table(rows), table: { header, rows: rows.map((row) => Object.values(row)) } }
      const recognising = FORMATS.filter((format) => format.recognise(sample) !== undefined)
      assert.deepEqual(
        recognising.map((format) => format.name),
        [name.split(',')[0]],
      )
    })
  }

  for (const header of [
    'handle,name,price,visible',
    'Item Name,Description,Price,SKU',
    'name,slug,description,sku,price,stockOnHand',
    'Title,Description,Price,Quantity,Tags,Image1',
    'Title,Description,Price,Sale Price,Stock,Visible',
    'Product Handle,Product Title,Variant SKU,Price EUR',
  ])
    test(`no format recognises the columns ${header}`, async () => {
      await assert.rejects(readFile(`${header}\n${'a,'.repeat(header.split(',').length - 1)}a\n`), /of no known format/)
    })
})
