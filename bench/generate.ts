import { createWriteStream } from 'node:fs'
import { parseArgs } from 'node:util'
import { countOf, oneOf } from './arguments.ts'
import { FORMAT_NAMES } from './formats/formats.ts'
import { writeCatalog } from './write-catalog.ts'

const USAGE = `node bench/generate.ts --products 10000 [--seed 1] [--shuffled] [--format native] [--output FILE]

  --format   ${FORMAT_NAMES.join(', ')}: the same products`

const { values } = parseArgs({
  options: {
    products: { type: 'string' },
    seed: { type: 'string', default: '1' },
    shuffled: { type: 'boolean', default: false },
    format: { type: 'string', default: 'native' },
    output: { type: 'string' },
    help: { type: 'boolean' },
  },
})

if (values.help || values.products === undefined) {
  console.error(USAGE)
  process.exit(values.help ? 0 : 2)
}

try {
  await writeCatalog(
    { products: countOf('products', values.products), seed: countOf('seed', values.seed), shuffled: values.shuffled },
    oneOf('format', values.format, FORMAT_NAMES),
    values.output === undefined ? process.stdout : createWriteStream(values.output),
  )
} catch (error) {
  // The reader of a pipe may have seen enough: `… | head`.
  if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error
}
