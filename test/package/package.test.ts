import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { delimiter, dirname, join, resolve } from 'node:path'
import { after, before, describe, type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { cleanEnvironment } from '../cli/vitrine.ts'
import { EXAMPLE_PRINTS, exampleOfTheDocs } from '../library/example.ts'
import { temporaryFolder } from '../temporary.ts'

const ROOT = resolve(import.meta.dirname, '../..')

/** The files that packing needs. The test packs a copy of them and leaves the checkout alone. */
const PACKED = ['bin', 'src', 'demo', 'docs', 'package.json', 'tsconfig.json', 'tsconfig.build.json', 'README.md']

/** Errors of npm without a network. */
const OFFLINE = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ENOTCACHED/

const folder = temporaryFolder()
const app = join(folder.path, 'app')
const PROGRAM = join(app, 'node_modules', '.bin', 'vitrine')
const environment = {
  ...cleanEnvironment(),
  PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}`,
  npm_config_update_notifier: 'false',
  npm_config_fetch_retries: '0',
}
const run = promisify(execFile)

describe('the package, installed in an empty folder', () => {
  let offline: string | false = false

  before(async () => {
    const tarball = await pack()
    await mkdir(app)
    writeFileSync(join(app, 'package.json'), '{}')
    const install = ['install', '--prefer-offline', '--no-audit', '--no-fund', tarball]
    await run('npm', install, { cwd: app, env: environment }).catch((error) => {
      if (!OFFLINE.test(error.stderr)) throw error
      offline = 'npm cannot reach its registry, so the package was not installed'
    })
  })
  after(() => folder[Symbol.dispose]())

  test('contains compiled JavaScript and no TypeScript source', (t) => {
    if (skipped(t)) return
    const files = readdirSync(join(app, 'node_modules', 'vitrine'))
    assert.ok(files.includes('dist') && !files.includes('src') && !files.includes('test'))
    for (const file of [
      'README.md',
      'demo/catalog.ndjson',
      'demo/pictures',
      'dist/cli/main.js',
      'dist/cli/main.d.ts',
    ]) {
      assert.ok(existsSync(join(app, 'node_modules', 'vitrine', file)), file)
    }
  })

  test('prints its version, imports and exports', async (t) => {
    if (skipped(t)) return
    assert.match((await vitrine('--version')).stdout, /^\d+\.\d+\.\d+\n$/)
    await vitrine('store', 'add', 'a', '--name', 'A')
    writeFileSync(join(app, 'catalog.json'), '[{"name":"Teapot","variants":[{"sku":"T","price":"40.00"}]}]')
    const { stdout, stderr } = await vitrine('import', 'catalog.json', '--store', 'a', '--json')
    assert.equal(JSON.parse(stdout).created, 1)
    assert.doesNotMatch(stderr, /warning/i)
    assert.equal(JSON.parse((await vitrine('export', '--store', 'a')).stdout).slug, 'teapot')
  })

  test('serves', async (t) => {
    if (skipped(t)) return
    const server = start('serve', '--port', '0', '--metrics-port', '0')
    const [, url] = await waitForOutput(server, /serving at (\S+);/)
    const response = await fetch(`${url}/store/products`, { headers: { 'x-store-id': 'a' } })
    assert.equal(response.status, 200)
    assert.match(await response.text(), /"totalItems":1/)
    server.kill('SIGTERM')
    assert.deepEqual(await once(server, 'exit'), [0, null])
  })

  test('runs the example of docs/library.md', async (t) => {
    if (skipped(t)) return
    await vitrine('store', 'add', 'books', '--name', 'Books')
    writeFileSync(join(app, 'example.mjs'), exampleOfTheDocs())
    const { stdout } = await run(process.execPath, ['example.mjs'], { cwd: app, env: environment })
    assert.equal(stdout, EXAMPLE_PRINTS)
  })

  test('has types that accept a correct program and reject a wrong one', async (t) => {
    if (skipped(t)) return
    const header = "import { openCatalog, type ProductInput, type PublishReport } from 'vitrine'\n"
    writeFileSync(join(app, 'right.mts'), `${header}${RIGHT_PROGRAM}`)
    writeFileSync(join(app, 'wrong.mts'), `${header}${WRONG_PROGRAM}`)
    await typeChecked('right.mts')
    const { stdout } = (await typeChecked('wrong.mts').catch((error) => error)) as { stdout: string }
    assert.deepEqual(
      [...stdout.matchAll(/^wrong\.mts\((\d+),/gm)].map((match) => Number(match[1])),
      [3, 4, 5],
      stdout,
    )
  })

  test('serves the demo with its pictures and its reference page', async (t) => {
    if (skipped(t)) return
    const server = start('demo', '--port', '0', '--metrics-port', '0')
    const [, url] = await waitForOutput(server, /API +(\S+)\/store\/products[\s\S]*Ctrl-C/)
    const picture = readdirSync(join(app, 'node_modules', 'vitrine', 'demo', 'pictures'))[0]
    for (const path of ['/store/products', `/demo/pictures/${picture}`, '/docs/', '/openapi.json']) {
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

function typeChecked(file: string) {
  const compiler = [
    join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc'),
    '--noEmit',
    '--strict',
    '--target',
    'es2024',
  ]
  const settings = ['--module', 'nodenext', '--lib', 'es2024,esnext.disposable', '--types', 'node']
  const roots = ['--typeRoots', join(ROOT, 'node_modules', '@types')]
  return run(process.execPath, [...compiler, ...settings, ...roots, file], { cwd: app, env: environment })
}

/** Builds and packs the package. Returns the path of the tarball. */
async function pack(): Promise<string> {
  const copy = join(folder.path, 'checkout')
  for (const name of PACKED) cpSync(join(ROOT, name), join(copy, name), { recursive: true })
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  await run('npm', ['pack', '--pack-destination', folder.path], { cwd: copy, env: environment, maxBuffer: 1e8 })
  return join(folder.path, readdirSync(folder.path).find((name) => name.endsWith('.tgz'))!)
}

function vitrine(...args: string[]) {
  return run(process.execPath, [PROGRAM, ...args], { cwd: app, env: environment })
}

function start(...args: string[]): ChildProcess {
  return spawn(process.execPath, [PROGRAM, ...args], {
    cwd: app,
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

/** Waits until the output of the command matches. */
async function waitForOutput({ stdout }: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> {
  let text = ''
  for await (const chunk of stdout!.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    text += chunk
    const match = pattern.exec(text)
    if (match) {
      stdout!.resume()
      return match
    }
  }
  throw new Error(`the output never matched ${pattern}:\n${text}`)
}
