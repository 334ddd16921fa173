/**
 * `npm run build`: compiles every package to dist/<package>, as npm publishes it. A package in the checkout exports TypeScript,
 * which Node does not run below node_modules. `npm run pack` writes their tarballs.
 */
import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, extname, join, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '..')
const DIST = join(ROOT, 'dist')

/** What the package of the commands has from outside of its folder: what it shows, and what its documents link to. */
const WITH_COMMANDS = [
  ...[
    'demo/README.md',
    'demo/catalog.ndjson',
    'demo/labels.json',
    'demo/labels.de.json',
    'demo/pictures',
    'docs',
    'deploy',
    'examples',
    'bench',
    'openapi.json',
  ],
  ...['README.md', 'ARCHITECTURE.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md'],
]
const NOT_PUBLISHED = ['docs/pictures', 'bench/data']
/** What the examples for frameworks install and build, and what pins it for their test. */
const NOT_OF_EXAMPLES = ['node_modules', '.next', '.astro', 'dist', 'package-lock.json']

/** Of the files of a package, those that are compiled or only needed to make others. */
const COMPILED = ['.ts', '.wat']

interface Manifest {
  readonly name: string
  readonly exports: Readonly<Record<string, string>>
  readonly private?: true
  readonly scripts?: object
}

rmSync(DIST, { recursive: true, force: true })
compile('tsconfig.build.json')
// The example shop, with the client of dist/.
compile('tsconfig.storefront.json')
for (const file of globSync('{*,*/**/*}', { cwd: join(ROOT, 'packages'), withFileTypes: true })) {
  if (!file.isFile() || COMPILED.includes(extname(file.name)) || file.name === 'package.json') continue
  copy(
    join(file.parentPath, file.name).slice(ROOT.length + 1),
    join(file.parentPath, file.name).replace(join(ROOT, 'packages'), DIST),
  )
}
for (const name of ['style.css', 'script.js'])
  copy(`examples/storefront/${name}`, join(DIST, 'vitrine/storefront', name))
for (const path of WITH_COMMANDS) copy(path, join(DIST, 'vitrine', path))
for (const file of globSync('packages/*/package.json', { cwd: ROOT })) {
  const folder = join(DIST, dirname(file).slice('packages/'.length))
  copy('LICENSE', join(folder, 'LICENSE'))
  const manifest = publishedManifest(JSON.parse(readFileSync(join(ROOT, file), 'utf8')))
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}

function compile(project: string): void {
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc')
  const { status } = spawnSync(process.execPath, [compiler, '--project', project], { cwd: ROOT, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

function copy(path: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  const filter = (source: string) =>
    !NOT_PUBLISHED.some((one) => join(ROOT, one) === source) &&
    !(path === 'examples' && NOT_OF_EXAMPLES.includes(basename(source)))
  cpSync(join(ROOT, path), to, { recursive: true, filter })
}

/** A manifest that exports the compiled files and their types. */
function publishedManifest({ private: _, scripts: __, exports, ...manifest }: Manifest): object {
  const published = Object.entries(exports).map(([path, file]) => {
    const stem = file.replace(/\.ts$/, '')
    return [path, { types: `${stem}.d.ts`, default: `${stem}.js` }]
  })
  return { ...manifest, exports: { ...Object.fromEntries(published), './package.json': './package.json' } }
}
