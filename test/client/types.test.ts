import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { createVitrine } from '@vitrine/client'
import { clientTypes } from '../../build/client-types.ts'
import { until } from '../database/until.ts'
import { ok, openScriptedServer } from './scripted-server.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const DOCUMENT = JSON.parse(readFileSync(resolve(ROOT, 'openapi.json'), 'utf8'))
const ID = '7d444840-9dc0-11d1-b245-5ffdce74fad2'

test('the types are those of openapi.json, as `npm run openapi` writes them', () => {
  assert.equal(readFileSync(resolve(ROOT, 'packages/client/api.ts'), 'utf8'), clientTypes(DOCUMENT))
})

test('the client sends every operation of openapi.json, and no other', async () => {
  await using server = await openScriptedServer(ok)
  const shop = createVitrine({ url: server.address })
  const { products, variants, changes } = shop
  const lists = [changes.list, products.list, products.facets, products.suggest, variants.list]
  const reads = [shop.store, shop.markets, shop.labels, ...lists]
  for (const read of reads) await (read as () => Promise<unknown>)().catch(() => {})
  await products.get(ID)
  await variants.get(ID)
  await shop.label(ID)
  const leaving = new AbortController()
  const events = shop.events({ signal: leaving.signal }).next()
  events.catch(() => {})
  await until(async () => server.requests.some(({ url }) => url === '/store/events'))
  leaving.abort()
  await assert.rejects(events)
  const sent = server.requests.map(({ url }) => url)
  const paths = Object.keys(DOCUMENT.paths).map((path) => path.replace(/\{\w+\}/, ID))
  assert.deepEqual(sent.toSorted(), paths.toSorted())
})

test('the compiler needs only the types of the web, and finds misspelt filters, orders and codes', async () => {
  const options = [
    '--ignoreConfig',
    '--noEmit',
    '--strict',
    '--exactOptionalPropertyTypes',
    '--target',
    'es2023',
    '--module',
    'esnext',
  ]
  const more = ['--moduleResolution', 'bundler', '--allowImportingTsExtensions', '--lib', 'es2023,dom', '--types', '']
  const compiler = resolve(ROOT, 'node_modules/typescript/bin/tsc')
  const program = resolve(import.meta.dirname, 'program.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [compiler, ...options, ...more, program]).catch(
    (error) => error,
  )
  assert.equal(stdout, '')
})
