// Installed apart: it needs Next.js and Astro.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cpSync, existsSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { serve } from '../cli/served-shop.ts'
import { lines, SHIRT, TEAPOT, WorkingDirectory } from '../cli/vitrine.ts'
import { until } from '../database/until.ts'
import { environment, pack } from '../package/pack.ts'
import { temporaryFolder } from '../temporary.ts'
import { type RunningShop, startShop } from './running-shop.ts'

const run = promisify(execFile)
const EXAMPLES = resolve(import.meta.dirname, '../../examples')

/** The programs of each framework: what builds a shop, and what serves it on a port that the system chooses. */
const FRAMEWORKS = {
  next: {
    build: ['node_modules/next/dist/bin/next', 'build'],
    start: ['node_modules/next/dist/bin/next', 'start', '--hostname', '127.0.0.1', '--port', '0'],
  },
  astro: { build: ['node_modules/astro/bin/astro.mjs', 'build'], start: ['dist/server/entry.mjs'] },
}

const isInstalled = (name: string) => existsSync(join(EXAMPLES, name, 'node_modules'))
const skip =
  !Object.keys(FRAMEWORKS).some(isInstalled) &&
  'the frameworks are not installed: `npm install --no-save --prefix examples/next` and `npm install --no-save --prefix examples/astro` install them'

const SECRET = `whsec_${randomBytes(32).toString('base64')}`
const ID = '6f0e1c9a-0d3b-4e5f-8a7b-1c2d3e4f5a6b'
const FORMER = { ...SHIRT, id: ID, slug: 'chemise-écarlate' }

describe('the shops made with frameworks, with the packed client', { skip }, () => {
  const folder = temporaryFolder()
  const place = new WorkingDirectory()
  let client: string
  let variables: Record<string, string>
  before(async () => {
    const tarballs = await pack(join(folder.path, 'checkout'))
    client = tarballs.find((path) => path.includes('vitrine-client-'))!
    await place.withStore('a', [FORMER, TEAPOT])
    writeFileSync(place.path('renamed.ndjson'), lines([{ ...FORMER, slug: SHIRT.slug }, TEAPOT]))
    assert.equal((await place.run(['import', 'renamed.ndjson', '--store', 'a'])).code, 0)
    const { url } = await serve(place)
    variables = { VITRINE_URL: url, VITRINE_STORE: 'a', WEBHOOK_SECRET: SECRET }
    writeFileSync(place.path('secret'), SECRET)
  })
  after(() => {
    place[Symbol.dispose]()
    folder[Symbol.dispose]()
  })

  for (const [index, name] of (['next', 'astro'] as const).entries()) {
    const notInstalled =
      !isInstalled(name) &&
      `the framework is not installed: \`npm install --no-save --prefix examples/${name}\` installs it`
    test(`${name}: builds, shows the catalog, and follows it`, { skip: notInstalled }, async () => {
      const { build, start } = FRAMEWORKS[name]
      const shop = join(folder.path, name)
      const env = { ...environment, ...variables, NEXT_TELEMETRY_DISABLED: '1', ASTRO_TELEMETRY_DISABLED: '1' }
      cpSync(join(EXAMPLES, name), shop, { recursive: true })
      for (const made of ['.next', '.astro', 'dist']) rmSync(join(shop, made), { recursive: true, force: true })
      await run('npm', ['install', '--offline', '--no-save', '--no-audit', '--no-fund', client], { cwd: shop, env })
      await run(process.execPath, build, { cwd: shop, env, maxBuffer: 1e8 })
      await using running = await startShop(start, { cwd: shop, env })
      await showsTheCatalog(running)
      await refusesWhatIsNotSigned(running)
      await follows(running, `state-${index}.db`, `1${7 - index}.90`)
    })
  }

  async function showsTheCatalog({ url, text, status }: RunningShop): Promise<void> {
    const all = await text('/')
    assert.match(all, /2 products/)
    assert.match(all, /href="\/products\/red-shirt"[^>]*>Red Shirt \d+\.90</)
    assert.match(all, /Théière 茶壺 40\.00</)
    assert.match(all, /name="option" value="color:red"/)
    // Neither a parameter of others nor a wrong value of a filter matters.
    const red = await text('/?option=color:red&minPrice=abc&utm_source=mail')
    assert.match(red, /1 products/)
    assert.doesNotMatch(red, /Théière 茶壺 40/)
    const dearest = await text('/?sortBy=price:DESC')
    assert.ok(dearest.indexOf('Théière 茶壺 40') < dearest.indexOf('Red Shirt '), 'the dearest first')
    assert.match(await text('/products/teapot'), /<h1>Théière 茶壺<\/h1>.*T 40\.00/s)
    assert.equal(await status('/products/no-such-shirt'), 404)
    const redirect = await fetch(`${url}/products/${encodeURIComponent(FORMER.slug)}`, { redirect: 'manual' })
    assert.equal(redirect.status, 308)
    // Next.js 16.4.6 sends the header twice in the first answer of a redirect.
    assert.deepEqual([...new Set(redirect.headers.get('location')?.split(', '))], ['/products/red-shirt'])
  }

  async function refusesWhatIsNotSigned({ url }: RunningShop): Promise<void> {
    const body = '{"data":{"tags":[]}}'
    assert.equal((await fetch(`${url}/hooks/catalog`, { method: 'POST', body })).ok, false)
  }

  /** A changed price is seen on the pages that the framework keeps, after the webhook of its publication. */
  async function follows({ url, text }: RunningShop, state: string, price: string): Promise<void> {
    const options = ['--webhook', `${url}/hooks/catalog`, '--secret-file', 'secret', '--state', state, '--delay', '1s']
    const follower = place.start(['follow', '--store', 'a', ...options])
    await follower.waitFor(/was delivered to/)
    // From here on, the pages of the shirt are kept without the new price.
    for (const path of ['/', '/products/red-shirt']) assert.ok(!(await text(path)).includes(price))
    writeFileSync(place.path('prices.csv'), `sku,price\nRS-S,${price}\n`)
    assert.equal((await place.run(['import', 'prices.csv', '--store', 'a', '--only', 'price'])).code, 0)
    await until(async () => (await text('/')).includes(`Red Shirt ${price}`))
    await until(async () => (await text('/products/red-shirt')).includes(`RS-S ${price}`))
    follower.child.kill('SIGKILL')
  }
})
