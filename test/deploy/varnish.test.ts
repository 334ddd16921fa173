// Complete run only: it runs another program.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { serve } from '../cli/served-shop.ts'
import { Running, SHIRT, TEAPOT, WorkingDirectory } from '../cli/vitrine.ts'
import { until } from '../database/until.ts'
import { freePort } from '../postgres/daemon.ts'
import { findProgram } from './find-program.ts'

const FOLDER = resolve(import.meta.dirname, '../../deploy/purge')

const varnishd = findProgram('varnishd')
const missing = ['varnishd', 'cc', 'curl'].filter((name) => findProgram(name) === undefined)
const skip =
  missing.length > 0 && `there is no ${missing.join(', no ')} on the path: \`apt-get install varnish\` gets varnishd`

test('Varnish keeps answers until deploy/purge/varnish.sh bans those that a publication changed', {
  skip,
}, async () => {
  using place = await new WorkingDirectory().withStore('a', [SHIRT, TEAPOT])
  const options = ['--cache-tags', 'xkey', '--cache-control', 'public, s-maxage=86400']
  const { port } = await serve(place, options)
  const vcl = readFileSync(join(FOLDER, 'varnish.vcl'), 'utf8').replace('"3000"', `"${port}"`)
  writeFileSync(place.path('varnish.vcl'), vcl)
  const address = `http://127.0.0.1:${await freePort()}`
  const listen = ['-a', address.replace('http://', ''), '-j', 'none', '-n', place.path('varnish')]
  const child = spawn(varnishd!, ['-F', ...listen, '-f', place.path('varnish.vcl'), '-s', 'malloc,32m'])
  const varnish = new Running(child)
  try {
    await varnish.waitFor(/Child launched OK|said Child starts/)
    const follower = ['follow', '--store', 'a', '--state', 'state.db', '--delay', '1s']
    const following = place.start([...follower, '--exec', join(FOLDER, 'varnish.sh')], { VARNISH: address })
    await following.waitFor(/was delivered to/)

    const listed = await read(`${address}/stores/a/store/products?sortBy=name:ASC`)
    const [shirt, teapot] = listed.body.data.map(({ id }: { id: string }) => `${address}/stores/a/store/products/${id}`)
    for (const url of [shirt, teapot]) {
      assert.deepEqual((await read(url)).isHit, false)
      const { isHit, tags } = await read(url)
      assert.deepEqual([isHit, tags], [true, null])
    }
    writeFileSync(place.path('prices.csv'), 'sku,price\nRS-S,17.90\n')
    assert.equal((await place.run(['import', 'prices.csv', '--store', 'a', '--only', 'price'])).code, 0)
    await until(() => following.stdout.split('was delivered to').length === 3)
    const changed = await read(shirt)
    assert.deepEqual([changed.isHit, changed.body.variants[0].price], [false, '17.90'])
    assert.equal((await read(teapot)).isHit, true)

    for (const tags of ['', '.*', 'abc'])
      assert.equal((await fetch(address, { method: 'BAN', headers: { 'x-stale-tags': tags } })).status, 400)
  } finally {
    child.kill()
    await varnish.waitForExit()
  }
})

/** An answer. Varnish names two transactions for a hit: the request, and the one that fetched the answer. */
async function read(url: string) {
  const response = await fetch(url)
  assert.equal(response.status, 200)
  const isHit = /^\d+ \d+$/.test(response.headers.get('x-varnish') ?? '')
  // biome-ignore lint/suspicious/noExplicitAny: the test knows the shape
  return { isHit, tags: response.headers.get('xkey'), body: (await response.json()) as any }
}
