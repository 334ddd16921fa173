import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { findProgram } from './find-program.ts'

const FOLDER = resolve(import.meta.dirname, '../../deploy/purge')

const skip = findProgram('curl') === undefined && 'there is no curl on the path'

interface Purge {
  readonly request: Pick<IncomingMessage, 'method' | 'url' | 'headers'>
  readonly body: string
}

/** A CDN that answers with these statuses, and then with 200. */
async function startCdn(...statuses: number[]) {
  const purges: Purge[] = []
  const server = createServer(async (request, response) => {
    purges.push({ request, body: await text(request) })
    response.writeHead(statuses.shift() ?? 200, { 'retry-after': '1' }).end('{"success":true}')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    purges,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

/** Runs a script as `vitrine follow --exec` does, with these tags. Returns its exit code and what it printed. */
async function run(script: string, tags: readonly string[], env: Record<string, string>) {
  return await new Promise<{ code: number; stderr: string }>((done) => {
    const variables = { PATH: process.env.PATH, VITRINE_TAGS: tags.join(' '), ...env }
    const child = execFile(join(FOLDER, script), { env: variables }, (error, _, stderr) =>
      done({ code: error ? Number(error.code) : 0, stderr }),
    )
    child.stdin!.on('error', () => {}).end('{}')
  })
}

const tagsOf = (count: number) => Array.from({ length: count }, (_, index) => index.toString(16).padStart(12, '0'))

describe('deploy/purge/fastly.sh', { skip }, () => {
  const settings = (url: string) => ({ FASTLY_API: url, FASTLY_SERVICE: 'SU1Z', FASTLY_TOKEN: 'secret' })

  test('marks all tags as stale, 256 a request', async () => {
    await using cdn = await startCdn()
    const tags = tagsOf(300)
    assert.deepEqual(await run('fastly.sh', tags, settings(cdn.url)), { code: 0, stderr: '' })
    for (const { request } of cdn.purges) {
      assert.deepEqual([request.method, request.url], ['POST', '/service/SU1Z/purge'])
      assert.deepEqual([request.headers['fastly-key'], request.headers['fastly-soft-purge']], ['secret', '1'])
    }
    const keys = cdn.purges.map(({ request }) => String(request.headers['surrogate-key']).split(' '))
    assert.deepEqual(
      keys.map(({ length }) => length),
      [256, 44],
    )
    assert.deepEqual(keys.flat(), tags)
  })

  test('fails if a request fails, and needs its settings', async () => {
    await using cdn = await startCdn(200, 401)
    const { code, stderr } = await run('fastly.sh', tagsOf(300), settings(cdn.url))
    assert.notEqual(code, 0)
    assert.match(stderr, /401/)
    for (const name of ['FASTLY_SERVICE', 'FASTLY_TOKEN', 'VITRINE_TAGS']) {
      const failed = await run('fastly.sh', tagsOf(1), { ...settings(cdn.url), [name]: '' })
      assert.notEqual(failed.code, 0)
      assert.match(failed.stderr, new RegExp(name))
    }
    assert.equal(cdn.purges.length, 2)
  })
})

describe('deploy/purge/cloudflare.sh', { skip }, () => {
  const settings = (url: string) => ({ CLOUDFLARE_API: url, CLOUDFLARE_ZONE: '023e', CLOUDFLARE_TOKEN: 'secret' })

  test('purges all tags, 100 a request', async () => {
    await using cdn = await startCdn()
    const tags = tagsOf(201)
    assert.deepEqual(await run('cloudflare.sh', tags, settings(cdn.url)), { code: 0, stderr: '' })
    for (const { request } of cdn.purges) {
      assert.deepEqual([request.method, request.url], ['POST', '/zones/023e/purge_cache'])
      assert.equal(request.headers.authorization, 'Bearer secret')
      assert.equal(request.headers['content-type'], 'application/json')
    }
    const purged = cdn.purges.map(({ body }) => JSON.parse(body).tags as string[])
    assert.deepEqual(
      purged.map(({ length }) => length),
      [100, 100, 1],
    )
    assert.deepEqual(purged.flat(), tags)
  })

  test('waits when there were too many requests, and fails if a request fails', async () => {
    await using cdn = await startCdn(429, 200, 403)
    const tags = tagsOf(150)
    const { code, stderr } = await run('cloudflare.sh', tags, settings(cdn.url))
    assert.notEqual(code, 0)
    assert.match(stderr, /403/)
    const purged = cdn.purges.map(({ body }) => JSON.parse(body).tags as string[])
    assert.deepEqual(
      new Set(cdn.purges.map(({ request }) => request.headers.authorization)),
      new Set(['Bearer secret']),
    )
    assert.deepEqual(purged, [tags.slice(0, 100), tags.slice(0, 100), tags.slice(100)])
  })
})
