// Process of its own: it needs a SQLite file, and measures its process.
import assert from 'node:assert/strict'
import { Session } from 'node:inspector/promises'
import { join, relative } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { openSqliteCatalogs } from '@vitrine/engine/database/sqlite/catalogs'
import { openSqliteEditions } from '@vitrine/engine/database/sqlite/editions'
import { IndexCache } from '@vitrine/engine/serve/index-cache'
import { createMetrics } from '@vitrine/server/metrics'
import { createServer } from '@vitrine/server/server'
import { load, storeNamed } from '../loading.ts'
import { temporaryFolder } from '../temporary.ts'

const PACKAGES = join(import.meta.dirname, '../../packages')
const STORE = storeNamed('shop').id
const MAX_FILES = 45
const LABELS = ['shirts', 'shoes', 'coats', 'hats']

/** 160 products, of which every fourth has the same label. */
const CATALOG = Array.from({ length: 160 }, (_, index) => ({
  name: `Product ${index}`,
  labelValues: [LABELS[index % LABELS.length]],
  variants: [{ sku: `P${index}`, price: index }],
}))

test('a list with a label runs what it asks for: functions of few files', async (t) => {
  // SQLite looks at its file from time to time, which is not a part of the request.
  t.mock.timers.enable({ apis: ['setInterval'] })
  using folder = temporaryFolder()
  const path = join(folder.path, 'shop.db')
  await using catalogs = openSqliteCatalogs(path)
  await catalogs.addStore(storeNamed(STORE))
  await load(catalogs, STORE, CATALOG)
  await using editions = openSqliteEditions(path)
  const app = createServer({
    editions: new IndexCache(editions, 10_000_000, 10_000_000),
    logger: false,
    metrics: createMetrics(),
    responseCacheBytes: 10_000_000,
  })
  await using resources = new AsyncDisposableStack()
  resources.defer(() => app.close())
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const list = async (parameters: string) => {
    const response = await fetch(`${address}/store/products${parameters}`, { headers: { 'x-store-id': STORE } })
    const { meta } = (await response.json()) as { readonly meta: { readonly totalItems: number } }
    return meta.totalItems
  }
  assert.equal(await list(''), CATALOG.length)

  const session = new Session()
  session.connect()
  resources.defer(() => session.disconnect())
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  for (const label of LABELS) {
    await filesSinceLast(session)
    assert.equal(await list(`?label=${label}`), CATALOG.length / LABELS.length)
    const files = await filesSinceLast(session)
    assert.ok(files.includes('engine/serve/products.ts'))
    assert.ok(files.length <= MAX_FILES, `${label} runs functions of ${files.length} files:\n${files.join('\n')}`)
  }
})

/** The files of packages/ of which a function with a name has run since the last call, sorted. */
async function filesSinceLast(session: Session): Promise<string[]> {
  const { result } = await session.post('Profiler.takePreciseCoverage')
  const ran = result.filter(({ functions }) => functions.some((f) => f.functionName !== '' && f.ranges[0]!.count > 0))
  const paths = ran
    .filter(({ url }) => url.startsWith('file:'))
    .map(({ url }) => relative(PACKAGES, fileURLToPath(url)))
  return paths.filter((path) => !path.startsWith('..')).sort()
}
