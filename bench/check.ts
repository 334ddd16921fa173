import { relative } from 'node:path'
import { type Change, compareResults } from './harness/compare-results.ts'
import { FIXED_SET, FixedSet } from './harness/fixed-set.ts'
import { integer, optionalFile, readOptions, runCommand, SHARED, text } from './harness/options.ts'
import { describeMachine, thisMachine } from './harness/report.ts'
import { newestResult, newResult, RESULTS, type Result, ROOT, readResult, writeResult } from './harness/result-file.ts'
import { changeTable } from './harness/result-tables.ts'
import { pinClient } from './harness/target.ts'

const DESCRIPTION = `Measures the fixed set again, with the settings of an earlier result, and compares: shares of the bare server, of the least
import, memory and size. What is slower or cannot be told is measured again. Exits with 1 if something is worse by more
than a tenth, beyond the spread of both; with 3 if nothing is, but the spread is too wide to tell.`

const options = readOptions(DESCRIPTION, {
  against: optionalFile('the earlier result; by default the newest one, of this processor if there is one'),
  measured: optionalFile('compare this result instead of measuring'),
  results: text('folder of the results', RESULTS),
  write: text('folder for the result that is measured; by default it is not written', ''),
  repetitions: integer('times that what is worse or uncertain is measured again', 2),
  dir: SHARED.dir,
})

await runCommand(async () => {
  const { file, result: before } =
    options.against === undefined
      ? newestResult(options.results, thisMachine())
      : { file: options.against, result: readResult(options.against) }
  const after = options.measured === undefined ? await measureLike(before) : readResult(options.measured)
  const changes = compareResults(before, after)
  console.log(`before: ${relative(ROOT, file)}: ${describeResult(before)}\nafter: ${describeResult(after)}\n`)
  if (before.machine.processor !== after.machine.processor)
    console.log(
      'The processors differ. Shares are close on different processors, but not equal: measure both to be sure.\n',
    )
  console.log(`${changeTable(changes)}\n`)
  const missing = namesOf(before).filter((name) => changes.every((change) => change.name !== name))
  if (missing.length > 0) console.log(`Not measured again: ${missing.join('; ')}.\n`)
  conclude(changes)
})

async function measureLike(before: Result): Promise<Result> {
  pinClient()
  await using set = await FixedSet.create(before.settings, options.dir)
  await set.measure(FIXED_SET.filter((name) => namesOf(before).includes(name)))
  let result = newResult(before.settings, set.figures())
  for (let repetition = 0; repetition < options.repetitions; repetition++) {
    const open = compareResults(before, result).filter(isOpen)
    if (open.length === 0) break
    console.error(`measuring again: ${open.map(({ name }) => name).join('; ')}`)
    await set.measure(toRepeat(open))
    result = newResult(before.settings, set.figures())
  }
  if (options.write !== '') console.error(`written to ${writeResult(options.write, result)}`)
  return result
}

/** Memory and sizes are measured with requests or with the import. */
function toRepeat(open: readonly Change[]): string[] {
  const names = open.map(({ name }) => name)
  const needsRequests = names.some((name) => name.startsWith('server'))
  const needsImport = names.some((name) => !name.startsWith('server') && !FIXED_SET.includes(name))
  return FIXED_SET.filter((name) => names.includes(name) || (name === 'import' ? needsImport : needsRequests))
}

function isOpen({ verdict }: Change): boolean {
  return verdict === 'slower' || verdict === 'larger' || verdict === 'cannot tell'
}

function namesOf({ requests, imports, sizes }: Result): string[] {
  return [...requests, ...imports, ...sizes].map(({ name }) => name)
}

function conclude(changes: readonly Change[]): void {
  const namesWith = (...verdicts: Change['verdict'][]) =>
    changes.filter(({ verdict }) => verdicts.includes(verdict)).map(({ name }) => name)
  const worse = namesWith('slower', 'larger')
  const unclear = namesWith('cannot tell')
  if (worse.length > 0) console.log(`Worse by more than a tenth: ${worse.join('; ')}.`)
  if (unclear.length > 0)
    console.log(`The spread is too wide to tell: ${unclear.join('; ')}. Measure on a quieter machine.`)
  if (worse.length + unclear.length === 0) console.log('Nothing is worse by more than a tenth.')
  process.exitCode = worse.length > 0 ? 1 : unclear.length > 0 ? 3 : 0
}

function describeResult({ commit, date, machine }: Result): string {
  return `${commit}, ${date}, ${describeMachine(machine)}`
}
