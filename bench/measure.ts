import { relative } from 'node:path'
import { FIXED_SET, FixedSet } from './harness/fixed-set.ts'
import { names, readOptions, runCommand, SET, SHARED, text } from './harness/options.ts'
import { describeMachine } from './harness/report.ts'
import { newResult, RESULTS, ROOT, writeResult } from './harness/result-file.ts'
import { costTable, sizeTable } from './harness/result-tables.ts'
import { pinClient } from './harness/target.ts'

const DESCRIPTION = `Measures a fixed set of requests beside a bare node:http server that sends the same bytes, imports beside the least that
an import in Node can do, memory and the size of the database. Writes one JSON file, which "npm run bench:check" compares
with later measurements.`

const { only, dir, results, note, ...settings } = readOptions(DESCRIPTION, {
  ...SET,
  only: names('only these of the set, separated by semicolons', FIXED_SET),
  dir: SHARED.dir,
  results: text('folder for the file', RESULTS),
  note: text('what readers should know of the run', ''),
})

await runCommand(async () => {
  pinClient()
  await using set = await FixedSet.create(settings, dir)
  await set.measure(only)
  const result = newResult(settings, set.figures(), note)
  const file = writeResult(results, result)
  console.log(`${result.commit}, ${result.date}, ${describeMachine(result.machine)}\n`)
  console.log(
    [costTable('request', result.requests), costTable('product', result.imports), sizeTable(result.sizes)].join('\n\n'),
  )
  console.log(`\nwritten to ${relative(ROOT, file)}`)
})
