import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cpSync, globSync, readdirSync } from 'node:fs'
import { basename, delimiter, dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { cleanEnvironment } from '../cli/vitrine.ts'
import { linkModules } from '../link-modules.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const run = promisify(execFile)

/** Builds and packs a copy of the checkout in a folder. Returns the paths of the tarballs. */
export async function pack(copy: string): Promise<string[]> {
  const filter = (path: string) => path !== join(ROOT, 'bench', 'data') && basename(path) !== 'node_modules'
  for (const name of PACKED) cpSync(join(ROOT, name), join(copy, name), { recursive: true, filter })
  linkModules(copy, join(copy, 'packages'))
  await run('npm', ['run', 'pack'], { cwd: copy, env: environment, maxBuffer: 1e8 })
  const tarballs = globSync('*.tgz', { cwd: join(copy, 'dist') })
  assert.equal(tarballs.length, PACKAGES.length)
  return tarballs.map((name) => join(copy, 'dist', name))
}

/** For npm, and for the programs that it installed: they run in the Node of the tests. */
export const environment = {
  ...cleanEnvironment(),
  PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
  npm_config_update_notifier: 'false',
  npm_config_fetch_retries: '0',
}
/** The files that packing needs. The test packs a copy of them and leaves the checkout alone. */
const PACKED = [
  'packages',
  'demo',
  'docs',
  'build',
  'deploy',
  'bench',
  'examples',
  'package.json',
  'package-lock.json',
  'openapi.json',
].concat(
  [
    'tsconfig.json',
    'tsconfig.build.json',
    'tsconfig.storefront.json',
    'README.md',
    'ARCHITECTURE.md',
    'CHANGELOG.md',
    'CONTRIBUTING.md',
  ],
  ['SECURITY.md', 'LICENSE'],
)

export const PACKAGES = readdirSync(join(ROOT, 'packages'))
