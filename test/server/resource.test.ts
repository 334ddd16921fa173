import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { commonHeaders } from '@vitrine/server/common-headers'
import { HttpServer } from '@vitrine/server/http-server'
import { jsonResponse, type Resource } from '@vitrine/server/resource'
import { Router } from '@vitrine/server/router'

/** Answers with the body of the request. */
const echo: Resource = {
  path: '/echo',
  methods: ['POST', 'PUT'],
  maxBody: 5,
  answer: ({ body }) => jsonResponse(200, { body }, []),
}

async function withServer(resource: Resource, ask: (address: string) => Promise<void>): Promise<void> {
  const options = { router: new Router([resource]), commonHeaders: commonHeaders('*'), log: () => {} }
  const server = new HttpServer(options)
  const address = await server.listen({ host: '127.0.0.1', port: 0 })
  try {
    await ask(`${address}${resource.path}`)
  } finally {
    await server.close()
  }
}

describe('a resource with methods and a body', () => {
  test('gets the body as text', async () => {
    await withServer(echo, async (url) => {
      for (const method of ['POST', 'PUT'])
        assert.deepEqual(await (await fetch(url, { method, body: 'é12' })).json(), { body: 'é12' })
      assert.deepEqual(await (await fetch(url, { method: 'POST' })).json(), { body: '' })
    })
  })

  test('gets an empty body from requests that announce none', async () => {
    await withServer(echo, async (url) => {
      const client = connect(Number(new URL(url).port), '127.0.0.1')
      const post = (headers: string) => `POST /echo HTTP/1.1\r\nHost: a\r\n${headers}\r\n`
      client.write(post('') + post('Connection: close\r\n'))
      assert.equal((await text(client)).match(/\{"body":""\}/g)?.length, 2)
    })
  })

  test('is not asked for other methods, and OPTIONS lists its own', async () => {
    await withServer(echo, async (url) => {
      for (const method of ['GET', 'HEAD', 'DELETE']) {
        const { status, headers } = await fetch(url, { method })
        assert.deepEqual([status, headers.get('allow')], [405, 'POST, PUT, OPTIONS'], method)
      }
      const options = await fetch(url, { method: 'OPTIONS' })
      assert.deepEqual([options.status, options.headers.get('allow')], [204, 'POST, PUT, OPTIONS'])
    })
  })

  test('gets no body that is too long or compressed; the problem has the exact status', async () => {
    await withServer(echo, async (url) => {
      const wrong = [
        [413, 'connection', 'close', { body: '123456' }],
        [415, 'accept-encoding', 'identity', { body: 'x', headers: { 'content-encoding': 'gzip' } }],
      ] as const
      for (const [status, name, value, request] of wrong) {
        const response = await fetch(url, { method: 'POST', ...request })
        assert.deepEqual([response.status, response.headers.get(name)], [status, value])
        const problem = (await response.json()) as { readonly code: string; readonly status: number }
        assert.deepEqual([problem.code, problem.status], ['malformed-request', status])
      }
    })
  })

  test('that refuses a page does so before it answers OPTIONS or another method, and tells its errors itself', async () => {
    const refusing: Resource = {
      ...echo,
      checkOrigin: async () => {
        throw new Error('not here')
      },
      fail: (error) => jsonResponse(403, { error: (error as Error).message }, []),
    }
    await withServer(refusing, async (url) => {
      for (const method of ['OPTIONS', 'GET', 'POST', 'DELETE']) {
        const response = await fetch(url, { method })
        assert.deepEqual([response.status, await response.json()], [403, { error: 'not here' }], method)
      }
    })
  })
})
