/**
 * Runs the tests.
 *
 * - `npm run test:quick`: the run in memory: what needs no process and no database on disk, in two processes.
 * - `npm test`: the quick run: the run in memory, and then what it leaves out, except for the files below, PostgreSQL except its
 *   contract, browsers and most random cases.
 * - `npm run test:all`: the complete run.
 * - `npm test -- test/server/facets.test.ts`: these files, completely.
 *
 * Each draws the same random cases in every run. `SEED=new` draws others, and prints the number that repeats them.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync, statfsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { relative, resolve } from 'node:path'
import { SEED } from './seed.ts'

const ROOT = resolve(import.meta.dirname, '..')

/** The folders of the run in memory. */
const IN_MEMORY = 'agents catalog database edition import index library model publish runtime serve server tenancy'

/** Their files that it leaves out: they need a database on disk, or so many seconds of CPU time. */
const NOT_IN_MEMORY: Readonly<Record<string, string>> = {
  'database/draft-signal.test.ts': 'SQLite only',
  'database/failover-pool.test.ts': 'PostgreSQL only',
  'database/full-disk.test.ts': 'SQLite and PostgreSQL only',
  'database/replaced-file.test.ts': 'SQLite only',
  'database/sqlite.test.ts': 'SQLite only',
  'database/stored-format.test.ts': 'SQLite only',
  'server/admission.test.ts': '2 s',
  'server/caching.test.ts': '2 s',
  'server/client-connection.test.ts': '2 s',
  'import/any-table/guess-columns.test.ts': '1 s',
  'import/catalog.test.ts': '2 s',
  'import/encoding.test.ts': '4 s',
  'import/native.test.ts': '3 s',
  'import/platforms/woocommerce-languages.test.ts': '4 s',
  'import/remote/remote.test.ts': '8 s',
  'runtime/sqlite-file.test.ts': 'SQLite only',
  'serve/budget.test.ts': '3 s',
  'serve/index-cache.test.ts': '2 s',
  'serve/preparation.test.ts': '1 s',
  'serve/round-trips.test.ts': '4 s',
}

/** The test files that the quick run leaves out, with the reason and the seconds of CPU time that each takes. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  'bench/measure.test.ts': 'measures, 25 s',
  'campaigns/campaigns.test.ts': 'runs every campaign with few requests, 60 s',
  'agents/conformance.test.ts': 'starts many processes, 14 s',
  'agents/inspector.test.ts': 'starts many processes, 9 s',
  'cli/backup.test.ts': 'starts many processes, 6 s',
  'cli/demo.test.ts': 'starts many processes, 12 s',
  'cli/export-feed.test.ts': 'starts many processes, 9 s',
  'cli/export.test.ts': 'starts many processes, 12 s',
  'cli/follow/follow.test.ts': 'starts many processes, 25 s',
  'cli/follow/kills.test.ts': 'kills followers, 25 s',
  'cli/formats.test.ts': 'starts many processes, 13 s',
  'cli/import-limits.test.ts': 'starts many processes, 14 s',
  'cli/import-only.test.ts': 'starts many processes, 11 s',
  'cli/import-remote.test.ts': 'starts many processes, 25 s',
  'cli/import.test.ts': 'starts many processes, 23 s',
  'cli/import-table.test.ts': 'starts many processes, 14 s',
  'cli/import-pipe.test.ts': 'starts many processes, 4 s',
  'cli/import-several.test.ts': 'starts many processes, 8 s',
  'cli/launcher.test.ts': 'starts many processes, 3 s',
  'cli/migrate.test.ts': 'starts many processes, 8 s',
  'cli/rollback.test.ts': 'starts many processes, 9 s',
  'cli/serve.test.ts': 'starts many processes, 24 s',
  'cli/short-import.test.ts': 'starts many processes, 2 s',
  'cli/synonyms.test.ts': 'starts many processes, 4 s',
  'cli/rules.test.ts': 'starts many processes, 4 s',
  'cli/terminal.test.ts': 'starts many processes, 3 s',
  'cli/store.test.ts': 'starts many processes, 9 s',
  'cli/usage.test.ts': 'starts many processes, 9 s',
  'cli/verify.test.ts': 'starts many processes, 2 s',
  'cli/workers.test.ts': 'starts many processes, 60 s',
  'database/kept-editions.test.ts': 'random imports, pins and rollbacks, 90 s',
  'client/instantsearch/frameworks.test.ts': 'bundles React and Vue, and starts browsers, 15 s',
  'client/instantsearch/widgets.test.ts': 'bundles the widgets and starts a browser, 15 s',
  'crash/crash.test.ts': 'kills importers, 50 s',
  'crash/postgres.test.ts': 'kills importers and servers, 45 s',
  'database/away.test.ts': 'PostgreSQL only, 7 s',
  'database/locked-table.test.ts': 'PostgreSQL only, 5 s',
  'database/partial-pool.test.ts': 'PostgreSQL only, 4 s',
  'database/statement-queue.test.ts': 'PostgreSQL only, 2 s',
  'database/worker-writer.test.ts': 'writes large drafts, 7 s',
  'database/roles.test.ts': 'PostgreSQL only, 4 s',
  'database/round-trips.test.ts': 'PostgreSQL only, 4 s',
  'database/failover.test.ts': 'PostgreSQL only, 15 s',
  'deploy/image.test.ts': 'builds an image and runs it, 30 s',
  'examples/browser.test.ts': 'starts the demo and a browser, 35 s',
  'examples/frameworks.test.ts': 'builds shops with Next.js and Astro, 40 s',
  'failure/failure.test.ts': 'loses processes, servers and primaries under load, 40 s',
  'server/openapi-rules.test.ts': 'loads and runs two linters, 4 s',
  'import/damaged.test.ts': 'damages files at random, 25 s',
  'package/package.test.ts': 'builds, packs and installs, 25 s',
  'postgres/servers.test.ts': 'PostgreSQL only, 12 s',
  'search-quality/search-quality.test.ts': 'searches for all judged queries, 3 s',
  'serve/facets.test.ts': 'compares facets of large editions, 15 s',
}

/** A file system in memory that Linux has. The databases of the quick run lie there, so that no test waits for a disk. */
const MEMORY_FOLDER = '/dev/shm'

/** One process a file. */
const ISOLATED = [
  // One more than processors: some tests wait for a clock.
  `--test-concurrency=${availableParallelism() + 1}`,
  '--test-global-setup=test/postgres/global-setup.ts',
]

const args = process.argv.slice(2)
const requested = args.filter((arg) => arg !== '--all' && arg !== '--in-memory')

// The tests directly in test/ check sources and documents. `npm run check` runs those.
const all = globSync('test/*/**/*.test.ts', { cwd: ROOT, exclude: ['**/node_modules'] })
  .map((file) => relative('test', file).replaceAll('\\', '/'))
  .sort()
const missing = Object.keys({ ...LEFT_OUT, ...NOT_IN_MEMORY }).filter((file) => !all.includes(file))
if (missing.length > 0) throw new Error(`test/run.ts lists files that do not exist: ${missing.join(', ')}`)

const inMemory = all.filter(
  (file) => IN_MEMORY.split(' ').includes(file.split('/')[0]!) && !(file in LEFT_OUT) && !(file in NOT_IN_MEMORY),
)

console.log(`SEED=${SEED} repeats the random cases of this run.\n`)
if (requested.length > 0) await run('no', ISOLATED, requested)
else if (args.includes('--all')) await run('no', ISOLATED, inTest(all))
else {
  console.log('These files of test/ are left out; npm run test:all runs everything:')
  console.log(`${Object.keys(LEFT_OUT).join(' ')}\n`)
  await runInMemory()
  // Those of `database` are about what databases do differently.
  const others = all.filter((file) => !(file in LEFT_OUT) && (!inMemory.includes(file) || file.startsWith('database/')))
  if (!args.includes('--in-memory')) await run('yes', ISOLATED, inTest(others))
}

function inTest(files: readonly string[]): string[] {
  return files.map((file) => `test/${file}`)
}

/** Two processes, each of which runs every second file itself: to start a process a file would take most of the time. */
async function runInMemory(): Promise<void> {
  const flags = ['--test-isolation=none', '--test-reporter=dot']
  const halves = [0, 1].map((half) => inTest(inMemory.filter((_, index) => index % 2 === half)))
  await Promise.all(halves.map((files) => run('in memory', flags, files)))
}

/** Runs test files, and lets this process fail if they do. */
async function run(quick: 'in memory' | 'yes' | 'no', flags: readonly string[], files: readonly string[]) {
  // A test of ten minutes has a fault: none needs as long, even on a busy machine.
  const child = spawn(
    process.execPath,
    ['--test', '--import=./test/seed.ts', '--test-timeout=600000', ...flags, ...files],
    {
      cwd: ROOT,
      stdio: 'inherit',
      env: {
        ...process.env,
        TEST_QUICK: quick,
        SEED: String(SEED),
        // Test files share most of their modules. Compiling these once saves a tenth of the time.
        NODE_COMPILE_CACHE: resolve(ROOT, 'node_modules/.cache/tests'),
        ...(quick !== 'no' && isRoomy(MEMORY_FOLDER) ? { TMPDIR: MEMORY_FOLDER } : {}),
      },
    },
  )
  const [status] = await once(child, 'exit')
  if (status !== 0) process.exitCode = 1
}

/** Whether a folder exists and has 2 GB free. The files of the quick run take a tenth of that. */
function isRoomy(folder: string): boolean {
  if (!existsSync(folder)) return false
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize > 2e9
}
