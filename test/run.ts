/**
 * Runs the tests. At the end it prints the slowest files, what was skipped in a complete run, the time of the run and of the
 * processors, and how many tests passed and failed.
 *
 * - `npm run test:quick`: the run in memory: what needs no process and no database on disk, in two processes.
 * - `npm test`: the quick run: the run in memory, and beside it the quick tests that it leaves out.
 * - `npm run test:all`: the complete run: every test with every random case, over every database.
 * - `npm run test:core`, `npm run test:apart`: its two parts. The second needs what `.ci/run apart` installs.
 * - `npm test -- test/server/facets.test.ts`: these files, completely.
 * - `npm test -- --folder convert --folder catalog`: the files below these folders of test/, completely.
 *
 * Each draws the same random cases in every run. `SEED=new` draws others, and prints the number that repeats them. `CASES=3`
 * draws three times as many in a complete run.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, readFileSync, statfsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { WITH_POSTGRES } from './quick.ts'
import { combined, noResults, type Results } from './results.ts'
import { SEED } from './seed.ts'
import { temporaryFolder } from './temporary.ts'

const ROOT = resolve(import.meta.dirname, '..')

/** The folders of the run in memory. Each row has a process, which takes about as long as the other and loads other modules. */
const IN_MEMORY = [
  ['catalog', 'convert', 'database', 'edition', 'index', 'library', 'publish', 'remote', 'runtime'],
  ['agents', 'feeds', 'model', 'serve', 'server', 'tenancy'],
]

/** The folders without a PostgreSQL server, which have one process in a complete run: most of the time of a file is to load it. */
const IN_ONE_PROCESS = ['catalog', 'convert', 'index']

/** The folders that have another process in the quick run. It tests what databases do differently once more, with SQLite. */
const WITH_SQLITE = ['client', 'database', 'deploy', 'examples']

/** How a test file begins that is not for every run. The rest of its first line is the reason. */
const MARKS = {
  /** The quick run has it, but not the run in memory. */
  alone: '// Process of its own: ',
  complete: '// Complete run only: ',
  /** Of the complete run, only the part with what is installed apart has it. */
  apart: '// Installed apart: ',
}

/** Files of the run in memory that a quick run runs with PostgreSQL too. */
const USING_POSTGRES = WITH_POSTGRES.map((file) => `test/${file}`)

/** A file system in memory that Linux has. The databases of the quick run lie there, so that no test waits for a disk. */
const MEMORY_FOLDER = '/dev/shm'

/** The slowest files that are printed. */
const MAX_SLOWEST = 10

const { values: options, positionals: requested } = parseArgs({
  allowPositionals: true,
  options: {
    'in-memory': { type: 'boolean' },
    all: { type: 'boolean' },
    core: { type: 'boolean' },
    apart: { type: 'boolean' },
    folder: { type: 'string', multiple: true },
  },
})

// The tests directly in test/ check sources and documents. `npm run check` runs those.
const all = globSync('test/*/**/*.test.ts', { cwd: ROOT, exclude: ['**/node_modules'] })
  .map((file) => file.replaceAll('\\', '/'))
  .sort()
const marks = new Map(all.map((file) => [file, markOf(file)]))
const started = performance.now()
using folder = temporaryFolder()
let results = noResults()
let runCount = 0

console.log(`SEED=${SEED} repeats the random cases of this run.\n`)
if (requested.length > 0) await runIsolated('no', requested)
else if (options.folder) await runIsolated('no', options.folder.flatMap(filesBelow))
else if (options.all) await runComplete(all)
else if (options.core) await runComplete(all.filter((file) => marks.get(file) !== 'apart'))
else if (options.apart)
  await runIsolated(
    'no',
    all.filter((file) => marks.get(file) === 'apart'),
  )
else await runQuick()
report()

function markOf(file: string): keyof typeof MARKS | undefined {
  const text = readFileSync(join(ROOT, file), 'utf8')
  return (['alone', 'complete', 'apart'] as const).find((mark) => text.startsWith(MARKS[mark]))
}

function filesBelow(name: string): string[] {
  const files = all.filter((file) => file.startsWith(`test/${name}/`))
  if (files.length === 0) throw new Error(`test/${name}/ has no tests`)
  return files
}

async function runQuick(): Promise<void> {
  const quick = all.filter((file) => marks.get(file) !== 'complete' && marks.get(file) !== 'apart')
  const below = (folders: readonly string[]) =>
    quick.filter((file) => folders.includes(file.split('/')[1]!) && !marks.get(file))
  const inMemory = IN_MEMORY.map(below)
  const runs = inMemory.map((files) => runTogether('in memory', files))
  if (!options['in-memory']) {
    const withSqlite = below(WITH_SQLITE).filter((file) => !USING_POSTGRES.includes(file))
    const isElsewhere = new Set([...inMemory.flat(), ...withSqlite].filter((file) => !USING_POSTGRES.includes(file)))
    runs.push(runTogether('yes', withSqlite))
    runs.push(
      runIsolated(
        'yes',
        quick.filter((file) => !isElsewhere.has(file)),
      ),
    )
  }
  await Promise.all(runs)
}

async function runComplete(files: readonly string[]): Promise<void> {
  const isTogether = (file: string) => IN_ONE_PROCESS.includes(file.split('/')[1]!) && !marks.get(file)
  const others = files.filter((file) => !isTogether(file))
  await Promise.all([runTogether('no', files.filter(isTogether)), runIsolated('no', others)])
}

/** One process for all files: to start a process a file would take most of the time. */
async function runTogether(quick: 'in memory' | 'yes' | 'no', files: readonly string[]): Promise<void> {
  await run(quick, ['test/together.ts', ...files])
}

/** One process a file. */
async function runIsolated(quick: 'yes' | 'no', files: readonly string[]): Promise<void> {
  const flags = [
    '--test',
    // A test of ten minutes has a fault: none needs as long, even on a busy machine.
    '--test-timeout=600000',
    // One more than processors: some tests wait for a clock.
    `--test-concurrency=${availableParallelism() + 1}`,
    '--test-global-setup=test/postgres/global-setup.ts',
  ]
  const reporters = [
    [quick === 'yes' ? 'dot' : 'spec', 'stdout'],
    ['./test/results.ts', resultsOf(runCount)],
  ].flatMap(([reporter, destination]) => [`--test-reporter=${reporter}`, `--test-reporter-destination=${destination}`])
  await run(quick, [...flags, ...reporters, ...files])
}

/** Runs test files, and adds what came of them to `results`. */
async function run(quick: 'in memory' | 'yes' | 'no', args: readonly string[]): Promise<void> {
  const file = resultsOf(runCount++)
  const child = spawn(process.execPath, ['--import=./test/seed.ts', ...args], {
    cwd: ROOT,
    stdio: 'inherit',
    env: {
      ...process.env,
      TEST_QUICK: quick,
      TEST_RESULTS: file,
      SEED: String(SEED),
      // Test files share most of their modules, and so do the commands that they start.
      NODE_COMPILE_CACHE: resolve(ROOT, 'node_modules/.cache/tests'),
      ...(quick !== 'no' && isRoomy(MEMORY_FOLDER) ? { TMPDIR: MEMORY_FOLDER } : {}),
    },
  })
  const [status] = await once(child, 'exit')
  const own: Results = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8') || 'null') : null
  results = combined(results, own ?? noResults())
  // Such as an error outside of all tests.
  if (status !== 0 && !own?.failed) results = combined(results, { ...noResults(), failed: 1 })
  if (results.failed > 0) process.exitCode = 1
}

function resultsOf(run: number): string {
  return join(folder.path, `${run}.json`)
}

/** The last line is all that a program reads. */
function report(): void {
  const { files, skips, passed, failed, skipped } = results
  console.log('\nThe slowest files:')
  for (const { file, seconds } of files.toSorted((a, b) => b.seconds - a.seconds).slice(0, MAX_SLOWEST))
    console.log(`${seconds.toFixed(1).padStart(7)} s  ${file}`)
  const isComplete = options.all || options.core || options.apart
  if (isComplete && skipped > 0) {
    console.log('\nSkipped:')
    for (const [reason, count] of Object.entries(skips)) console.log(`${String(count).padStart(7)}  ${reason}`)
  }
  const processors = processorSeconds()
  const took = `${((performance.now() - started) / 1000).toFixed(1)} s`
  console.log(`\n${took}${processors === undefined ? '' : `, ${processors.toFixed(1)} s of processor time`}`)
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`)
}

/** What this process and those that it started have used, where the system tells: the fields 14 to 17, in hundredths. */
function processorSeconds(): number | undefined {
  if (!existsSync('/proc/self/stat')) return undefined
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100
}

/** Whether a folder exists and has 2 GB free. The files of the quick run take a tenth of that. */
function isRoomy(folder: string): boolean {
  if (!existsSync(folder)) return false
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize > 2e9
}
