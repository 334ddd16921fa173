// Complete run only: it runs another program.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'node:test'
import { serve } from '../cli/served-shop.ts'
import { Running, SHIRT, TEAPOT, WorkingDirectory } from '../cli/vitrine.ts'
import { until } from '../database/until.ts'
import { storeNamed } from '../loading.ts'
import { freePort } from '../postgres/daemon.ts'
import { findProgram } from './find-program.ts'

const nginx = findProgram('nginx')
const skip = nginx === undefined && 'nginx is not installed; on Debian: apt-get install nginx-light'

test('nginx with deploy/nginx.conf keeps answers as long as they say, and stores apart', { skip }, async () => {
  using place = await new WorkingDirectory().withStore('a', [SHIRT])
  await place.withStore('b', [TEAPOT])
  const { server, port, url: origin } = await serve(place, ['--cache-control', 'public, max-age=0, s-maxage=1'])
  const url = `http://127.0.0.1:${await freePort()}`
  const child = spawn(nginx!, ['-e', 'stderr', '-p', place.path('.'), '-c', configuration(place, url, port)])
  const running = new Running(child)
  try {
    await running.waitFor(/start worker process \d/)
    const first = await read(url, 'a')
    assert.deepEqual([first.cache, first.prices], ['MISS', ['19.90', '21.00']])
    const other = await read(url, 'b')
    assert.deepEqual([other.cache, other.prices], ['MISS', ['40.00']])
    const hit = await readUntil(url, 'HIT')
    assert.deepEqual([hit.prices, hit.etag], [first.prices, first.etag])

    // After s-maxage the ETag is still right.
    await readUntil(url, 'STALE')
    assert.equal((await readUntil(url, 'HIT')).etag, first.etag)
    assert.match(readFileSync(place.path('requests.log'), 'utf8'), /"a" 304\n/)

    writeFileSync(place.path('prices.csv'), 'sku,price\nRS-S,17.90\n')
    assert.equal((await place.run(['import', 'prices.csv', '--store', 'a', '--only', 'price'])).code, 0)
    await until(async () => (await read(origin, 'a')).prices[0] === '17.90')
    await readUntil(url, 'STALE')
    const changed = await readUntil(url, 'HIT')
    assert.deepEqual(changed.prices, ['17.90', '21.00'])
    assert.deepEqual((await read(url, 'b')).prices, ['40.00'])

    // Without the server.
    server.child.kill()
    await server.waitForExit()
    await readUntil(url, 'STALE')
    assert.deepEqual((await readUntil(url, 'STALE')).prices, changed.prices)
  } finally {
    child.kill()
    await running.waitForExit()
  }
})

/** Writes a configuration with deploy/nginx.conf, of which only the addresses and the folder are others. */
function configuration(place: WorkingDirectory, url: string, port: number): string {
  const deployed = readFileSync(resolve(import.meta.dirname, '../../deploy/nginx.conf'), 'utf8')
    .replace('127.0.0.1:3000', `127.0.0.1:${port}`)
    .replace('listen 80', `listen ${url.replace('http://', '')}`)
    .replace('/var/cache/nginx-vitrine', place.path('cache'))
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${name};`)
  const file = place.path('nginx.conf')
  writeFileSync(
    file,
    `daemon off;
user root;
error_log stderr notice;
pid nginx.pid;
events {}
http {
  ${folders.join('\n  ')}
  log_format requests '"$http_x_store_id" $upstream_status';
  access_log requests.log requests;
  log_subrequest on;
  ${deployed}
}
`,
  )
  return file
}

/** Reads the products of store `a` until nginx says that the answer is of this kind. */
async function readUntil(url: string, cache: 'HIT' | 'STALE') {
  let answer = await read(url, 'a')
  await until(async () => {
    if (answer.cache !== cache) answer = await read(url, 'a')
    return answer.cache === cache
  })
  return answer
}

/** Reads the products of a store, which the header names. */
async function read(url: string, store: string) {
  const response = await fetch(`${url}/store/products?form=full`, { headers: { 'x-store-id': storeNamed(store).id } })
  assert.equal(response.status, 200)
  // biome-ignore lint/suspicious/noExplicitAny: the test knows the shape
  const { data } = (await response.json()) as any
  return {
    cache: response.headers.get('x-cache'),
    etag: response.headers.get('etag'),
    prices: data[0].variants.map(({ price }: { price: string }) => price) as string[],
  }
}
