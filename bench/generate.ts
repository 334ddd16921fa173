import { createWriteStream } from 'node:fs'
import { FORMAT_NAMES, writeCatalog } from './formats/formats.ts'
import { flag, integer, optionalFile, readOptions, SHARED, word } from './harness/options.ts'

const options = readOptions('Writes a generated catalog.', {
  products: integer('number of products', 10_000),
  seed: SHARED.seed,
  shuffled: flag('the same products in random order'),
  format: word(FORMAT_NAMES.join(', '), FORMAT_NAMES),
  output: optionalFile('the file to write; standard output by default'),
})

try {
  const output = options.output === undefined ? process.stdout : createWriteStream(options.output)
  await writeCatalog(options, options.format, output)
} catch (error) {
  // The reader of a pipe may close it early: `… | head`.
  if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error
}
