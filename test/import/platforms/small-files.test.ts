import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { FORMATS } from '../../../src/import/formats.ts'
import { delimiterOf } from '../../../src/import/rows/read-csv.ts'
import { readFile } from '../catalog-file.ts'
import { SMALL_FILES } from './small-files.ts'

describe('a file of a platform', () => {
  for (const [name, text] of Object.entries(SMALL_FILES)) {
    test(`of ${name} is recognised by this format and by no other`, async () => {
      const [header, ...rows] = text.split('\n').map((line) => line.split(delimiterOf(text)))
      const sample = { text, table: { header: header!, rows } }
      const formats = FORMATS.filter((format) => format.recognise(sample) !== undefined)
      assert.deepEqual(
        formats.map((format) => format.name),
        [name],
      )
      const { format, products, problems } = await readFile(text)
      assert.deepEqual([format, products.length > 0, problems], [name, true, []])
    })
  }
})
