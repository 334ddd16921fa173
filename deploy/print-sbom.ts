/**
 * Prints the bill of materials of what a server runs (CycloneDX), from package-lock.json. `npm sbom --omit=dev` alone would
 * leave out packages that development uses too, such as pg: it gets a copy of the lock file without development.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const { devDependencies: _, ...manifest } = readJson('package.json')
const { packages, ...lock } = readJson('package-lock.json')
const { devDependencies: __, ...root } = packages['']
const production = Object.entries<{ dev?: boolean }>(packages).filter(([path, { dev }]) => path !== '' && !dev)

const temporary = mkdtempSync(join(tmpdir(), 'vitrine-sbom-'))
// npm names the product after the folder.
const folder = join(temporary, manifest.name)
mkdirSync(folder)
writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
const productionLock = { ...lock, packages: { '': root, ...Object.fromEntries(production) } }
writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(productionLock))
const options = ['--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only']
const { status } = spawnSync('npm', ['sbom', ...options], { cwd: folder, stdio: 'inherit' })
rmSync(temporary, { recursive: true })
process.exitCode = status ?? 1

function readJson(name: string) {
  return JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8'))
}
