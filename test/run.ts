/**
 * Runs the tests.
 *
 * - `npm test`: the quick run. It leaves out the files below, PostgreSQL except its contract, browsers and most random cases.
 * - `npm run test:all`: the complete run.
 * - `npm test -- test/http/facets.test.ts`: these files, completely.
 *
 * Each draws the same random cases in every run. `SEED=new` draws others, and prints the number that repeats them.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, statfsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { relative, resolve } from 'node:path'
import { SEED } from './seed.ts'

const ROOT = resolve(import.meta.dirname, '..')

/** The test files that the quick run leaves out, with the reason and the seconds of CPU time that each takes. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  'campaigns/campaigns.test.ts': 'runs every campaign with few requests, 60 s',
  'agents/conformance.test.ts': 'starts many processes, 14 s',
  'agents/inspector.test.ts': 'starts many processes, 9 s',
  'cli/backup.test.ts': 'starts many processes, 6 s',
  'cli/demo.test.ts': 'starts many processes, 12 s',
  'cli/export.test.ts': 'starts many processes, 12 s',
  'cli/formats.test.ts': 'starts many processes, 13 s',
  'cli/import-limits.test.ts': 'starts many processes, 14 s',
  'cli/import-only.test.ts': 'starts many processes, 11 s',
  'cli/import-remote.test.ts': 'starts many processes, 25 s',
  'cli/import.test.ts': 'starts many processes, 23 s',
  'cli/import-several.test.ts': 'starts many processes, 8 s',
  'cli/migrate.test.ts': 'starts many processes, 8 s',
  'cli/rollback.test.ts': 'starts many processes, 9 s',
  'cli/serve.test.ts': 'starts many processes, 24 s',
  'cli/synonyms.test.ts': 'starts many processes, 4 s',
  'cli/terminal.test.ts': 'starts many processes, 3 s',
  'cli/store.test.ts': 'starts many processes, 9 s',
  'cli/usage.test.ts': 'starts many processes, 9 s',
  'cli/workers.test.ts': 'starts many processes, 60 s',
  'database/kept-editions.test.ts': 'random imports, pins and rollbacks, 90 s',
  'crash/crash.test.ts': 'kills importers, 75 s',
  'crash/postgres.test.ts': 'kills importers and servers, 60 s',
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
  'failure/failure.test.ts': 'loses processes, servers and primaries under load, 40 s',
  'http/openapi-rules.test.ts': 'loads and runs two linters, 4 s',
  'import/damaged.test.ts': 'damages files at random, 65 s',
  'package/package.test.ts': 'builds, packs and installs, 25 s',
  'postgres/servers.test.ts': 'PostgreSQL only, 12 s',
  'search-quality/search-quality.test.ts': 'searches for all judged queries, 3 s',
  'serve/facets.test.ts': 'compares facets of large editions, 15 s',
}

/** A file system in memory that Linux has. The databases of the quick run lie there, so that no test waits for a disk. */
const MEMORY_FOLDER = '/dev/shm'

const args = process.argv.slice(2)
const requested = args.filter((arg) => arg !== '--all')
const quick = args.length === 0

// The tests directly in test/ check sources and documents. `npm run check` runs those.
const all = globSync('test/*/**/*.test.ts', { cwd: ROOT, exclude: ['**/node_modules'] }).sort()
const name = (file: string) => relative('test', file).replaceAll('\\', '/')
const files = quick ? all.filter((file) => LEFT_OUT[name(file)] === undefined) : all

const missing = Object.keys(LEFT_OUT).filter((path) => !all.some((file) => name(file) === path))
if (missing.length > 0) throw new Error(`test/run.ts lists files that do not exist: ${missing.join(', ')}`)
if (quick) {
  console.log(
    'The quick run leaves out browsers, most tests over PostgreSQL, most random cases, and these files of test/:',
  )
  console.log(`${Object.keys(LEFT_OUT).join(' ')}\nnpm run test:all runs everything.\n`)
}

console.log(`SEED=${SEED} repeats the random cases of this run.`)

const flags = [
  '--test',
  '--import=./test/seed.ts',
  // Of one test. Far more than a busy machine needs: only a fault takes so long.
  '--test-timeout=600000',
  // One more than processors: some tests wait for a clock.
  `--test-concurrency=${availableParallelism() + 1}`,
  '--test-global-setup=test/postgres/global-setup.ts',
]
const { status } = spawnSync(process.execPath, [...flags, ...(requested.length > 0 ? requested : files)], {
  cwd: ROOT,
  stdio: 'inherit',
  env: {
    ...process.env,
    TEST_QUICK: quick ? 'yes' : 'no',
    SEED: String(SEED),
    // Test files share most of their modules. Compiling these once saves a tenth of the time.
    NODE_COMPILE_CACHE: resolve(ROOT, 'node_modules/.cache/tests'),
    ...(quick && isRoomy(MEMORY_FOLDER) ? { TMPDIR: MEMORY_FOLDER } : {}),
  },
})
process.exitCode = status ?? 1

/** Whether a folder exists and has 2 GB free. The files of the quick run take a tenth of that. */
function isRoomy(folder: string): boolean {
  if (!existsSync(folder)) return false
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize > 2e9
}
