// Complete run only: it builds, packs and installs.
import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, globSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { after, before, describe, type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { EXAMPLE_PRINTS, exampleOfTheDocs } from '../library/example.ts'
import { linkModules } from '../link-modules.ts'
import { temporaryFolder } from '../temporary.ts'
import { environment, PACKAGES, pack } from './pack.ts'

const ROOT = resolve(import.meta.dirname, '../..')

const TYPE_ROOTS = join(ROOT, 'node_modules', '@types')

/** The packages of the core. */
const CORE = ['catalog', 'runtime', 'engine', 'server', 'client', 'vitrine']

/** Errors of npm without a network. */
const OFFLINE = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ENOTCACHED/

const folder = temporaryFolder()
const app = join(folder.path, 'app')
const checkout = join(folder.path, 'checkout')
const PROGRAM = join(app, 'node_modules', '.bin', 'vitrine')
const run = promisify(execFile)

describe('the packages, installed from their tarballs in an empty folder', () => {
  let offline: string | false = false

  before(async () => {
    const tarballs = await pack(checkout)
    await mkdir(app)
    writeFileSync(join(app, 'package.json'), '{}')
    const install = ['install', '--prefer-offline', '--no-audit', '--no-fund', ...tarballs]
    await run('npm', install, { cwd: app, env: environment }).catch((error) => {
      if (!OFFLINE.test(error.stderr)) throw error
      offline = 'npm cannot reach its registry, so the package was not installed'
    })
  })
  after(() => folder[Symbol.dispose]())

  test('contain compiled JavaScript and no TypeScript source', (t) => {
    if (skipped(t)) return
    const modules = join(app, 'node_modules')
    const sources = globSync('{@vitrine/*,vitrine/{bin,cli,library,storefront}}/**/*.ts', { cwd: modules })
    assert.ok(sources.length > 0)
    assert.deepEqual(
      sources.filter((file) => !file.endsWith('.d.ts')),
      [],
    )
    for (const file of [
      'vitrine/README.md',
      'vitrine/demo/catalog.ndjson',
      'vitrine/demo/labels.json',
      'vitrine/demo/pictures',
      'vitrine/cli/main.js',
      'vitrine/storefront/server.js',
      'vitrine/examples/storefront/server.ts',
      '@vitrine/server/reference/style.css',
      '@vitrine/server/reference/script.js',
    ]) {
      assert.ok(existsSync(join(modules, file)), file)
    }
  })

  test('contain what their documents link to', (t) => {
    if (skipped(t)) return
    const root = join(app, 'node_modules', 'vitrine')
    const dead = globSync('**/*.md', { cwd: root }).flatMap((document) => {
      const text = readFileSync(join(root, document), 'utf8').replaceAll(/^```.*?^```|`[^`\n]*`/gms, '')
      const links = [...text.matchAll(/\]\((?!https?:)([^)#\s]+)|\bsrc="([^":]+)"/g)].map(
        ([, link, picture]) => (link ?? picture)!,
      )
      return (
        links
          // Registries show the README with the pictures of the repository.
          .filter((link) => !link.startsWith('docs/pictures/') && !existsSync(join(root, dirname(document), link)))
          .map((link) => `${document}: ${link}`)
      )
    })
    assert.deepEqual(dead, [])
  })

  test('name no address that does not exist, and say what a registry shows', () => {
    for (const name of PACKAGES) {
      const manifest = JSON.parse(readFileSync(join(checkout, 'dist', name, 'package.json'), 'utf8'))
      for (const field of ['description', 'license', 'author', 'engines'])
        assert.ok(manifest[field], `${name} ${field}`)
      // Add these, and change this test, when the project has a public address.
      for (const field of ['repository', 'homepage', 'bugs', 'private']) assert.equal(manifest[field], undefined, field)
    }
  })

  test('have a bill of materials with every package that a server runs, and no other', async () => {
    const { stdout } = await run('npm', ['run', '--silent', 'sbom'], { cwd: ROOT, env: environment, maxBuffer: 1e8 })
    const { bomFormat, metadata, components } = JSON.parse(stdout) as Sbom
    assert.deepEqual([bomFormat, metadata.component.name], ['CycloneDX', 'vitrine'])
    const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
    const installed = Object.entries<LockedPackage>(packages).filter(
      ([path, { dev, link }]) => path.startsWith('node_modules/') && !dev && !link,
    )
    const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    assert.deepEqual(
      components.map(({ name, version }) => `${name}@${version}`).sort(),
      [...new Set(installed.map(([path, { version }]) => `${nameOf(path)}@${version}`))].sort(),
    )
  })

  test('have the same bytes when they are packed again, in another folder and at another time', async () => {
    for (const again of await pack(join(folder.path, 'again'))) {
      const first = readFileSync(join(checkout, 'dist', basename(again)))
      assert.ok(first.equals(readFileSync(again)), basename(again))
    }
  })

  test('print the version, import and export', async (t) => {
    if (skipped(t)) return
    assert.match((await vitrine('--version')).stdout, /^\d+\.\d+\.\d+\n$/)
    await vitrine('store', 'add', 'a', '--name', 'A')
    writeFileSync(join(app, 'catalog.json'), '[{"name":"Teapot","variants":[{"sku":"T","price":"40.00"}]}]')
    const { stdout, stderr } = await vitrine('import', 'catalog.json', '--store', 'a', '--json')
    assert.equal(JSON.parse(stdout).created, 1)
    assert.doesNotMatch(stderr, /warning/i)
    assert.equal(JSON.parse((await vitrine('export', '--store', 'a')).stdout).slug, 'teapot')
  })

  test('serve', async (t) => {
    if (skipped(t)) return
    const server = start('serve', '--port', '0', '--metrics-port', '0')
    t.after(() => server.kill('SIGKILL'))
    const [, url] = await waitForOutput(server.stdout, /serving at (\S+);/)
    const response = await fetch(`${url}/store/products`, { headers: { 'x-store-id': 'a' } })
    assert.equal(response.status, 200)
    assert.match(await response.text(), /"totalItems":1/)
    writeFileSync(join(app, 'client.mjs'), CLIENT_PROGRAM)
    const { stdout } = await run(process.execPath, ['client.mjs', url!], { cwd: app, env: environment })
    assert.equal(stdout, 'teapot product-not-found\n')
    server.kill('SIGTERM')
    assert.deepEqual(await once(server, 'exit'), [0, null])
  })

  test('run the example of docs/library.md', async (t) => {
    if (skipped(t)) return
    await vitrine('store', 'add', 'books', '--name', 'Books')
    writeFileSync(join(app, 'example.mjs'), exampleOfTheDocs())
    const { stdout } = await run(process.execPath, ['example.mjs'], { cwd: app, env: environment })
    assert.equal(stdout, EXAMPLE_PRINTS)
  })

  test('work from a checkout that was not built, installed as a folder', async () => {
    assert.equal(await printedWith([join(ROOT, 'packages/vitrine')], LIBRARY_PROGRAM), 'function\n')
  })

  test('have a client, and one for InstantSearch, that need no other package and no registry', async () => {
    const tarballs = ['client', 'instantsearch'].map((name) => join(checkout, `dist/vitrine-${name}-0.1.0.tgz`))
    assert.equal(await printedWith(tarballs, ALONE_PROGRAM), 'function\n')
  })

  test('work together without a registry', async () => {
    const modules = join(folder.path, 'unpacked', 'node_modules')
    linkModules(join(folder.path, 'unpacked'), join(checkout, 'dist'))
    writeFileSync(join(modules, '../main.mjs'), LIBRARY_PROGRAM)
    const { stdout } = await run(process.execPath, ['main.mjs'], { cwd: join(modules, '..'), env: environment })
    assert.equal(stdout, 'function\n')
    const program = [join(modules, 'vitrine/bin/vitrine.js'), 'formats', '--json']
    assert.match(
      (await run(process.execPath, program, { cwd: join(modules, '..'), env: environment })).stdout,
      /shopify/,
    )
  })

  test('have a server that needs no parser of an importer', () => {
    const manifestOf = (name: string) => JSON.parse(readFileSync(join(checkout, 'dist', name, 'package.json'), 'utf8'))
    const needs = (name: string): string[] =>
      Object.keys(manifestOf(name).dependencies ?? {}).flatMap((other) =>
        other.startsWith('@vitrine/') ? [other, ...needs(other.slice('@vitrine/'.length))] : [other],
      )
    const parsers = Object.keys(manifestOf('convert').dependencies).filter((name) => !name.startsWith('@vitrine/'))
    assert.ok(parsers.length > 3)
    for (const name of ['server', 'agents', 'engine', 'client'])
      assert.deepEqual(
        needs(name).filter((other) => parsers.includes(other) || other === '@vitrine/convert'),
        [],
        name,
      )
  })

  test('are a small server without the optional ones, which says what to install', async (t) => {
    const small = join(folder.path, 'small')
    const installed = installSmall(small)
    t.diagnostic(`the small server has ${installed.length} packages of others`)
    assert.ok(installed.length < 40, installed.join(' '))
    const program = join(small, 'node_modules/vitrine/bin/vitrine.js')
    const options = { cwd: small, env: environment }
    const succeed = (...args: string[]) => run(process.execPath, [program, ...args], options)
    const fail = async (...args: string[]) => {
      const { code, stderr } = await succeed(...args).then(
        () => ({ code: 0, stderr: '' }),
        (error) => error,
      )
      assert.equal(code, 1, args.join(' '))
      return stderr
    }
    writeFileSync(join(small, 'catalog.json'), '[{"name":"Teapot","variants":[{"sku":"T","price":"40.00"}]}]')
    writeFileSync(join(small, 'prices.json'), '[{"sku":"T","price":"41.00"}]')
    writeFileSync(join(small, 'catalog.csv'), 'Handle,Title,Variant Price\nteapot,Teapot,40.00\n')
    await succeed('store', 'add', 'a', '--name', 'A')
    await succeed('import', 'catalog.json', '--store', 'a')
    await succeed('import', 'prices.json', '--store', 'a', '--only', 'price')
    assert.match((await succeed('export', '--store', 'a')).stdout, /"price":"41\.00"/)
    const needs = (name: string) =>
      new RegExp(`needs the package @vitrine/${name}, which is not installed; \`npm install @vitrine/${name}\` adds it`)
    assert.match(await fail('import', 'catalog.csv', '--store', 'a'), needs('convert'))
    assert.match(await fail('import', 'catalog.csv', '--store', 'a', '--only', 'price'), needs('convert'))
    assert.match(await fail('import', 'catalog.json', '--store', 'a', '--html', 'text'), needs('convert'))
    assert.match(await fail('import', 'catalog.json', 'catalog.json', '--store', 'a'), needs('convert'))
    assert.match(await fail('convert', 'catalog.csv'), needs('convert'))
    assert.match(await fail('formats'), needs('convert'))
    assert.match(await fail('follow', '--store', 'a'), needs('follow'))
    const help = await succeed('export', '--help')
    assert.match(help.stdout, /Feeds need the package @vitrine\/feeds/)
    const postgres = 'postgres://reader@127.0.0.1:1/shop'
    assert.match(await fail('store', 'list', '--database', postgres), /`npm install pg pg-copy-streams` adds them/)
    const server = spawn(process.execPath, [program, 'serve', '--port', '0', '--metrics-port', '0'], options)
    t.after(() => server.kill('SIGKILL'))
    const [, url] = await waitForOutput(server.stdout, /no MCP and no UCP[\s\S]*serving at (\S+);/)
    const response = await fetch(`${url}/store/products`, { headers: { 'x-store-id': 'a' } })
    assert.match(await response.text(), /"totalItems":1/)
  })

  test('have types that accept a correct program and reject a wrong one', async (t) => {
    if (skipped(t)) return
    const header = "import { openCatalog, type ProductInput, type PublishReport } from 'vitrine'\n"
    writeFileSync(join(app, 'right.mts'), `${header}${RIGHT_PROGRAM}`)
    writeFileSync(join(app, 'wrong.mts'), `${header}${WRONG_PROGRAM}`)
    await typeChecked('right.mts')
    await typeChecked('right.mts', ['--lib', 'es2022,dom', '--types', ''])
    const { stdout } = (await typeChecked('wrong.mts').catch((error) => error)) as { stdout: string }
    assert.deepEqual(
      [...stdout.matchAll(/^wrong\.mts\((\d+),/gm)].map((match) => Number(match[1])),
      [3, 4, 5],
      stdout,
    )
  })

  test('have a client whose types are its own and those of the web', async (t) => {
    if (skipped(t)) return
    writeFileSync(join(app, 'shop.mts'), CLIENT_TYPES)
    const { stdout } = await typeChecked('shop.mts', ['--lib', 'es2023,dom', '--types', '', '--listFilesOnly'])
    const foreign = stdout
      .split('\n')
      .filter((file) => !/^$|shop\.mts$|\/@vitrine\/client\/|\/lib\.[\w.]+\.d\.ts$/.test(file))
    assert.deepEqual(foreign, [])
    await typeChecked('shop.mts', ['--lib', 'es2023,dom', '--types', ''])
    writeFileSync(join(app, 'misspelt.mts'), CLIENT_TYPES.replace('label:', 'lable:'))
    await assert.rejects(typeChecked('misspelt.mts', ['--lib', 'es2023,dom', '--types', '']), { stdout: /lable/ })
  })

  test('serve the demo with its shop, its pictures and its reference page', async (t) => {
    if (skipped(t)) return
    const server = start('demo', '--port', '0', '--metrics-port', '0')
    t.after(() => server.kill('SIGKILL'))
    const [, url] = await waitForOutput(server.stderr, /API +(\S+)\/store\/products[\s\S]*Ctrl-C/)
    const picture = readdirSync(join(app, 'node_modules', 'vitrine', 'demo', 'pictures'))[0]
    const page = await (await fetch(`${url}/docs`)).text()
    const files = [...page.matchAll(/"(docs\/[\w-]+\.(?:css|js))"/g)].map(([, path]) => `/${path}`)
    assert.equal(files.length, 2)
    const shop = await (await fetch(url!)).text()
    files.push(...[...shop.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path]) => path!))
    assert.equal(files.length, 4)
    for (const path of [
      '/products/breton-striped-shirt',
      '/store/products',
      `/demo/pictures/${picture}`,
      '/openapi.json',
      ...files,
    ]) {
      assert.equal((await fetch(`${url}${path}`)).status, 200, path)
    }
    server.kill('SIGTERM')
    assert.deepEqual(await once(server, 'exit'), [0, null])
  })

  function skipped(t: TestContext): boolean {
    if (offline) t.skip(offline)
    return offline !== false
  }
})

/** Installs what npm does with `--omit=optional`, without npm. Returns the packages of others. */
function installSmall(to: string): string[] {
  const modules = join(to, 'node_modules')
  for (const name of CORE)
    cpSync(join(checkout, 'dist', name), join(modules, name === 'vitrine' ? name : `@vitrine/${name}`), {
      recursive: true,
    })
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { readonly dependencies?: Record<string, string> }>
  }
  const needed = new Set<string>()
  const add = (path: string): void => {
    for (const name of Object.keys(packages[path]?.dependencies ?? {})) {
      const own = `${path}/node_modules/${name}`
      const found = own in packages ? own : `node_modules/${name}`
      if (name.startsWith('@vitrine/') || needed.has(found)) continue
      needed.add(found)
      add(found)
    }
  }
  for (const name of CORE) add(`packages/${name}`)
  for (const path of [...needed].filter((path) => path.lastIndexOf('node_modules/') === 0)) {
    mkdirSync(dirname(join(to, path)), { recursive: true })
    symlinkSync(join(ROOT, path), join(to, path))
  }
  return [...needed].map((path) => path.slice('node_modules/'.length))
}

interface Sbom {
  readonly bomFormat: string
  readonly metadata: { readonly component: { readonly name: string } }
  readonly components: readonly { readonly name: string; readonly version: string }[]
}

interface LockedPackage {
  readonly version: string
  readonly dev?: boolean
  /** Whether it is a package of the project. */
  readonly link?: boolean
}

const RIGHT_PROGRAM = `
const product: ProductInput = { name: 'Mug', variants: [{ sku: 'M', price: '8.90', productOptions: { color: 'red' } }] }
await using catalog = await openCatalog({ database: './data/vitrine.db', store: 'books' })
catalog.upsert(product, [product])
catalog.patch({ sku: 'M', stock: null })
catalog.remove({ slug: 'mug' }, { id: '00000000-0000-4000-8000-000000000001' })
const report: PublishReport = await catalog.publish({ dryRun: true })
console.log(report.edition.number + report.warnings.length)
`

const WRONG_PROGRAM = `await using catalog = await openCatalog({ database: './data/vitrine.db', store: 'books' })
catalog.upsert({ name: 'Mug', variants: [{ sku: 'M' }] })
catalog.patch({ price: 5 })
catalog.remove({ slug: 'mug', id: 'mug' })
export type Unused = ProductInput | PublishReport
`

const LIBRARY_PROGRAM = "import { openCatalog } from 'vitrine'\nconsole.log(typeof openCatalog)\n"

const ALONE_PROGRAM = `import { createVitrine } from '@vitrine/client'
import { createSearchClient } from '@vitrine/instantsearch'
const client = createSearchClient(createVitrine({ url: 'https://catalog.example' }))
console.log(typeof client.search)
`

const CLIENT_PROGRAM = `import { createVitrine, RequestError } from '@vitrine/client'
const shop = createVitrine({ url: process.argv[2], store: 'a' })
const { data } = await shop.products.list()
const error = await shop.products.get('00000000-0000-4000-8000-000000000000').catch((error) => error)
console.log(data[0].slug, error instanceof RequestError && error.code)
`

const CLIENT_TYPES = `import { createVitrine, type SummaryPage } from '@vitrine/client'
const shop = createVitrine({ url: 'https://catalog.example' })
const page: SummaryPage = await shop.products.list({ label: 'sale' })
console.log(page.data[0]?.variants[0]?.price.length)
`

const NODE_TYPES = ['--lib', 'es2024,esnext.disposable', '--types', 'node', '--typeRoots', TYPE_ROOTS]

function typeChecked(file: string, libraries = NODE_TYPES) {
  const compiler = [
    join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc'),
    '--noEmit',
    '--strict',
    '--target',
    'es2024',
  ]
  return run(process.execPath, [...compiler, '--module', 'nodenext', ...libraries, file], {
    cwd: app,
    env: environment,
  })
}

/** Installs packages in an empty folder without a network. Returns what a program prints there. */
async function printedWith(packages: readonly string[], program: string): Promise<string> {
  using place = temporaryFolder()
  const cwd = place.path
  writeFileSync(join(cwd, 'package.json'), '{}')
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', ...packages], { cwd, env: environment })
  writeFileSync(join(cwd, 'main.mjs'), program)
  return (await run(process.execPath, ['main.mjs'], { cwd, env: environment })).stdout
}

function vitrine(...args: string[]) {
  return run(process.execPath, [PROGRAM, ...args], { cwd: app, env: environment })
}

function start(...args: string[]): ChildProcess {
  return spawn(process.execPath, [PROGRAM, ...args], {
    cwd: app,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Waits until the output of the command matches. */
async function waitForOutput(output: Readable | null, pattern: RegExp): Promise<RegExpExecArray> {
  let text = ''
  for await (const chunk of output!.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    text += chunk
    const match = pattern.exec(text)
    if (match) {
      output!.resume()
      return match
    }
  }
  throw new Error(`the output never matched ${pattern}:\n${text}`)
}
