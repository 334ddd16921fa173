/**
 * Repeats a mutation test: puts one small fault at a time into a copy of the project, and expects a test to fail.
 *
 * - `npm run mutants`: all mutants of mutants.ts. Exits with 1 if one survives or does not apply.
 * - `npm run mutants -- cache`: only mutants with this text in their name or folder.
 * - `npm run mutants -- --check`: only checks that every mutant applies and that its tests exist.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { linkModules } from '../link-modules.ts'
import { temporaryFolder } from '../temporary.ts'
import { MUTANTS, type Mutant } from './mutants.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const NOT_COPIED = ['node_modules', '.git', 'dist', 'data']

/** Milliseconds for the tests of one mutant. A mutant that makes them hang is killed too. */
const TIMEOUT = 180_000

/** The file of packages/ that a mutant changes, and its text with the fault. */
interface Fault {
  readonly file: string
  readonly source: string
  readonly mutated: string
}

const [argument] = process.argv.slice(2)
const checkOnly = argument === '--check'
const mutants = MUTANTS.filter(({ name, folder }) => checkOnly || `${folder} ${name}`.includes(argument ?? ''))
const faults = new Map<Mutant, Fault>()
let failures = 0
for (const mutant of mutants) {
  try {
    faults.set(mutant, faultOf(mutant))
  } catch (error) {
    failures++
    console.log(`does not apply: ${mutant.name}: ${(error as Error).message}`)
  }
}
if (checkOnly) console.log(`${faults.size} of ${mutants.length} mutants apply`)
else await runAll()
process.exitCode = failures > 0 ? 1 : 0

/** Throws if the code is not in the folder exactly once, or if a test file does not exist. */
function faultOf({ folder, find, replacement, tests }: Mutant): Fault {
  const files = globSync(`packages/${folder}/**/*.ts`, { cwd: ROOT })
  const matches = files.flatMap((file) => {
    const source = readFileSync(join(ROOT, file), 'utf8')
    return [...source.matchAll(new RegExp(find, `${find.flags}g`))].map(() => ({ file, source }))
  })
  if (matches.length !== 1) throw new Error(`packages/${folder}/ has ${matches.length} matches of ${find}`)
  const missing = tests.filter((test) => !existsSync(join(ROOT, 'test', test)))
  if (missing.length > 0) throw new Error(`test/${missing.join(', test/')} does not exist`)
  const { file, source } = matches[0]!
  return { file, source, mutated: source.replace(find, replacement) }
}

async function runAll(): Promise<void> {
  using folder = temporaryFolder()
  const copy = join(folder.path, 'project')
  cpSync(ROOT, copy, { recursive: true, filter: (path) => path === ROOT || !NOT_COPIED.includes(basename(path)) })
  linkModules(copy, join(copy, 'packages'))

  // A test that fails without a fault would kill every mutant.
  const failing: string[] = []
  for (const test of new Set([...faults.keys()].flatMap((mutant) => mutant.tests)))
    if (!(await passes([test], copy))) failing.push(test)
  if (failing.length > 0) throw new Error(`these tests fail without a mutant: ${failing.join(', ')}`)

  const survivors: Mutant[] = []
  for (const [mutant, { file, source, mutated }] of faults) {
    writeFileSync(join(copy, file), mutated)
    const survived = await passes(mutant.tests, copy)
    writeFileSync(join(copy, file), source)
    if (survived) survivors.push(mutant)
    console.log(`${survived ? 'SURVIVED' : 'killed  '} ${mutant.name} (${file})`)
  }
  failures += survivors.length
  console.log(`\n${faults.size - survivors.length} of ${mutants.length} mutants killed`)
  for (const { name, tests } of survivors) console.log(`survived: ${name}; no test of ${tests.join(', ')} failed`)
}

/** Whether test files pass in the copy. They run like in the quick run: without PostgreSQL and with few random cases. */
async function passes(tests: readonly string[], copy: string): Promise<boolean> {
  const flags = [
    '--test',
    '--import=./test/seed.ts',
    '--test-timeout=60000',
    `--test-concurrency=${availableParallelism()}`,
  ]
  const child = spawn(process.execPath, [...flags, ...tests.map((test) => `test/${test}`)], {
    cwd: copy,
    stdio: 'ignore',
    env: { ...process.env, TEST_QUICK: 'mutants' },
    detached: true,
  })
  const timer = setTimeout(() => process.kill(-child.pid!, 'SIGKILL'), TIMEOUT)
  const [code] = await once(child, 'exit')
  clearTimeout(timer)
  return code === 0
}
