import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { countOf, listOf } from './arguments.ts'
import { database } from './dataset.ts'

const USAGE = `node bench/prepare.ts [--sizes 10000,100000] [--seed 1] [--dir FOLDER] [--fresh]

  Makes the catalogs and databases that the other commands need, where they are not there yet, and says how long each
  step takes. A million products need 40 GB of disk.
  --fresh   make the databases anew: do this after a change of how they are written`

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,100000' },
    seed: { type: 'string', default: '1' },
    dir: { type: 'string', default: join(tmpdir(), 'vitrine-bench') },
    fresh: { type: 'boolean', default: false },
    help: { type: 'boolean' },
  },
})

if (values.help) {
  console.error(USAGE)
  process.exit(0)
}

const seed = countOf('seed', values.seed)
for (const size of listOf(values.sizes)) {
  console.log(await database(values.dir, { products: countOf('sizes', size), seed }, values.fresh))
}
