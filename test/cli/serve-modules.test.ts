import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { SHIRT, WorkingDirectory } from './vitrine.ts'

/** Notes every module that is loaded, in a file. */
const NOTE_MODULES = `
  import { appendFileSync } from 'node:fs'
  import { registerHooks } from 'node:module'
  registerHooks({
    load(url, context, next) {
      appendFileSync(process.env.MODULES, url + '\\n')
      return next(url, context)
    },
  })`

/** The packages whose modules a command has loaded. */
async function packagesLoadedBy(place: WorkingDirectory, act: (env: Record<string, string>) => Promise<void>) {
  const [hook, modules] = [place.path('note-modules.mjs'), place.path('modules.txt')]
  writeFileSync(hook, NOTE_MODULES)
  writeFileSync(modules, '')
  await act({ NODE_OPTIONS: `--import ${pathToFileURL(hook)}`, MODULES: modules })
  const urls = readFileSync(modules, 'utf8').split('\n')
  return new Set(urls.flatMap((url) => /\/packages\/([a-z]+)\//.exec(url)?.[1] ?? []))
}

test('vitrine serve loads the core and what answers assistants, and no other package', async () => {
  using place = await new WorkingDirectory().withStore('a', [SHIRT])
  const loaded = await packagesLoadedBy(place, async (env) => {
    const server = place.start(['serve', '--port', '0', '--metrics-port', '0'], env)
    const [, url] = await server.waitFor(/serving at (http:\S+?);/)
    for (const path of ['/store/products', '/store/products/facets', '/store', '/docs', '/.well-known/ucp'])
      await (await fetch(`${url}${path}`, { headers: { 'x-store-id': 'a' } })).arrayBuffer()
    server.child.kill('SIGTERM')
    assert.equal((await server.waitForExit()).code, 0)
  })
  // The client is for the example shop.
  assert.deepEqual([...loaded].sort(), ['agents', 'catalog', 'engine', 'runtime', 'server', 'vitrine'])
})

test('an import of a file loads the package convert', async () => {
  using place = await new WorkingDirectory().withStore('a')
  writeFileSync(place.path('a.ndjson'), JSON.stringify(SHIRT))
  const loaded = await packagesLoadedBy(place, async (env) => {
    assert.equal((await place.run(['import', 'a.ndjson', '--store', 'a'], env)).code, 0)
  })
  assert.ok(loaded.has('convert'))
})
