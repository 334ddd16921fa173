/**
 * Prints the bill of materials of what a server runs (CycloneDX), from package-lock.json. `npm sbom --omit=dev` alone would
 * leave out packages that development uses too, such as pg: it gets a copy of the lock file without development.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const { name, version } = readJson('packages/vitrine/package.json')
const { packages, ...lock } = readJson('package-lock.json')
const locked = Object.entries<LockedPackage>(packages)
// What the packages of the project need is what the product needs.
const needed = locked
  .filter(([path]) => path.startsWith('packages/'))
  .map(([, own]) => ({ ...own.dependencies, ...own.optionalDependencies }))
const dependencies = Object.fromEntries(needed.flatMap(Object.entries).filter(([other]) => !isOwn(other)))
const root = { name, version, license: packages[''].license, dependencies }
const production = locked.filter(([path, { dev, link }]) => path.startsWith('node_modules/') && !dev && !link)

const temporary = mkdtempSync(join(tmpdir(), 'vitrine-sbom-'))
// npm names the product after the folder.
const folder = join(temporary, name)
mkdirSync(folder)
writeFileSync(join(folder, 'package.json'), JSON.stringify(root))
const productionLock = { ...lock, name, version, packages: { '': root, ...Object.fromEntries(production) } }
writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(productionLock))
const options = ['--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only']
const { status } = spawnSync('npm', ['sbom', ...options], { cwd: folder, stdio: 'inherit' })
rmSync(temporary, { recursive: true })
process.exitCode = status ?? 1

interface LockedPackage {
  readonly dev?: boolean
  /** Whether it is a package of the project. */
  readonly link?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

function isOwn(name: string): boolean {
  return packages[`node_modules/${name}`]?.link === true
}

function readJson(path: string) {
  return JSON.parse(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'))
}
